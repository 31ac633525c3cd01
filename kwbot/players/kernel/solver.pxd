cimport cython

from .position cimport Position
from .rules cimport Rules, cards_t

@cython.final
cdef class Solver:
    cdef list stack
    cdef public int nodes
    cdef int seat, side

    cpdef double tried(self, Position start, cards_t card) noexcept
    @cython.locals(rules=Rules, at=int, legal=cards_t, mine=bint, found=double, card=cards_t,
                   value=double)
    cdef double value(self, Position position, int depth, double least, double most) noexcept
    @cython.locals(rules=Rules)
    cdef bint gives(self, Position position, cards_t card) noexcept
    @cython.locals(child=Position, mine=bint, found=double, taker=int, value=double)
    cdef double after(self, Position position, cards_t card, int depth, double least,
                      double most) noexcept

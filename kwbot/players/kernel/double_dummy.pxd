cimport cython

from .power cimport strongest, winning
from .state cimport State
from .trick_rules cimport TrickRules, cards_t

@cython.final
cdef class DoubleDummy:
    cdef list stack
    cdef public int nodes
    cdef int seat, side

    cpdef double try_card(self, State start, cards_t card) noexcept
    @cython.locals(rules=TrickRules, at=int, legal=cards_t, over=cards_t, mine=bint,
                   found=double, card=cards_t, value=double)
    cdef double value(self, State state, int depth, double least, double most) noexcept
    @cython.locals(rules=TrickRules)
    cdef bint gives(self, State state, cards_t card) noexcept
    @cython.locals(child=State, mine=bint, found=double, taker=int, value=double)
    cdef double after(self, State state, cards_t card, int depth, double least,
                      double most) noexcept

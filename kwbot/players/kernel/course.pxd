cimport cython

from .position cimport Position
from .rules cimport cards_t

cdef double UNLIKE

@cython.final
cdef class Course:
    cdef list moments
    cdef cards_t[::1] played, later
    cdef int[::1] order

    @cython.locals(moment=Position, turn=int, at=int, seat=int, legal=cards_t, played=cards_t,
                   usual=cards_t, alike=cards_t)
    cpdef double explained(self, Position now, double found=*, double least=*) noexcept

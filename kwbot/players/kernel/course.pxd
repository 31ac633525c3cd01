cimport cython

from .position cimport Position
from .rules cimport cards_t

cdef double UNLIKE

@cython.final
cdef class Course:
    cdef list moments
    cdef cards_t[::1] played, later

    @cython.locals(moment=Position, at=int, seat=int, legal=cards_t, alike=cards_t)
    cpdef double explained(self, Position now, double found=*, double least=*) noexcept

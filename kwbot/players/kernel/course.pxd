cimport cython

from .position cimport Position
from .rules cimport cards_t

cdef double UNLIKE

@cython.final
cdef class Course:
    cdef Position opening
    cdef cards_t[::1] cards
    cdef int[::1] takers
    cdef int viewer
    cdef Position replay

    @cython.locals(replay=Position, found=double, at=int, card=cards_t, legal=cards_t,
                   alike=cards_t)
    cpdef double explained(self, Position now) noexcept

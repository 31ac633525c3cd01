cimport cython

from .policy cimport Policy
from .state cimport State
from .trick_rules cimport cards_t

cdef double UNLIKE

@cython.final
cdef class PlayInference:
    cdef Policy policy
    cdef list moments
    cdef cards_t[::1] played, later
    cdef int[::1] order

    @cython.locals(moment=State, turn=int, at=int, seat=int, players=int, found=double, legal=cards_t, played=cards_t,
                   usual=cards_t, alike=cards_t)
    cpdef double explain(self, State now, double least=*) noexcept

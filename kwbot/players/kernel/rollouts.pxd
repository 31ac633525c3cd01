cimport cython

from .policy cimport Policy
from .state cimport State, count
from .trick_rules cimport cards_t

cdef cards_t _WORD_MASK, _MULTIPLIER, _INCREMENT
cdef int _NO_ERROR

cpdef double rollout(State start, State trial, Policy policy, int seat, cards_t seed,
                     int chance) noexcept
@cython.locals(at=int)
cpdef void rollouts(State start, State trial, Policy policy, cards_t[::1] cards,
                    double[::1] sums, cards_t seed, int chance) noexcept
@cython.locals(wait=int, gap=int, legal=cards_t)
cpdef cards_t run(State state, Policy policy, cards_t seed, int chance) noexcept
@cython.locals(skip=int)
cdef cards_t some(cards_t cards, cards_t number) noexcept

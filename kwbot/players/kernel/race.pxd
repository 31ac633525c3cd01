cimport cython

from .double_dummy cimport DoubleDummy
from .equilibrium cimport Equilibrium
from .policy cimport Policy
from .rollouts cimport rollouts
from .state cimport State
from .trick_rules cimport cards_t

cdef cards_t _SEED_STRIDE, _WORD_MASK
cdef int _EVERYBODY

@cython.final
cdef class Race:
    cdef readonly int number, met
    cdef readonly cards_t[::1] cards
    cdef readonly int[::1] which
    cdef readonly double[::1] means
    cdef double[::1] squares, brought
    cdef Policy policy

    cpdef void play(self, State start, State trial, cards_t seed, int chance) noexcept
    @cython.locals(other=cards_t)
    cpdef void play_twice(self, State start, State trial, cards_t seed, int chance) noexcept
    @cython.locals(at=int)
    cpdef void solve(self, State start, DoubleDummy solver) noexcept
    @cython.locals(at=int)
    cpdef void settle(self, State start, Equilibrium solver) noexcept
    @cython.locals(at=int)
    cdef void clear(self) noexcept
    @cython.locals(at=int, one=int, before=int, apart=double, brought=double)
    cdef void meet(self, int times) noexcept
    @cython.locals(found=int, at=int)
    cpdef int leader(self) noexcept
    @cython.locals(ahead=double, error=double)
    cpdef double lead(self, int one, int other) noexcept
    @cython.locals(ahead=double, squares=double, found=double)
    cpdef double error(self, int one, int other) noexcept
    @cython.locals(first=int, most=double, at=int, one=int, change=double, behind=double,
                   met=double, left=double, mean=double, spread=double)
    cpdef double hope(self, int samples) except -1.0
    @cython.locals(first=int)
    cpdef int drop(self, double lead) except -1

cdef double excess(double least) except -1.0

cimport cython

from .position cimport Position
from .rules cimport cards_t

cpdef double tried_as_is(Position start, Position trial, int seat, cards_t seed, int chance) noexcept
@cython.locals(at=int)
cpdef void tried_each(Position start, Position trial, cards_t[::1] cards, double[::1] sums,
                      cards_t seed, int chance) noexcept

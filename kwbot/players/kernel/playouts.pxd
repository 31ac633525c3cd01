cimport cython

from .position cimport Position
from .rules cimport cards_t

cpdef double tried(Position start, Position trial, cards_t card, cards_t seed, int chance) noexcept
cpdef double tried_as_is(Position start, Position trial, int seat, cards_t seed, int chance) noexcept
@cython.locals(squares=double, at=int, points=double)
cpdef double tried_each(Position start, Position trial, cards_t[::1] cards, double[::1] sums,
                        cards_t seed, int chance) noexcept

cimport cython

from .power cimport strongest, winning
from .state cimport State
from .trick_rules cimport TrickRules, cards_t

cdef cards_t _WORD_MASK, _GOLDEN
cdef int _TABLE_BITS

@cython.final
cdef class DoubleDummy:
    cdef list stack
    cdef public int nodes
    cdef TrickRules rules
    cdef int seat, side, era
    cdef cards_t[::1] hands, rest
    cdef double[::1] low, high

    cpdef double try_card(self, State start, cards_t card) noexcept
    @cython.locals(rules=TrickRules, by_row=bint, at=int, legal=cards_t)
    cdef double value(self, State state, int depth, double least, double most) noexcept
    @cython.locals(rest=cards_t, mixed=cards_t, seat=int, place=int, low=double, high=double,
                   found=double)
    cdef double recall(self, State state, cards_t legal, int depth, double least,
                       double most) noexcept
    @cython.locals(same=bint, seat=int)
    cdef bint remembers(self, State state, cards_t rest, int place) noexcept
    @cython.locals(over=cards_t, mine=bint, found=double, card=cards_t, value=double)
    cdef double best(self, State state, cards_t legal, int depth, double least,
                     double most) noexcept
    @cython.locals(rules=TrickRules)
    cdef bint gives(self, State state, cards_t card) noexcept
    @cython.locals(child=State, mine=bint, found=double, taker=int, value=double)
    cdef double after(self, State state, cards_t card, int depth, double least,
                      double most) noexcept

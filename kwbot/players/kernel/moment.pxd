cimport cython

from .rules cimport Rules, cards_t

cdef int NOBODY, NO_SUIT, PLACES
cdef cards_t SUIT, JOKERS

cdef class Moment:
    cdef public Rules rules
    cdef readonly cards_t hand[4]
    cdef readonly cards_t taken[4]
    cdef readonly cards_t shown[4]
    cdef public int leader, seat, played, led, trumps, best_suit, holder, state
    cdef public int trumps_shown, plague_shown, first, given, out, careful, able
    cdef public cards_t best, trick, aside

    @cython.locals(seat=int)
    cpdef void copy(self, Moment other) noexcept
    cpdef void hold(self, int seat, cards_t cards) noexcept
    cpdef void take(self, int seat, cards_t cards) noexcept
    cpdef void show(self, int seat, cards_t cards) noexcept
    @cython.locals(final=int)
    cpdef int settled(self) noexcept
    @cython.locals(others=cards_t, seat=int, single=cards_t, found=cards_t, suit=int, rest=cards_t,
                   last=cards_t, card=cards_t)
    cpdef cards_t apart(self, cards_t cards) noexcept

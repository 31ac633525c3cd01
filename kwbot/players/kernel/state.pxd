cimport cython

from .trick_rules cimport TrickRules, cards_t

cdef cards_t SUITS[6]
cdef int SUIT_OF[67]
cdef cards_t _WORD_MASK, ONE, JOKERS, SUIT, ODD, PAIRS, FOURS, EIGHTS
cdef int NOBODY, PLACES, JOKER, NONE

@cython.final
cdef class State:
    cdef public TrickRules rules
    cdef readonly cards_t hand[12]
    cdef readonly cards_t taken[12]
    cdef readonly cards_t shown[12]
    cdef public int leader, seat, played, led, trumps, best_suit, holder, row
    cdef public int trumps_shown, plague_shown, first, given
    cdef public cards_t best, trick, out, aside

    @cython.locals(seat=int)
    cpdef void copy(self, State other) noexcept
    cpdef void hold(self, int seat, cards_t cards) noexcept
    cpdef void take(self, int seat, cards_t cards) noexcept
    cpdef void show(self, int seat, cards_t cards) noexcept
    @cython.locals(hand=cards_t, cards=cards_t, fewer=cards_t, led=int)
    cpdef cards_t legal(self) noexcept
    @cython.locals(cards=cards_t, fewer=cards_t)
    cdef cards_t may_lead(self, cards_t hand) noexcept
    @cython.locals(seat=int, played=int)
    cpdef void play(self, cards_t card) noexcept
    @cython.locals(suit=int)
    cdef void leads(self, int seat, cards_t card) noexcept
    cdef void follows(self, int seat, cards_t card) noexcept
    @cython.locals(winner=int)
    cdef void collect(self) noexcept
    @cython.locals(final=int)
    cpdef int is_settled(self) noexcept
    @cython.locals(mine=int, most=int, other=int, theirs=int)
    cpdef double payoff(self, int seat) noexcept
    @cython.locals(row=int, found=int, taker=int, best=double, value=double)
    cdef int best_taker(self, int seat) noexcept
    @cython.locals(others=cards_t, seat=int, single=cards_t, found=cards_t, suit=int, rest=cards_t,
                   last=cards_t, card=cards_t)
    cpdef cards_t apart(self, cards_t cards) noexcept

@cython.locals(pairs=cards_t, fours=cards_t, eights=cards_t)
cpdef int count(cards_t cards) noexcept

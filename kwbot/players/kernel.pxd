cimport cython

ctypedef unsigned long long cards_t

cdef cards_t[:] SUITS
cdef int[:] SUIT_OF
cdef int[:] PLACE_OF
cdef cards_t MASK, STEP, ADD, JOKERS
cdef int PLACES, JOKER, NONE

cdef class Rules:
    cdef public int players
    cdef public int[:] order
    cdef public int lead_before_makes_trumps, first_lead_makes_trumps
    cdef public int blocked, plagued, plague
    cdef public cards_t must_fall
    cdef public int must_fall_suit, no_joker_first
    cdef public cards_t awarded
    cdef public int awarder
    cdef public int[:] after
    cdef public double[:] worth

cdef class Position:
    cdef public Rules rules
    cdef public cards_t[:] hand
    cdef public cards_t[:] taken
    cdef public int leader, seat, played, led, trumps, best_suit, holder, state
    cdef public int trumps_shown, plague_shown, first
    cdef public cards_t best, trick

    @cython.locals(seat=int)
    cpdef void copy(self, Position other)
    @cython.locals(rules=Rules, hand=cards_t, cards=cards_t, fewer=cards_t, led=int)
    cpdef cards_t legal(self)
    @cython.locals(rules=Rules, cards=cards_t, fewer=cards_t)
    cdef cards_t may_lead(self, cards_t hand)
    @cython.locals(rules=Rules, seat=int, suit=int)
    cpdef void play(self, cards_t card)
    cdef void leads(self, int seat, cards_t card, int suit)
    @cython.locals(rules=Rules, winner=int)
    cdef void collect(self)
    @cython.locals(rules=Rules, row=int, found=int, taker=int, best=double, value=double)
    cdef int best_taker(self, int seat)
    @cython.locals(rules=Rules, seat=int, row=int, taker=int, mine=double, theirs=double,
                   gain=double, over=cards_t, under=cards_t, sure=cards_t, wanted=int)
    cpdef cards_t choose(self, cards_t legal)
    @cython.locals(sure=cards_t)
    cdef cards_t choose_lead(self, cards_t legal, double gain)
    @cython.locals(over=cards_t)
    cdef cards_t over(self, cards_t legal)
    @cython.locals(rules=Rules, trumps=int, found=cards_t, rest=cards_t, card=cards_t, suit=int,
                   led=int, beaten=int, at=int, hand=cards_t, follows=cards_t, higher=cards_t)
    cdef cards_t unbeaten(self, cards_t cards)
    @cython.locals(plain=cards_t, card=cards_t, best=cards_t, place=int)
    cdef cards_t weakest(self, cards_t cards)
    @cython.locals(card=cards_t, best=cards_t, place=int)
    cdef cards_t strongest(self, cards_t cards)
    @cython.locals(legal=cards_t)
    cpdef cards_t run(self, cards_t seed, int chance)
    @cython.locals(count=int, skip=int, rest=cards_t)
    cdef cards_t some(self, cards_t cards, cards_t number)

cimport cython

from .state cimport State, count
from .trick_rules cimport TrickRules, cards_t

cdef int PLACES, JOKER, NO_SUIT
cdef cards_t SUIT, JOKERS, EVERY
cdef cards_t SUITS[6]
cdef signed char NUMBER[16384]
cdef double READINESS[3]
cdef double CLOSE, OVERTAKEN, THRIFT, TRUMP, HOARD, SHORT
cdef double OWN[2]
cdef double OTHERS[2]
cdef double HEIGHT[67]
cdef double MISSES[64]

@cython.locals(over=cards_t, under=cards_t, best=cards_t, holder=int, taker=int, taken=double,
               ducked=double)
cpdef cards_t open_choice(State state, cards_t legal) noexcept
cdef double value(State state, int taker) noexcept
cdef int suit_of(State state, cards_t card) noexcept
@cython.locals(card=cards_t)
cdef cards_t cheapest(State state, cards_t over, double least) noexcept
@cython.locals(trumps=int, led=int, first=int, at=int, seat=int, grudged=int, granted=int,
               likes=bint, of_led=cards_t, hand=cards_t, follows=cards_t, over=cards_t)
cdef int eventual(State state, int holder, cards_t best, int best_suit) noexcept
cdef cards_t lead(State state, cards_t legal) noexcept
@cython.locals(trumps=int, pull=bint, found=cards_t, suit=int)
cdef cards_t lead_to_win(State state, cards_t legal) noexcept
@cython.locals(cards=cards_t, least=double, low=cards_t, top=cards_t)
cdef cards_t winner(State state, cards_t legal, int suit) noexcept
@cython.locals(best=cards_t, most=double, best_rank=int, suit=int, cards=cards_t,
               rank=int, card=cards_t, brings=double, top=cards_t)
cdef cards_t lead_to_lose(State state, cards_t legal) noexcept
@cython.locals(grudged=int, found=cards_t, seat=int)
cdef cards_t outside(State state, cards_t cards) noexcept

cdef bint wanted(State state) noexcept
@cython.locals(rules=TrickRules, cards=cards_t, first=int, at=int)
cdef cards_t kept(State state, cards_t legal) noexcept
@cython.locals(over=cards_t)
cdef cards_t winning(State state, cards_t legal) noexcept
@cython.locals(plain=cards_t)
cdef cards_t weakest(State state, cards_t cards) noexcept
cdef cards_t lowest(cards_t cards) noexcept
cdef cards_t places(cards_t cards) noexcept
@cython.locals(found=cards_t)
cdef cards_t strongest(cards_t cards) noexcept

@cython.final
cdef class CarefulPolicy:
    cdef public int able
    cdef readonly double stake
    cdef cards_t unseen, others
    cdef int void, grudged, granted, keen, coming, number, about, holding
    cdef double thrift, can, must, lacks, ruffs
    cdef double brings[4]
    cdef double odds[4]
    cdef int who[4]

    @cython.locals(over=cards_t, under=cards_t)
    cpdef cards_t choose(self, State state, cards_t legal) noexcept
    @cython.locals(points=double, suit=int)
    cpdef double rate(self, State state, cards_t card) noexcept
    @cython.locals(found=cards_t)
    cdef cards_t ducked(self, State state, cards_t under) noexcept
    @cython.locals(found=cards_t, most=double, card=cards_t, suit=int, points=double)
    cdef cards_t followed(self, State state, cards_t high, cards_t low, cards_t under) noexcept
    @cython.locals(found=cards_t, most=double, suit=int, low=cards_t, card=cards_t, least=double,
                   later=double, points=double)
    cdef cards_t led(self, State state, cards_t legal) noexcept
    @cython.locals(me=int, row=int, least=double, most=double, seat=int, value=double,
                   hidden=cards_t, trumps=int)
    cdef void consider(self, State state) noexcept
    cdef void think_ahead(self, State state) noexcept
    @cython.locals(own=int, others=int)
    cdef double led_later(self, State state, int suit) noexcept
    @cython.locals(found=cards_t, most=double, suit=int, own=cards_t, card=cards_t, height=double)
    cdef cards_t laid_away(self, cards_t cards) noexcept
    @cython.locals(height=double, led=int, found=double, at=int)
    cdef double promise(self, State state, int holder, cards_t best, int best_suit,
                        cards_t card) noexcept
    @cython.locals(trumps=int, following=cards_t, over=cards_t, ruffing=cards_t, above=double,
                   must=double, ruffs=double, first=int, at=int, seat=int, hand=cards_t,
                   shown=cards_t, out=int, ruff=double)
    cdef void foresee(self, State state, cards_t best, int best_suit, int led) noexcept
    @cython.locals(cards=cards_t)
    cdef void foresee_open(self, cards_t hand, cards_t following, cards_t over,
                           cards_t ruffing) noexcept
    @cython.locals(void=int)
    cdef int holders(self, State state, int suit) noexcept
    cdef double misses(self, int holders, int suit, cards_t cards) noexcept
    @cython.locals(grudged=int, granted=int, taken=double, at=int, holder=int, chance=double)
    cdef void overtake(self, int seat) noexcept

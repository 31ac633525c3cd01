cimport cython

from .power cimport strongest, suit_of, weakest, winning
from .state cimport State
from .trick_rules cimport TrickRules, cards_t

cdef int PLACES, JOKER, NO_SUIT
cdef cards_t SUITS[6]
cdef signed char NUMBER[16384]
cdef double READINESS[3]
cdef double OVERTAKEN, THRIFT, TRUMP, HOARD, SHORT
cdef double OWN[2]
cdef double OTHERS[2]
cdef double HEIGHT[67]
cdef double MISSES[64]

@cython.final
cdef class Policy:
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

cpdef bint wanted(State state) noexcept
@cython.locals(rules=TrickRules, cards=cards_t, first=int, at=int)
cpdef cards_t kept(State state, cards_t legal) noexcept

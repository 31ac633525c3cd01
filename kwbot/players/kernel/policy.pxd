cimport cython

from .power cimport lowest, strongest, suit_of, weakest, winning
from .state cimport State
from .trick_rules cimport TrickRules, cards_t

cdef int PLACES, JOKER, NO_SUIT
cdef cards_t ALL_SUITS, FIRST_SUITS
cdef cards_t _SUITS[6]
cdef signed char NUMBER[16384]
cdef double OVERTAKEN, THRIFT, TRUMP, HOARD, _SHORTNESS
cdef double OWN[2]
cdef double OTHERS[2]
cdef double HEIGHT[67]
cdef double MISSES[192]

@cython.final
cdef class Policy:
    cdef public int able
    cdef readonly double stake
    cdef int keen, coming
    cdef double thrift
    cdef cards_t unseen, others
    cdef cards_t void
    cdef int players, ruffing, about, holding
    cdef double ruffs, lacks
    cdef int later
    cdef int who[12]
    cdef double odds[12]
    cdef double can[12]
    cdef double must[12]

    @cython.locals(over=cards_t, under=cards_t)
    cpdef cards_t choose(self, State state, cards_t legal) noexcept
    @cython.locals(points=double, suit=int)
    cpdef double rate(self, State state, cards_t card) noexcept
    @cython.locals(found=cards_t)
    cdef cards_t duck(self, State state, cards_t under) noexcept
    @cython.locals(found=cards_t, most=double, card=cards_t, low=cards_t, points=double)
    cdef cards_t follow(self, State state, cards_t over, cards_t under) noexcept
    @cython.locals(able=bint, found=cards_t, most=double, least=double, later=double, suit=int,
                   low=cards_t, card=cards_t, points=double)
    cdef cards_t lead(self, State state, cards_t legal) noexcept
    cdef void consider(self, State state) noexcept
    cdef void think_ahead(self, State state) noexcept
    @cython.locals(me=int, held=cards_t, hidden=cards_t, void=cards_t, seat=int, hand=cards_t,
                   trumps=int, first=int, at=int)
    cdef void look_round(self, State state) noexcept
    @cython.locals(own=int, others=int)
    cdef double led_later(self, State state, int suit) noexcept
    @cython.locals(found=cards_t, most=double, suit=int, own=cards_t, card=cards_t, height=double)
    cdef cards_t laid_away(self, cards_t cards) noexcept
    @cython.locals(height=double, found=double, brings=int, led=int, at=int)
    cdef double promise(self, State state, int holder, cards_t best, int best_suit,
                        cards_t card) noexcept
    @cython.locals(trumps=int, over=cards_t, ruffing=cards_t, above=double, forced=double,
                   ruffs=double, either=double, at=int, seat=int, out=cards_t)
    cdef void foresee(self, State state, cards_t best, int best_suit, int led) noexcept
    cdef void study(self, int suit) noexcept
    @cython.locals(hand=cards_t, shown=cards_t, cards=cards_t)
    cdef bint sees(self, State state, int at, cards_t over, cards_t ruffing,
                   double above) noexcept
    @cython.locals(at=int, ready=int, can=double, must=double, chance=double, found=double,
                   before=int)
    cdef void share(self, TrickRules rules, int row) noexcept
    @cython.locals(void=cards_t)
    cdef int holders(self, int suit) noexcept
    cdef double misses(self, int holders, int suit, cards_t cards) noexcept

cpdef bint wants_tricks(State state) noexcept
@cython.locals(rules=TrickRules, cards=cards_t, first=int, at=int)
cpdef cards_t without_gifts(State state, cards_t legal) noexcept

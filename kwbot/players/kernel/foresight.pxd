cimport cython

from .moment cimport Moment
from .rules cimport Rules, cards_t

cdef int PLACES, JOKER, NO_SUIT
cdef cards_t SUITS[6]
cdef signed char NUMBER[16384]
cdef double READINESS[3]
cdef double OVERTAKEN, THRIFT, TRUMP, HOARD, SHORT
cdef double OWN[2]
cdef double OTHERS[2]
cdef double HEIGHT[67]
cdef double MISSES[64]

cdef class Foresight(Moment):
    cdef readonly cards_t unseen, others
    cdef readonly int void, grudged, granted, keen, coming, number, about, holding
    cdef readonly double stake, thrift, can, must, lacks, ruffs
    cdef readonly double brings[4]
    cdef readonly double odds[4]
    cdef readonly int who[4]

    @cython.final
    @cython.locals(found=cards_t, most=double, card=cards_t, suit=int, points=double)
    cdef cards_t most_promising(self, cards_t strongest, cards_t weakest, cards_t under) noexcept
    @cython.final
    @cython.locals(found=cards_t, most=double, suit=int, low=cards_t, card=cards_t, least=double,
                   later=double, points=double)
    cdef cards_t most_promising_lead(self, cards_t legal) noexcept
    @cython.final
    @cython.locals(me=int, row=int, least=double, most=double, seat=int, value=double,
                   hidden=cards_t, trumps=int)
    cdef void consider(self) noexcept
    @cython.final
    cdef int wanted(self) noexcept
    @cython.final
    cdef int clever(self) noexcept
    @cython.final
    cdef void think_ahead(self) noexcept
    @cython.final
    @cython.locals(own=int, others=int)
    cdef double led_later(self, int suit) noexcept
    @cython.final
    @cython.locals(found=cards_t, most=double, suit=int, own=cards_t, card=cards_t, height=double)
    cdef cards_t laid_away(self, cards_t cards) noexcept
    @cython.final
    @cython.locals(height=double, led=int, found=double, at=int)
    cdef double promise(self, int holder, cards_t best, int best_suit, cards_t card) noexcept
    @cython.final
    @cython.locals(trumps=int, following=cards_t, over=cards_t, ruffing=cards_t, above=double,
                   must=double, ruffs=double, first=int, at=int, seat=int, hand=cards_t,
                   shown=cards_t, out=int, ruff=double)
    cdef void foresee(self, cards_t best, int best_suit, int led) noexcept
    @cython.final
    @cython.locals(cards=cards_t)
    cdef void foresee_open(self, cards_t hand, cards_t following, cards_t over,
                           cards_t ruffing) noexcept
    @cython.final
    @cython.locals(void=int)
    cdef int holders(self, int suit) noexcept
    @cython.final
    cdef double misses(self, int holders, int suit, cards_t cards) noexcept
    @cython.final
    @cython.locals(grudged=int, granted=int, taken=double, at=int, holder=int, chance=double)
    cdef void overtake(self, int seat) noexcept

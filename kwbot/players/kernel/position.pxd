cimport cython

from .foresight cimport Foresight
from .rules cimport cards_t

cdef cards_t SUITS[6]
cdef int[::1] SUIT_OF
cdef cards_t MASK, STEP, ADD, JOKERS, EVERY, SUIT, ODD, PAIRS, FOURS, EIGHTS
cdef int PLACES, JOKER, NONE, NEVER
cdef double CLOSE

@cython.final
cdef class Position(Foresight):
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
    @cython.locals(row=int, found=int, taker=int, best=double, value=double)
    cdef int best_taker(self, int seat) noexcept
    @cython.locals(over=cards_t, under=cards_t, best=cards_t, holder=int, taker=int, taken=double,
                   ducked=double)
    cpdef cards_t choose(self, cards_t legal) noexcept
    @cython.locals(over=cards_t, under=cards_t)
    cdef cards_t choose_blindly(self, cards_t legal) noexcept
    @cython.locals(found=cards_t)
    cdef cards_t ducking(self, cards_t under) noexcept
    cdef double value(self, int taker) noexcept
    @cython.locals(card=cards_t)
    cdef cards_t cheapest(self, cards_t over, double value) noexcept
    @cython.locals(trumps=int, led=int, first=int, at=int, seat=int, grudged=int, granted=int,
                   likes=bint, of_led=cards_t, hand=cards_t, follows=cards_t, over=cards_t)
    cdef int taker(self, int holder, cards_t best, int best_suit) noexcept
    cdef cards_t choose_lead(self, cards_t legal) noexcept
    @cython.locals(trumps=int, pull=bint, found=cards_t, suit=int)
    cdef cards_t lead_to_win(self, cards_t legal) noexcept
    @cython.locals(cards=cards_t, least=double, low=cards_t, top=cards_t)
    cdef cards_t winner(self, cards_t legal, int suit) noexcept
    @cython.locals(best=cards_t, best_value=double, best_rank=int, suit=int, cards=cards_t,
                   rank=int, card=cards_t, value=double, top=cards_t)
    cdef cards_t lead_to_lose(self, cards_t legal) noexcept
    @cython.locals(grudged=int, found=cards_t, seat=int)
    cdef cards_t outside(self, cards_t cards) noexcept
    @cython.locals(over=cards_t)
    cdef cards_t over(self, cards_t legal) noexcept
    @cython.locals(plain=cards_t)
    cdef cards_t weakest(self, cards_t cards) noexcept
    @cython.locals(gap=int)
    cpdef cards_t run(self, cards_t seed, int chance) noexcept
    @cython.locals(legal=cards_t)
    cpdef cards_t run_on(self, cards_t seed, int wait, int gap) noexcept
    @cython.locals(mine=int, most=int, other=int, theirs=int)
    cpdef double payoff(self, int seat) noexcept

@cython.locals(pairs=cards_t, fours=cards_t, eights=cards_t)
cdef int count(cards_t cards) noexcept
cdef cards_t highest(cards_t cards) noexcept
cdef cards_t places(cards_t cards) noexcept
@cython.locals(found=cards_t)
cdef cards_t strongest(cards_t cards) noexcept
cdef int furthest_apart(int chance) noexcept
@cython.locals(skip=int)
cdef cards_t some(cards_t cards, cards_t number) noexcept

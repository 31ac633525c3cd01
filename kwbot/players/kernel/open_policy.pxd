cimport cython

from .state cimport State, count
from .trick_rules cimport TrickRules, cards_t

cdef int PLACES, JOKER
cdef cards_t SUIT, JOKERS, EVERY
cdef cards_t SUITS[6]
cdef double CLOSE

@cython.locals(over=cards_t, under=cards_t, best=cards_t, holder=int, taker=int, taken=double,
               ducked=double)
cpdef cards_t open_choice(State state, cards_t legal) noexcept
cdef double value(State state, int taker) noexcept
cpdef int suit_of(State state, cards_t card) noexcept
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

cpdef bint wanted(State state) noexcept
@cython.locals(rules=TrickRules, cards=cards_t, first=int, at=int)
cpdef cards_t kept(State state, cards_t legal) noexcept
@cython.locals(over=cards_t)
cpdef cards_t winning(State state, cards_t legal) noexcept
@cython.locals(plain=cards_t)
cpdef cards_t weakest(State state, cards_t cards) noexcept
cdef cards_t lowest(cards_t cards) noexcept
cdef cards_t places(cards_t cards) noexcept
@cython.locals(found=cards_t)
cpdef cards_t strongest(cards_t cards) noexcept

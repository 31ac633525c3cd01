cimport cython

from .state cimport State
from .trick_rules cimport cards_t

cdef int PLACES, JOKER
cdef cards_t SUIT, _JOKERS, _ONE_OF_EACH
cdef cards_t _SUITS[6]

@cython.locals(over=cards_t)
cpdef cards_t winning(State state, cards_t legal) noexcept
cpdef int suit_of(State state, cards_t card) noexcept
@cython.locals(found=cards_t)
cpdef cards_t strongest(cards_t cards) noexcept
@cython.locals(plain=cards_t)
cpdef cards_t weakest(State state, cards_t cards) noexcept
cpdef cards_t lowest(cards_t cards) noexcept
cdef cards_t places(cards_t cards) noexcept

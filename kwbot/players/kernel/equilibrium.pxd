cimport cython

from .state cimport State
from .trick_rules cimport TrickRules, cards_t

cdef cards_t _SUIT, _JOKERS, _ONE, _WORD_MASK, _GOLDEN
cdef int _SUITS, _PLACES, _TABLE_BITS
cdef double _CLOSE

@cython.final
cdef class Equilibrium:
    cdef list stack
    cdef public int nodes, max_nodes
    cdef TrickRules rules
    cdef int seat, era
    cdef cards_t[::1] words, rest
    cdef int[::1] ends

    cpdef double try_card(self, State start, cards_t card) noexcept
    @cython.locals(found=double)
    cdef double worth(self, int row, int seat) noexcept
    @cython.locals(child=State)
    cdef int after(self, State state, cards_t card, int depth) noexcept
    @cython.locals(legal=cards_t)
    cdef int end(self, State state, int depth) noexcept
    @cython.locals(first=cards_t, second=cards_t, third=cards_t, fourth=cards_t, rest=cards_t,
                   place=int, at=int, found=int)
    cdef int recall(self, State state, cards_t legal, int depth) noexcept
    @cython.locals(left=cards_t, seat=int, found=cards_t, card=cards_t)
    cdef cards_t word(self, State state, int suit) noexcept
    @cython.locals(seat=int, row=int, most=double, least=double, card=cards_t, found=int, end=int)
    cdef int best(self, State state, cards_t legal, int depth) noexcept
    @cython.locals(ahead=double)
    cdef bint prefers(self, int seat, int row, int other) noexcept

cdef cards_t mix(cards_t mixed, cards_t word) noexcept

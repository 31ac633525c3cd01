cimport cython

from .play_inference cimport PlayInference
from .state cimport State
from .trick_rules cimport cards_t

cdef cards_t _WORD_MASK, _MULTIPLIER, _INCREMENT, _WHOLE
cdef int RIVALS

@cython.final
cdef class Sampler:
    cdef public int number, bound, aside
    cdef int left_aside
    cdef cards_t seed
    cdef public cards_t[::1] cards
    cdef public int[::1] group
    cdef public cards_t held[12]
    cdef public cards_t lacking[12]
    cdef public int room[12]
    cdef int left[12]
    cdef cards_t taken[12]
    cdef cards_t taken_aside
    cdef public PlayInference inference

    cpdef void player(self, int seat, cards_t held, cards_t lacking, int room) noexcept
    @cython.locals(taken=double, least=double, likely=double, seat=int)
    cpdef cards_t deal(self, State state, cards_t seed, int attempts) noexcept
    cdef cards_t fit(self, State state, cards_t seed, int attempts) noexcept
    @cython.locals(at=int, other=int, card=cards_t)
    cdef void shuffle(self) noexcept
    @cython.locals(seat=int, bound=int, at=int, card=cards_t, room=int)
    cdef int attempt(self, State state, int strict) noexcept
    @cython.locals(seat=int)
    cdef void put(self, State state, cards_t card, int pick, int strict) noexcept

cdef cards_t following(cards_t seed) noexcept
cdef int draw_number(cards_t seed, int number) noexcept

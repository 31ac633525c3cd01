cimport cython

ctypedef unsigned long long cards_t

cdef cards_t SUITS[6]
cdef int SUIT_OF[67]
cdef cards_t ONE, SUIT, JOKERS, _WORD_MASK, _ODD
cdef int PLACES, JOKER, NONE, NOBODY, _TABLE_BITS, _MAX_DEPTH

@cython.final
cdef class SolverTrick:
    cdef int leader, played, row, trumps, led, suit, holder, shown
    cdef cards_t best, cards

    cdef void begin(self, int leader, int row, int trumps) noexcept
    @cython.locals(leads=bint, taking=bint)
    cdef void follow(self, SolverTrick before, int place, cards_t card) noexcept
    @cython.locals(higher=cards_t)
    cdef cards_t beating(self, cards_t cards) noexcept

@cython.final
cdef class OpenRules:
    cdef int players, trumps_follow, blocked, awarder, era, ends
    cdef cards_t fallen, awarded
    cdef int[::1] order, after, least, most, mine, reach, ranks

@cython.final
cdef class OpenSolver:
    cdef int players, trumps_follow, blocked, awarder, era, eras, ends
    cdef cards_t fallen, awarded
    cdef int[::1] order, after, least, most, mine, reach, ranks
    cdef cards_t hand[8]
    cdef list stack
    cdef public long long nodes, max_nodes
    cdef cards_t[::1] key, words, rest
    cdef int[::1] low, high

    @cython.locals(place=int, first=SolverTrick, card=cards_t)
    cpdef void lay(self, OpenRules rules, object hands, object plays, int leader, int trumps)
    @cython.locals(start=SolverTrick, place=int)
    cpdef bint reaches(self, cards_t card, int aim)
    cpdef int value(self, cards_t card, int guess, int ends)
    @cython.locals(trick=SolverTrick, found=int)
    cdef int tries(self, int depth, int place, cards_t card, int aim) noexcept
    cdef void show(self, SolverTrick trick, int place, cards_t card) noexcept
    @cython.locals(hand=cards_t, legal=cards_t, named=cards_t, fewer=cards_t)
    cdef cards_t legal(self, SolverTrick trick, int place) noexcept
    @cython.locals(trick=SolverTrick, place=int, mine=int, legal=cards_t, takes=cards_t, eager=int,
                   last=int, first=cards_t, found=int)
    cdef int plays(self, int depth, int aim) noexcept
    @cython.locals(mine=int, card=cards_t)
    cdef int tries_each(self, int depth, int place, cards_t cards, int downwards,
                        int aim) noexcept
    @cython.locals(own=int, other=int, place=int, then=int)
    cdef int eager(self, int row, int mine) noexcept
    @cython.locals(others=cards_t, place=int, found=cards_t, suit=int, rest=cards_t, last=cards_t,
                   card=cards_t, named=cards_t)
    cdef cards_t apart(self, cards_t cards, cards_t hand, cards_t trick) noexcept
    @cython.locals(trick=SolverTrick, mine=int, taker=int)
    cdef int goes_on(self, int depth, int aim) noexcept
    @cython.locals(trick=SolverTrick, row=int)
    cdef int taken(self, int depth, int taker, int aim) noexcept
    @cython.locals(trick=SolverTrick, trumps=int, next_trick=SolverTrick)
    cdef void begin_next(self, int depth, int taker, int row) noexcept
    @cython.locals(at=int, low=int, high=int, found=int)
    cdef int recalls(self, int depth, int aim) noexcept
    @cython.locals(trick=SolverTrick, rest=cards_t, mixed=cards_t, word=cards_t, suit=int)
    cdef int locate(self, int depth) noexcept
    @cython.locals(suit=int, same=bint)
    cdef bint is_known(self, int depth, int at) noexcept
    @cython.locals(suit=int)
    cdef void keep(self, int depth, int at, int low, int high) noexcept
    @cython.locals(start=SolverTrick, place=int)
    cpdef int outcomes(self, cards_t card)
    @cython.locals(trick=SolverTrick, found=int)
    cdef int ends_after(self, int depth, int place, cards_t card) noexcept
    @cython.locals(trick=SolverTrick, place=int, reach=int, best=int, legal=cards_t, card=cards_t,
                   found=int, floor=int, then=int)
    cdef int ends_of(self, int depth) noexcept
    @cython.locals(trick=SolverTrick, row=int, reach=int, at=int, found=int)
    cdef int ends_of_next(self, int depth) noexcept
    @cython.locals(found=int, end=int)
    cdef int highest_rank(self, int place, int ends) noexcept
    @cython.locals(found=int, end=int)
    cdef int lowest_rank(self, int place, int ends) noexcept
    @cython.locals(found=int, end=int)
    cdef int at_least(self, int place, int ends, int rank) noexcept
    @cython.locals(live=cards_t, place=int, card=cards_t, found=cards_t)
    cdef cards_t word(self, int suit) noexcept
    @cython.locals(live=cards_t, place=int, found=cards_t)
    cdef cards_t above(self, cards_t named) noexcept

cdef cards_t mix(cards_t mixed, cards_t word) noexcept
cdef cards_t highest(cards_t cards) noexcept

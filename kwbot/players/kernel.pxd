cimport cython

ctypedef unsigned long long cards_t

cdef cards_t[::1] SUITS
cdef int[::1] SUIT_OF
cdef int[::1] PLACE_OF
cdef cards_t MASK, STEP, ADD, JOKERS
cdef int PLACES, JOKER, NONE

@cython.final
cdef class Rules:
    cdef public int players
    cdef public int[::1] order
    cdef public int lead_before_makes_trumps, first_lead_makes_trumps
    cdef public int blocked, plagued, plague
    cdef public cards_t must_fall
    cdef public int must_fall_suit, no_joker_first
    cdef public cards_t awarded
    cdef public int awarder
    cdef public int[::1] side
    cdef public int overloaded
    cdef public cards_t overload
    cdef public double[::1] overload_worth
    cdef public int[::1] after
    cdef public double[::1] worth

@cython.final
cdef class Position:
    cdef public Rules rules
    cdef public cards_t[::1] hand
    cdef public cards_t[::1] taken
    cdef public int leader, seat, played, led, trumps, best_suit, holder, state
    cdef public int trumps_shown, plague_shown, first
    cdef public cards_t best, trick

    @cython.locals(seat=int)
    cpdef void copy(self, Position other) noexcept
    @cython.locals(rules=Rules, hand=cards_t, cards=cards_t, fewer=cards_t, led=int)
    cpdef cards_t legal(self) noexcept
    @cython.locals(rules=Rules, cards=cards_t, fewer=cards_t)
    cdef cards_t may_lead(self, cards_t hand) noexcept
    @cython.locals(rules=Rules, seat=int, suit=int)
    cpdef void play(self, cards_t card) noexcept
    cdef void leads(self, int seat, cards_t card, int suit) noexcept
    @cython.locals(rules=Rules, winner=int)
    cdef void collect(self) noexcept
    @cython.locals(rules=Rules, row=int, found=int, taker=int, best=double, value=double)
    cdef int best_taker(self, int seat) noexcept
    @cython.locals(over=cards_t, under=cards_t, best=cards_t, taker=int, ducked=double,
                   taken=double)
    cpdef cards_t choose(self, cards_t legal) noexcept
    @cython.locals(rules=Rules)
    cdef double value(self, int taker) noexcept
    @cython.locals(rules=Rules, taker=int, row=int, mine=double)
    cdef int wanted(self) noexcept
    @cython.locals(card=cards_t)
    cdef cards_t cheapest(self, cards_t over, double value) noexcept
    @cython.locals(rules=Rules, trumps=int, led=int, at=int, seat=int, row=int, hand=cards_t,
                   follows=cards_t, over=cards_t, gain=double)
    cdef int taker(self, int holder, cards_t best, int best_suit) noexcept
    @cython.locals(wanted=int, best=cards_t, best_value=double, best_rank=double, rest=cards_t,
                   suit=int, cards=cards_t, top=cards_t, low=cards_t, length=int, turn=int,
                   card=cards_t, taker=int, value=double, rank=double)
    cdef cards_t choose_lead(self, cards_t legal) noexcept
    @cython.locals(mine=double, found=cards_t, seat=int)
    cdef cards_t outside(self, cards_t cards) noexcept
    @cython.locals(over=cards_t)
    cdef cards_t over(self, cards_t legal) noexcept
    @cython.locals(plain=cards_t, card=cards_t, best=cards_t, place=int)
    cdef cards_t weakest(self, cards_t cards) noexcept
    @cython.locals(card=cards_t, best=cards_t, place=int)
    cdef cards_t strongest(self, cards_t cards) noexcept
    @cython.locals(legal=cards_t)
    cpdef cards_t run(self, cards_t seed, int chance) noexcept
    @cython.locals(rules=Rules, mine=int, most=int, other=int, theirs=int)
    cpdef double payoff(self, int seat) noexcept
    @cython.locals(others=cards_t, seat=int, found=cards_t, last=cards_t, rest=cards_t,
                   card=cards_t, suit=int)
    cpdef cards_t apart(self, cards_t cards) noexcept
    @cython.locals(skip=int)
    cdef cards_t some(self, cards_t cards, cards_t number) noexcept
@cython.locals(found=int)
cdef int count(cards_t cards) noexcept
@cython.final
cdef class Unseen:
    cdef public int number, aside
    cdef public cards_t[::1] cards
    cdef public int[::1] group
    cdef public cards_t[::1] held
    cdef public cards_t[::1] lacking
    cdef public int[::1] room
    cdef public int[::1] left

    cpdef cards_t deal(self, Position position, cards_t seed, int attempts) noexcept
    @cython.locals(at=int, other=int, card=cards_t)
    cdef cards_t shuffle(self, cards_t seed) noexcept
    @cython.locals(seat=int, aside=int, at=int, card=cards_t, room=int, pick=int,
                   found=int)
    cdef int attempt(self, Position position, cards_t seed, int strict) noexcept
cpdef double tried(Position start, Position trial, cards_t card, cards_t seed, int chance) noexcept
cpdef double tried_as_is(Position start, Position trial, int seat, cards_t seed, int chance) noexcept
@cython.final
cdef class Solver:
    cdef list stack
    cdef public int nodes
    cdef int seat, side

    @cython.locals(position=Position)
    cpdef double tried(self, Position start, cards_t card) noexcept
    @cython.locals(rules=Rules, legal=cards_t, mine=bint, found=double, card=cards_t,
                   child=Position, value=double)
    cdef double value(self, Position position, int depth, double least, double most) noexcept
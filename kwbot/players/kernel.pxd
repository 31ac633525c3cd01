cimport cython

ctypedef unsigned long long cards_t

cdef cards_t[:] SUITS
cdef int[:] SUIT_OF
cdef int[:] PLACE_OF
cdef cards_t MASK, STEP, ADD, JOKERS
cdef int PLACES, JOKER, NONE

cdef class Rules:
    cdef public int players
    cdef public int[:] order
    cdef public int lead_before_makes_trumps, first_lead_makes_trumps
    cdef public int blocked, plagued, plague
    cdef public cards_t must_fall
    cdef public int must_fall_suit, no_joker_first
    cdef public cards_t awarded
    cdef public int awarder
    cdef public int[:] side
    cdef public int overloaded
    cdef public cards_t overload
    cdef public double[:] overload_worth
    cdef public int[:] after
    cdef public double[:] worth

cdef class Position:
    cdef public Rules rules
    cdef public cards_t[:] hand
    cdef public cards_t[:] taken
    cdef public int leader, seat, played, led, trumps, best_suit, holder, state
    cdef public int trumps_shown, plague_shown, first
    cdef public cards_t best, trick

    @cython.locals(seat=int)
    cpdef void copy(self, Position other)
    @cython.locals(rules=Rules, hand=cards_t, cards=cards_t, fewer=cards_t, led=int)
    cpdef cards_t legal(self)
    @cython.locals(rules=Rules, cards=cards_t, fewer=cards_t)
    cdef cards_t may_lead(self, cards_t hand)
    @cython.locals(rules=Rules, seat=int, suit=int)
    cpdef void play(self, cards_t card)
    cdef void leads(self, int seat, cards_t card, int suit)
    @cython.locals(rules=Rules, winner=int)
    cdef void collect(self)
    @cython.locals(rules=Rules, row=int, found=int, taker=int, best=double, value=double)
    cdef int best_taker(self, int seat)
    @cython.locals(over=cards_t, under=cards_t, best=cards_t, taker=int, ducked=double,
                   taken=double)
    cpdef cards_t choose(self, cards_t legal)
    @cython.locals(rules=Rules)
    cdef double value(self, int taker)
    @cython.locals(rules=Rules, taker=int, row=int, mine=double)
    cdef int wanted(self)
    @cython.locals(card=cards_t)
    cdef cards_t cheapest(self, cards_t over, double value)
    @cython.locals(rules=Rules, trumps=int, led=int, at=int, seat=int, row=int, hand=cards_t,
                   follows=cards_t, over=cards_t, gain=double)
    cdef int taker(self, int holder, cards_t best, int best_suit)
    @cython.locals(wanted=int, best=cards_t, best_value=double, best_rank=double, rest=cards_t,
                   suit=int, cards=cards_t, top=cards_t, low=cards_t, length=int, turn=int,
                   card=cards_t, taker=int, value=double, rank=double)
    cdef cards_t choose_lead(self, cards_t legal)
    @cython.locals(mine=double, found=cards_t, seat=int)
    cdef cards_t outside(self, cards_t cards)
    @cython.locals(over=cards_t)
    cdef cards_t over(self, cards_t legal)
    @cython.locals(plain=cards_t, card=cards_t, best=cards_t, place=int)
    cdef cards_t weakest(self, cards_t cards)
    @cython.locals(card=cards_t, best=cards_t, place=int)
    cdef cards_t strongest(self, cards_t cards)
    @cython.locals(legal=cards_t)
    cpdef cards_t run(self, cards_t seed, int chance)
    @cython.locals(rules=Rules, mine=int, most=int, other=int, theirs=int)
    cpdef double payoff(self, int seat)
    @cython.locals(others=cards_t, seat=int, found=cards_t, last=cards_t, rest=cards_t,
                   card=cards_t, suit=int)
    cpdef cards_t apart(self, cards_t cards)
    @cython.locals(skip=int)
    cdef cards_t some(self, cards_t cards, cards_t number)

@cython.locals(found=int)
cdef int count(cards_t cards)

cdef class Unseen:
    cdef public int number, aside
    cdef public cards_t[:] cards
    cdef public int[:] group
    cdef public cards_t[:] held
    cdef public cards_t[:] lacking
    cdef public int[:] room
    cdef public int[:] left

    cpdef cards_t deal(self, Position position, cards_t seed, int attempts)
    @cython.locals(at=int, other=int, card=cards_t)
    cdef cards_t shuffle(self, cards_t seed)
    @cython.locals(seat=int, aside=int, at=int, card=cards_t, room=int, pick=int,
                   found=int)
    cdef int attempt(self, Position position, cards_t seed, int strict)

cpdef double tried(Position start, Position trial, cards_t card, cards_t seed, int chance)
cpdef double tried_as_is(Position start, Position trial, int seat, cards_t seed, int chance)

cdef class Solver:
    cdef list stack
    cdef public int nodes
    cdef int seat, side

    @cython.locals(position=Position)
    cpdef double tried(self, Position start, cards_t card)
    @cython.locals(rules=Rules, legal=cards_t, mine=bint, found=double, card=cards_t,
                   child=Position, value=double)
    cdef double value(self, Position position, int depth, double least, double most)

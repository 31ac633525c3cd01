cimport cython

ctypedef unsigned long long cards_t

cdef int NOBODY, NO_SUIT
cdef double CLOSE, CASUAL, EAGER, RELUCTANT

@cython.final
cdef class TrickRules:
    cdef public int players
    cdef public int order[144]
    cdef public int lead_before_makes_trumps, first_lead_makes_trumps
    cdef public int blocked, plagued, plague
    cdef public cards_t must_fall
    cdef public int must_fall_suit, no_joker_first
    cdef public cards_t awarded
    cdef public int awarder
    cdef public int side[12]
    cdef public int overloaded
    cdef public cards_t overload
    cdef public double overload_worth[12]
    cdef public int gatherer
    cdef public cards_t gathered
    cdef public double missed_worth[12]
    cdef public int[::1] after
    cdef public double[::1] worth
    cdef public double[::1] readiness
    cdef public int[::1] granted, final
    cdef public double[::1] brings, stake, least, most

    @cython.locals(at=int)
    cpdef void turns(self, int leader, object seats)
    cpdef void overloads(self, int seat, cards_t cards, object worth)
    cpdef void gathers(self, int seat, cards_t cards, object worth)

@cython.locals(states=int, readiness=cython.double[::1], granted=cython.int[::1],
               final=cython.int[::1], state=int, row=int, end=int, seat=int, then=int,
               same=bint, mine=double, other=int, theirs=double)
cpdef tuple leanings(int[::1] after, double[::1] worth, int players)
@cython.locals(states=int, brings=cython.double[::1], stake=cython.double[::1], state=int, row=int,
               seat=int, least=double, most=double, taker=int, value=double)
cpdef tuple prospects(int[::1] after, double[::1] worth, int players)
@cython.locals(states=int, least=cython.double[::1], most=cython.double[::1], state=int, row=int,
               seat=int, low=double, high=double, taker=int, then=int)
cpdef tuple bounds(int[::1] after, double[::1] worth, int players)
@cython.locals(seat=int)
cdef int alike(double[::1] worth, int one, int other, int players) noexcept

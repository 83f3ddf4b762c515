/* abi.h - the contract between generated code and the run time.
 *
 * This text is put in front of every generated program, also for libtcc, so it includes nothing
 * and uses plain C; then abi_array.h, if the program needs it. Generated code has no data of its
 * own: everything it reads and writes is in the instance, KInst.
 *
 * All numbers are doubles: Real, Integer (exact to 2^53), Boolean (0 and 1) and enumerations (from
 * 1). Every scalar variable of the model - parameters, states, derivatives, algebraic and
 * discrete variables - has a number and lies in m->v at that place; arrays are contiguous, last
 * index fastest.
 *
 * Functions return 0 = done, > 0 = failed, try a smaller step or another guess, < 0 = stop. */
#ifndef KRON_RT_ABI_H
#define KRON_RT_ABI_H

typedef struct KInst KInst;
typedef struct KRun KRun; /* the run time's own part of an instance */

/* How code is evaluated: a set of these, given with every call into it (code_call in
 * run_internal.h) and the same until that call returns, but for what a part of it is given by
 * mode_enter. */
typedef unsigned KMode;
enum {
    K_POINT = 0,         /* a point of the run: relations keep their modes, an error ends the run */
    K_LIVE = 1,          /* relations are evaluated anew (events, initialization) */
    K_TRIAL = 2,         /* errors are recoverable: a step or an iteration can be repeated */
    K_ROUGH = 4,         /* ... and values are only looked at */
    K_SETTLING = 8,      /* inside the iteration of a mixed block */
    K_MAY_POSTPONE = 16, /* mixed blocks without a solution may leave that to the next event pass */
    K_KEEP_BRANCH = 32,  /* blocks must not restart from start values */
    K_LEAVE_BRANCH = 64  /* blocks whose solution has come to an end look for another one */
};

struct KInst {
    double time;
    double *v;          /* values of all variables */
    double *pre;        /* pre(v), same numbering */
    double *dv;         /* directional derivative of all variables: seeds and results */
    double *start;      /* start attribute of all variables */
    const char **s;     /* String variables, in a numbering of their own; then pre of each */
    unsigned char *rel; /* mode (truth) of each relation; frozen between events */
    double *g;          /* lhs - rhs of each relation, filled by KCode.cross */
    /* Sample operator i fires at this event. True until the discrete variables have settled, then
     * false in further passes of the same event. */
    unsigned char *tick;
    /* [nv + ns] value i (or string i - nv) was set from outside: params must not assign it. */
    const unsigned char *set;
    KMode mode;                            /* of the call under way; K_POINT: there is none */
    int initial;                           /* initial() */
    int terminal;                          /* terminal() */
    double lambda;                         /* homotopy: 0 simplified .. 1 actual */
    int (*solve)(KInst *m, int block);     /* solves an algebraic block for its unknowns */
    int (*solve_dir)(KInst *m, int block); /* the same for the directional derivative */
    void (*const *x)(void);                /* external functions, by the model's numbers */
    unsigned calls; /* of functions with loops: where they begin to count turns (k_busy) */
    KRun *run;
};

/* The code of one algebraic block (KBlock in model.h has the numbers that go with it). The block
 * iterates over n unknowns z; the variables solved one after the other from them ("inner") are
 * assigned on the way. */
typedef struct KBlockCode {
    /* From z in m->v: assigns the inner variables, then r[0..n) the residuals. */
    int (*residual)(KInst *m, double *r);
    /* Entries of dr/dz in the order of the block's pattern, at the values of the last residual
     * call. NULL: made from `direction` column by column. */
    int (*jacobian)(KInst *m, double *entry);
    /* From dz and the dv of all known variables: dv of the inner variables, then dr[0..n). */
    int (*direction)(KInst *m, double *dr);
    /* Mixed blocks: assigns the discrete unknowns and evaluates the block's relations live into
     * m->rel (or v). NULL if the block has none. */
    int (*modes)(KInst *m);
    /* Whole blocks: r[0..n) the residuals at the unknowns in m->v, r[n..2n) the sums of the
     * magnitudes of their terms. NULL if it is none. */
    int (*check)(KInst *m, double *r);
} KBlockCode;

/* The functions of a model. Each evaluates a part of the sorted equations in order. */
typedef struct KCode {
    /* Parameters with bindings, start values that depend on them; sets m->v and m->start. */
    int (*params)(KInst *m);
    /* Values that follow from guesses for what the initial problem determines: they may fail. */
    int (*guess)(KInst *m);
    int asks_terminal; /* terminal() is used somewhere */
    int asks_time; /* derivatives depend on time, or on clocks that are states, not only by events
                    */
    /* Time comes in by so many functions of it alone; 0: not only so. Their values at m->time. */
    int ndrives;
    int (*drives)(KInst *m, double *r);
    /* The initial problem: from start values to all variables at the start time. */
    int (*init)(KInst *m);
    /* From time, states, discrete variables: everything der(x) needs, and der(x). */
    int (*rhs)(KInst *m);
    /* A step of an inlined method: from time, h and old(x), which are in m->v, and guesses of the
     * unknowns to the states, der(x) and what these need in it. NULL: none is inlined. */
    int (*step)(KInst *m);
    /* What of it depends on nothing but h, parameters and modes: before it if these have changed.
     */
    int (*still)(KInst *m);
    /* After it: what it computes though no state and no derivative depends on it. */
    int (*aside)(KInst *m);
    /* The same two with all stages of a method at once, which have times of their own. */
    int (*stages)(KInst *m);
    int (*stages_still)(KInst *m);
    /* After rhs: what the relations need besides, then m->g. Passes through every event-generating
     * function too (k_floor_e, ...), so that their arguments are known. */
    int (*cross)(KInst *m);
    /* After rhs: all other continuous variables, for results. */
    int (*out)(KInst *m);
    /* All equations, discrete ones included, with live relations: one pass of event iteration. */
    int (*event)(KInst *m);
    /* Directional derivative of what rhs computes: from dv of the states (and of block unknowns
     * in DAE form) to dv of der(x). */
    int (*jvp)(KInst *m);
    /* Next instant after m->time at which a relation of the form time >= e becomes due; +inf if
     * there is none. */
    int (*next_time)(KInst *m, double *t);
    /* Start and interval of each sample operator. */
    int (*samples)(KInst *m, double *start, double *interval);
    /* Entries of the matrices of all sets of states, one after the other, after rhs. */
    int (*sets)(KInst *m, double *entry);
    /* Divisors whose sign may change between events, after rhs and cross, or out. */
    int (*divisors)(KInst *m, double *g);
    /* Asserts that are checked at accepted points. */
    int (*check)(KInst *m);
    KBlockCode *block; /* [nblocks], filled by the generated k_entry */
} KCode;

/* Generated: fills the table, which is zero: a part that is not there does nothing. */
void k_entry(KCode *code);

/* ---- What generated code may call ---- */

/* Scalar functions that C has not, or not with Modelica's meaning. */
double k_sign(double x);
double k_min(double a, double b);
double k_max(double a, double b);
double k_div(double a, double b); /* quotient, fraction discarded */
double k_mod(double a, double b); /* x - floor(x/y)*y */
double k_rem(double a, double b); /* x - div(x, y)*y */
double k_pow(double a, double b); /* small integer exponents by multiplication */
double k_powi(double a, int n);

/* Relation i with operands a, b: its frozen mode, or its value when live. */
int k_lt(KInst *m, int i, double a, double b);
int k_le(KInst *m, int i, double a, double b);
int k_gt(KInst *m, int i, double a, double b);
int k_ge(KInst *m, int i, double a, double b);
int k_eq(KInst *m, int i, double a, double b);
int k_ne(KInst *m, int i, double a, double b);
/* The same inside algorithms, where operands exist only while they run: also set m->g[i]. */
int k_lt_g(KInst *m, int i, double a, double b);
int k_le_g(KInst *m, int i, double a, double b);
int k_gt_g(KInst *m, int i, double a, double b);
int k_ge_g(KInst *m, int i, double a, double b);
int k_eq_g(KInst *m, int i, double a, double b);
int k_ne_g(KInst *m, int i, double a, double b);
/* Event-generating functions (floor, ceil, integer, div, mod, rem): number i of their own; the
 * value is kept between events (m->rel plays no role; the run time keeps the last quotient). */
double k_floor_e(KInst *m, int i, double x);
double k_ceil_e(KInst *m, int i, double x);
double k_div_e(KInst *m, int i, double a, double b);
double k_mod_e(KInst *m, int i, double a, double b);
double k_rem_e(KInst *m, int i, double a, double b);

/* delay operator i, which is written at position `at`. */
double k_delay(KInst *m, int i, int at, double value, double delay);
/* Operator i, of which the distribution moves: what enters at its ends; the distribution at the
 * start. Then its value at an end (0, 1) where it has moved by x. */
double k_boundary(KInst *m, int i, double in0, double in1, int n, const double *points,
                  const double *values);
double k_transport(KInst *m, int i, int end, double boundary, double x, double positive);
/* reinit(state, value) inside an active when. */
void k_reinit(KInst *m, int var, double value);
/* assert number i (its text and position are known to the run time) failed: level 0 error, 1
 * warning. Returns what the calling function must return (0: go on). */
int k_assert(KInst *m, int i, int level, const char *message);
void k_terminate(KInst *m, const char *message);
/* A fault in a function body (subscript out of range, negative size, missing return of a value):
 * position i. Returns a positive code (recoverable in a trial). */
int k_fault(KInst *m, int i, const char *what);
/* The same for subscript `sub` of an array (name: "" if it has none) that is outside 1 .. size. */
int k_outside(KInst *m, int i, int sub, int size, const char *name);
/* x as the number of a literal of an enumeration that has n; position i. Stops if it is none. */
double k_enum(KInst *m, int i, double x, int n);
/* Whether functions call each other too deeply; some function of every cycle asks at its entry. */
int k_deep(KInst *m);
enum { K_MEMO_INPUTS = 8, K_MEMO_OUTPUTS = 20 };
/* The results that a function (numbered from 1) had for these arguments; NULL: not known. */
const double *k_known(KInst *m, int function, int nin, const double *in);
void k_remember(KInst *m, int function, int nin, const double *in, int nout, const double *out);
/* Whether a loop that has turned so often, every K_TURNS turns, is taken for one that does not end;
 * sooner where one has been. */
enum { K_TURNS = 1048576 };
int k_endless(KInst *m, int turns);
/* Where code may run for long: leaves it if the user wants the run to end. */
void k_busy(KInst *m);

/* Before every call of an external function: what it says of errors concerns this instance and
 * function. */
void k_enter(KInst *m, const char *function);
/* An external object that has been made, as a number, which is its value; the other way round.
 * `end` is what ends it, when the instance ends. 0: there is none. */
double k_object(KInst *m, void *made, int (*end)(KInst *m, double object));
void *k_pointer(KInst *m, double object);
/* Objects of a function: how many there are at its entry; at its end all later ones end. */
int k_objects(KInst *m);
void k_end_objects(KInst *m, int n);
/* A String that an external function has given, on the stack; NULL is "". */
const char *k_taken(KInst *m, const char *text);

/* The C library's part. */
double sin(double), cos(double), tan(double), asin(double), acos(double), atan(double);
double atan2(double, double), sinh(double), cosh(double), tanh(double), exp(double);
double log(double), log10(double), sqrt(double), fabs(double), floor(double), ceil(double);

#endif

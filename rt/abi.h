/* abi.h - the contract between generated code and the run time.
 *
 * This text is put in front of every generated program, also for libtcc, so it includes nothing
 * and uses plain C. Generated code has no data of its own: everything it reads and writes is in
 * the instance, KInst.
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

struct KInst {
    double time;
    double *v;          /* values of all variables */
    double *pre;        /* pre(v), same numbering */
    double *dv;         /* directional derivative of all variables: seeds and results */
    double *start;      /* start attribute of all variables */
    const char **s;     /* String variables, in a numbering of their own */
    unsigned char *rel; /* mode (truth) of each relation; frozen between events */
    double *g;          /* lhs - rhs of each relation, filled by KCode.cross */
    /* Sample operator i fires at this event. True until the discrete variables have settled, then
     * false in further passes of the same event. */
    unsigned char *tick;
    /* [nv + ns] value i (or string i - nv) was set from outside: params must not assign it. */
    const unsigned char *set;
    int live;                          /* relations are evaluated anew (events, initialization) */
    int initial;                       /* initial() */
    int terminal;                      /* terminal() */
    double lambda;                     /* homotopy: 0 simplified .. 1 actual */
    int (*solve)(KInst *m, int block); /* solves an algebraic block for its unknowns */
    int (*solve_dir)(KInst *m, int block); /* the same for the directional derivative */
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
    /* The initial problem: from start values to all variables at the start time. */
    int (*init)(KInst *m);
    /* From time, states, discrete variables: everything der(x) needs, and der(x). */
    int (*rhs)(KInst *m);
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
    /* Asserts that are checked at accepted points. */
    int (*check)(KInst *m);
    KBlockCode *block; /* [nblocks], filled by the generated k_entry */
} KCode;

/* Generated: fills the table. */
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

/* delay operator i. */
double k_delay(KInst *m, int i, double value, double delay);
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

/* ---- Arrays and strings of functions ----
 * They live on a stack of the instance: k_mark at entry of a function, k_release at its end;
 * outputs are moved down by k_return. */
enum { K_MAX_DIMS = 16 };
typedef struct KArr {
    double *d;
    int nd;
    int n[K_MAX_DIMS];
} KArr;
typedef struct KStrArr {
    const char **d;
    int nd;
    int n[K_MAX_DIMS];
} KStrArr;

long k_mark(KInst *m);
void k_release(KInst *m, long mark);
/* Moves the outputs (arrays and strings, all allocated after mark) down to mark and releases the
 * rest. */
void k_return(KInst *m, long mark, int narr, KArr **arr, int nstr, const char ***str);
/* Gives `a` the shape n[nd] and zeroed memory. Negative sizes count as 0. */
void k_shape(KInst *m, KArr *a, int nd, const int *n);
void k_copy(KInst *m, KArr *to, const KArr *from); /* new memory */
int k_count(const KArr *a);                        /* number of elements */
/* Address of an element; NULL if a subscript is out of range. sub[nd], from 1. */
double *k_at(const KArr *a, const int *sub);
/* Whole-array operators. op: '+', '-', '*', '/', '^' elementwise; a or b of nd = 0 is a scalar.
 * They return 0, or positive if shapes do not fit. */
int k_zip(KInst *m, KArr *out, int op, const KArr *a, const KArr *b);
void k_map(KInst *m, KArr *out, double (*f)(double), const KArr *a);
void k_negate(KInst *m, KArr *out, const KArr *a);
int k_matmul(KInst *m, KArr *out, const KArr *a, const KArr *b);
int k_matpow(KInst *m, KArr *out, const KArr *a, int n);
double k_sum(const KArr *a);
double k_product(const KArr *a);
double k_minof(const KArr *a);
double k_maxof(const KArr *a);
int k_transpose(KInst *m, KArr *out, const KArr *a);
int k_outer(KInst *m, KArr *out, const KArr *a, const KArr *b);
int k_symmetric(KInst *m, KArr *out, const KArr *a);
int k_cross(KInst *m, KArr *out, const KArr *a, const KArr *b);
int k_skew(KInst *m, KArr *out, const KArr *a);
void k_identity(KInst *m, KArr *out, int n);
void k_diagonal(KInst *m, KArr *out, const KArr *a);
void k_fill(KInst *m, KArr *out, const KArr *value, int nd, const int *n);
void k_linspace(KInst *m, KArr *out, double a, double b, int n);
void k_range(KInst *m, KArr *out, double start, double step, double stop);
int k_cat(KInst *m, KArr *out, int dim, int narr, const KArr **arr);
/* Stacks n equally shaped arrays (or scalars, nd = 0) along a new first dimension. */
int k_stack(KInst *m, KArr *out, int n, const KArr **arr);
int k_reshape(KInst *m, KArr *out, const KArr *a, int nd, const int *n); /* same count */
/* General subscripts: for each dimension a scalar (sub[k].nd = 0, removed from the result), a
 * vector of positions (nd = 1), or all of it (nd = -1). */
int k_slice(KInst *m, KArr *out, const KArr *a, const KArr *sub);
int k_assign_slice(KInst *m, KArr *to, const KArr *sub, const KArr *value);

const char *k_str_real(KInst *m, double x, int digits, int min_length, int left);
const char *k_str_format(KInst *m, double x, const char *format);
const char *k_str_int(KInst *m, double x, int min_length, int left);
const char *k_str_bool(KInst *m, double x, int min_length, int left);
/* name: one of the literals of an enumeration, or a string to pad. */
const char *k_str_text(KInst *m, const char *text, int min_length, int left);
const char *k_str_cat(KInst *m, const char *a, const char *b);
int k_str_compare(const char *a, const char *b);

/* The C library's part. */
double sin(double), cos(double), tan(double), asin(double), acos(double), atan(double);
double atan2(double, double), sinh(double), cosh(double), tanh(double), exp(double);
double log(double), log10(double), sqrt(double), fabs(double), floor(double), ceil(double);

#endif

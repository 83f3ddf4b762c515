/* run_internal.h - the run time's own part of an instance, and what the files of rt/ share. */
#ifndef KRON_RT_RUN_INTERNAL_H
#define KRON_RT_RUN_INTERNAL_H

#include "rt/run.h"
#include "rt/texts.h"

#include <setjmp.h>
#include <stddef.h>
#ifdef _WIN32 /* back over frames that longjmp cannot unwind, those of libtcc's code */
#undef setjmp
#define setjmp(buffer) _setjmp(buffer, NULL)
#endif

/* Why an evaluation failed. Filled where it happens, made into text only when the run gives up
 * (failure_text): many failures are trials that a smaller step repairs. */
typedef enum {
    FAIL_NONE,
    FAIL_TEXT,     /* text says it */
    FAIL_FINITE,   /* a derivative or residual is not finite */
    FAIL_SINGULAR, /* block: row[0], col[0] where elimination ended */
    FAIL_NEWTON,   /* block: largest residuals and the unknowns that move most */
    FAIL_MODES,    /* block: no consistent modes */
} KFailKind;

enum { FAIL_NAMED = 5 };

/* Messages; what is told of a text of the model's own (text_told), so that its place and time are
 * told too. */
enum { FAIL_TEXT_SIZE = K_MESSAGE_SIZE, TOLD_LENGTH = 2000, TOLD_SIZE = TOLD_LENGTH + 50 };

typedef struct KFailure {
    KFailKind kind;
    double time;
    bool initial; /* while the initial problem was solved */
    int block;
    int nrows, row[FAIL_NAMED]; /* residuals of the block */
    double residual[FAIL_NAMED];
    int ncols, col[FAIL_NAMED]; /* variable numbers */
    double value[FAIL_NAMED];
    bool certain;  /* FAIL_TEXT: nothing else explains it, as an assertion of the model's */
    bool one_sign; /* FAIL_NEWTON: the one residual has the same sign wherever it was looked for */
    int position;  /* FAIL_TEXT: of what failed, if it may be inside of a function; -1: none */
    const char *function; /* the same: the function that failed; NULL: none */
    const char *form;     /* the words that its code is made of (k_code) */
    char text[FAIL_TEXT_SIZE];
} KFailure;

/* The stack of functions' arrays and strings: chunks that never move. A mark is a position in the
 * concatenation of all chunks. */
typedef struct StackChunk {
    struct StackChunk *next, *prev;
    size_t base, size, used;
    _Alignas(16) char data[];
} StackChunk;

/* Texts of the elements of String arrays: number i > 0 is text[i - 1]. */
typedef struct KStrings {
    const char **text; /* [n], room for cap */
    int *slot;         /* [2*cap] numbers by hash value, 0: free */
    int n, cap;        /* cap: a power of two */
    StackChunk *memory;
} KStrings;

/* Event-generating function i: the kept quotient and the last argument. */
typedef enum { KEPT_UNUSED, KEPT_FLOOR, KEPT_CEIL, KEPT_TRUNC } KKeptKind;
typedef struct KKept {
    KKeptKind kind;
    double q, x;
} KKept;

/* History of delay operator i: values at accepted points; equal times at events. */
typedef struct KDelay {
    double *t, *x; /* [n], room for cap */
    size_t n, cap;
    double last_t, last_x; /* of the latest evaluation */
    double longest;        /* longest delay asked for */
    double last_delay;     /* of the latest evaluation */
    double *jump; /* [njumps] times at which the value jumped and that are not passed yet */
    size_t njumps, jump_cap;
    double passed; /* the last jump that was passed; NaN: none */
    bool pruned;   /* old values have been dropped */
    /* A distribution in space that moves (transport.c) has, over t, where its material was at the
     * start, last_x enters at the end 0; */
    bool moves, positive; /* positive: last_x enters, else last_in1 */
    bool placed;          /* t counts from x = 0; else from where x is at the start */
    bool fresh;           /* it has not moved since the start */
    double last_in1, last_s;
    double first_in[2]; /* what enters at the start */
} KDelay;

typedef struct KOverride {
    int index;
    bool is_start;
    double value;
} KOverride;

typedef struct KBlockWork KBlockWork; /* block_internal.h */
typedef struct KObjects KObjects;     /* external.c */

/* DAE form: where residuals and their directional derivatives go, by block. */
typedef struct KDaeForm {
    int *offset; /* [nblocks] row of the block's first residual; -1: not part of rhs */
    double *r, *dr;
} KDaeForm;

/* Unknowns of nonlinear blocks at the last accepted point. */
typedef struct KGuess {
    int n;
    const int *var;             /* [n] */
    const double *value;        /* [n] */
    const int *rate;            /* [n] 0: derivatives are not known */
    const double *slope, *bend; /* [n] first and second derivatives, or 0 */
    const double *since;        /* when that was */
    double t;                   /* of the last evaluation inside a step */
} KGuess;

struct KRun {
    const KModel *model;
    KCode code;
    KMessage *message;
    void *message_arg;

    void *extension; /* memory of an instance that was extended; NULL: it was not */
    void *values;    /* the part of the memory block that a copy takes over */
    size_t values_size;
    double *initial;             /* [nv] values that solved the initial problem last */
    unsigned char *set;          /* KInst.set */
    unsigned char *is_parameter; /* [nv] initialization leaves its value alone */
    unsigned char *is_given;     /* [nv] a start value is given */
    unsigned char *is_number;    /* [nv] a variable of the user: must be finite; 2: an Integer */
    int nnumbers;
    int *number; /* [nnumbers <= nv] those of them that may change during a run */
    /* [nrel] at the last event the relation was zero to within rounding and kept its mode. */
    unsigned char *held;
    /* [nrel + 2 * nkept] as in crossing.h: at the end of the run rounding decides about it, and it
     * stays as it is; NULL: this is not the end. */
    const unsigned char *doubtful;
    double *loose; /* [nrel] hysteresis of relations; NULL: they have none (crossing.h) */
    const double
        *relation_size; /* [nrel] largest in the run so far; NULL: not watched (crossing.c) */
    double loosest;     /* of that, the widest hysteresis a relation may get */
    KKept *kept;
    /* [nsamples] sample(start, interval) fires next at start + k*interval. */
    double *sample_start, *sample_interval;
    int64_t *sample_k;
    char **own; /* [2 * ns] memory of the strings in m->s */
    KDelay *delay;
    struct KInput *input; /* [ninputs] that follow tables (inputs.c) */
    int ninputs;
    KOverride *override;
    int noverrides, override_cap;

    int nlate; /* inputs that jump in the event at hand: `pre` is what they were before */
    const int *late_var;
    const double *late_value;
    unsigned char *met; /* [nrel] what relations have been at events (idle.c) */
    int npending;       /* reinit */
    int nmoved; /* how many of them were carried out last; their variables and values are still
                   there */
    int *pending_var;
    double *pending_value;
    int last_moved;            /* the last variable that reinit has set ... */
    double moved_at, moved_to; /* ... when, and to what; moved_at is -infinite if there was none */
    double moved_from,
        moved_where; /* ... from what; of a speed, where what it moves was then, NaN: it is none */
    int turned,
        gained; /* how often reinit has turned that speed round, and made it faster by that */
    bool moved_anything; /* reinit has changed a value, or several others have changed at its event
                            ... */
    int moved_beside;    /* ... and the only one that has, which may be a counter; -1: none */

    bool exhausted; /* the integrator has run out of memory: no other one is tried */
    bool terminate;
    char terminate_text[TOLD_SIZE];
    KFailure failure;
    int *warned; /* asserts of level warning that were reported */
    int nwarned, warned_cap;

    void *memory; /* of functions with an inner state; NULL */
    size_t memory_size;
    KObjects *objects;  /* external ones; NULL: none was made */
    StackChunk *stack;  /* the chunk in use */
    struct KMemo *memo; /* memo.c; NULL: nothing remembered */
    KStrings strings;
    bool guarded;       /* inside code_call */
    bool started;       /* initialization is done */
    jmp_buf jump;       /* out of generated code when memory or the C stack is short */
    const char *frame;  /* C stack at the entry of code_call */
    const KSink *sink;  /* of the run under way; NULL: none */
    double begin, span; /* its start, and the time from there to stop; 0: none is known */
    unsigned turns;     /* calls of k_busy */
    bool endless;       /* a loop of a function has been taken for one that does not end */
    double asked;       /* clock when the sink was asked last; infinite: it wants to end */

    KBlockWork **block; /* [nblocks] */
    bool chattered;     /* relations have: those of mixed blocks may stay where they just hold */
    bool postponed;     /* a mixed block without a solution has left that to the next event pass */
    KGuess guess;       /* where their iterations begin again after a step that was rejected */
    KDaeForm *dae;
    struct KBridge
        *gap; /* what is evaluated inside of it is interpolated (bridge.c); NULL: nothing */
    struct KStepping *stepping; /* of an inlined method (step.c); NULL: none */
    KFactored factored[K_SIZES];
    long evaluations;
    long pivoted;                     /* KStats */
    double next_time;                 /* result of the last call of KCode.next_time */
    int (*valued)(KInst *, double *); /* of the code_values under way ... */
    double *values_to;                /* ... and where its values go */
};

/* ---- memo.c ---- */
void memo_free(KRun *run);

/* ---- call.c: into generated code ---- */
/* Calls a part of the code (NULL: nothing to do); releases the function stack afterwards. */
int code_call(KInst *m, int (*part)(KInst *), KMode mode);
/* The same for a part that gives values. */
int code_values(KInst *m, int (*part)(KInst *, double *), double *value, KMode mode);
/* rhs, counted; positive if a derivative is not finite. */
int code_rhs(KInst *m, KMode mode);
/* rhs, then cross. */
int code_relations(KInst *m, KMode mode);
/* out; positive if the value of a variable is not finite. */
int code_out(KInst *m, KMode mode);
/* Next time event after m->time by the model's own relations; +inf if none. */
int code_next_time(KInst *m, double *t);
/* Directions have been followed and read: m->dv is 0 wherever none is. */
void code_forget_directions(KInst *m);
/* Residuals or their derivatives for a trial: an error in an external function, which would leave
 * the code_call under way, is a positive result. */
int code_try(KInst *m, int (*part)(KInst *, double *), double *r);
/* A part of the call under way has another mode; returns the one before, which is put back by the
 * same function. */
static inline KMode mode_enter(KInst *m, KMode mode)
{
    KMode before = m->mode;
    m->mode = mode;
    return before;
}
/* Leaves generated code: a negative result of the code_call under way, text in the failure. */
_Noreturn void code_throw(KInst *m, const char *text);
_Noreturn void code_throw_as(KInst *m, const char *form, const char *text);
/* ... at a position that generated code names. */
_Noreturn void code_throw_at(KInst *m, int position, const char *form, const char *text);

/* The same for an error in an external function: in a trial the result is positive. */
_Noreturn void code_raise(KInst *m, const char *function, const char *text);

/* ---- external.c ---- */
int objects_count(const KRun *run);
/* Ends all but the first n. */
void objects_end(KInst *m, int n);
void objects_free(KInst *m); /* all of them */

/* ---- failure.c ---- */
/* Starts a failure record at m->time. */
KFailure *failure_set(KInst *m, KFailKind kind);
void failure_format(KInst *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A text that is made of parts; `form`: a literal that stands for it in its code. */
void failure_say(KInst *m, const char *form, const char *text);
void failure_clear(KInst *m);
/* A growing text of limited length. */
typedef struct Text {
    char *at;
    size_t left;
} Text;
void text_add(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A text of the model's own, of any length: its beginning, and how much is left out. Of `told` only
 * the first TOLD_LENGTH + 1 bytes are read. */
void text_told(Text *t, const char *told, size_t length);
/* " (place)"; nothing if it is "". */
void text_place(Text *t, const char *place);
void text_variable(Text *t, const KModel *model, int number);
void text_relation(Text *t, const KModel *model, int relation);
void text_kept(Text *t, const KModel *model, int kept); /* floor, div, mod or the like */
/* An equation of a block, with its place. */
void text_equation(Text *t, const KModel *model, int block, int row);
/* Where the value of a variable comes from, on a line of its own; nothing if it is not known. */
void text_source(Text *t, const KInst *m, int var);
/* The calls that lead to a position in a function, or to the function of a name, as further lines;
 * a condition that makes no event, as one. Nothing if there is none. */
void text_callers(Text *t, const KInst *m, int position, const char *function);
void text_jumps(Text *t, const KInst *m, KJumps which);
/* The parameters that the user gave and from which alone a variable follows; itself if it is one,
 * or follows from more. How many. */
enum { MOST_ROOTS = 4 };
int roots_behind(const KInst *m, int var, int root[MOST_ROOTS]);
/* Another value for a variable; of a parameter with what is computed from it. */
void vary_value(KInst *m, int var, double to);
/* `before` and the equation that gives variable `number`; nothing if it is not known. */
void text_defining(Text *t, const KModel *model, int number, const char *before);
/* A state that has grown beyond every scale, and by which equation; nothing if there is none. */
void text_grown(Text *t, KInst *m);
/* By which equation a state grows, and what is in it. */
void text_growing(Text *t, const KInst *m, int state);
/* The same of a variable that events make from its last value. */
void text_recursion(Text *t, const KInst *m, int var);
/* What is said of a variable that events change in a loop that grows. */
extern const char k_held[];
void text_held(Text *t, const KInst *m, int var);
/* The recorded failure as text; "" if there is none. */
const char *failure_text(KInst *m, char *buffer, size_t size);
/* The same without the code; *form gets the words of that. */
const char *failure_words(KInst *m, char *buffer, size_t size, const char **form);
void run_message(const KInst *m, KLevel level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Keeps the n largest: inserts (index, weight) into lists sorted by falling weight. */
void largest_insert(int *n, int *index, double *weight, int i, double w);

/* ---- func.c ---- */
double kept_value(KKeptKind kind, double x);
/* Notes that a warning was given; true if it had been already. */
bool warned_before(KRun *r, int i);

/* ---- stack.c ---- */
void *stack_alloc(KInst *m, size_t size); /* 16-aligned; does not return if memory is short */
bool stack_open(KRun *run);               /* false: no memory */
void stack_free(KRun *run);
/* The same on a stack of its own, and how it begins anew; *top: the chunk in use, or NULL. */
void *chunk_alloc(KInst *m, StackChunk **top, size_t size);
void chunk_rewind(StackChunk **top);
void chunk_free(StackChunk **top);
/* string.c: the texts of String arrays are needed no longer; ... nor their memory. */
void strings_clear(KRun *run);
void strings_free(KRun *run);

/* ---- inst.c ---- */
/* Makes the strings in m->s the instance's own, so that the stack can be released; false: those
 * for which there was no memory are empty. */
bool inst_keep_strings(KInst *m);
/* Start values that follow from parameters which the initial problem determines, by what it has
 * found for them; true if some of variables are others than `before`, where the old ones are kept.
 */
bool inst_restart(KInst *m, double *before);

/* ---- delay.c ---- */
void delay_reset(KInst *m);
/* Whether what is delayed has the values that were recorded for the start; those of the last
 * evaluation become them. */
bool delay_settle(KInst *m);
/* Records the present values of all delay operators at m->time; `begins`: an event is over and a
 * new piece begins. Negative: no memory. */
int delay_record(KInst *m, bool begins);
/* The next instant after m->time at which a jump comes out of a delay; +inf if none. */
double delay_next(const KInst *m);
/* The event at m->time: jumps that come out now have passed. */
void delay_pass(KInst *m, double close);
/* The value at t[0] <= t <= t[n - 1]. */
double delay_at(const KDelay *d, double t);
/* Room for n entries more; false: no memory. */
bool delay_reserve(KDelay *d, size_t n);
/* A distribution has moved (transport.c): -1 if memory is exhausted. */
int transport_record(KInst *m, KDelay *d, bool begins);
bool delay_copy(KDelay *to, const KDelay *from);
void delay_free(KDelay *d);

/* ---- block.c ---- */
int block_solve(KInst *m, int k);     /* KInst.solve */
int block_solve_dir(KInst *m, int k); /* KInst.solve_dir */
/* After the initial problem: what it has left open. */
void block_warn_initial(KInst *m);
/* Forgets all factors (parameters changed). */
void block_reset(KInst *m);
/* The values that unknowns have now are the last solution of their blocks. */
void block_solved_here(KInst *m);
/* Makes the work space of all blocks that have none yet: a run allocates nothing. */
bool block_open(KInst *m);
void block_free(KRun *run);

/* ---- events.c ---- */
/* Two instants closer than this are one. */
double event_close(double t, double span);
/* Sets pre := v for all that have a previous value. */
void event_store_pre(KInst *m);
/* Iterates the event at m->time until nothing changes. 0, or nonzero with the failure recorded. */
int event_iterate(KInst *m);
/* Starts the sample queues: first instants at or after t. */
int samples_start(KInst *m, double t, double close);
/* Next instant of any sample operator; +inf if none. */
double samples_next(const KInst *m);
/* Marks in m->tick the operators that fire at or before t + close, and moves them on. */
void samples_fire(KInst *m, double t, double close);

/* ---- init.c ---- */
/* ... its parts: the initial problem; the event at the start; that after the warnings of the
 * problem. */
int init_solve(KInst *m, double t);
int init_event(KInst *m, double t, double close);
int init_finish(KInst *m, double t, double close);

#endif

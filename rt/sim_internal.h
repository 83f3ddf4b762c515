/* sim_internal.h - a run as it goes on, for the files that share it.
 *
 * simulate.c walks from point to point; sim_point.c is one point; sim_event.c an event, of which
 * sim_watch.c says whether it changes the course and sim_pace.c whether there are too many;
 * sim_method.c the step of a method; sim_singular.c and sim_ends.c what the walk meets where states
 * or solutions come to an end. Results are 0 or a failure, which has been recorded. */
#ifndef KRON_RT_SIM_INTERNAL_H
#define KRON_RT_SIM_INTERNAL_H

#include "rt/bounds.h"
#include "rt/bridge.h"
#include "rt/crossing.h"
#include "rt/digits.h"
#include "rt/event_policy.h"
#include "rt/growth.h"
#include "rt/integrator.h"
#include "rt/poles.h"
#include "rt/pulses.h"
#include "rt/sets.h"
#include "rt/step_policy.h"
#include "rt/surge.h"

/* Values that tell whether an event changed the course: states, derivatives, further unknowns. */
typedef struct Watch {
    int n, nsame; /* the first nsame are interpolated, not computed */
    int *var;
    double *noise;     /* [n] differences that do not count */
    double *now;       /* [n] before the event */
    double *mid, *end; /* [n] later in the step, with the old modes */
    bool ahead;        /* mid and end are known */
} Watch;

/* Unknowns at the last accepted point, from where a solution that has come to an end is left. */
typedef struct Kept {
    int nx, n;      /* states, and all: with the unknowns of algebraic blocks */
    int *var;       /* [n] */
    double *value;  /* [n]; between events where it is left: the last solution found */
    double *before; /* [n] at the accepted point before that; t_before is t: there is none */
    int *rate,
        *second; /* [n] of candidates of sets: their derivatives, as KStateSet.rate; 0: none */
    double *slope, *bend; /* [n] values of these at the last accepted point */
    double *x, *dx, *ddx; /* [nx] states, first and second derivatives there */
    double t, t_before;
    bool jumped; /* the user has been told */
} Kept;

/* The last events of a kind, a ring: when each was, and which function made it. */
typedef struct Recent {
    double at[CHATTER_EVENTS];
    int by[CHATTER_EVENTS];
    long n; /* all there were */
} Recent;

typedef struct KSim {
    KInst *m;
    KRun *run;
    const KModel *model;
    const KOptions *o;     /* the caller's, or `closer` */
    const KOptions *asked; /* the caller's, while those are; NULL: they are not */
    KOptions closer;       /* with a smaller tolerance */
    const KSink *sink;
    KStats *stats;
    KIntegrator *in;
    KCrossing *crossing;
    Watch watch;
    Kept kept;
    KSets sets;
    double ratio; /* at the point at hand: how much better other states would be */
    KBounds bounds;
    KGrowth growth;
    KSurge surge;
    KPoles poles;
    KDigits digits;
    KBridge bridge;
    KIntegrator *method; /* the integrator, while `in` is the bridge; NULL: it is not */
    double singular;     /* a singular position ahead that is known, of ... */
    double error,
        ahead; /* of the motion past it, from where it was tried last, and how far before it */
    int singular_set; /* ... this set; earlier than t: none is */
    KPulses pulses;
    bool passed;            /* the user has been told of a singular position */
    double span;            /* from start to stop */
    double until;           /* this call goes up to here */
    double limit;           /* the last step had to end here if not before */
    double stride;          /* of the last step that ended before: the next may be as long */
    double t;               /* accepted up to here */
    double begin, step_end; /* the integrator's solution reaches from here to there */
    double next;            /* next time event */
    double close;           /* instants nearer than this are one */
    double t_event;         /* of the last event */
    double t_pace;          /* after PACE_STEPS steps since then */
    double t_row;           /* of the last row */
    double tout;            /* next output point; inf when rows are written at steps' ends */
    double look, reach;     /* longest distance between checks of relations: ever, and now */
    long point;             /* its number */
    bool restart;           /* the integrator must begin anew before the next step */
    bool skip;              /* the present step is a jump over less than `close` */
    int shrinks;            /* of points that could not be evaluated in this step */
    long steps;             /* since the last event */
    Recent state_events,
        time_events; /* the last of both; of time events those that `time` in relations makes */
    bool next_by_relation;   /* the next time event is one of these */
    double t_many;           /* when the last EVENTS_FOR_PACE-th state event was */
    int loosened;            /* how often relations have chattered */
    bool accumulated, paced; /* the user has been told of events that accumulate, of too many */
    bool initialized;
    KPause pause;
    bool due;          /* the run has stopped before the event at t_due */
    bool choose_later; /* at an event: states stay as they are */
    double t_due;
    double jump_end;   /* where the last jump without an event (sim_jump.c) was left, or none was
                          found */
    int jumps;         /* so many close together; none found: as many as there may be */
    double *jump_from; /* [nstates] derivatives before it */
    double *begun;     /* [nv] values at the last restart */
    bool choice;       /* where the method fails another one goes on */
    /* sdirk has taken over from explicit steps of the length `pace` (0: it has not) at the time
     * `from`, and has `left` steps to prove longer; or these have not been. */
    struct {
        double pace, from;
        int left;
        bool failed;
    } smooth;
    double clock; /* of the last progress call */
    long ticks;
} Sim;

/* ---- sim_point.c ---- */

int sim_row(Sim *s); /* writes the point as it is */
/* Output points up to t are done. */
void sim_pass_output(Sim *s, double t);
/* The rest of the variables at an accepted point, and the assertions. */
int sim_examine(Sim *s, bool check, KMode mode);
/* ... and the row, after an event. */
int sim_complete(Sim *s, bool check, bool write);
/* Evaluates at t inside the step, whose end may lie on another branch where constraints are
 * nearly singular: algebraic unknowns begin from those among v, or on the line through the last
 * two accepted points. */
int sim_evaluate_from(Sim *s, double t, const double *v);
/* Evaluates at t inside the step. Positive: a nearer point may have values. */
int sim_evaluate(Sim *s, double t);
/* Examines the point t, where everything is evaluated. What is defined up to an end only (a root, a
 * table, a search between bounds) may not be where rounding has put the states beyond it: then they
 * go back as far as instants are not told apart, which is nothing but rounding to them. */
int sim_examine_at(Sim *s, double t, bool check);
bool kept_open(Sim *s); /* false: no memory */
void kept_take(Sim *s); /* the point accepted is kept */
/* Algebraic unknowns begin from the point kept, as after the solution there. */
void kept_guess(const Sim *s);
/* Evaluates and examines a trial point inside the step, with guesses from the point kept. */
int sim_examine_inside(Sim *s, double t);

/* ---- sim_watch.c ---- */

bool watch_open(Sim *s); /* false: no memory */
void watch_take(const Sim *s, double *to);
/* Before an event at t inside the step: how it would go on with the old modes. */
void watch_ahead(Sim *s, double t);
/* After the event, everything evaluated at t: must the integrator begin anew? Leaves the instance
 * at t, evaluated. */
int watch_decide(Sim *s, double t, bool *restart);

/* ---- sim_pace.c ---- */

/* Counts the state event at t, or the end of a branch; a failure if they chatter. */
int pace_event(Sim *s, double t, bool branch);
/* Events in ever shorter intervals - a ball that comes to rest - end before a certain time, after
 * which the model says nothing. A condition becomes true and false again: every second event. */
void pace_accumulation(Sim *s);
void pace_time_event(Sim *s, double t); /* the same, and time events by the million */
/* A run that has so far to go with steps that do not become longer will not end. */
int pace_step(Sim *s);
/* Time events by the million. */
void pace_samples(Sim *s);

/* ---- sim_singular.c ---- */

/* At a point that is accepted and evaluated: other states where they are better. The solution is
 * the same, but the integrator has to take it over. */
int sim_choose_states(Sim *s);
/* Not so far beyond the point where other states are better that the present ones become poor:
 * shortens the way from s->t to *t, where everything has been evaluated. */
int sim_stay_near_choice(Sim *s, double *t);
/* Where a step has to end at the latest, as a singular position seems to lie ahead; INFINITY: none.
 */
double sim_before_singular(const Sim *s);
/* Before a step from s->t: where a singular position is near ahead the motion past it is a step,
 * from s->begin to s->step_end. Positive: it is not. */
int sim_pass_singular(Sim *s);
/* States that cannot be chosen well at t, where everything has been evaluated, or on the way there.
 * With pivots of the size of the square root of the tolerance, nothing that is computed from the
 * states is certain: the run goes on with a smaller one until they are larger again. */
int sim_check_states(Sim *s, double *t);

/* After the initial problem: where the constraints of states depend on each other, begins with the
 * motion that the velocities determine, and the event at the start (*event: it has been). Negative:
 * they do not. The same beside such a position, if that is possible. */
int sim_begin_singular(Sim *s, bool *event);
/* After the first row: the first step is that motion. */
void sim_leave_singular(Sim *s);

/* ---- sim_ends.c ---- */

/* The integrator has failed after the point kept. 0: because a branch has ended, which has been
 * left for another; else the failure is recorded, as before if there is no other branch. */
int sim_leave_branch(Sim *s);
/* What was examined at t is wrong: goes back to where that begins, after `lo`. If a branch ends
 * there the run goes on with another; if only the guess was too far off for t, from there; else the
 * rows end. */
int sim_stop_where_it_begins(Sim *s, double lo, double t);
/* The integrator cannot leave s->t. Positive: not for that reason. */
int sim_leave_ahead(Sim *s, bool fresh);
/* The states at s->t, from where a step has failed; and, if equations have a value there, on by
 * their derivatives for dt. False: they have not. */
bool sim_place_at_begin(Sim *s, bool fresh, double dt);
/* sim_jump.c: the same, because derivatives jump there without an event; and whether that may be.
 */
bool sim_may_jump(const Sim *s);
int sim_leave_jump(Sim *s, bool fresh);
/* Evaluation has failed at t, inside of a step. */
int sim_leave_point(Sim *s, double t);

/* ---- sim_event.c ---- */

/* The next time event; instants close to each other are one, at the last of them. */
int sim_find_next_time(Sim *s);
/* Settles what changes at an event at t and goes on from there. */
int sim_settle_event(Sim *s, double t);
/* The event at t; `by_time`: one that was known beforehand. */
int sim_event_at(Sim *s, double t, bool by_time);
/* What happens at the event at t, which has been reached. */
int sim_pass_event(Sim *s, double t);

/* ---- sim_method.c ---- */

/* The method to begin with. */
const KIntegratorType *sim_method(const Sim *s);
/* Opens s->in, where s->t is; false: no memory. */
bool sim_open_method(Sim *s, const KIntegratorType *type);
/* Takes a method for stiff models instead of the one that found it stiff, or that failed. */
int sim_change_method(Sim *s);
/* The same method begins anew at s->t, where everything is evaluated, with a smaller tolerance than
 * it has; false: it cannot be smaller, or (s->in NULL) no memory. Later with the one that was asked
 * for. */
bool sim_look_closer(Sim *s);
int sim_look_from_afar(Sim *s);
/* After a step: whether what sdirk has taken over for shows in its steps. */
void sim_prove_smooth(Sim *s);
/* The program gets an inlined step where kron chooses the method. 1: it cannot, or has one. */
int sim_inline(Sim *s);
/* A step of the integrator. Where it fails a method for stiff models goes on, if the caller left
 * the choice, CVODE the last: IDA has only its own Newton iteration for the algebraic equations,
 * explicit methods may be too slow in seeing that a model is stiff, the equations of an inlined
 * step may be worse conditioned than those of the model. */
int sim_integrator_step(Sim *s, double tstop);

/* ---- simulate.c ---- */

/* Tells the caller how far the run is, now and then; a failure if it shall end. */
int sim_progress(Sim *s);

#endif

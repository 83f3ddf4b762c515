/* crossing.c - finding the instants between steps at which relations change.
 *
 * Modes are held during a step, so every relation lhs - rhs is a smooth function g. Its test (the
 * operator applied to g and 0) is compared with the value held: an event is due where they
 * differ. No sign of zero is ever stored, so that a crossing is neither lost nor found twice; a
 * function that has just crossed must leave its rounding errors before it can cross again. For ==
 * and <> the test is the sign of g. Between two points where nothing is due, a function whose
 * parabola through the last three points turns back near zero is followed to its turning point.
 *
 * The instant is located by the Illinois variant of the secant method on the interpolated
 * solution, with bisection when it makes slow progress; the right end of the final bracket is
 * returned, where the new value already holds. Among several functions the one that crosses
 * first is followed. */
#include "rt/crossing.h"
#include "rt/event_policy.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NOT_SEARCHED = 255 };
enum { FRESH = 1, LEAVING };

KCrossing *crossing_new(KInst *m)
{
    const KModel *model = m->run->model;
    int n = model->nrel + 2 * model->nkept;
    size_t numbers = 15 * (size_t)n;
    KCrossing *c = calloc(1, sizeof *c + numbers * sizeof(double) + (size_t)n * (sizeof(int) + 4));
    if (!c)
        return NULL;
    double *work = (double *)(void *)(c + 1);
    c->m = m;
    c->n = n;
    c->at = work;
    c->end = work + n;
    c->lo = work + 2 * n;
    c->hi = work + 3 * n;
    c->before = work + 4 * n;
    c->largest = work + 5 * n;
    c->slack = work + 6 * n;
    c->moved = work + 7 * n;
    c->grown = work + 8 * n;
    c->rough = work + 9 * n;
    c->off = work + 10 * n;
    c->loose = work + 11 * n;
    c->since = work + 12 * n;
    c->ride = work + 13 * n;
    c->from = work + 14 * n;
    c->rides = (int *)(void *)(work + numbers);
    c->op = (unsigned char *)(c->rides + n);
    c->held = c->op + n;
    c->fresh = c->held + n;
    c->told = c->fresh + n;
    m->run->relation_size = c->largest;
    m->run->loose = c->loose;
    if (crossing_extend(c))
        return c;
    crossing_free(c);
    return NULL;
}

bool crossing_extend(KCrossing *c)
{
    double *values = realloc(c->values, ((size_t)c->m->run->model->nv + 1) * sizeof *values);
    c->values = values ? values : c->values;
    return values != NULL;
}

void crossing_free(KCrossing *c)
{
    if (!c)
        return;
    c->m->run->relation_size = NULL;
    c->m->run->loose = NULL;
    c->m->run->doubtful = NULL;
    free(c->values);
    free(c);
}

/* ---- Functions and tests ---- */

/* The piece on which a kept value q holds: low to high; the ends belong to it or not. */
typedef struct Piece {
    double low, high;
    unsigned char low_test, high_test; /* of x - low and high - x */
} Piece;

static Piece piece_of(const KKept *k)
{
    double q = k->q;
    bool down = k->kind == KEPT_CEIL || (k->kind == KEPT_TRUNC && q < 0);
    Piece p = down ? (Piece){q - 1, q, K_GT, K_GE} : (Piece){q, q + 1, K_GE, K_GT};
    if (k->kind == KEPT_TRUNC && q == 0)
        p = (Piece){-1, 1, K_GT, K_GT};
    return p;
}

void crossing_piece(const KInst *m, int i, double *low, double *high)
{
    const KKept *k = &m->run->kept[i];
    Piece p = piece_of(k);
    if (k->kind == KEPT_UNUSED)
        return;
    *low = k->x - p.low;
    *high = p.high - k->x;
}

/* Relation i, as the last evaluation of cross left it, as a function that is zero where its mode
 * ends: beyond its limit, if it has a hysteresis. */
static double relation(const KCrossing *c, int i)
{
    unsigned char op = c->m->run->model->rel_op[i];
    bool above = (op == K_GT || op == K_GE) == (c->m->rel[i] != 0);
    return c->m->g[i] + (above ? c->loose[i] : -c->loose[i]);
}

/* All functions. */
static void sample(const KCrossing *c, double *g)
{
    const KRun *run = c->m->run;
    for (int i = 0; i < run->model->nrel; i++)
        g[i] = relation(c, i);
    for (int i = 0; i < run->model->nkept; i++) {
        const KKept *k = &run->kept[i];
        Piece p = piece_of(k);
        g[run->model->nrel + 2 * i] = k->x - p.low;
        g[run->model->nrel + 2 * i + 1] = p.high - k->x;
    }
}

static unsigned char operator_of(const KCrossing *c, int i)
{
    const KModel *model = c->m->run->model;
    if (i < model->nrel)
        return model->rel_time && model->rel_time[i] ? NOT_SEARCHED : model->rel_op[i];
    const KKept *k = &c->m->run->kept[(i - model->nrel) / 2];
    if (k->kind == KEPT_UNUSED)
        return NOT_SEARCHED;
    Piece p = piece_of(k);
    return (i - model->nrel) % 2 ? p.high_test : p.low_test;
}

/* The test of function i at value g. */
static unsigned char test(int op, double g)
{
    switch (op) {
    case K_LT:
        return g < 0;
    case K_LE:
        return g <= 0;
    case K_GT:
        return g > 0;
    case K_GE:
        return g >= 0;
    default:
        return g > 0 ? 2 : g < 0 ? 0 : 1;
    }
}

static double noise(const KCrossing *c, int i)
{
    double least = CROSSING_NOISE * c->largest[i];
    return c->slack[i] > least ? c->slack[i] : least;
}

static bool due(const KCrossing *c, int i, double g)
{
    return c->op[i] != NOT_SEARCHED && !isnan(g) && test(c->op[i], g) != c->held[i] &&
           !(c->fresh[i] && fabs(g) <= noise(c, i));
}

/* Functions that have left their rounding errors on the side they are held. */
static void leave_noise(KCrossing *c, const double *g)
{
    for (int i = 0; i < c->n; i++)
        if (c->fresh[i] && fabs(g[i]) > noise(c, i) && !due(c, i, g[i]))
            c->fresh[i] = 0;
}

static int count_due(const KCrossing *c, const double *g)
{
    int n = 0;
    for (int i = 0; i < c->n; i++)
        n += due(c, i, g[i]);
    return n;
}

static bool stays(const KCrossing *c, int i)
{
    return c->m->run->doubtful && c->m->run->doubtful[i];
}

/* Relation i and kept value i take the value they have now. True if it is another one. */
static bool renew_relation(KCrossing *c, int i, bool hold)
{
    KInst *m = c->m;
    int op = operator_of(c, i);
    double g = relation(c, i);
    if (op == NOT_SEARCHED || isnan(g) || m->run->held[i] || stays(c, i))
        return false;
    unsigned char value = op == K_EQ ? g == 0 : op == K_NE ? g != 0 : test(op, g);
    if (m->rel[i] == value)
        return false;
    if (hold)
        m->run->held[i] = 1;
    else
        m->rel[i] = value;
    return !hold;
}

static bool renew_kept(KCrossing *c, int i)
{
    KKept *k = &c->m->run->kept[i];
    int at = c->m->run->model->nrel + 2 * i;
    if (k->kind == KEPT_UNUSED || stays(c, at) || stays(c, at + 1))
        return false;
    double q = kept_value(k->kind, k->x);
    bool changed = q != k->q;
    k->q = q;
    return changed;
}

bool crossing_synchronize(KCrossing *c, bool hold)
{
    const KModel *model = c->m->run->model;
    bool changed = false;
    for (int i = 0; i < model->nrel; i++)
        changed |= renew_relation(c, i, hold);
    for (int i = 0; i < model->nkept; i++)
        changed |= renew_kept(c, i);
    return changed;
}

int crossing_settle(KCrossing *c)
{
    KInst *m = c->m;
    memset(m->run->held, 0, (size_t)m->run->model->nrel);
    for (int i = 0; i < SETTLE_LIMIT; i++) {
        int result = event_iterate(m);
        if (!result)
            result = code_relations(m, K_POINT);
        if (result || !crossing_synchronize(c, i == SETTLE_LIMIT - 1))
            return result;
    }
    return 0;
}

/* Moves the states by some units in the last place, of their own and of the time's, each in its own
 * way. */
static void move_states(KInst *m, int round)
{
    const KModel *model = m->run->model;
    for (int i = 0; i < model->nstates; i++) {
        double *x = &m->v[model->state[i]];
        double size = fabs(*x) + fabs(m->time * m->v[model->der[i]]);
        double part = fmod((i + 1) * 0.6180339887498949, 1); /* all different */
        *x += STATE_UNITS * DBL_EPSILON * size * ((round ? part : fabs(2 * part - 1)) - 0.5);
    }
}

/* Iterations begin so far from the solution that what they tolerate is left of it. */
static void move_guesses(KInst *m, int round)
{
    const KModel *model = m->run->model;
    for (int k = 0; k < model->nblocks; k++) {
        const KBlock *b = &model->block[k];
        for (int i = 0; i < b->n && b->of_run && !b->of_step && !b->linear && !b->of_set; i++) {
            double *x = &m->v[b->var[i]];
            double part = fmod((i + 1) * 0.6180339887498949, 1);
            *x += GUESS_MOVED * fabs(*x) * ((round ? part : fabs(2 * part - 1)) - 0.5);
        }
    }
}

/* Is the moved value of a kept one, which is g, no rounding error, but that beyond a jump, of a
 * function that the model calls, say? (Relations jump where modes of friction change: that is no
 * event.) */
static bool jumps(const KCrossing *c, int i, double g)
{
    double by = fabs(c->moved[i] - g), largest = 0;
    if (i < c->m->run->model->nrel || !(by > LEAST_JUMP * fmax(c->largest[i], fabs(g))))
        return false;
    for (int k = 0; k < c->m->run->model->nv; k++)
        largest = fmax(largest, fabs(c->values[k]));
    return by > JUMP_UNITS * DBL_EPSILON * largest;
}

/* Into slack: what rounding makes of the functions at the present point, where they are g. The
 * states are moved by rounding errors, and everything is evaluated again with operations rounded
 * another way; where relations have chattered iterations begin beside their solution, too. */
static void measure_slack(KCrossing *c, const double *g, double *slack)
{
    static const int mode[] = {FE_UPWARD, FE_DOWNWARD, FE_TONEAREST};
    KInst *m = c->m;
    const KModel *model = m->run->model;
    memset(slack, 0, (size_t)c->n * sizeof *slack);
    memcpy(c->values, m->v, (size_t)model->nv * sizeof *m->v);
    for (int k = 0; k < 3; k++) {
        if (k < 2 && c->nloose > 0)
            move_guesses(m, k);
        if (k < 2)
            move_states(m, k);
        fesetround(mode[k]);
        int result = code_relations(m, K_TRIAL);
        fesetround(FE_TONEAREST);
        sample(c, c->moved);
        if (k < 2) /* what iterations start from, too */
            memcpy(m->v, c->values, (size_t)model->nv * sizeof *m->v);
        if (result)
            continue;
        for (int i = 0; i < c->n; i++)
            if (!jumps(c, i, g[i]))
                slack[i] = fmax(slack[i], NOISE_TIMES * fabs(c->moved[i] - g[i]));
    }
}

/* Does rounding decide on which side of zero function i is? (Not if it is zero whatever is
 * rounded.) */
static bool is_doubtful(const KCrossing *c, int i)
{
    return c->slack[i] > 0 && fabs(c->at[i]) <= c->slack[i];
}

bool crossing_end(KCrossing *c)
{
    if (c->n > 0) {
        sample(c, c->at);
        measure_slack(c, c->at, c->slack);
    }
    for (int i = 0; i < c->n; i++)
        c->fresh[i] = is_doubtful(c, i);
    c->m->run->doubtful = c->fresh;
    return crossing_synchronize(c, false);
}

/* Does function i leave its rounding errors at value g, as they were at the last event? */
static bool seems_to_leave(const KCrossing *c, int i, double g)
{
    if (c->fresh[i] != FRESH)
        return false;
    double least = noise(c, i);
    return fabs(g) > least && (least == 0 || fabs(g) < NOISE_GROWN * least);
}

/* How far the functions are from zero, for crossing_rides. */
static void note_size(KCrossing *c, const double *g)
{
    for (int i = 0; i < c->n; i++)
        c->since[i] = fmax(c->since[i], fabs(g[i]));
}

/* All functions at the present point, g. Where one seems to leave its rounding errors, these are
 * measured again: numbers that were 0 at the last event, and their errors, may have grown. */
static void look(KCrossing *c, double *g)
{
    int i = 0;
    sample(c, g);
    while (i < c->n && !seems_to_leave(c, i, g[i]))
        i++;
    if (i == c->n)
        return;
    measure_slack(c, g, c->grown);
    for (; i < c->n; i++)
        if (seems_to_leave(c, i, g[i])) {
            if (fabs(g[i]) <= c->grown[i])
                c->slack[i] = c->grown[i];
            else
                c->fresh[i] = LEAVING;
        }
}

void crossing_hold(KCrossing *c)
{
    const KModel *model = c->m->run->model;
    sample(c, c->at);
    c->t_at = c->m->time;
    c->has_before = false;
    if (c->n > 0)
        measure_slack(c, c->at, c->slack);
    c->nloose -= c->nloose > 0;
    for (int i = 0; i < c->n; i++) {
        unsigned char op = c->op[i] = operator_of(c, i);
        bool by_sign = op == K_EQ || op == K_NE;
        c->held[i] = by_sign ? test(op, c->at[i]) : i < model->nrel ? c->m->rel[i] : 1;
        c->largest[i] = fmax(c->largest[i], fabs(c->at[i]));
        if (i < model->nrel && c->m->run->held[i])
            c->slack[i] = fmax(c->slack[i], 2 * fabs(c->at[i]));
        c->fresh[i] = fabs(c->at[i]) <= noise(c, i) ? FRESH : 0;
        c->off[i] = fmax(c->off[i], ROUGH_FIRST * c->largest[i]);
    }
    c->has_rough = false;
}

void crossing_accept(KCrossing *c, double t)
{
    double *old = c->before;
    c->before = c->at;
    c->t_before = c->t_at;
    c->has_before = true;
    c->at = c->end;
    c->t_at = t;
    c->end = old;
    for (int i = 0; i < c->n; i++)
        if (fabs(c->at[i]) > c->largest[i])
            c->largest[i] = fabs(c->at[i]);
    note_size(c, c->at);
    leave_noise(c, c->at);
}

bool crossing_rides(KCrossing *c, double t, double little)
{
    int i = crossing_relation(c);
    if (i < 0 || c->m->run->model->rel_op[i] >= K_EQ)
        return false;
    if (c->since[i] > fmax(little, RIDE_WIDTHS * c->loose[i])) {
        c->loose[i] = c->ride[i] = 0;
        c->rides[i] = 0;
    } else {
        c->ride[i] = fmax(c->ride[i], c->since[i]);
        c->from[i] = c->rides[i]++ ? c->from[i] : t;
    }
    c->since[i] = 0;
    return c->rides[i] >= CHATTER_EVENTS;
}

bool crossing_loosen(KCrossing *c, double most)
{
    int i = crossing_relation(c);
    double wider = RIDE_WIDER * fmax(c->loose[i], c->ride[i]);
    bool grows = c->loose[i] < most;
    c->rides[i] = 0;
    c->ride[i] = 0;
    c->loose[i] = grows ? fmin(fmax(wider, DBL_EPSILON * most), most) : c->loose[i];
    return grows;
}

void crossing_describe(const KCrossing *c, Text *t)
{
    const KModel *model = c->m->run->model;
    if (c->culprit < model->nrel)
        text_relation(t, model, c->culprit);
    else
        text_kept(t, model, (c->culprit - model->nrel) / 2);
}

int crossing_relation(const KCrossing *c)
{
    return c->culprit < c->m->run->model->nrel ? c->culprit : -1;
}

/* ---- Location ---- */

/* Of the functions due at the end, the one that crosses first by linear interpolation. */
static int earliest(const KCrossing *c, const double *lo, const double *hi)
{
    int best = -1;
    double most = -1;
    for (int i = 0; i < c->n; i++) {
        if (!due(c, i, hi[i]))
            continue;
        double part = fabs(hi[i] / (hi[i] - lo[i]));
        if (!(part <= most)) {
            most = part;
            best = i;
        }
    }
    return best;
}

/* Next point to evaluate: `weight` is the Illinois factor of the low end. */
static double inner_point(double t_lo, double t_hi, double g_lo, double g_hi, double weight,
                          double ttol)
{
    double part = g_hi / (g_hi - weight * g_lo);
    if (!(part > 0 && part < 1) && !(part == 1 && g_lo == 0))
        part = 0.5;
    double t = t_hi - (t_hi - t_lo) * part;
    if (t - t_lo < 0.5 * ttol)
        t = t_lo + 0.5 * ttol;
    if (t_hi - t < 0.5 * ttol)
        t = t_hi - 0.5 * ttol;
    return t;
}

/* An event is due at t_hi (functions in c->hi), none at t_lo (c->lo). */
static double locate(KCrossing *c, KIntegrator *in, double t_lo, double t_hi)
{
    double ttol = 4 * DBL_EPSILON * (fabs(t_hi) + (t_hi - t_lo));
    double weight = 1, width = t_hi - t_lo;
    int side = 0, slow = 0;
    c->culprit = earliest(c, c->lo, c->hi);
    for (int k = 0; k < LOCATE_LIMIT && t_hi - t_lo > ttol; k++) {
        int i = earliest(c, c->lo, c->hi);
        double t = inner_point(t_lo, t_hi, c->lo[i], c->hi[i], weight, ttol);
        if (slow >= 3) {
            t = t_lo + 0.5 * (t_hi - t_lo);
            slow = 0;
        }
        if (!(t > t_lo && t < t_hi) || integrator_evaluate(in, t))
            break;
        look(c, c->end);
        leave_noise(c, c->end);
        bool high = count_due(c, c->end) > 0;
        double **to = high ? &c->hi : &c->lo;
        double *free_work = *to;
        *to = c->end;
        c->end = free_work;
        *(high ? &t_hi : &t_lo) = t;
        c->culprit = earliest(c, c->lo, c->hi);
        int now = high ? 1 : -1;
        weight = now != side ? 1 : high ? weight / 2 : weight * 2;
        side = now;
        slow = t_hi - t_lo > 0.5 * width ? slow + 1 : 0;
        width = t_hi - t_lo;
    }
    return t_hi;
}

/* Is an event due at t? Its functions are in c->hi then. */
static bool due_at(KCrossing *c, KIntegrator *in, double t)
{
    if (integrator_evaluate(in, t))
        return false;
    look(c, c->hi);
    leave_noise(c, c->hi);
    return count_due(c, c->hi) > 0;
}

/* Three points of a function, by time. */
typedef struct Parabola {
    double t[3], g[3];
} Parabola;

/* Where the parabola is nearest to zero, and how near, on the side of g[1]; NaN if it bends the
 * other way. */
static double vertex(const Parabola *p, double *value)
{
    double h0 = p->t[1] - p->t[0], h1 = p->t[2] - p->t[1];
    double s0 = (p->g[1] - p->g[0]) / h0, s1 = (p->g[2] - p->g[1]) / h1;
    double curve = (s1 - s0) / (h0 + h1), slope = s0 + curve * h0; /* slope at t[1] */
    double sign = p->g[1] < 0 ? -1 : 1;
    if (!(sign * curve > 0))
        return NAN;
    double u = p->t[1] - slope / (2 * curve);
    *value = sign * (p->g[1] - slope * slope / (4 * curve));
    return u;
}

/* Is an event due at *t_hi = t? If not, the value of function i there goes into *g. -1: it cannot
 * be told. */
static int check_at(KCrossing *c, KIntegrator *in, int i, double t, double *g, double *t_hi)
{
    *t_hi = t;
    if (due_at(c, in, t))
        return 1;
    *g = c->hi[i];
    return c->m->time == t ? 0 : -1;
}

/* Follows function i to its turning point between the accepted point and t, by parabolas through
 * points nearer and nearer, as long as they do not tell on which side of zero it is. 1: an event
 * is due at *t_hi. */
static int follow(KCrossing *c, KIntegrator *in, int i, double t, double *t_hi)
{
    static const double closer = 0.02;
    bool early = c->t_before < c->t_at;
    Parabola p = {{early ? c->t_before : c->t_at, early ? c->t_at : c->t_before, t},
                  {early ? c->before[i] : c->at[i], early ? c->at[i] : c->before[i], c->end[i]}};
    double h = t - c->t_at, width = h, size = fmax(fabs(c->at[i]), fabs(c->end[i]));
    double near = fmax(0.1 * size, 0.9 * fmin(fabs(c->at[i]), fabs(c->end[i])));
    for (int round = 0; round < TURN_ROUNDS; round++) {
        double value = 0, u = vertex(&p, &value), g = 0;
        if (!(u > c->t_at - 0.1 * h && u < t + 0.1 * h) || !(value < near))
            return 0;
        u = u <= c->t_at ? c->t_at + 0.01 * h : u >= t ? t - 0.01 * h : u;
        int result = check_at(c, in, i, u, &g, t_hi);
        if (result)
            return result > 0;
        if (fabs(g) > 4 * fabs(fabs(g) - value) || fabs(g) <= noise(c, i))
            return 0; /* as predicted: it turns there */
        width *= closer;
        p = (Parabola){{fmax(u - width, c->t_at), u, fmin(u + width, t)}, {c->at[i], g, c->end[i]}};
        if (p.t[0] > c->t_at && (result = check_at(c, in, i, p.t[0], &p.g[0], t_hi)))
            return result > 0;
        if (p.t[2] < t && (result = check_at(c, in, i, p.t[2], &p.g[2], t_hi)))
            return result > 0;
        near = INFINITY;
    }
    return 0;
}

/* In the first step after an event there is no point before: evaluates the middle, and a point
 * near the start that takes its place. 1: an event is due at *t_hi. */
static int check_near_start(KCrossing *c, KIntegrator *in, double t, double *t_hi)
{
    *t_hi = c->t_at + 0.5 * (t - c->t_at);
    if (due_at(c, in, *t_hi))
        return 1;
    *t_hi = c->t_at + (t - c->t_at) / 64;
    if (due_at(c, in, *t_hi))
        return 1;
    if (c->m->time != *t_hi)
        return 0;
    memcpy(c->before, c->hi, (size_t)c->n * sizeof *c->hi);
    c->t_before = *t_hi;
    c->has_before = true;
    return 0;
}

/* Looks for an event between the accepted point and t, where none is due. 1: one is due at *t_hi
 * (functions in c->hi). */
static int check_inside(KCrossing *c, KIntegrator *in, double t, double *t_hi)
{
    if (!c->has_before && check_near_start(c, in, t, t_hi))
        return 1;
    for (int i = 0; i < c->n && c->has_before; i++)
        if (c->op[i] != NOT_SEARCHED && follow(c, in, i, t, t_hi))
            return 1;
    return 0;
}

/* Crossings that differ by rounding errors only are one event, at the last of them. */
static double last_of_cluster(KCrossing *c, KIntegrator *in, double found, double t, double close)
{
    double later = fmin(found + 4 * close, t);
    if (c->n < 2 || !(later > found) || !due_at(c, in, found))
        return found;
    int n = count_due(c, c->hi);
    return due_at(c, in, later) && count_due(c, c->hi) > n ? later : found;
}

bool crossing_due(KCrossing *c)
{
    look(c, c->hi);
    return count_due(c, c->hi) > 0;
}

bool crossing_beyond(KCrossing *c)
{
    bool beyond = false;
    look(c, c->hi);
    for (int i = 0; i < c->n; i++)
        beyond |=
            c->op[i] != NOT_SEARCHED && !isnan(c->hi[i]) && test(c->op[i], c->hi[i]) != c->held[i];
    return beyond;
}

bool crossing_far(KCrossing *c)
{
    bool far = true;
    sample(c, c->rough);
    for (int i = 0; i < c->n && far; i++)
        far = c->op[i] == NOT_SEARCHED ||
              (!c->fresh[i] && fabs(c->rough[i]) > ROUGH_TIMES * c->off[i] &&
               fabs(c->rough[i]) > noise(c, i) && !due(c, i, c->rough[i]));
    c->has_rough = !far;
    return far;
}

/* The functions have been evaluated at the same point again, with all that they need. */
static void compare_rough(KCrossing *c)
{
    for (int i = 0; i < c->n && c->has_rough; i++)
        c->off[i] = fmax(ROUGH_FORGETS * c->off[i], fabs(c->rough[i] - c->end[i]));
    c->has_rough = false;
}

int crossing_search(KCrossing *c, KIntegrator *in, double t, double close, double *found)
{
    if (c->n == 0)
        return 0;
    look(c, c->end);
    compare_rough(c);
    double t_hi = t;
    if (count_due(c, c->end) > 0)
        memcpy(c->hi, c->end, (size_t)c->n * sizeof *c->hi);
    else if (!check_inside(c, in, t, &t_hi))
        return 0;
    for (int i = 0; i < EARLIER; i++) {
        memcpy(c->lo, c->at, (size_t)c->n * sizeof *c->lo);
        *found = locate(c, in, c->t_at, t_hi);
        t_hi = c->t_at + 0.5 * (*found - c->t_at); /* three crossings look like one from outside */
        bool due = t_hi > c->t_at && due_at(c, in, t_hi);
        if (c->m->time == t_hi)
            note_size(c, c->hi);
        if (!due)
            break;
    }
    *found = last_of_cluster(c, in, *found, t, close);
    return 1;
}

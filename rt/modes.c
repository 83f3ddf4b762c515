/* modes.c - mixed blocks: equations together with the relations and discrete unknowns that depend
 * on their solution.
 *
 * Solve with frozen modes, evaluate the modes, until they stay. If a mode vector comes back, only
 * the first mode that disagrees is changed from then on (Murty's least-index rule, which ends for
 * complementarity problems such as ideal diodes). If that does not end either, relations whose
 * sides differ by no more than rounding errors are held as they are: a diode at the instant its
 * current ends may contradict both of its modes; where relations chatter this is done from the
 * second solution on (of two frictions that hold one shaft the one at its limit slides with no
 * more). Then modes are flipped one at a time, and all combinations tried if they are few. In the
 * end the modes of a single pass may be left to the next pass of the event, for which they have
 * become the values before: friction that begins to slide at more than what it slides with later
 * has no solution until then. */
#include "rt/block_internal.h"
#include "rt/event_policy.h"
#include "rt/texts.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A mode vector: the bytes of nrel relations, then the values of ndiscrete variables. */
size_t modes_size(const KBlock *b)
{
    return (size_t)b->nrel + (size_t)b->ndiscrete * sizeof(double);
}

static void modes_get(const KInst *m, const KBlock *b, unsigned char *to)
{
    for (int i = 0; i < b->nrel; i++)
        to[i] = m->rel[b->rel[i]];
    for (int i = 0; i < b->ndiscrete; i++)
        memcpy(to + b->nrel + (size_t)i * sizeof(double), &m->v[b->discrete[i]], sizeof(double));
}

static void modes_set(KInst *m, const KBlock *b, const unsigned char *from)
{
    for (int i = 0; i < b->nrel; i++)
        m->rel[b->rel[i]] = from[i];
    for (int i = 0; i < b->ndiscrete; i++)
        memcpy(&m->v[b->discrete[i]], from + b->nrel + (size_t)i * sizeof(double), sizeof(double));
}

static uint64_t hash(const unsigned char *p, size_t n)
{
    uint64_t h = 14695981039346656037u; /* FNV-1a */
    for (size_t i = 0; i < n; i++)
        h = (h ^ p[i]) * 1099511628211u;
    return h;
}

/* One mixed block being solved: before and after are mode vectors around a solution. */
typedef struct Mixed {
    KInst *m;
    int k;
    const KBlock *b;
    KBlockWork *w;
    int (*solve)(KInst *, int, KBlockWork *);
    unsigned char *entry, *before, *after;
    size_t size;
    double *g; /* [3*nrel] work, the last part the largest values of the relations */
    bool calm; /* relations that are zero to within rounding keep their mode */
    bool wide; /* ... and to within that of the largest values of the run (is_lost) */
} Mixed;

/* Solves for the modes in place, then evaluates them: before -> after. */
static int pass(Mixed *s)
{
    KInst *m = s->m;
    modes_get(m, s->b, s->before);
    KMode mode = mode_enter(m, (m->mode & ~(KMode)K_LIVE) | K_SETTLING);
    int result = s->solve(m, s->k, s->w);
    mode_enter(m, mode);
    if (result)
        return result;
    result = m->run->code.block[s->k].modes(m);
    modes_get(m, s->b, s->after);
    return result;
}

/* Values of all relations for unknowns x of block k, into m->g. */
static int relations_at(const Mixed *s, int k, const double *x)
{
    int result = block_residual(s->m, k, x, s->m->run->block[k]->r);
    return result ? result : s->m->run->code.cross(s->m);
}

/* What rounding errors make of the block's relations, into noise[nrel]: the unknowns are moved by a
 * few units in the last place of the largest of them, and operations are rounded another way. */
static int relation_noise(Mixed *s, double *noise)
{
    static const int rounding[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST};
    enum { TRIALS = sizeof rounding / sizeof *rounding };
    KInst *m = s->m;
    const KBlock *b = s->b;
    int k = s->w->on_whole ? b->whole : s->k; /* the equations that are solved */
    KBlockWork *w = m->run->block[k];
    double size = 0;
    for (int j = 0; j < w->n; j++) {
        w->x[j] = m->v[w->var[j]];
        size = fmax(size, fabs(w->x[j]) / w->unit[j]);
    }
    int result = relations_at(s, k, w->x);
    for (int i = 0; i < b->nrel; i++)
        noise[i] = 0;
    for (int t = 0; t < TRIALS && !result; t++) {
        unsigned random = 12345u * (unsigned)(t + 1);
        for (int j = 0; j < w->n; j++) {
            random = random * 1664525u + 1013904223u;
            double move = MODE_UNITS * DBL_EPSILON * size * w->unit[j];
            w->x_next[j] = w->x[j] + (random >> 31 ? move : -move);
        }
        for (int i = 0; i < b->nrel; i++)
            s->g[i] = m->g[b->rel[i]];
        fesetround(rounding[t]);
        result = relations_at(s, k, w->x_next);
        fesetround(FE_TONEAREST);
        double times = w->n ? 1 : MODE_ROUNDINGS;
        for (int i = 0; i < b->nrel; i++)
            noise[i] = fmax(noise[i], times * fabs(m->g[b->rel[i]] - s->g[i]));
        if (!result)
            result = relations_at(s, k, w->x);
    }
    return result;
}

/* Whether relation i is zero to within rounding errors of states, too, in all modes tried so far.
 */
static bool is_lost(const Mixed *s, int i)
{
    const double *size = s->m->run->relation_size, *largest = s->g + 2 * s->b->nrel;
    return s->wide && size && largest[i] <= MODE_NEARLY * size[s->b->rel[i]];
}

/* Of the changes of the last pass: takes back those of relations that are zero to within rounding,
 * and lets the discrete variables follow. */
static int hold_noise(Mixed *s)
{
    KInst *m = s->m;
    KRun *run = m->run;
    if (!run->code.cross)
        return 0;
    KMode mode = mode_enter(m, m->mode & ~(KMode)K_LIVE);
    double *noise = s->g + s->b->nrel;
    modes_set(m, s->b, s->before); /* in which the equations were solved */
    int result = relation_noise(s, noise);
    for (int i = 0; i < s->b->nrel && !result; i++) {
        int r = s->b->rel[i];
        double g = fabs(m->g[r]), *largest = &s->g[2 * s->b->nrel + i];
        if (isfinite(g))
            *largest = fmax(*largest, g);
        run->held[r] = s->before[i] != s->after[i] && isfinite(g) &&
                       (g <= noise[i] || g <= MODE_NEARLY * *largest || is_lost(s, i));
    }
    modes_set(m, s->b, s->after);
    for (int i = 0; i < s->b->nrel && !result; i++)
        if (run->held[s->b->rel[i]])
            m->rel[s->b->rel[i]] = s->before[i];
    if (!result)
        result = run->code.block[s->k].modes(m);
    mode_enter(m, mode);
    modes_get(m, s->b, s->after);
    return result;
}

static bool settled(const Mixed *s)
{
    return !memcmp(s->before, s->after, s->size);
}

/* Keeps only the first change of the last pass. */
static void change_first(Mixed *s)
{
    size_t i = 0, nrel = (size_t)s->b->nrel;
    while (i < s->size && s->before[i] == s->after[i])
        i++;
    if (i < nrel) {
        s->before[i] = s->after[i];
    } else {
        i -= (i - nrel) % sizeof(double);
        memcpy(s->before + i, s->after + i, sizeof(double));
    }
    modes_set(s->m, s->b, s->before);
}

/* From the present modes on, at first all changes at once. 0 settled, 1 not. */
static int follow(Mixed *s)
{
    uint64_t seen[SIMPLE];
    bool least_index = false;
    for (int i = 0; i < SIMPLE + LEAST_INDEX; i++) {
        int result = pass(s);
        bool calm = s->calm || (i > 0 && s->m->run->chattered);
        if (!result && calm && !settled(s))
            result = hold_noise(s);
        if (result || settled(s))
            return result;
        if (!least_index) {
            uint64_t now = hash(s->after, s->size);
            seen[i] = hash(s->before, s->size);
            for (int j = 0; j <= i; j++)
                least_index |= seen[j] == now;
            least_index |= i == SIMPLE - 1;
        }
        if (least_index)
            change_first(s);
    }
    return 1;
}

/* Are the modes in place consistent, once the discrete variables have followed the relations? */
static int consistent(Mixed *s)
{
    for (int i = 0; i < 3; i++) {
        int result = pass(s);
        if (!result && s->calm && !settled(s))
            result = hold_noise(s);
        if (result || settled(s))
            return result;
        if (memcmp(s->before, s->after, (size_t)s->b->nrel))
            return 1;
    }
    return 1;
}

/* Toggles one Boolean mode of the vector; false if it is none. */
static bool toggle(const Mixed *s, unsigned char *modes, int i)
{
    if (i < s->b->nrel) {
        modes[i] = !modes[i];
        return true;
    }
    unsigned char *at = modes + s->b->nrel + (size_t)(i - s->b->nrel) * sizeof(double);
    double value;
    memcpy(&value, at, sizeof value);
    if (value != 0 && value != 1)
        return false;
    value = 1 - value;
    memcpy(at, &value, sizeof value);
    return true;
}

/* Discrete variables as the relations in place have them. */
static int let_follow(Mixed *s)
{
    KMode mode = mode_enter(s->m, s->m->mode & ~(KMode)K_LIVE);
    int result = s->m->run->code.block[s->k].modes(s->m);
    mode_enter(s->m, mode);
    return result;
}

static int search(Mixed *s)
{
    int result = 1, n = s->b->nrel + s->b->ndiscrete;
    for (int i = 0; i < n && result > 0; i++) {
        if (toggle(s, s->entry, i)) {
            modes_set(s->m, s->b, s->entry);
            result = consistent(s);
            toggle(s, s->entry, i);
        }
    }
    if (s->b->nrel > ALL_UP_TO)
        return result;
    for (unsigned bits = 0; bits < 1u << s->b->nrel && result > 0; bits++) {
        modes_set(s->m, s->b, s->entry);
        for (int i = 0; i < s->b->nrel; i++)
            s->m->rel[s->b->rel[i]] = bits >> i & 1;
        result = let_follow(s);
        result = result ? result : consistent(s);
    }
    return result;
}

/* No modes are consistent. Relation i that is nearly zero in all that were tried, though not
 * always, gets a hysteresis of twice that: it stays as it is until it is beyond it. */
static bool loosen(Mixed *s, int i)
{
    KRun *run = s->m->run;
    int r = s->b->rel[i];
    double most = s->g[2 * s->b->nrel + i], *loose = &run->loose[r];
    if (!(most > 0 && most <= run->loosest * run->relation_size[r]) || *loose >= 2 * most)
        return false;
    char text[500];
    Text culprit = {text, sizeof text};
    text_relation(&culprit, run->model, r);
    if (*loose == 0)
        run_message(s->m, K_MSG_WARNING,
                    "at time %g: what holds where %s is true makes it false, and the other way "
                    "round: from here on it "
                    "changes a little beyond its limit\n  `pre`, or a condition on another "
                    "variable, breaks the circle",
                    s->m->time, text);
    *loose = 2 * most;
    return true;
}

/* Once more from the modes of the beginning, with a hysteresis for the relations that may have one.
 */
static int follow_loosely(Mixed *s)
{
    bool any = false;
    for (int i = 0; i < s->b->nrel && s->m->run->loose && s->m->run->relation_size; i++)
        any = loosen(s, i) || any;
    if (!any)
        return 1;
    failure_clear(s->m);
    modes_set(s->m, s->b, s->entry);
    return follow(s);
}

static void report(const Mixed *s)
{
    KFailure *f = failure_set(s->m, FAIL_MODES);
    f->block = s->k;
    for (int i = 0; i < s->b->nrel && f->nrows < FAIL_NAMED; i++)
        f->row[f->nrows++] = s->b->rel[i];
    for (int i = 0; i < s->b->ndiscrete && f->ncols < FAIL_NAMED; i++) {
        f->value[f->ncols] = s->m->v[s->b->discrete[i]];
        f->col[f->ncols++] = s->b->discrete[i];
    }
}

int modes_solve(KInst *m, int k, KBlockWork *w, int (*solve)(KInst *, int, KBlockWork *))
{
    const KBlock *b = &m->run->model->block[k];
    size_t size = w->mode_size;
    Mixed s = {
        m,    k,           b,     w,    solve, w->modes, w->modes + size, w->modes + 2 * size,
        size, w->relation, false, false};
    modes_get(m, b, s.entry);
    for (int i = 0; i < b->nrel; i++)
        m->run->held[b->rel[i]] = 0;
    failure_clear(m);
    int result = follow(&s);
    bool cycled = result > 0 && m->run->failure.kind == FAIL_NONE;
    s.calm = result > 0;
    memset(s.g, 0, 3 * (size_t)b->nrel * sizeof *s.g);
    if (cycled) {
        modes_set(m, b, s.entry);
        result = follow(&s);
    }
    if (result > 0)
        result = search(&s);
    if (result > 0 && cycled) { /* a valve with a gap between open and closed */
        s.wide = true;
        modes_set(m, b, s.entry);
        result = follow(&s);
    }
    if (result > 0 && cycled && !(m->mode & K_MAY_POSTPONE))
        result = follow_loosely(&s);
    if (result <= 0)
        return result;
    modes_set(m, b, s.entry);
    if (cycled && m->mode & K_MAY_POSTPONE && !pass(&s)) {
        failure_clear(m);
        m->run->postponed = true;
        return 0;
    }
    if (cycled || m->run->failure.kind == FAIL_NONE)
        report(&s);
    return result;
}

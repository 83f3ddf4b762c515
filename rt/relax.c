/* relax.c - relaxation: systems iterated by substitution (RX-13, Q-13; dae/relaxed_iterate.c).
 *
 * One evaluation of the residuals is a sweep of block Gauss-Seidel: the residual of an unknown is
 * its value less its new value. That is repeated until the changes, and what they will still add up
 * to with the present rate, are small. Where they do not shrink the iteration is given up with a
 * message. O(size of the equations) a sweep, O(unknowns) memory. */
#include "rt/block_internal.h"

#include <math.h>
#include <string.h>

enum {
    MOST_SWEEPS = 200000,
    LOOKED_BACK = 100, /* the changes must have shrunk in so many sweeps */
};
/* Of the values, what may be missing in the end; below NO_CHANGE rounding is reached. */
#define RELAXED 1e-12
#define NO_CHANGE 1e-15
#define SHRUNK 0.999
/* Changes beyond this are no standstill. */
#define LARGE 1e6

/* The changes of a sweep. */
typedef struct Sweeps {
    int n;               /* so far */
    double size, before; /* of the last change and the one before, against the values */
    double back;         /* LOOKED_BACK sweeps ago */
    int worst;           /* the unknown that changes most */
} Sweeps;

/* x less r is the next x. */
static void sweep(Sweeps *s, int n, double *x, const double *r, const double *unit)
{
    double most = 0, size = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(x[i]) / unit[i]);
    s->worst = -1;
    for (int i = 0; i < n; i++) {
        double d = fabs(r[i]) / unit[i];
        if (!(d <= size)) {
            size = d;
            s->worst = i;
        }
        x[i] -= r[i];
    }
    s->before = s->size;
    s->size = most > 0 ? size / fmax(most, 1e-300) : size;
    s->n++;
}

/* 1: it has converged; -1: it will not; 0: go on. */
static int judge(Sweeps *s)
{
    if (!isfinite(s->size))
        return -1;
    double rate = s->n > 1 && s->before > 0 ? s->size / s->before : 0;
    bool small =
        s->size <= NO_CHANGE || (rate < 1 && s->n > 1 && s->size * rate / (1 - rate) <= RELAXED);
    if (small)
        return 1;
    if (s->n % LOOKED_BACK == 0) {
        if (s->n > LOOKED_BACK && s->size > SHRUNK * s->back)
            return s->size <= RELAXED ? 1 : -1;
        s->back = s->size;
    }
    return s->n < MOST_SWEEPS ? 0 : -1;
}

static int not_converged(KInst *m, const KBlockWork *w, const Sweeps *s)
{
    char name[300] = "an unknown";
    double change = s->worst >= 0 ? fabs(w->r[s->worst]) : INFINITY;
    if (s->worst >= 0)
        text_variable(&(Text){name, sizeof name}, m->run->model, w->var[s->worst]);
    failure_format(
        m,
        "the iteration over %d relaxed unknown%s %s: after %d sweeps %s still changes by "
        "%.3g; relax other variables, or eliminate (--relax on)",
        w->n, w->n == 1 ? "" : "s", change < LARGE ? "does not converge" : "diverges", s->n, name,
        change);
    return 1;
}

int relax_solve(KInst *m, int k, KBlockWork *w)
{
    Sweeps s = {.back = INFINITY};
    int state = 0;
    while (!state) {
        int result = block_residual(m, k, w->x, w->r);
        if (result < 0)
            return result;
        if (result) {
            s.size = INFINITY;
            return not_converged(m, w, &s);
        }
        sweep(&s, w->n, w->x, w->r, w->unit);
        state = judge(&s);
    }
    if (state < 0)
        return not_converged(m, w, &s);
    if (s.n > w->most_sweeps) {
        w->most_sweeps = s.n;
        w->last_damping = s.before > 0 ? s.size / s.before : 0;
    }
    if (!w->warned && !(m->mode & K_TRIAL)) {
        w->warned = true;
        run_message(m, K_MSG_INFO,
                    "%d relaxed unknown%s iterated: at most %d sweeps so far, with rate %.3g", w->n,
                    w->n == 1 ? " is" : "s are", w->most_sweeps, w->last_damping);
    }
    return block_residual(m, k, w->x, w->r);
}

int relax_solve_dir(KInst *m, int k, KBlockWork *w)
{
    Sweeps s = {.back = INFINITY};
    int state = 0, result = 0;
    memset(w->d, 0, (size_t)w->n * sizeof *w->d);
    while (!state && !result) {
        for (int i = 0; i < w->n; i++)
            m->dv[w->var[i]] = w->d[i];
        result = m->run->code.block[k].direction(m, w->d_next);
        sweep(&s, w->n, w->d, w->d_next, w->unit);
        state = judge(&s);
    }
    if (result || state < 0)
        return result ? result : 1;
    for (int i = 0; i < w->n; i++)
        m->dv[w->var[i]] = w->d[i];
    return m->run->code.block[k].direction(m, w->d_next);
}

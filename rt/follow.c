/* follow.c - at the start: states without start values, from start values of what follows from
 * them.
 *
 * Where the choice of states is decided - angles of joints, say - positions and speeds of bodies
 * follow from states, and a start value may be given for a body and none for a joint. Which of
 * these can take the place of which depends on the position: beside a dead point a speed says
 * nothing about that of a joint. So states are the conditions of the initial problem, and their
 * start values are moved: by how the others change with them, which is found by solving the problem
 * once for each; groups that have nothing to do with each other (emit/tables_begin.c) at the same
 * time.
 *
 * Positions: least squares of the distances to what is given (Levenberg and Marquardt), which ends
 * at the nearest position that there is. Speeds depend on each other linearly: pairs of a given one
 * and a state are chosen by the largest pivots, and solved for. What is given counts as in sets of
 * states (set_wish in dae/state_sets.c): not where it would make another speed ten times faster
 * than itself. */
#include "rt/follow.h"
#include "rt/dense.h"
#include "rt/texts.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FOLLOW_STEPS = 60, FOLLOW_SPEEDS = 3, FOLLOW_DAMPED = 12 };
/* Where nothing says which way to go: other places that are tried. */
enum { FOLLOW_PLACES = 4 };
/* A group with more numbers than that is left alone: as many solutions as states would take longer
 * than a run. */
enum { FOLLOW_MOST = 300000 };
/* The damping of least squares to begin with; what is left of their sum where it is as good as met.
 */
#define FOLLOW_DAMPING 1e-3
#define FOLLOW_LEAST 1e-12
#define FOLLOW_MET 1e-24
/* A given speed counts if its pivot is this part of the largest in its column. */
#define FOLLOW_PIVOT 0.1

/* A group of what hangs together. */
typedef struct Follow {
    KInst *m;
    int nrows, ngiven, ncols;
    int *row;             /* [nrows] what follows; the first ngiven have start values */
    int *col, *of;        /* [ncols] states, and the variables that they stand for */
    const char **measure; /* [nv] units, as texts; NULL: not known */
    double *s;      /* [nrows * ncols] how much they change with the states, in units, by columns */
    double *a, *d;  /* [ncols * (ncols + 1)], or as s; [ncols] the move */
    double *before; /* [ncols] start values */
    double *c;      /* [nrows] values */
    double *first;  /* [ncols] start values before other places were tried */
    double sum, next, damping; /* of least squares: what was left, what is now */
    bool active, better;       /* it is moved still; this time it has become less */
    int nbetter;               /* how often it has */
    bool placed;               /* it is tried from another place */
    int npairs;                /* of speeds */
} Follow;

typedef struct Follows {
    KInst *m;
    const KTrial *trial;
    bool rates;
    int n;
    Follow *group; /* [n] */
} Follows;

static double unit(const Follow *f, int var)
{
    return k_nominal(f->m->run->model, var);
}

/* How far row i is from its start value, in units. */
static double left(const Follow *f, int i)
{
    int x = f->row[i];
    return (f->m->start[x] - f->m->v[x]) / unit(f, x);
}

static double sum_left(const Follow *f)
{
    double sum = 0;
    for (int i = 0; i < f->ngiven; i++)
        sum += left(f, i) * left(f, i);
    return isfinite(sum) ? sum : INFINITY;
}

/* Whether nothing is to be told of start values that are not used. */
static bool is_nearly_met(const Follow *f)
{
    for (int i = 0; i < f->ngiven; i++) {
        double start = f->m->start[f->row[i]], x = f->m->v[f->row[i]];
        if (!isfinite(x) ||
            !(fabs(x - start) <= K_START_NEARLY * (unit(f, f->row[i]) + fabs(start) + fabs(x))))
            return false;
    }
    return true;
}

/* Whether the first n rows are met. */
static bool are_met(const Follow *f, int n)
{
    for (int i = 0; i < n; i++) {
        int x = f->row[i];
        if (!(fabs(left(f, i)) * unit(f, x) <= DBL_EPSILON * (unit(f, x) + fabs(f->m->start[x]))))
            return false;
    }
    return true;
}

static int solve(const Follows *w)
{
    return w->trial->solve(w->trial->arg);
}

/* Start values moved by d from those before. */
static void move_by(const Follow *f)
{
    for (int k = 0; k < f->ncols; k++)
        f->m->start[f->col[k]] = f->before[k] + f->d[k] * unit(f, f->of[k]);
}

static void move_back(const Follow *f, const double *to)
{
    for (int k = 0; k < f->ncols; k++)
        f->m->start[f->col[k]] = to[k];
}

static void take_starts(const Follow *f, double *out)
{
    for (int k = 0; k < f->ncols; k++)
        out[k] = f->m->start[f->col[k]];
}

/* How far state k is moved to see what changes. */
static double little(const Follows *w, const Follow *f, int k)
{
    double u = unit(f, f->of[k]);
    return w->rates ? u : sqrt(DBL_EPSILON) * fmax(u, fabs(f->before[k]));
}

static void note_changes(const Follow *f, int k, double h, bool good)
{
    for (int i = 0; i < f->nrows; i++) {
        double change =
            (f->m->v[f->row[i]] - f->c[i]) / unit(f, f->row[i]) / (h / unit(f, f->of[k]));
        f->s[i + (long)k * f->nrows] = !good || !isfinite(change) ? 0 : change;
    }
}

/* How all rows change with each state, those of all groups at the same time. A state that the
 * initial problem determines otherwise changes nothing, and so does one whose problem has no
 * solution a little beside. */
static int sensitivities(const Follows *w)
{
    int result = 0, most = 0;
    for (Follow *f = w->group; f < w->group + w->n; f++) {
        for (int i = 0; i < f->nrows; i++)
            f->c[i] = f->m->v[f->row[i]];
        most = f->active && f->ncols > most ? f->ncols : most;
    }
    for (int k = 0; k < most && result >= 0; k++) {
        for (Follow *f = w->group; f < w->group + w->n; f++)
            if (f->active && k < f->ncols)
                f->m->start[f->col[k]] = f->before[k] + little(w, f, k);
        result = solve(w);
        for (Follow *f = w->group; f < w->group + w->n; f++)
            if (f->active && k < f->ncols) {
                note_changes(f, k, little(w, f, k), !result);
                f->m->start[f->col[k]] = f->before[k];
            }
        w->trial->back(w->trial->arg);
    }
    return result < 0 ? result : 0;
}

/* ---- Positions ---- */

/* d from (S'S + damping diag(S'S)) d = S' r. A state on which nothing depends stays. */
static void least_squares(const Follow *f, double damping)
{
    int n = f->ncols;
    double *a = f->a;
    for (int j = 0; j < n; j++) {
        const double *sj = f->s + (long)j * f->nrows;
        for (int k = 0; k <= n; k++) {
            double sum = 0;
            for (int i = 0; i < f->ngiven; i++)
                sum += sj[i] * (k < n ? f->s[i + (long)k * f->nrows] : left(f, i));
            a[j + (long)k * n] = sum;
        }
        double own = a[j + (long)j * n];
        a[j + (long)j * n] = own > 0 ? own * (1 + damping) : 1;
    }
    for (int k = 0; k < n; k++)
        dense_pivot(a, n, n + 1, n, k, k, k);
    for (int i = n; i-- > 0;) {
        f->d[i] = a[i + (long)n * n];
        for (int j = i + 1; j < n; j++)
            f->d[i] -= a[i + (long)j * n] * f->d[j];
        f->d[i] /= a[i + (long)i * n];
    }
}

/* Moves those of the groups that are not better yet, and solves; *all: now they are. */
static int try_moves(const Follows *w, bool *all)
{
    for (Follow *f = w->group; f < w->group + w->n; f++)
        if (f->active && !f->better) {
            least_squares(f, f->damping);
            move_by(f);
        }
    int result = solve(w);
    *all = !result;
    for (Follow *f = w->group; f < w->group + w->n; f++) {
        if (!f->active || f->better)
            continue;
        f->next = result ? INFINITY : sum_left(f);
        f->better = f->next < f->sum;
        f->damping = f->better ? fmax(f->damping / 10, FOLLOW_LEAST) : f->damping * 10;
        if (!f->better)
            move_back(f, f->before);
        *all = *all && f->better;
    }
    return result;
}

/* A step of each group that is active; it is so no longer where there is nothing better near. */
static int improve_positions(const Follows *w)
{
    bool all = false, any = false;
    int result = sensitivities(w);
    for (int i = 0; i < FOLLOW_DAMPED && result >= 0 && !all; i++) {
        result = try_moves(w, &all);
        if (!all)
            w->trial->back(w->trial->arg);
    }
    for (Follow *f = w->group; f < w->group + w->n; f++) {
        any = any || f->better;
        f->nbetter += f->better;
        f->active = f->better && f->next > FOLLOW_MET && f->next <= f->sum * (1 - 1e-9);
    }
    if (result < 0 || !any)
        return result < 0 ? result : 0;
    if (!all && (result = solve(w)) != 0)
        for (Follow *f = w->group; f < w->group + w->n; f++)
            if (f->better)
                move_back(f, f->before);
    (result ? w->trial->back : w->trial->keep)(w->trial->arg);
    return result;
}

/* Groups that are active come as near to what is given as they can. */
static int come_near(const Follows *w)
{
    int result = 0;
    bool any = true;
    for (int i = 0; i < FOLLOW_STEPS && !result && any; i++) {
        any = false;
        for (Follow *f = w->group; f < w->group + w->n; f++) {
            take_starts(f, f->before);
            f->sum = sum_left(f);
            f->active = f->active && isfinite(f->sum);
            f->better = false;
            f->damping = i ? f->damping : FOLLOW_DAMPING;
            any = any || f->active;
        }
        result = any ? improve_positions(w) : 0;
    }
    return result < 0 ? result : 0;
}

/* The n-th other place of a group, first beside it at the size of its states. */
static void place(const Follow *f, int n)
{
    unsigned random = (unsigned)n;
    for (int k = 0; k < f->ncols; k++) {
        random = random * 1664525u + 1013904223u;
        double part = n == 0 ? 1 : n * (0x1p-15 * (random >> 16) - 1);
        f->m->start[f->col[k]] = f->first[k] + unit(f, f->of[k]) * part;
    }
}

/* Groups go back to their first place that do not meet start values from the other one; `all`:
 * whatever they do. */
static int leave_places(const Follows *w, bool all)
{
    bool any = false;
    for (Follow *f = w->group; f < w->group + w->n; f++)
        if (f->placed && (all || !is_nearly_met(f))) {
            move_back(f, f->first);
            f->nbetter = 0;
            any = true;
        }
    int result = any && !all ? solve(w) : 0;
    if (any && !all && !result)
        w->trial->keep(w->trial->arg);
    return result;
}

/* Groups where nothing said which way to go - a logarithm of 0, a square at its bottom - from
 * another place. */
static int try_place(const Follows *w, int n)
{
    bool any = false;
    for (Follow *f = w->group; f < w->group + w->n; f++) {
        f->placed = f->active = f->ncols && !f->nbetter && !is_nearly_met(f);
        if (f->placed) {
            take_starts(f, f->first);
            place(f, n);
            any = true;
        }
    }
    if (!any)
        return 0;
    int result = solve(w);
    if (result) {
        w->trial->back(w->trial->arg);
        return result < 0 ? result : leave_places(w, true);
    }
    w->trial->keep(w->trial->arg);
    result = come_near(w);
    return result ? result : leave_places(w, false);
}

static int move_positions(const Follows *w)
{
    for (Follow *f = w->group; f < w->group + w->n; f++) {
        f->nbetter = 0;
        f->active = f->ncols && sum_left(f) > FOLLOW_MET;
    }
    int result = come_near(w);
    for (int n = 0; n < FOLLOW_PLACES && !result; n++)
        result = try_place(w, n);
    return result;
}

/* ---- Speeds ---- */

static bool same_measure(const Follow *f, int i, int k)
{
    const char *a = f->measure[f->row[i]], *b = f->measure[f->row[k]];
    return a && b && !strcmp(a, b);
}

/* Whether entry i of a column of the rows from k on is small beside others of the same unit. */
static bool is_small(const Follow *f, const double *x, int k, int i)
{
    for (int r = k; r < f->nrows; r++)
        if (fabs(x[i]) < FOLLOW_PIVOT * fabs(x[r]) && same_measure(f, i, r))
            return true;
    return false;
}

/* The next pair: the largest pivot of a given row that is not small in its column. */
static bool next_pair(const Follow *f, int k, int *row, int *col)
{
    double most = 0;
    for (int j = k; j < f->ncols; j++) {
        const double *x = f->a + (long)j * f->nrows;
        for (int i = k; i < f->ngiven; i++)
            if (fabs(x[i]) > most && !is_small(f, x, k, i)) {
                most = fabs(x[i]);
                *row = i;
                *col = j;
            }
    }
    return most > 0;
}

static void swap_rows(const Follow *f, int i, int k)
{
    int t = f->row[i];
    f->row[i] = f->row[k];
    f->row[k] = t;
    for (int j = 0; j < f->ncols; j++) {
        double *x = f->s + (long)j * f->nrows, u = x[i];
        x[i] = x[k];
        x[k] = u;
    }
}

static void swap_columns(const Follow *f, int i, int k)
{
    int t = f->col[i], of = f->of[i];
    double before = f->before[i];
    f->col[i] = f->col[k], f->of[i] = f->of[k], f->before[i] = f->before[k];
    f->col[k] = t, f->of[k] = of, f->before[k] = before;
}

/* Puts pairs of rows and columns first; how many there are. */
static int choose_pairs(const Follow *f)
{
    int n = 0, row, col;
    memcpy(f->a, f->s, (size_t)f->nrows * (size_t)f->ncols * sizeof *f->a);
    for (; n < f->ngiven && n < f->ncols && next_pair(f, n, &row, &col); n++) {
        swap_rows(f, n, row);
        swap_columns(f, n, col);
        dense_pivot(f->a, f->nrows, f->ncols, f->nrows, n, row, col);
    }
    return n;
}

/* d from the first n rows, with the factors that choose_pairs has left. */
static void solve_pairs(const Follow *f, int n)
{
    for (int i = 0; i < f->ncols; i++)
        f->d[i] = i < n ? left(f, i) : 0;
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++)
            f->d[i] -= f->a[i + (long)k * f->nrows] * f->d[k];
    for (int i = n; i-- > 0;) {
        for (int j = i + 1; j < n; j++)
            f->d[i] -= f->a[i + (long)j * f->nrows] * f->d[j];
        f->d[i] /= f->a[i + (long)i * f->nrows];
    }
}

/* One step of all speeds; *met: there was none to be done. */
static int step_speeds(const Follows *w, bool *met)
{
    *met = true;
    for (Follow *f = w->group; f < w->group + w->n; f++)
        *met = *met && are_met(f, f->npairs);
    if (*met)
        return 0;
    for (Follow *f = w->group; f < w->group + w->n; f++) {
        take_starts(f, f->before);
        solve_pairs(f, f->npairs);
        move_by(f);
    }
    int result = solve(w);
    if (!result)
        w->trial->keep(w->trial->arg);
    return result;
}

static int move_speeds(const Follows *w)
{
    bool met = true;
    for (Follow *f = w->group; f < w->group + w->n; f++) {
        take_starts(f, f->before);
        f->active = f->ncols && !are_met(f, f->ngiven);
        met = met && !f->active;
    }
    int result = met ? 0 : sensitivities(w);
    for (Follow *f = w->group; f < w->group + w->n; f++)
        f->npairs = f->active && !result ? choose_pairs(f) : 0;
    for (int i = 0; i < FOLLOW_SPEEDS && !met && !result; i++)
        result = step_speeds(w, &met);
    if (result > 0) {
        for (Follow *f = w->group; f < w->group + w->n; f++)
            move_back(f, f->before);
        w->trial->back(w->trial->arg);
    }
    return result < 0 ? result : 0;
}

/* ---- What there is ---- */

static bool is_row(const KModel *model, int i, bool rates)
{
    int is = model->begin[3 * i + 1];
    return model->begin[3 * i + 2] && !(is & (K_BEGIN_STATE | K_BEGIN_FIXED)) &&
           !(is & K_BEGIN_RATE) == !rates && (rates || is & K_BEGIN_GIVEN);
}

/* Positions may follow from speeds, as a momentum does. */
static bool is_column(const KModel *model, int i, bool rates)
{
    int is = model->begin[3 * i + 1];
    return model->begin[3 * i + 2] &&
           (is & (K_BEGIN_STATE | K_BEGIN_GIVEN | K_BEGIN_FIXED)) == K_BEGIN_STATE &&
           (!rates || is & K_BEGIN_RATE);
}

static void add_rows(const Follows *w, bool given)
{
    const KModel *model = w->m->run->model;
    for (int i = 0; i < model->nbegin; i++) {
        if (!is_row(model, i, w->rates) || !(model->begin[3 * i + 1] & K_BEGIN_GIVEN) == given)
            continue;
        Follow *f = &w->group[model->begin[3 * i + 2] - 1];
        if (f->row)
            f->row[f->nrows] = model->begin[3 * i];
        f->nrows++;
        f->ngiven += given;
    }
}

static void add_column(Follow *f, int state, int of)
{
    if (f->row)
        f->col[f->ncols] = state, f->of[f->ncols] = of;
    f->ncols++;
}

/* Where there are sets that are chosen during the run all is one group. Their states count, and
 * what is in them changes with the states, too. */
static void add_sets(const Follows *w)
{
    const KModel *model = w->m->run->model;
    Follow *f = w->group;
    for (int i = 0; i < model->nsets; i++) {
        const KStateSet *set = &model->set[i];
        if (set->positions == w->rates)
            continue;
        for (int k = set->ngiven; k < set->ngiven + set->n && set->nstates && w->rates;
             k++, f->nrows++)
            if (f->row)
                f->row[f->nrows] = set->x[k];
        for (int k = 0; k < set->nstates && set->wish; k++) {
            int x = set->ngiven + sets_picked(w->m, set, k);
            if (set->wish[x] == 1)
                add_column(f, set->state[k], set->x[x]);
        }
    }
}

/* What each group has; only how much that is before there is room for it. */
static void fill(const Follows *w)
{
    const KModel *model = w->m->run->model;
    for (Follow *f = w->group; f < w->group + w->n; f++)
        f->nrows = f->ngiven = f->ncols = 0;
    add_rows(w, true);
    add_rows(w, false);
    for (int i = 0; i < model->nbegin; i++)
        if (is_column(model, i, w->rates))
            add_column(&w->group[model->begin[3 * i + 2] - 1], model->begin[3 * i],
                       model->begin[3 * i]);
    add_sets(w);
}

/* Room for a group: how many numbers, from `work` on if it is there. */
static size_t place_work(Follow *f, double *work)
{
    size_t nr = (size_t)f->nrows, nc = (size_t)f->ncols, na = nc * (nr > nc ? nr : nc + 1);
    if (work) {
        f->s = work;
        f->a = f->s + nr * nc;
        f->d = f->a + na;
        f->before = f->d + nc;
        f->first = f->before + nc;
        f->c = f->first + nc;
    }
    return nr * nc + na + 3 * nc + nr;
}

/* Groups that can be moved, with what is in them, first; the others are left out. False: no memory.
 */
static bool open_groups(Follows *w, int **numbers, double **work)
{
    size_t nints = 1, ndoubles = 1;
    for (int g = 0; g < w->n; g++) {
        Follow *f = &w->group[g];
        bool moves = f->ngiven && f->ncols && place_work(f, NULL) <= FOLLOW_MOST;
        f->active = moves;
        nints += (size_t)f->nrows + 2 * (size_t)f->ncols;
        ndoubles += moves ? place_work(f, NULL) : 0;
    }
    *numbers = malloc(nints * sizeof **numbers);
    *work = malloc(ndoubles * sizeof **work);
    if (!*numbers || !*work)
        return false;
    int *ints = *numbers;
    double *doubles = *work;
    for (Follow *f = w->group; f < w->group + w->n; f++) {
        f->row = ints;
        f->col = ints + f->nrows;
        f->of = f->col + f->ncols;
        ints = f->of + f->ncols;
        doubles += f->active ? place_work(f, doubles) : 0;
    }
    fill(w);
    int n = 0;
    for (int g = 0; g < w->n; g++)
        if (w->group[g].active)
            w->group[n++] = w->group[g];
    w->n = n;
    return true;
}

static const char **measures(const KModel *model)
{
    const char **measure = calloc((size_t)model->nv + 1, sizeof *measure);
    for (int i = 0; i < model->nvariables && measure; i++)
        if (model->variable[i].type == K_REAL && !model->variable[i].is_alias)
            measure[model->variable[i].index] = model->variable[i].unit;
    return measure;
}

int follow_starts(KInst *m, const KTrial *trial, bool rates)
{
    const KModel *model = m->run->model;
    if (!model->ngroups)
        return 0;
    Follows w = {.m = m, .trial = trial, .rates = rates, .n = model->ngroups};
    const char **measure = measures(model);
    int *numbers = NULL, result = -1;
    double *work = NULL;
    w.group = calloc((size_t)w.n, sizeof *w.group);
    for (int g = 0; g < w.n && w.group; g++)
        w.group[g] = (Follow){.m = m, .measure = measure};
    if (w.group)
        fill(&w);
    if (measure && w.group && open_groups(&w, &numbers, &work))
        result = !w.n ? 0 : rates ? move_speeds(&w) : move_positions(&w);
    else
        failure_say(m, k_no_memory, k_no_memory);
    free(measure);
    free(w.group);
    free(numbers);
    free(work);
    return result;
}

/* Farther each time, up to half a turn of an angle. */
void follow_disturb(KInst *m, const double *start, int n)
{
    const KModel *model = m->run->model;
    unsigned r = (unsigned)n;
    for (int i = 0; i < model->nbegin; i++) {
        int x = model->begin[3 * i], is = model->begin[3 * i + 1];
        r = r * 1664525u + 1013904223u;
        if (!(is & (K_BEGIN_GIVEN | K_BEGIN_FIXED | K_BEGIN_RATE)))
            m->start[x] =
                start[x] + k_nominal(model, x) * fmin(n + 1, 3) * (0x1p-15 * (r >> 16) - 1);
    }
}

void follow_each(const KInst *m, void tell(void *arg, int var), void *arg)
{
    const KModel *model = m->run->model;
    for (int i = 0; i < model->nbegin; i++)
        if ((model->begin[3 * i + 1] & (K_BEGIN_STATE | K_BEGIN_OWN | K_BEGIN_FIXED)) ==
            K_BEGIN_OWN)
            tell(arg, model->begin[3 * i]);
}

/* restart.c - the library interface: runs that go on from the result of another one.
 *
 * `RESULT` is its end, `RESULT@T` its point at time T. Columns are found by name, of every set of
 * aliases the first that there is. */
#include "kron_internal.h"
#include "result/result.h"
#include "rt/request.h"

#include <stdlib.h>

enum { NAMED = 5 };

struct Restart {
    Curves rows; /* the chosen columns */
    int *var;    /* [rows.ncurves] places in KInst.v */
    bool *negated, *boolean;
    size_t n;             /* rows up to where it goes on */
    double *time, *value; /* as KPast has them */
    Buf missing, other;   /* names: not in the result; parameters that are not as there */
};

void restart_free(Restart *r)
{
    if (!r)
        return;
    curves_free(&r->rows);
    free(r->var);
    free(r->negated);
    free(r->boolean);
    free(r->time);
    free(r->value);
    buf_free(&r->missing);
    buf_free(&r->other);
    free(r);
}

/* ---- Where ---- */

/* The file of "FILE" or "FILE@T", and T; NaN: the end. A file that is called so comes first. */
static char *split_place(const char *place, double *at)
{
    const char *mark = strrchr(place, '@');
    char *end;
    FILE *whole = fopen(place, "rb");
    *at = NAN;
    if (whole)
        fclose(whole);
    if (whole || !mark || mark == place)
        return strdup(place);
    *at = strtod(mark + 1, &end);
    if (end == mark + 1 || *end || !isfinite(*at)) {
        *at = NAN;
        return strdup(place);
    }
    return strndup(place, (size_t)(mark - place));
}

static double row_time(const Curves *c, size_t i)
{
    return c->data[i * ((size_t)c->ncurves + 1)];
}

/* How many rows there are up to time `at`, which must be that of a row. 0: it is not, *nearest is
 * one. */
static size_t rows_until(const Curves *c, double at, double *nearest)
{
    size_t n = c->n;
    while (!isnan(at) && n && row_time(c, n - 1) > at + 1e-9 * fabs(at))
        n--;
    if (n && (isnan(at) || row_time(c, n - 1) >= at - 1e-9 * fabs(at)))
        return n;
    size_t other = n && n < c->n && row_time(c, n) - at > at - row_time(c, n - 1) ? n - 1 : n;
    *nearest = row_time(c, other < c->n ? other : c->n - 1);
    return 0;
}

/* ---- Which columns ---- */

typedef struct Named {
    const char *name;
    int i;
} Named;

static int by_name(const void *a, const void *b)
{
    return strcmp(((const Named *)a)->name, ((const Named *)b)->name);
}

/* The names of the result, sorted; NULL: no memory. */
static Named *sort_names(const Result *r)
{
    Named *all = calloc((size_t)result_count(r) + 1, sizeof *all);
    for (int i = 0; all && i < result_count(r); i++)
        all[i] = (Named){result_name(r, i), i};
    if (all)
        qsort(all, (size_t)result_count(r), sizeof *all, by_name);
    return all;
}

static int column_of(const Result *r, const Named *all, const char *name)
{
    Named key = {name, 0};
    const Named *found = bsearch(&key, all, (size_t)result_count(r), sizeof *all, by_name);
    return found && !result_is_abscissa(r, found->i) ? found->i : -1;
}

static void add_name(Buf *list, int *n, const char *name)
{
    if ((*n)++ < NAMED)
        buf_printf(list, "%s%s", *n > 1 ? ", " : "", name);
    else if (*n == NAMED + 1)
        buf_puts(list, ", ...");
}

/* Takes a column for every place that is needed; column: [nvariables]. How many. */
static int choose(Restart *to, const KModel *model, const Result *r, const Named *all,
                  unsigned char *needed, int *column)
{
    int n = 0, missing = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < model->nvariables; i++) {
            const KVariable *v = &model->variable[i];
            int at = v->type != K_STRING && needed[v->index] ? column_of(r, all, v->name) : -1;
            if (at >= 0) {
                needed[v->index] = 0;
                to->var[n] = v->index;
                to->negated[n] = v->negated;
                to->boolean[n] = v->type == K_BOOLEAN;
                column[n++] = at;
            } else if (pass && v->type != K_STRING && needed[v->index] == 1 && v->kind != K_INPUT) {
                needed[v->index] = 0;
                add_name(&to->missing, &missing, v->name);
            }
        }
    return n;
}

/* ---- Reading ---- */

static KronStatus cannot(KronModel *m, const char *path, const char *why)
{
    tell(m, KRON_ERROR, KRON_ABOUT_CALL, "cannot go on from %s: %s", path, why);
    return KRON_WRONG_CALL;
}

/* The rows that are needed, as KPast has them. */
static bool copy_rows(Restart *to, bool all)
{
    const Curves *c = &to->rows;
    size_t first = all ? 0 : to->n - 1, rows = to->n - first, width = (size_t)c->ncurves;
    to->time = malloc(rows * sizeof *to->time);
    to->value = malloc((rows * width + 1) * sizeof *to->value);
    if (!to->time || !to->value)
        return false;
    for (size_t i = 0; i < rows; i++) {
        const double *row = c->data + (first + i) * (width + 1);
        to->time[i] = row[0];
        for (size_t k = 0; k < width; k++)
            to->value[i * width + k] = !to->negated[k]  ? row[k + 1]
                                       : to->boolean[k] ? 1 - row[k + 1]
                                                        : -row[k + 1];
    }
    to->n = rows;
    return true;
}

static bool all_finite(const Restart *r)
{
    const double *last = r->value + (r->n - 1) * (size_t)r->rows.ncurves;
    for (int k = 0; k < r->rows.ncurves; k++)
        if (!isfinite(last[k]))
            return false;
    return true;
}

/* Those that have another value than in the result; its values at the end are enough. */
static void compare_parameters(KronModel *m, Restart *to, Result *r, const Named *all,
                               const unsigned char *needed)
{
    const KModel *model = m->program->p->tables;
    size_t room = (size_t)model->nvariables + 1;
    int *column = malloc(room * sizeof *column), *of = malloc(room * sizeof *of), n = 0, named = 0;
    Buf why = {0};
    Curves c = {0};
    for (int i = 0; i < model->nvariables && column && of; i++) {
        const KVariable *v = &model->variable[i];
        bool ours = v->kind == K_PARAMETER && v->type != K_STRING && !needed[v->index];
        int at = ours ? column_of(r, all, v->name) : -1;
        if (at >= 0) {
            column[n] = at;
            of[n++] = i;
        }
    }
    if (n && result_read(r, n, column, &c, &why)) {
        const double *last = c.data + (c.n - 1) * ((size_t)n + 1) + 1;
        for (int k = 0; k < n; k++) {
            double here = k_value(m->inst, &model->variable[of[k]]);
            if (fabs(here - last[k]) > 1e-6 * (fabs(here) + fabs(last[k])))
                add_name(&to->other, &named, model->variable[of[k]].name);
        }
        curves_free(&c);
    }
    buf_free(&why);
    free(column);
    free(of);
}

static KronStatus read_rows(KronModel *m, Restart *to, const char *path, Result *r, double at)
{
    const KModel *model = m->program->p->tables;
    size_t room = (size_t)model->nvariables + 1;
    double nearest = 0;
    Buf why = {0};
    Named *all = sort_names(r);
    unsigned char *needed = malloc((size_t)model->nv + 1);
    int *column = malloc(room * sizeof *column), n = 0;
    to->var = calloc(room, sizeof *to->var);
    to->negated = calloc(room, sizeof *to->negated);
    to->boolean = calloc(room, sizeof *to->boolean);
    KronStatus status =
        all && needed && column && to->var && to->negated && to->boolean ? KRON_OK : KRON_NO_MEMORY;
    if (!status) {
        k_needed(m->inst, needed);
        compare_parameters(m, to, r, all, needed);
        n = choose(to, model, r, all, needed, column);
        if (!result_read(r, n, column, &to->rows, &why))
            status = cannot(m, path, buf_text(&why));
    }
    if (!status && !(to->n = rows_until(&to->rows, at, &nearest))) {
        buf_printf(&why, "it has no point at time %g; the nearest is at %.15g", at, nearest);
        status = cannot(m, path, buf_text(&why));
    }
    if (!status && !copy_rows(to, model->ndelays > 0))
        status = KRON_NO_MEMORY;
    if (!status && !all_finite(to))
        status = cannot(m, path, "there are values missing");
    buf_free(&why);
    free(all);
    free(needed);
    free(column);
    return status;
}

KronStatus restart_open(KronModel *m, const char *place, Restart **out)
{
    double at;
    Buf why = {0};
    Restart *to = calloc(1, sizeof *to);
    char *path = split_place(place, &at);
    if (!to || !path) {
        free(to);
        free(path);
        return KRON_NO_MEMORY;
    }
    *out = to;
    Result *r = result_open(path, &why);
    KronStatus status = r ? read_rows(m, to, path, r, at) : cannot(m, path, buf_text(&why));
    result_free(r);
    free(path);
    buf_free(&why);
    return status;
}

double restart_time(const Restart *r)
{
    return r->time[r->n - 1];
}

int restart_begin(KronModel *m, const Restart *r, double t)
{
    KPast past = {r->n, r->time, r->rows.ncurves, r->var, r->value};
    if (r->other.n)
        tell(m, KRON_WARNING, KRON_ABOUT_RUN,
             "the run goes on with other values than the result has: %s", buf_text(&r->other));
    if (r->missing.n)
        tell(
            m, KRON_WARNING, KRON_ABOUT_RUN,
            "not in the result that the run goes on from, so that their start values are taken: %s",
            buf_text(&r->missing));
    return k_resume(m->inst, &past, t);
}

/* ---- Parameters of a result ---- */

typedef struct Wanted {
    const char *path;
    Result *r;
    Named *all;
    int *place; /* [names] of constants in a row; -1: it is none */
    Curves values;
} Wanted;

/* The next variable from *i on that has another value than the result; its place in a row. */
static int next_other(KronModel *m, const Wanted *w, int *i)
{
    const KModel *model = m->program->p->tables;
    for (; *i < model->nvariables; ++*i) {
        const KVariable *v = &model->variable[*i];
        int at = v->kind == K_PARAMETER && v->type != K_STRING && !v->sought && !v->is_alias
                     ? column_of(w->r, w->all, v->name)
                     : -1;
        if (at < 0 || w->place[at] < 0)
            continue;
        double here = kron_value(m, *i), there = w->values.data[w->place[at] + 1];
        if (isfinite(there) && fabs(here - there) > 1e-14 * (fabs(here) + fabs(there)))
            return w->place[at];
    }
    return -1;
}

/* First those that can be exchanged: others may follow from them. */
static KronStatus set_parameters(KronModel *m, const Wanted *w)
{
    KronStatus status = kron_translate(m);
    for (int pass = 0; pass < 2 && !status; pass++) {
        VEC(Setting) found = {0};
        for (int i = 0, at; (at = next_other(m, w, &i)) >= 0; i++) {
            const KVariable *v = &m->program->p->tables->variable[i];
            double x = w->values.data[at + 1];
            const char *value = v->type == K_BOOLEAN ? (x != 0 ? "true" : "false")
                                                     : arena_printf(m->arena, "%.17g", x);
            if (pass || v->settable)
                vec_push(m->arena, &found,
                         ((Setting){.name = arena_strdup(m->arena, v->name), .value = value}));
        }
        for (int i = 0; i < found.n && !status; i++)
            status = kron_set(m, found.v[i].name, found.v[i].value);
        if (!status && found.n)
            status = kron_translate(m);
    }
    return status;
}

static KronStatus read_parameters(KronModel *m, Wanted *w, Buf *why)
{
    int n = 0, count = result_count(w->r);
    int *column = malloc(((size_t)count + 1) * sizeof *column);
    w->all = sort_names(w->r);
    w->place = malloc(((size_t)count + 1) * sizeof *w->place);
    KronStatus status = w->all && w->place && column ? KRON_OK : KRON_NO_MEMORY;
    for (int i = 0; i < count && !status; i++) {
        w->place[i] = result_is_constant(w->r, i) ? n : -1;
        if (w->place[i] >= 0)
            column[n++] = i;
    }
    if (!status && n)
        status = result_read(w->r, n, column, &w->values, why) ? set_parameters(m, w)
                                                               : cannot(m, w->path, buf_text(why));
    free(column);
    return status;
}

typedef struct Read {
    KronModel *m;
    const char *path;
} Read;

static KronStatus open_and_read(KronModel *none, void *arg)
{
    (void)none;
    const Read *k = arg;
    Buf why = {0};
    Wanted w = {.path = k->path, .r = result_open(k->path, &why)};
    KronStatus status =
        w.r ? read_parameters(k->m, &w, &why) : cannot(k->m, k->path, buf_text(&why));
    curves_free(&w.values);
    free(w.all);
    free(w.place);
    result_free(w.r);
    buf_free(&why);
    return status;
}

KronStatus kron_read_parameters(KronModel *m, const char *path)
{
    if (!m || !path || refused(m))
        return KRON_WRONG_CALL;
    return guarded(NULL, open_and_read, &(Read){m, path});
}

/* inputs.c - the library interface: inputs that follow tables, given or read from files. */
#include "kron_internal.h"
#include "result/result.h"
#include "rt/request.h"

#include <stdlib.h>

static Input *find_input(KronModel *m, const char *name)
{
    for (int i = 0; i < m->input.n; i++)
        if (!strcmp(m->input.v[i].name, name))
            return &m->input.v[i];
    return NULL;
}

bool forget_input(KronModel *m, const char *name)
{
    Input *input = find_input(m, name);
    if (input)
        *input = m->input.v[--m->input.n];
    return input != NULL;
}

/* ---- From memory ---- */

/* The line of a file that a point stands in, if it is known, else its number. */
static KronStatus refuse(KronModel *m, const Input *input, size_t row, const char *what)
{
    const char *file = input->file;
    long line = input->first_line ? input->first_line + (long)row : 0;
    tell(m, KRON_ERROR, KRON_ABOUT_CALL, "input `%s`%s%s, %s %ld: %s", input->name,
         file ? " of " : "", file ? file : "", line ? "line" : "point", line ? line : (long)row + 1,
         what);
    return KRON_WRONG_CALL;
}

static KronStatus refuse_order(KronModel *m, const Input *input, size_t row)
{
    Buf b = {0};
    buf_printf(&b, "the time %g comes after %g: the points must be in the order of time",
               input->series.t[row], input->series.t[row - 1]);
    refuse(m, input, row, buf_text(&b));
    buf_free(&b);
    return KRON_WRONG_CALL;
}

/* The table is the model's own already. */
static KronStatus add_input(KronModel *m, Input input)
{
    const double *t = input.series.t, *x = input.series.x;
    for (size_t i = 0; i < input.series.n; i++) {
        if (!isfinite(t[i]))
            return refuse(m, &input, i, "the time is missing, or not finite");
        if (!isfinite(x[i]))
            return refuse(m, &input, i, "the value is missing, or not finite");
        if (i && t[i] < t[i - 1])
            return refuse_order(m, &input, i);
    }
    forget_input(m, input.name);
    instance_drop(m);
    vec_push(m->arena, &m->input, input);
    return KRON_OK;
}

typedef struct Given {
    const char *name;
    size_t n;
    const double *time, *value;
} Given;

static KronStatus set_input(KronModel *m, void *arg)
{
    const Given *g = arg;
    size_t size = g->n * sizeof(double);
    if (!g->n) {
        if (forget_input(m, g->name))
            instance_drop(m);
        return KRON_OK;
    }
    return add_input(m, (Input){.name = arena_strdup(m->arena, g->name),
                                .series = {g->n, arena_copy(m->arena, g->time, size),
                                           arena_copy(m->arena, g->value, size)}});
}

KronStatus kron_set_input(KronModel *m, const char *name, size_t n, const double *time,
                          const double *value)
{
    return m && name && *name && (!n || (time && value))
               ? guarded(m, set_input, &(Given){name, n, time, value})
               : KRON_WRONG_CALL;
}

/* ---- From files ---- */

static KronStatus cannot_read(KronModel *m, const char *path, const Buf *why)
{
    tell(m, KRON_ERROR, KRON_ABOUT_CALL, "cannot read inputs from %s: %s", path, buf_text(why));
    return KRON_WRONG_CALL;
}

static const double *copy_column(KronModel *m, const Curves *c, int k)
{
    double *to = arena_alloc(m->arena, (c->n + 1) * sizeof *to);
    for (size_t i = 0; i < c->n; i++)
        to[i] = c->data[i * ((size_t)c->ncurves + 1) + (size_t)k];
    return to;
}

/* The chosen columns under their names, or one under another. */
static KronStatus take_columns(KronModel *m, const char *path, Result *r, int n, const int *column,
                               const char *as)
{
    Buf why = {0};
    Curves c;
    if (!result_read(r, n, column, &c, &why)) {
        KronStatus status = cannot_read(m, path, &why);
        buf_free(&why);
        return status;
    }
    if (why.n)
        tell(m, KRON_WARNING, KRON_ABOUT_CALL, "%s: %s", path, buf_text(&why));
    buf_free(&why);
    const double *t = copy_column(m, &c, 0);
    const char *file = arena_strdup(m->arena, path);
    KronStatus status = KRON_OK;
    for (int k = 0; k < n && !status; k++)
        status = add_input(m, (Input){.name = arena_strdup(m->arena, as ? as : c.curve[k].name),
                                      .file = file,
                                      .first_line = result_first_line(r),
                                      .series = {c.n, t, copy_column(m, &c, k + 1)}});
    curves_free(&c);
    return status;
}

/* What of the file is wanted: the column `name`, the only one, or all (NULL). */
static int choose_columns(const Result *r, const char *name, int *column)
{
    int n = 0;
    for (int i = 0; i < result_count(r); i++) {
        if (name && !strcmp(result_name(r, i), name) && !result_is_abscissa(r, i)) {
            *column = i;
            return 1;
        }
        if (!result_is_abscissa(r, i) && !result_is_constant(r, i))
            column[n++] = i;
    }
    return name && n != 1 ? 0 : n;
}

/* A name that two of the columns have; NULL: there is none. */
static const char *find_twice(const Result *r, int n, const int *column)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            if (!strcmp(result_name(r, column[i]), result_name(r, column[k])))
                return result_name(r, column[i]);
    return NULL;
}

KronStatus read_input(KronModel *m, const char *name, const char *path)
{
    Buf why = {0};
    Result *r = result_open(path, &why);
    KronStatus status = KRON_WRONG_CALL;
    if (!r) {
        status = cannot_read(m, path, &why);
    } else {
        result_ends_anyhow(r);
        int *column = arena_alloc(m->arena, (size_t)result_count(r) * sizeof *column);
        int n = choose_columns(r, name, column);
        const char *twice = find_twice(r, n, column);
        if (twice)
            tell(m, KRON_ERROR, KRON_ABOUT_CALL, "%s has two columns `%s`", path, twice);
        else if (n)
            status = take_columns(m, path, r, n, column, name);
        else
            tell(m, KRON_ERROR, KRON_ABOUT_CALL, "%s has no column `%s`%s", path, name ? name : "",
                 name ? ", and several others" : ": it has none but the time");
    }
    result_free(r);
    buf_free(&why);
    return status;
}

static KronStatus read_inputs(KronModel *m, void *path)
{
    return read_input(m, NULL, path);
}

KronStatus kron_read_inputs(KronModel *m, const char *path)
{
    return m && path ? guarded(m, read_inputs, (void *)(uintptr_t)path) : KRON_WRONG_CALL;
}

/* ---- In the model ---- */

static bool is_open_input(const KVariable *v)
{
    return v->kind == K_INPUT && v->type != K_STRING && !v->known;
}

static void list_inputs(const KModel *model, Buf *out)
{
    enum { MOST = 10 };
    int n = 0;
    for (int i = 0; i < model->nvariables; i++)
        if (is_open_input(&model->variable[i]) && n++ < MOST)
            buf_printf(out, "%s`%s`", n == 1 ? "" : ", ", model->variable[i].name);
    if (n > MOST)
        buf_printf(out, " and %d more", n - MOST);
}

static KronStatus report_unknown(KronModel *m, const Input *input, const KVariable *v)
{
    Buf inputs = {0};
    list_inputs(m->program->p->tables, &inputs);
    if (inputs.n && input->file)
        buf_printf(&inputs,
                   "; of a file with other columns, such as a result, --set INPUT=@%s takes one",
                   input->file);
    tell(m, KRON_ERROR, KRON_ABOUT_CALL, "`%s`%s%s %s; the inputs of the model: %s", input->name,
         input->file ? " of " : "", input->file ? input->file : "",
         !v ? "is not a variable of the model"
            : "is not an input of the model, or has its value there",
         inputs.n ? buf_text(&inputs) : "none");
    buf_free(&inputs);
    return KRON_WRONG_CALL;
}

/* Inputs that are no numbers of their type. */
static bool fits(KronModel *m, const Input *input, const KVariable *v)
{
    for (size_t i = 0; i < input->series.n && v->type != K_REAL; i++) {
        double x = input->series.x[i];
        if (x == floor(x) && (v->type != K_BOOLEAN || x == 0 || x == 1) &&
            (v->type != K_ENUM || x >= 1))
            continue;
        refuse(m, input, i,
               v->type == K_BOOLEAN ? "a Boolean is 0 or 1" : "a whole number is needed");
        return false;
    }
    return true;
}

KronStatus connect_inputs(KronModel *m)
{
    const KModel *model = m->program->p->tables;
    for (int i = 0; i < m->input.n; i++) {
        const Input *input = &m->input.v[i];
        const KVariable *v = k_find(model, input->name, strlen(input->name));
        if (!v || !is_open_input(v))
            return report_unknown(m, input, v);
        if (!fits(m, input, v))
            return KRON_WRONG_CALL;
        if (k_set_input(m->inst, v, &input->series))
            return KRON_NO_MEMORY;
    }
    return KRON_OK;
}

/* ---- What a run should know ---- */

/* [nv] Whether values are given for what is there, under any name. */
static bool *find_fed(const KronModel *m, Arena *a)
{
    const KModel *model = m->program->p->tables;
    bool *fed = ARENA_ARRAY(a, bool, model->nv + 1);
    for (int i = 0; i < m->input.n; i++) {
        const char *name = m->input.v[i].name;
        const KVariable *given = k_find(model, name, strlen(name));
        if (given && is_open_input(given))
            fed[given->index] = true;
    }
    return fed;
}

static bool is_unset(const KronModel *m, const KVariable *v)
{
    return m->inst && m->inst->start[v->index] == 0;
}

/* Inputs without values; where none has any, those with a start value are meant to keep it. */
static void warn_open(KronModel *m)
{
    enum { MOST = 5 };
    const KModel *model = m->program->p->tables;
    Arena *a = arena_new();
    const bool *fed = find_fed(m, a);
    Buf open = {0};
    int n = 0;
    for (int i = 0; i < model->nvariables; i++) {
        const KVariable *v = &model->variable[i];
        if (is_open_input(v) && !fed[v->index] && (m->input.n || is_unset(m, v)) && n++ < MOST)
            buf_printf(&open, "%s`%s`", open.n ? ", " : "", v->name);
    }
    if (n > MOST)
        buf_printf(&open, " and %d more", n - MOST);
    if (n && !m->input.n)
        tell(m, KRON_WARNING, KRON_ABOUT_RUN,
             "no values are given for the input%s %s: 0 is taken; --input FILE gives them over "
             "time, "
             "a start value in the declaration one for the whole run",
             n == 1 ? "" : "s", buf_text(&open));
    else if (n)
        tell(m, KRON_WARNING, KRON_ABOUT_RUN,
             "no values are given for inputs %s: their start values hold", buf_text(&open));
    buf_free(&open);
    arena_free(a);
}

void warn_inputs(KronModel *m, double start, double stop)
{
    warn_open(m);
    for (int i = 0; i < m->input.n; i++) {
        const Input *input = &m->input.v[i];
        double first = input->series.t[0], last = input->series.t[input->series.n - 1];
        if (first <= start && stop <= last)
            continue;
        tell(m, KRON_WARNING, KRON_ABOUT_RUN,
             "the values of input `%s` go from time %g to %g: before and after it keeps the first "
             "and the last",
             input->name, first, last);
        return; /* the others mostly are of the same file */
    }
}

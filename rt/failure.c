/* failure.c - why evaluations failed, in the model's names, and messages to the user. */
#include "rt/run_internal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

KFailure *failure_set(KInst *m, KFailKind kind)
{
    KFailure *f = &m->run->failure;
    f->kind = kind;
    f->time = m->time;
    f->block = -1;
    f->nrows = f->ncols = 0;
    f->text[0] = 0;
    return f;
}

void failure_format(KInst *m, const char *format, ...)
{
    KFailure *f = failure_set(m, FAIL_TEXT);
    va_list args;
    va_start(args, format);
    vsnprintf(f->text, sizeof f->text, format, args);
    va_end(args);
}

void failure_clear(KInst *m)
{
    m->run->failure.kind = FAIL_NONE;
}

void largest_insert(int *n, int *index, double *weight, int i, double w)
{
    int at = *n < FAIL_NAMED ? (*n)++ : FAIL_NAMED;
    while (at > 0 && (weight[at - 1] < w || (isnan(w) && !isnan(weight[at - 1])))) {
        if (at < FAIL_NAMED) {
            weight[at] = weight[at - 1];
            index[at] = index[at - 1];
        }
        at--;
    }
    if (at < FAIL_NAMED) {
        weight[at] = w;
        index[at] = i;
    }
}

/* A growing text of limited length. */
typedef struct Text {
    char *at;
    size_t left;
} Text;

static void add(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(Text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(t->at, t->left, format, args);
    va_end(args);
    size_t used = n < 0 ? 0 : (size_t)n >= t->left ? t->left - 1 : (size_t)n;
    t->at += used;
    t->left -= used;
}

static void add_equation(Text *t, const KModel *model, int block, int row)
{
    const char *place = NULL;
    const char *text =
        model->block_equation ? model->block_equation(model->arg, block, row, &place) : NULL;
    if (text)
        add(t, "%s", text);
    else
        add(t, "equation %d of block %d", row + 1, block + 1);
    if (place && *place)
        add(t, " (%s)", place);
}

static void add_variable(Text *t, const KModel *model, int number)
{
    const char *name = model->variable_name ? model->variable_name(model->arg, number) : NULL;
    if (name)
        add(t, "%s", name);
    else
        add(t, "variable %d", number);
}

static void add_values(Text *t, const KModel *model, const KFailure *f)
{
    for (int i = 0; i < f->ncols; i++) {
        add(t, i ? ", " : "\n  with ");
        add_variable(t, model, f->col[i]);
        add(t, " = %g", f->value[i]);
    }
}

static void add_residuals(Text *t, const KModel *model, const KFailure *f)
{
    for (int i = 0; i < f->nrows; i++) {
        add(t, "\n  ");
        add_equation(t, model, f->block, f->row[i]);
        add(t, ": residual %g", f->residual[i]);
    }
}

static void add_not_finite(Text *t, KInst *m, const KFailure *f)
{
    const KModel *model = m->run->model;
    const char *where = model->locate ? model->locate(model->arg, m) : NULL;
    if (where) {
        add(t, "%s", where);
        return;
    }
    if (!f->ncols)
        add(t, "a value is not finite");
    for (int i = 0; i < f->ncols; i++) {
        add(t, "%s", i ? ", " : "");
        add_variable(t, model, f->col[i]);
        add(t, " is %g", f->value[i]);
    }
    add_residuals(t, model, f);
}

const char *failure_text(KInst *m, char *buffer, size_t size)
{
    const KModel *model = m->run->model;
    const KFailure *f = &m->run->failure;
    Text t = {buffer, size};
    buffer[0] = 0;
    switch (f->kind) {
    case FAIL_NONE:
        break;
    case FAIL_TEXT:
        add(&t, "%s", f->text);
        break;
    case FAIL_FINITE:
        add_not_finite(&t, m, f);
        break;
    case FAIL_SINGULAR:
        add(&t, "a system of %d equations is singular: ", model->block[f->block].n);
        if (f->ncols) {
            add_variable(&t, model, f->col[0]);
            add(&t, " is not determined");
        }
        for (int i = 0; i < f->nrows; i++) {
            add(&t, i ? "\n  " : " by\n  ");
            add_equation(&t, model, f->block, f->row[i]);
        }
        break;
    case FAIL_NEWTON:
        add(&t, "%d nonlinear equations could not be solved; largest residuals:",
            model->block[f->block].n);
        add_residuals(&t, model, f);
        add_values(&t, model, f);
        break;
    case FAIL_MODES:
        add(&t, "no combination of conditions is consistent with the equations that contain them:");
        for (int i = 0; i < f->nrows; i++) {
            const char *text =
                model->relation_text ? model->relation_text(model->arg, f->row[i]) : NULL;
            add(&t, text ? "\n  %s" : "\n  relation %s", text ? text : "of the model");
        }
        add_values(&t, model, f);
        break;
    }
    return buffer;
}

void run_message(const KInst *m, KLevel level, const char *format, ...)
{
    char text[2000];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (m->run->message)
        m->run->message(m->run->message_arg, level, text);
}

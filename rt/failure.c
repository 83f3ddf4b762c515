/* failure.c - why evaluations failed, in the model's names, and messages to the user. */
#include "rt/gap.h"
#include "rt/regular.h"
#include "rt/run_internal.h"
#include "rt/texts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

KFailure *failure_set(KInst *m, KFailKind kind)
{
    KFailure *f = &m->run->failure;
    f->kind = kind;
    f->time = m->time;
    f->initial = m->initial;
    f->block = -1;
    f->nrows = f->ncols = 0;
    f->one_sign = f->certain = false;
    f->position = -1;
    f->function = NULL;
    f->form = "";
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
    f->form = format;
}

void failure_say(KInst *m, const char *form, const char *text)
{
    KFailure *f = failure_set(m, FAIL_TEXT);
    snprintf(f->text, sizeof f->text, "%s", text);
    f->form = form;
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

void text_add(Text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(t->at, t->left, format, args);
    va_end(args);
    size_t used = n < 0 ? 0 : (size_t)n >= t->left ? t->left - 1 : (size_t)n;
    t->at += used;
    t->left -= used;
}

void text_told(Text *t, const char *told, size_t length)
{
    size_t shown = length < TOLD_LENGTH ? length : TOLD_LENGTH;
    while (shown < length && shown > TOLD_LENGTH - 4 && ((unsigned char)told[shown] & 0xC0) == 0x80)
        shown--;
    text_add(t, "%.*s", (int)shown, told);
    if (shown < length)
        text_add(t, " ... (and %zu more bytes)", length - shown);
}

void text_variable(Text *t, const KModel *model, int number)
{
    const KTexts *texts = k_texts(model);
    if (texts)
        text_add(t, "%s", texts->name[number]);
    else
        text_add(t, "variable %d", number);
}

void text_place(Text *t, const char *place)
{
    if (*place)
        text_add(t, " (%s)", place);
}

static void add_placed(Text *t, const KEquation *e)
{
    text_add(t, "%s", e->text);
    text_place(t, e->place);
}

void text_defining(Text *t, const KModel *model, int number, const char *before)
{
    const KTexts *texts = k_texts(model);
    const KEquation *e = texts ? k_equation(texts, texts->defining, number) : NULL;
    if (!e)
        return;
    text_add(t, "%s", before);
    add_placed(t, e);
}

void text_source(Text *t, const KInst *m, int var)
{
    KTexts *texts = k_texts(m->run->model);
    const char *line = texts && texts->source ? texts->source(texts, m, var) : NULL;
    if (line)
        text_add(t, "%s", line);
}

void text_callers(Text *t, const KInst *m, int position, const char *function)
{
    KTexts *texts = k_texts(m->run->model);
    const char *chain =
        texts && texts->callers ? texts->callers(texts, m, position, function) : NULL;
    if (chain)
        text_add(t, "%s", chain);
}

void text_jumps(Text *t, const KInst *m, KJumps which)
{
    KTexts *texts = k_texts(m->run->model);
    const char *why = texts && texts->jumps ? texts->jumps(texts, m, which) : NULL;
    if (why)
        text_add(t, "\n  %s", why);
}

int roots_behind(const KInst *m, int var, int root[MOST_ROOTS])
{
    KTexts *texts = k_texts(m->run->model);
    int n = texts && texts->roots ? texts->roots(texts, m, var, root, MOST_ROOTS) : 0;
    if (!n)
        root[0] = var;
    return n ? n : 1;
}

void vary_value(KInst *m, int var, double to)
{
    KTexts *texts = k_texts(m->run->model);
    if (m->run->is_parameter[var] && texts && texts->vary)
        texts->vary(texts, m, var, to);
    else
        m->v[var] = to;
}

void text_relation(Text *t, const KModel *model, int relation)
{
    const KTexts *texts = k_texts(model);
    if (texts)
        add_placed(t, k_equation(texts, texts->relation, relation));
    else
        text_add(t, "a relation");
}

void text_kept(Text *t, const KModel *model, int kept)
{
    const KTexts *texts = k_texts(model);
    if (texts)
        add_placed(t, k_equation(texts, texts->kept, kept));
    else
        text_add(t, "floor, div, mod or the like");
}

/* NULL: it is not known. */
static const KEquation *equation_of(const KModel *model, int block, int row)
{
    const KTexts *texts = k_texts(model);
    return texts ? k_equation(texts, texts->residual, texts->first[block] + row) : NULL;
}

void text_equation(Text *t, const KModel *model, int block, int row)
{
    const KEquation *e = equation_of(model, block, row);
    if (e)
        add_placed(t, e);
    else if (k_texts(model))
        text_add(t, "an equation that several of the model were combined to");
    else
        text_add(t, "equation %d of block %d", row + 1, block + 1);
}

static void add_values(Text *t, const KModel *model, const KFailure *f)
{
    for (int i = 0; i < f->ncols; i++) {
        text_add(t, i ? ", " : "\n  with ");
        text_variable(t, model, f->col[i]);
        text_add(t, " = %g", f->value[i]);
    }
}

/* The equation that gives a variable, if it is another one than `at`: of a long one, as libraries
 * have, the place. */
static void add_by(Text *t, const KModel *model, int var, const KEquation *at)
{
    enum { LONG = 80 };
    const KTexts *texts = k_texts(model);
    const KEquation *e = texts ? k_equation(texts, texts->defining, var) : NULL;
    if (e == at) /* at the start another one gives it */
        return;
    if (e && strlen(e->text) > LONG)
        text_place(t, e->place);
    else
        text_defining(t, model, var, " by ");
}

/* The other variables of the worst equation, with their values. */
static void add_known(Text *t, const KInst *m, const KFailure *f)
{
    const KModel *model = m->run->model;
    const KEquation *e = f->nrows ? equation_of(model, f->block, f->row[0]) : NULL;
    int shown = 0;
    for (int i = 0; e && i < e->nvars && i < 2 * FAIL_NAMED; i++) {
        bool unknown = false;
        for (int k = 0; k < f->ncols; k++)
            unknown |= f->col[k] == e->var[i];
        if (unknown)
            continue;
        text_add(t, shown++ ? ", " : "\n  where ");
        text_variable(t, model, e->var[i]);
        text_add(t, " = %g", m->v[e->var[i]]);
        add_by(t, model, e->var[i], e);
    }
}

/* Where the states in the worst equation come from: one of them has come to where there is no
 * solution. */
static void add_moving(Text *t, const KInst *m, const KFailure *f)
{
    const KModel *model = m->run->model;
    const KEquation *e = f->nrows ? equation_of(model, f->block, f->row[0]) : NULL;
    for (int i = 0; e && i < e->nvars; i++)
        if (k_is_state(model, e->var[i])) {
            text_source(t, m, e->var[i]);
            text_add(t, "\n  there may be a solution up to this value of ");
            text_variable(t, model, e->var[i]);
            text_add(t, " only: let a condition end what moves it, or is a sign or a parameter "
                        "wrong there?");
        }
}

/* Start values are what the user can change when initialization fails. */
static void add_start_values(Text *t, const KInst *m, const KFailure *f)
{
    if (!f->initial || f->ncols == 0)
        return;
    text_add(t, "\n  it began from these start values, try others: ");
    for (int i = 0; i < f->ncols; i++) {
        text_add(t, i ? ", " : "");
        text_variable(t, m->run->model, f->col[i]);
        text_add(t, "(start = %g)", m->start[f->col[i]]);
    }
}

static void add_residuals(Text *t, const KModel *model, const KFailure *f)
{
    for (int i = 0; i < f->nrows; i++) {
        text_add(t, "\n  ");
        text_equation(t, model, f->block, f->row[i]);
        text_add(t, ": residual %g", f->residual[i]);
    }
}

/* What the first operation without a result is, where the iteration began; false: not known. */
static bool add_first_fault(Text *t, KInst *m, int block)
{
    KTexts *texts = k_texts(m->run->model);
    const char *where =
        texts && texts->locate ? texts->locate(texts, m, block, !m->run->started) : NULL;
    if (where)
        text_add(t, "%s", where);
    return where != NULL;
}

static bool any_not_finite(const KFailure *f)
{
    for (int i = 0; i < f->nrows; i++)
        if (!isfinite(f->residual[i]))
            return true;
    return false;
}

/* The residuals are as small as rounding makes them: the unknowns cannot follow any more. */
static bool ends_here(const KFailure *f)
{
    double largest = 0;
    for (int i = 0; i < f->nrows; i++)
        largest = fmax(largest, fabs(f->residual[i]));
    return !f->initial && largest < 1e-6;
}

static const char no_result[] = "an operation has no result";

static const char *add_unsolved(Text *t, KInst *m, const KFailure *f)
{
    static const char ends[] =
        "the solution of %d nonlinear equation%s ends here: beyond it there is "
        "none near by, the derivative with respect to the unknown%s vanishes",
                      unsolved[] =
                          "%d nonlinear equation%s could not be solved; largest residual%s:";
    const KModel *model = m->run->model;
    int n = model->block[f->block].n;
    if (any_not_finite(f) && add_first_fault(t, m, f->block))
        return no_result;
    if (ends_here(f)) {
        text_add(t, ends, n, n == 1 ? "" : "s", n == 1 ? "" : "s");
        for (int i = 0; i < f->nrows; i++) {
            text_add(t, "\n  ");
            text_equation(t, model, f->block, f->row[i]);
        }
        add_values(t, model, f);
        add_known(t, m, f);
        const char *before = t->at;
        text_gap(t, m, true);
        if (t->at == before)
            add_moving(t, m, f);
        return ends;
    }
    text_add(t, unsolved, n, n == 1 ? "" : "s", f->nrows == 1 ? "" : "s");
    add_residuals(t, model, f);
    add_values(t, model, f);
    add_known(t, m, f);
    if (f->one_sign) {
        text_add(t, "\n  the residual has the same sign whatever ");
        text_variable(t, model, f->col[0]);
        text_add(t, " is, near and far: there seems to be no real solution with these values");
    } else {
        text_add(
            t, "\n  the iteration finds nothing smaller near there: there may be no real solution");
    }
    text_gap(t, m, false);
    if (!f->one_sign)
        add_start_values(t, m, f);
    return unsolved;
}

static void add_not_finite(Text *t, KInst *m, const KFailure *f)
{
    const KModel *model = m->run->model;
    if (add_first_fault(t, m, -1)) {
        text_grown(t, m);
        return;
    }
    if (!f->ncols)
        text_add(t, "a value is not finite");
    for (int i = 0; i < f->ncols; i++) {
        text_add(t, "%s", i ? ", " : "");
        text_variable(t, model, f->col[i]);
        text_add(t, isnan(f->value[i]) ? " has no value" : " is %g", f->value[i]);
        text_defining(t, model, f->col[i], " by ");
    }
    add_residuals(t, model, f);
}

static bool is_unknown(const KBlock *b, int var)
{
    for (int i = 0; i < b->n; i++)
        if (b->var[i] == var)
            return true;
    return false;
}

/* Factors of the equations that have become 0. */
static void add_zeros(Text *t, const KInst *m, const KFailure *f)
{
    const KModel *model = m->run->model;
    int shown[FAIL_NAMED], n = 0;
    for (int k = 0; k < f->nrows; k++) {
        const KEquation *e = equation_of(model, f->block, f->row[k]);
        for (int i = 0; e && i < e->nvars && n < FAIL_NAMED; i++) {
            bool told = m->v[e->var[i]] != 0 || is_unknown(&model->block[f->block], e->var[i]);
            for (int j = 0; j < n; j++)
                told |= shown[j] == e->var[i];
            if (told)
                continue;
            text_add(t, n ? ", " : "\n  where ");
            text_variable(t, model, shown[n++] = e->var[i]);
            text_add(t, " = 0");
        }
    }
    if (n)
        text_add(t, ": what is multiplied by 0 is not in the equation");
}

static const char *add_singular(Text *t, KInst *m, const KFailure *f)
{
    const KModel *model = m->run->model;
    static const char form[] = "a system of %d equations is singular: ";
    if (model->block[f->block].n == 1)
        text_add(t, "an equation is singular: ");
    else
        text_add(t, form, model->block[f->block].n);
    if (f->ncols) {
        text_variable(t, model, f->col[0]);
        text_add(t, " is not determined");
    }
    if (!text_regular(t, m)) {
        for (int i = 0; i < f->nrows; i++) {
            text_add(t, i ? "\n  " : " by\n  ");
            text_equation(t, model, f->block, f->row[i]);
        }
        add_zeros(t, m, f);
    }
    KTexts *texts = k_texts(model);
    const char *divided = texts && texts->divided ? texts->divided(texts, m) : NULL;
    if (divided)
        text_add(t, "\n  %s", divided);
    const char *known =
        f->initial && texts && texts->known ? texts->known(texts, m, f->block) : NULL;
    if (known)
        text_add(
            t,
            "%s\n  with these values the equations contradict each other, or leave it open: is one "
            "of the initial equations wrong?",
            known);
    return form;
}

static const char *add_modes(Text *t, const KModel *model, const KFailure *f)
{
    static const char form[] =
        "no combination of conditions is consistent with the equations that contain them:";
    text_add(t, form);
    for (int i = 0; i < f->nrows; i++) {
        text_add(t, "\n  ");
        text_relation(t, model, f->row[i]);
    }
    add_values(t, model, f);
    text_add(t, "\n  what holds where a condition is true makes it false, and the other way round: "
                "`pre`, or a condition on another variable, breaks the circle");
    return form;
}

/* What is known of the place when nothing is tried any more: values, calls. */
static void add_circumstances(Text *t, KInst *m, int position)
{
    KTexts *texts = k_texts(m->run->model);
    const char *values =
        texts && texts->assert_values ? texts->assert_values(texts, m, position) : NULL;
    text_callers(t, m, position, NULL);
    if (values)
        text_add(t, "\n  %s", values);
}

/* An assertion has met what an operation before it had left. */
static void add_cause_of_nan(Text *t, KInst *m)
{
    enum { ENOUGH = 40 };
    Text before = *t;
    text_add(t, "\n  its values come from this: ");
    const char *cause = t->at;
    bool found = add_first_fault(t, m, -1) || !before.left;
    char words[ENOUGH];
    snprintf(words, sizeof words, "%s", cause);
    if (found && !strstr(m->run->failure.text, words))
        return;
    *t = before;
    *t->at = 0;
}

static void add_words(Text *words, KInst *m, const char **form)
{
    const KFailure *f = &m->run->failure;
    Text t = *words;
    switch (f->kind) {
    case FAIL_NONE:
        break;
    case FAIL_TEXT:
        text_add(&t, "%s", f->text);
        if (strstr(f->text, "nan"))
            add_cause_of_nan(&t, m);
        if (f->position >= 0)
            add_circumstances(&t, m, f->position);
        if (f->function)
            text_callers(&t, m, 0, f->function);
        break;
    case FAIL_FINITE:
        add_not_finite(&t, m, f);
        *form = no_result;
        break;
    case FAIL_SINGULAR:
        *form = add_singular(&t, m, f);
        break;
    case FAIL_NEWTON:
        *form = add_unsolved(&t, m, f);
        break;
    case FAIL_MODES:
        *form = add_modes(&t, m->run->model, f);
        break;
    }
}

const char *failure_words(KInst *m, char *buffer, size_t size, const char **form)
{
    const KFailure *f = &m->run->failure;
    int initial = m->initial;
    double time = m->time;
    *form = f->kind == FAIL_TEXT ? f->form : "";
    buffer[0] = 0;
    if (f->kind == FAIL_NONE)
        return buffer;
    m->time = f->time; /* as it was then */
    m->initial = f->initial;
    add_words(&(Text){buffer, size}, m, form);
    m->initial = initial;
    m->time = time;
    return buffer;
}

const char *failure_text(KInst *m, char *buffer, size_t size)
{
    const char *form;
    failure_words(m, buffer, size, &form);
    k_add_code(buffer, size, form);
    return buffer;
}

void run_message(const KInst *m, KLevel level, const char *format, ...)
{
    char text[FAIL_TEXT_SIZE + 200];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (level != K_MSG_INFO)
        k_add_code(text, sizeof text, format);
    if (m->run->message)
        m->run->message(m->run->message_arg, level, text);
}

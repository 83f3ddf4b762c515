/* func.c - the scalar functions that generated code calls. */
#include "rt/run_internal.h"
#include "rt/texts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double k_sign(double x)
{
    return (x > 0) - (x < 0);
}

double k_min(double a, double b)
{
    return b < a ? b : a;
}

double k_max(double a, double b)
{
    return b > a ? b : a;
}

double k_div(double a, double b)
{
    return trunc(a / b);
}

double k_mod(double a, double b)
{
    return a - floor(a / b) * b;
}

double k_rem(double a, double b)
{
    return a - trunc(a / b) * b;
}

double k_powi(double a, int n)
{
    unsigned u = n < 0 ? 0u - (unsigned)n : (unsigned)n;
    double result = 1;
    for (; u; u >>= 1, a *= a)
        if (u & 1)
            result *= a;
    return n < 0 ? 1 / result : result;
}

double k_pow(double a, double b)
{
    if (fabs(b) <= 64 && b == floor(b))
        return k_powi(a, (int)b);
    return pow(a, b);
}

/* ---- Relations ---- */

/* Function i of those that are watched for events is evaluated anew. */
static bool is_live(const KInst *m, int i)
{
    return m->mode & K_LIVE && !(m->run->doubtful && m->run->doubtful[i]);
}

/* Relation i stays what it is: its sides are nearer to each other than its hysteresis is wide. */
static bool is_loose(const KInst *m, int i, double g)
{
    return m->run->loose && m->run->loose[i] > 0 && fabs(g) <= m->run->loose[i];
}

#define RELATION(name, op)                                                                         \
    int k_##name(KInst *m, int i, double a, double b)                                              \
    {                                                                                              \
        if (is_live(m, i) && !is_loose(m, i, a - b))                                               \
            m->rel[i] = a op b;                                                                    \
        return m->rel[i];                                                                          \
    }                                                                                              \
    int k_##name##_g(KInst *m, int i, double a, double b)                                          \
    {                                                                                              \
        m->g[i] = a - b;                                                                           \
        return k_##name(m, i, a, b);                                                               \
    }

RELATION(lt, <)
RELATION(le, <=)
RELATION(gt, >)
RELATION(ge, >=)
RELATION(eq, ==)
RELATION(ne, !=)

/* ---- Event-generating functions ---- */

double kept_value(KKeptKind kind, double x)
{
    return kind == KEPT_FLOOR ? floor(x) : kind == KEPT_CEIL ? ceil(x) : trunc(x);
}

static double keep(KInst *m, int i, KKeptKind kind, double x)
{
    KKept *k = &m->run->kept[i];
    k->x = x;
    int at = m->run->model->nrel + 2 * i;
    if ((is_live(m, at) && is_live(m, at + 1)) || k->kind == KEPT_UNUSED) {
        k->kind = kind;
        k->q = kept_value(kind, x);
    }
    return k->q;
}

double k_floor_e(KInst *m, int i, double x)
{
    return keep(m, i, KEPT_FLOOR, x);
}

double k_ceil_e(KInst *m, int i, double x)
{
    return keep(m, i, KEPT_CEIL, x);
}

double k_div_e(KInst *m, int i, double a, double b)
{
    return keep(m, i, KEPT_TRUNC, a / b);
}

double k_mod_e(KInst *m, int i, double a, double b)
{
    return a - keep(m, i, KEPT_FLOOR, a / b) * b;
}

double k_rem_e(KInst *m, int i, double a, double b)
{
    return a - keep(m, i, KEPT_TRUNC, a / b) * b;
}

/* ---- What happens in when-clauses and function bodies ---- */

void k_reinit(KInst *m, int var, double value)
{
    KRun *r = m->run;
    int i = 0;
    while (i < r->npending && r->pending_var[i] != var)
        i++;
    if (i == r->npending) {
        if (i == r->model->nstates)
            return;
        r->npending++;
    }
    r->pending_var[i] = var;
    r->pending_value[i] = value;
}

bool warned_before(KRun *r, int i)
{
    for (int k = 0; k < r->nwarned; k++)
        if (r->warned[k] == i)
            return true;
    if (r->nwarned == r->warned_cap) {
        int cap = r->warned_cap ? 2 * r->warned_cap : 8;
        int *more = realloc(r->warned, (size_t)cap * sizeof *more);
        if (!more)
            return true;
        r->warned = more;
        r->warned_cap = cap;
    }
    r->warned[r->nwarned++] = i;
    return false;
}

int k_assert(KInst *m, int i, int level, const char *message)
{
    KRun *r = m->run;
    if (level && (m->mode & K_TRIAL || warned_before(r, i)))
        return 0;
    char text[FAIL_TEXT_SIZE];
    Text t = {text, sizeof text};
    const char *blank = "\r\n"; /* of texts that begin and end on lines of their own */
    message += strspn(message, blank);
    size_t length = strlen(message);
    while (length > 0 && strchr(blank, message[length - 1]))
        length--;
    text_told(&t, message, length);
    text_place(&t, k_place(r->model, i));
    if (level) {
        text_callers(&t, m, i, NULL);
        k_add_code(text, sizeof text, "an assertion of level warning does not hold: %s");
        run_message(m, K_MSG_WARNING, "at time %g: %s", m->time, text);
        return 0;
    }
    failure_format(m, "assertion failed: %s", text);
    r->failure.position = i;
    r->failure.certain = true;
    return m->mode & K_TRIAL ? 1 : -1;
}

void k_terminate(KInst *m, const char *message)
{
    m->run->terminate = true;
    Text t = {m->run->terminate_text, sizeof m->run->terminate_text};
    text_told(&t, message, strlen(message));
}

int k_outside(KInst *m, int i, int sub, int size, const char *name)
{
    char text[500];
    Text t = {text, sizeof text};
    text_add(&t, "subscript %d", sub);
    if (*name)
        text_add(&t, " of `%s`", name);
    text_add(&t, " is outside 1 .. %d; ", size);
    if (sub < 1)
        text_add(&t, "the first element has the number 1");
    else if (*name)
        text_add(&t, "let a condition end what counts it at size(%s, ...), or limit it, as by min",
                 name);
    else
        text_add(&t, "let a condition end what counts it before, or limit it, as by min");
    return k_fault(m, i, text);
}

double k_enum(KInst *m, int i, double x, int n)
{
    if (x >= 1 && x <= n)
        return x;
    char text[400];
    Text t = {text, sizeof text};
    text_add(&t, "%.0f is not the number of a literal of an enumeration that has %d", x, n);
    text_place(&t, k_place(m->run->model, i));
    code_throw_at(m, i, "%.0f is not the number of a literal of an enumeration that has %d", text);
}

int k_endless(KInst *m, int turns)
{
    enum { MOST = 100000000 };
    bool endless = turns > MOST || m->run->endless;
    m->run->endless = endless;
    return endless;
}

int k_fault(KInst *m, int i, const char *what)
{
    char text[1000];
    Text t = {text, sizeof text};
    text_add(&t, "%s", what);
    text_place(&t, k_place(m->run->model, i));
    failure_say(m, "a function or algorithm cannot go on: %s", text);
    m->run->failure.position = i;
    return 1;
}

/* call.c - calls into generated code.
 *
 * Every entry from outside goes through code_call. It remembers the function stack, so that a
 * function which failed half-way leaves nothing behind, and it is the place code_throw returns
 * to when memory or the C stack is exhausted inside a model function. Nested calls (a block's
 * residual inside rhs) are direct. */
#include "rt/bridge.h"
#include "rt/inputs.h"
#include "rt/run_internal.h"
#include "rt/texts.h"

#include <math.h>
#include <string.h>

enum { JUMP_STOP = 1, JUMP_TRIAL };

/* Inside of another call. */
static int call_nested(KInst *m, int (*part)(KInst *), KMode mode)
{
    KMode before = mode_enter(m, mode);
    int result = part(m);
    mode_enter(m, before);
    return result;
}

int code_call(KInst *m, int (*part)(KInst *), KMode mode)
{
    KRun *run = m->run;
    if (!part)
        return 0;
    if (run->guarded)
        return call_nested(m, part, mode);
    long mark = k_mark(m);
    m->mode = mode;
    run->guarded = true;
    run->frame = __builtin_frame_address(0);
    int result;
    int objects = objects_count(run), jumped = setjmp(run->jump);
    if (!jumped) {
        if (run->ninputs)
            inputs_apply(m);
        result = part(m);
    } else {
        result = jumped == JUMP_TRIAL ? 1 : -1;
    }
    run->guarded = false;
    m->mode = K_POINT;
    if (jumped)
        objects_end(m, objects);
    if (!inst_keep_strings(m)) {
        failure_format(m, "%s by the texts of Strings", k_no_memory);
        result = -1;
    }
    k_release(m, mark);
    strings_clear(run);
    return result;
}

int code_try(KInst *m, int (*part)(KInst *, double *), double *r)
{
    KRun *run = m->run;
    if (!run->guarded || !run->model->external)
        return part(m, r);
    jmp_buf outer;
    memcpy(outer, run->jump, sizeof outer);
    long mark = k_mark(m);
    int objects = objects_count(run);
    KMode before = mode_enter(m, m->mode | K_TRIAL);
    int jumped = setjmp(run->jump), result = 1;
    if (!jumped)
        result = part(m, r);
    memcpy(run->jump, outer, sizeof outer);
    mode_enter(m, before);
    if (jumped == JUMP_STOP)
        longjmp(run->jump, JUMP_STOP);
    if (jumped) {
        objects_end(m, objects);
        k_release(m, mark);
    }
    return result;
}

/* Only generated code comes here, which is entered through code_call. */
void code_throw(KInst *m, const char *text)
{
    code_throw_as(m, text, text);
}

void code_throw_as(KInst *m, const char *form, const char *text)
{
    failure_say(m, form, text);
    longjmp(m->run->jump, JUMP_STOP);
}

void code_throw_at(KInst *m, int position, const char *form, const char *text)
{
    failure_say(m, form, text);
    m->run->failure.position = position;
    longjmp(m->run->jump, JUMP_STOP);
}

void code_raise(KInst *m, const char *function, const char *text)
{
    failure_format(m, "`%s`: %s", function, text);
    m->run->failure.function = function;
    longjmp(m->run->jump, m->mode & K_TRIAL ? JUMP_TRIAL : JUMP_STOP);
}

int k_function(KInst *m, KSlot *slot)
{
    m->pre = (double *)(void *)slot;
    return code_call(m, m->run->code.params, K_POINT);
}

static int valued(KInst *m)
{
    return m->run->valued(m, m->run->values_to);
}

int code_values(KInst *m, int (*part)(KInst *, double *), double *value, KMode mode)
{
    m->run->valued = part;
    m->run->values_to = value;
    return part ? code_call(m, valued, mode) : 0;
}

const char *k_failure(KInst *m, char *buffer, size_t size)
{
    return failure_text(m, buffer, size);
}

/* In sums of their own, none of which waits for another. */
static bool are_finite(const double *v, int n, const int *place)
{
    double a = 0, b = 0, c = 0, d = 0; /* stay 0 only if all are finite */
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        a += v[place[i]] * 0.0;
        b += v[place[i + 1]] * 0.0;
        c += v[place[i + 2]] * 0.0;
        d += v[place[i + 3]] * 0.0;
    }
    for (; i < n; i++)
        a += v[place[i]] * 0.0;
    return a + b + c + d == 0;
}

int code_rhs(KInst *m, KMode mode)
{
    KRun *run = m->run;
    const KModel *model = run->model;
    run->evaluations++;
    bool inside = run->gap && bridge_inside(run->gap);
    int result = inside ? bridge_rhs(run->gap, mode) : code_call(m, run->code.rhs, mode);
    if (result)
        return result;
    if (are_finite(m->v, model->nstates, model->der))
        return 0;
    KFailure *f = failure_set(m, FAIL_FINITE);
    for (int i = 0; i < model->nstates && f->ncols < FAIL_NAMED; i++)
        if (!isfinite(m->v[model->der[i]])) {
            f->value[f->ncols] = m->v[model->der[i]];
            f->col[f->ncols++] = model->der[i];
        }
    return 1;
}

int code_relations(KInst *m, KMode mode)
{
    KRun *run = m->run;
    int result = code_rhs(m, mode);
    bool inside = !result && run->gap && bridge_inside(run->gap);
    return result   ? result
           : inside ? bridge_cross(run->gap, mode)
                    : code_call(m, run->code.cross, mode);
}

int code_out(KInst *m, KMode mode)
{
    KRun *run = m->run;
    bool inside = run->gap && bridge_inside(run->gap);
    int result = inside ? bridge_out(run->gap, mode) : code_call(m, run->code.out, mode);
    if (result)
        return result;
    double zero = 0;
    for (int i = 0; i < run->nnumbers; i++)
        zero += m->v[run->number[i]] * 0.0;
    if (zero == 0)
        return 0;
    KFailure *f = failure_set(m, FAIL_FINITE);
    for (int i = 0; i < run->nnumbers && f->ncols < FAIL_NAMED; i++)
        if (!isfinite(m->v[run->number[i]])) {
            f->value[f->ncols] = m->v[run->number[i]];
            f->col[f->ncols++] = run->number[i];
        }
    return 1;
}

void code_forget_directions(KInst *m)
{
    memset(m->dv, 0, (size_t)m->run->model->nv * sizeof *m->dv);
}

int code_next_time(KInst *m, double *t)
{
    m->run->next_time = INFINITY;
    int result = code_values(m, m->run->code.next_time, &m->run->next_time, K_POINT);
    *t = m->run->next_time > m->time ? m->run->next_time : INFINITY;
    return result;
}

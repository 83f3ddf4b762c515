/* dae_test.h - for the tests of src/dae: a scalar model from Modelica text, diagnostics as text,
 * and evaluation of solved blocks.
 *
 * The last class of the text is the model. Values are by variable number. */
#ifndef KRON_DAE_TEST_H
#define KRON_DAE_TEST_H

#include "dae/blocks.h"
#include "dae/diagnose.h"
#include "dae/linear.h"
#include "dae/report.h"
#include "dae/scalar.h"
#include "model/front.h"
#include "test.h"

#include <unistd.h>

typedef struct Fixture {
    Context *ctx;
    Library *lib;
    Model *m;
    const FlatModel *flat;
    Arena *front; /* of the front end that has ended */
    Dae *d;
    double *v;  /* [nvars] values */
    char *said; /* diagnostics, after fixture_said */
} Fixture;

static inline char *fixture_said(Fixture *f)
{
    size_t n = 0;
    FILE *out = open_memstream(&f->said, &n);
    diags_print(f->ctx->diags, out);
    fclose(out);
    return f->said;
}

/* The model of a text before any pass; f->d NULL after errors. */
static inline Fixture fixture_of(const char *text)
{
    Fixture f = {0};
    f.ctx = context_new();
    f.lib = library_new(f.ctx);
    f.m = model_new(f.ctx, f.lib);
    char path[] = "/tmp/kron-dae-XXXXXX";
    int fd = mkstemp(path);
    FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!out)
        return f;
    fputs(text, out);
    fclose(out);
    SynClass *last = library_open(f.lib, path);
    remove(path);
    ClassUse *use = last ? lookup_class_text(f.m, class_name_text(f.m, last)) : NULL;
    f.flat = use ? flatten(f.m, use, (ModEnv){0}) : NULL;
    if (f.flat) { /* which is all that the rest needs: nothing leads back */
        arena_poison(f.front = f.m->arena);
        arena_poison(f.ctx->syntax);
        f.m = NULL;
        f.d = dae_build(f.flat, false);
    }
    if (!f.d)
        fprintf(stderr, "%s", fixture_said(&f));
    return f;
}

static inline void fixture_close(Fixture *f)
{
    free(f->v);
    free(f->said);
    model_free(f->m);
    arena_free(f->front);
    flat_free(f->flat);
    context_free(f->ctx);
}

/* The passes after dae_exact. */
static inline bool dae_structured(Dae *d)
{
    return dae_index(d) && dae_states(d) && dae_calls(d) && dae_match(d) && dae_blocks(d) &&
           dae_hoist(d) && dae_initial(d) && dae_events(d);
}

/* A model through all passes; f.d is NULL if one reports an error (see fixture_said). */
static inline Fixture fixture_structured(const char *text)
{
    Fixture f = fixture_of(text);
    if (f.d && !(dae_fold(f.d) && dae_alias(f.d) && dae_exact(f.d) && dae_structured(f.d)))
        f.d = NULL;
    return f;
}

/* Number of the variable with a name as dae_var_name prints it; NONE if there is none. */
static inline uint32_t named(const Fixture *f, const char *name)
{
    Buf text = {0};
    uint32_t found = NONE;
    for (uint32_t i = 0; f->d && i < (uint32_t)f->d->var.n && found == NONE; i++) {
        buf_clear(&text);
        dae_var_name(f->d, i, &text);
        if (!strcmp(buf_text(&text), name))
            found = i;
    }
    buf_free(&text);
    if (found == NONE) {
        fprintf(stderr, "no variable `%s`\n", name);
        test_checks_failed++;
        return 0;
    }
    return found;
}

/* The block of the simulation that determines a variable. */
static inline const Block *block_of(const Fixture *f, const char *name)
{
    int sign = 1;
    uint32_t v = dae_root(f->d, named(f, name), &sign);
    for (int i = 0; i < dae_system(f->d, SYSTEM_SIMULATION)->nblocks; i++)
        for (int k = 0; k < dae_system(f->d, SYSTEM_SIMULATION)->block[i]->n; k++)
            if (dae_system(f->d, SYSTEM_SIMULATION)->block[i]->var[k] == v)
                return dae_system(f->d, SYSTEM_SIMULATION)->block[i];
    fprintf(stderr, "no block for `%s`\n", name);
    test_checks_failed++;
    return NULL;
}

/* ---- Evaluation ---- */

static inline double value_of(const Fixture *f, Expr e)
{
    return expr_value(f->d->store, e, f->v, 0);
}

static inline void set_value(Fixture *f, const char *name, double x)
{
    f->v[named(f, name)] = x;
}

static inline double get_value(const Fixture *f, const char *name)
{
    int sign = 1;
    uint32_t v = dae_root(f->d, named(f, name), &sign);
    double x = f->v[v];
    return sign > 0 ? x : f->d->var.v[v].type == T_BOOL ? 1 - x : -x;
}

/* Parameters and constants from their bindings, all else 0. */
static inline void fill_parameters(Fixture *f)
{
    f->v = calloc((size_t)f->d->var.n + 1000, sizeof *f->v);
    for (int pass = 0; pass < 10; pass++)
        for (int i = 0; i < f->d->var.n; i++)
            if (f->d->var.v[i].kind <= DV_PARAMETER && f->d->var.v[i].binding)
                f->v[i] = value_of(f, f->d->var.v[i].binding);
}

/* x of the n equations a*x = b by elimination with row pivoting; a and b are destroyed. */
static inline void dense_solve(int n, double *a, double *b)
{
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(a[i * n + k]) > fabs(a[p * n + k]))
                p = i;
        for (int j = 0; j < n; j++) {
            double t = a[k * n + j];
            a[k * n + j] = a[p * n + j];
            a[p * n + j] = t;
        }
        double t = b[k];
        b[k] = b[p];
        b[p] = t;
        for (int i = k + 1; i < n; i++) {
            double m = a[i * n + k] / a[k * n + k];
            for (int j = k; j < n; j++)
                a[i * n + j] -= m * a[k * n + j];
            b[i] -= m * b[k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            b[i] -= a[i * n + j] * b[j];
        b[i] /= a[i * n + i];
    }
}

static inline void run_assigns(Fixture *f, const Assign *a, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i].var != NONE && !a[i].pre)
            f->v[a[i].var] = value_of(f, a[i].value);
}

static inline void residuals(Fixture *f, const Block *b, double *r)
{
    run_assigns(f, b->assign, b->nassign);
    for (int i = 0; i < b->core->ntorn; i++)
        r[i] = value_of(f, b->core->residual[i]);
}

/* Newton's iteration with differences; two steps suffice for linear blocks. */
static inline void solve_torn(Fixture *f, const Block *b)
{
    int n = b->core->ntorn;
    double *r = calloc((size_t)n + 1, sizeof *r), *s = calloc((size_t)n + 1, sizeof *s);
    double *a = calloc((size_t)n * (size_t)n + 1, sizeof *a);
    for (int pass = 0; pass < 60; pass++) {
        residuals(f, b, r);
        for (int j = 0; j < n; j++) {
            double x = f->v[b->core->torn[j]], h = 1e-7 * fmax(1, fabs(x));
            f->v[b->core->torn[j]] = x + h;
            residuals(f, b, s);
            for (int i = 0; i < n; i++)
                a[i * n + j] = (s[i] - r[i]) / h;
            f->v[b->core->torn[j]] = x;
        }
        dense_solve(n, a, r);
        for (int j = 0; j < n; j++)
            f->v[b->core->torn[j]] -= r[j];
    }
    residuals(f, b, r);
    free(r);
    free(s);
    free(a);
}

/* Evaluates a system block by block; modes of mixed blocks are iterated. */
static inline void evaluate(Fixture *f, const System *s)
{
    for (int i = 0; i < s->nblocks; i++) {
        const Block *b = s->block[i];
        for (int pass = 0; pass < (b->core->nmodes || b->kind == BLOCK_MIXED ? 10 : 1); pass++) {
            if (b->core->ntorn)
                solve_torn(f, b);
            else
                run_assigns(f, b->assign, b->nassign);
            run_assigns(f, b->core->mode, b->core->nmodes);
        }
    }
}

/* The largest |lhs - rhs| of the equations of the simulation as they are after the alias pass. */
static inline double worst_equation(const Fixture *f)
{
    double worst = 0;
    for (int k = 0; k < f->d->eq.n; k++) {
        const DaeEq *eq = &f->d->eq.v[k];
        if (eq->removed || eq->initial || eq->kind != EQ_SCALAR)
            continue;
        double r = fabs(value_of(f, eq->lhs) - value_of(f, eq->rhs));
        worst = r > worst || isnan(r) ? r : worst;
    }
    return worst;
}

#endif

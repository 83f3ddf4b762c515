/* emit_model.h - models from Modelica text through all passes, compiled in memory, without loops,
 * and by the system's compiler; results of the three must have equal bits. */
#ifndef KRON_EMIT_MODEL_H
#define KRON_EMIT_MODEL_H

#include "dae/scalar.h"
#include "emit/emit_internal.h"
#include "emit_cache.h"
#include "model/front.h"
#include "rt/run.h"
#include "test.h"

typedef struct Rows {
    double *data;
    size_t n, cap; /* numbers, not rows */
} Rows;

typedef struct TextModel {
    Context *ctx;
    Library *lib;
    Model *m;
    const FlatModel *flat;
    Arena *front; /* of the front end that has ended */
    Dae *d;       /* NULL after errors */
    Buf text, plain;
    Jit *jit, *jit_plain;
    Native *native;
    KModel *model;
    KInst *inst; /* of the last run */
    KStats stats;
    char message[2000]; /* the last one */
    int errors, warnings;
    char *said; /* diagnostics */
} TextModel;

static TextModel T;

static inline const char *diagnostics(void)
{
    size_t n = 0;
    free(T.said);
    FILE *out = open_memstream(&T.said, &n);
    diags_print(T.ctx->diags, out);
    fclose(out);
    return T.said;
}

/* The last class of the text; false (and diagnostics()) after errors. */
static inline bool model_open(const char *text)
{
    const char *why = NULL;
    T = (TextModel){.ctx = context_new()};
    T.lib = library_new(T.ctx);
    T.m = model_new(T.ctx, T.lib);
    char path[] = "/tmp/kron-emit-XXXXXX";
    int fd = mkstemp(path);
    FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!out)
        return false;
    fputs(text, out);
    fclose(out);
    SynClass *last = library_open(T.lib, path);
    remove(path);
    ClassUse *use = last ? lookup_class_text(T.m, class_name_text(T.m, last)) : NULL;
    T.flat = use ? flatten(T.m, use, (ModEnv){0}) : NULL;
    if (T.flat) { /* which is all that the rest needs: nothing leads back */
        arena_poison(T.front = T.m->arena);
        arena_poison(T.ctx->syntax);
        T.m = NULL;
        T.d = dae_build(T.flat, false);
    }
    static bool (*const pass[])(Dae *) = {dae_alias,   dae_exact, dae_index,  dae_states,
                                          dae_calls,   dae_match, dae_blocks, dae_hoist,
                                          dae_initial, dae_events};
    bool good = T.d != NULL;
    for (size_t i = 0; i < sizeof pass / sizeof *pass; i++)
        good = good && pass[i](T.d);
    if (!good || !emit_program(T.d, &T.text, true) || !emit_program(T.d, &T.plain, false))
        return false;
    T.model = emit_tables(T.d);
    T.jit = jit_compile(buf_text(&T.text), T.model->nblocks, &why);
    T.jit_plain = jit_compile(buf_text(&T.plain), T.model->nblocks, &why);
    if (!T.jit || !T.jit_plain)
        fprintf(stderr, "%s\n%s\n", why, buf_text(&T.text));
    return T.jit && T.jit_plain;
}

static inline void model_close(void)
{
    k_inst_free(T.inst);
    jit_free(T.jit);
    jit_free(T.jit_plain);
    native_free(T.native);
    buf_free(&T.text);
    buf_free(&T.plain);
    free(T.said);
    model_free(T.m);
    arena_free(T.front);
    flat_free(T.flat);
    context_free(T.ctx);
}

/* The test ends if the model cannot be compiled. */
#define OPEN_MODEL(text)                                                                           \
    do {                                                                                           \
        if (!model_open(text)) {                                                                   \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, diagnostics());                     \
            test_checks_failed++;                                                                  \
            model_close();                                                                         \
            return;                                                                                \
        }                                                                                          \
    } while (0)

static inline void note_message(void *arg, KLevel level, const char *text)
{
    (void)arg;
    T.errors += level == K_MSG_ERROR;
    T.warnings += level == K_MSG_WARNING;
    snprintf(T.message, sizeof T.message, "%s", text);
}

static inline int note_point(void *arg, const KInst *m)
{
    Rows *r = arg;
    size_t nv = (size_t)T.model->nv;
    if (r->n + nv + 1 > r->cap) {
        r->cap = 2 * (r->n + nv + 1);
        r->data = realloc(r->data, r->cap * sizeof *r->data);
    }
    r->data[r->n] = m->time;
    memcpy(r->data + r->n + 1, m->v, nv * sizeof *m->v);
    r->n += nv + 1;
    return 0;
}

static inline int run_code(const KCode *code, KMethod method, double stop, Rows *rows)
{
    k_inst_free(T.inst);
    T.stats = (KStats){0};
    T.inst = k_inst_new(T.model, code, note_message, NULL);
    KOptions o = {.method = method, .stop = stop, .tolerance = 1e-8, .intervals = 20};
    KSink sink = {.arg = rows, .point = note_point};
    int result = k_params(T.inst);
    return result ? result : k_simulate(T.inst, &o, &sink, &T.stats);
}

static inline bool same_rows(const Rows *a, const Rows *b)
{
    return a->n == b->n && a->n && !memcmp(a->data, b->data, a->n * sizeof *a->data);
}

/* Runs all three; false if one fails or results differ. */
static inline bool model_run(double stop)
{
    Rows a = {0}, b = {0}, c = {0};
    const KCode *native = compile_native(buf_text(&T.text), T.model->nblocks, &T.native);
    bool good = native && !run_code(native, K_CVODE, stop, &c) &&
                !run_code(jit_code(T.jit_plain), K_CVODE, stop, &b) &&
                !run_code(jit_code(T.jit), K_CVODE, stop, &a);
    if (!good)
        fprintf(stderr, "%s\n", native ? T.message : "the system's compiler failed");
    if (good && !same_rows(&a, &b))
        fprintf(stderr, "with and without loops results differ\n");
    if (good && !same_rows(&a, &c))
        fprintf(stderr, "results of both compilers differ\n");
    good = good && same_rows(&a, &b) && same_rows(&a, &c);
    free(a.data);
    free(b.data);
    free(c.data);
    return good;
}

static inline const KVariable *find_variable(const char *name)
{
    for (int i = 0; i < T.model->nvariables; i++)
        if (!strcmp(T.model->variable[i].name, name))
            return &T.model->variable[i];
    fprintf(stderr, "no variable `%s`\n", name);
    test_checks_failed++;
    return &T.model->variable[0];
}

static inline double value(const char *name)
{
    return k_value(T.inst, find_variable(name));
}

static inline const char *string_value(const char *name)
{
    const KVariable *v = find_variable(name);
    return v->type == K_STRING ? T.inst->s[v->index] : "";
}

#endif

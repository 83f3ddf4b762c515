/* c_realtime.c - the model as a real-time program: one file of C that needs no library and
 * allocates nothing, with init() and step(h) (IN-21).
 *
 * The text is the one that runs (emit_parts), with comments and names; behind it stand tables of
 * the run and lib/realtime/realtime.c, which has the methods of fixed step, Newton's iteration with
 * a bounded number of iterations, and events at the ends of steps. What that cannot do is refused.
 * Linear in the size of the model. */
#include "emit/tables_internal.h"

#include <math.h>

extern const char *const abi_lines[], *const realtime_lines[]; /* by tools/embed.sh */

/* Unknowns of one system: matrices are full. */
enum { MOST_UNKNOWNS = 400 };

typedef struct Realtime {
    Emit *e;
    const KModel *m;
    bool *unused; /* [nblocks] the whole ones beside others, which are for checks */
    Buf *out;
} Realtime;

/* ---- What cannot be written ---- */

static const char *obstacle(const Realtime *w)
{
    const KModel *m = w->m;
    const char *text = buf_text(&w->e->text);
    for (int i = 0; i < m->nsets; i++)
        if (m->set[i].nstates)
            return "which variables are states is decided during the run";
    for (int k = 0; k < m->nblocks; k++)
        if (!w->unused[k] && (m->block[k].iterated || m->block[k].n > MOST_UNKNOWNS))
            return m->block[k].iterated
                       ? "a system is iterated by relaxation"
                       : "a system has more unknowns than a full matrix is good for";
    if (m->ndelays || strstr(text, "k_transport"))
        return "it has delays";
    if (m->external || m->nobjects || strstr(text, "m->x["))
        return "it calls external functions";
    if (strstr(text, "KArr") || strstr(text, "KSlot") || strstr(text, "k_mark") || m->ns)
        return "it has functions with arrays, or Strings";
    return NULL;
}

static void find_unused(Realtime *w)
{
    w->unused = ARENA_ARRAY(w->e->arena, bool, w->m->nblocks + 1);
    for (int k = 0; k < w->m->nblocks; k++)
        if (w->m->block[k].whole)
            w->unused[w->m->block[k].whole] = true;
}

/* ---- Tables ---- */

static void put_ints(Realtime *w, const char *name, int n, const int *x)
{
    putf(w->out, "static const int %s[] = {", name);
    for (int i = 0; i < n; i++)
        putf(w->out, "%d, ", x[i]);
    put(w->out, n ? "};\n" : "0};\n");
}

static void put_rows(Realtime *w, const char *what, bool columns)
{
    for (int k = 0; k < w->m->nblocks; k++) {
        const KBlock *b = &w->m->block[k];
        if (b->nnz && !w->unused[k])
            put_ints(w, arena_printf(w->e->arena, "%s_%d", what, k), columns ? b->n + 1 : b->nnz,
                     columns ? b->colptr : b->rowidx);
    }
    putf(w->out, "static const int *const block_%s[] = {", what);
    for (int k = 0; k < w->m->nblocks; k++)
        if (w->m->block[k].nnz && !w->unused[k])
            putf(w->out, "%s_%d, ", what, k);
        else
            put(w->out, "0, ");
    put(w->out, "0};\n");
}

static void put_blocks(Realtime *w)
{
    const KModel *m = w->m;
    int n = m->nblocks, total = 0, matrix = 0, most = 1,
        *var = ARENA_ARRAY(w->e->arena, int, n + 1);
    int *linear = ARENA_ARRAY(w->e->arena, int, n + 1),
        *first = ARENA_ARRAY(w->e->arena, int, n + 1);
    int *at = ARENA_ARRAY(w->e->arena, int, n + 1);
    VEC(int) of = {0};
    for (int k = 0; k < n; k++) {
        int size = w->unused[k] ? 0 : m->block[k].n;
        var[k] = size;
        linear[k] = m->block[k].linear;
        first[k] = total;
        at[k] = matrix;
        total += size;
        matrix += size * size;
        most = size > most ? size : most;
        for (int i = 0; i < size; i++)
            vec_push(w->e->arena, &of, m->block[k].var[i]);
    }
    put_ints(w, "block_n", n, var);
    put_ints(w, "block_linear", n, linear);
    put_ints(w, "block_first", n, first);
    put_ints(w, "block_at", n, at);
    put_ints(w, "block_var", of.n, of.v);
    put_rows(w, "col", true);
    put_rows(w, "row", false);
    putf(w->out, "enum { SIZE_BLOCKS = %d, SIZE_N = %d, SIZE_PIVOTS = %d, SIZE_MATRIX = %d };\n", n,
         most, total, matrix);
}

/* Unknowns of the step's systems: where an iteration begins follows from the points before. */
static void put_guesses(Realtime *w)
{
    VEC(int) of = {0};
    for (int k = 0; k < w->m->nblocks; k++)
        for (int i = 0; w->m->block[k].of_step && !w->unused[k] && i < w->m->block[k].n; i++)
            vec_push(w->e->arena, &of, w->m->block[k].var[i]);
    put_ints(w, "guess_var", of.n, of.v);
    putf(w->out, "enum { SIZE_GUESS = %d };\n", of.n);
}

static void put_starts(Realtime *w)
{
    const KModel *m = w->m;
    int *start = ARENA_ARRAY(w->e->arena, int, m->nv + 1);
    for (int i = 0; i < m->nv; i++)
        start[i] = w->e->d->var.v[i].kind != DV_PARAMETER && w->e->d->var.v[i].kind != DV_CONSTANT;
    put_ints(w, "is_start", m->nv, start);
}

static void put_names(Realtime *w, const char *const *shown)
{
    put(w->out, "const char *const state_name[] = {");
    for (int i = 0; i < w->m->nstates; i++) {
        put_string(w->out, shown[w->m->state[i]]);
        put(w->out, ", ");
    }
    put(w->out, "0};\n");
}

static void put_tables(Realtime *w, const RealtimeMethod *method, const char *const *shown)
{
    const KModel *m = w->m;
    bool inlined = m->step_old != NULL;
    bool events = m->nrel || m->nsamples || m->ndiscrete || m->nkept;
    put(w->out, "\n/* ---- Tables ---- */\n\n");
    putf(w->out, "enum { EXPLICIT = %d, TRAPEZOID = %d, ORDER = %d }; /* method %s */\n",
         !method->implicit, method->trapezoid, method->order, method->name);
    buf_printf(w->out, "#define START %.17g\n#define STEP %.17g\n", isnan(m->start) ? 0 : m->start,
               isnan(method->step) ? 1e-3 : method->step);
    putf(w->out, "enum { SIZE_V = %d, SIZE_X = %d, STEP_H = %d, HAS_EVENTS = %d };\n", m->nv,
         m->nstates, inlined ? m->step_h : m->nv, events);
    putf(w->out,
         "enum { SIZE_REL = %d, SIZE_SAMPLES = %d, SIZE_KEPT = %d, SIZE_DISCRETE = %d, SIZE_PRE = "
         "%d "
         "};\n",
         m->nrel, m->nsamples, m->nkept, m->ndiscrete, m->npre);
    put_ints(w, "state_var", m->nstates, m->state);
    put_ints(w, "der_var", m->nstates, m->der);
    put_ints(w, "old_var", m->nstates, inlined ? m->step_old : m->state);
    put_ints(w, "discrete_var", m->ndiscrete, m->discrete);
    put_ints(w, "pre_var", m->npre, m->pre);
    put_blocks(w);
    put_guesses(w);
    put_starts(w);
    put_names(w, shown);
}

/* ---- The file ---- */

static void put_head(const Realtime *w, const RealtimeMethod *method)
{
    put(w->out, "/* The model ");
    put_remark(w->out, w->m->name);
    putf(w->out,
         " as a real-time program, written by kron translate; method %s.\n"
         " *\n"
         " *     int init(void);       begins\n"
         " *     int step(double h);   goes on by h; allocates nothing, iterates a bounded number "
         "of times\n"
         " *     int outputs(void);    computes what the steps do not need\n"
         " *\n"
         " * Values are in v[V_...]. With -DREALTIME_MAIN it is a program: PROGRAM STOP STEP.\n"
         " * Comments show equations of the model in front of what was made of them; do_step is a "
         "step:\n"
         " * x = h*der(x) + old(x) solved together with the model. */\n"
         "#include <math.h>\n"
         "#pragma GCC diagnostic ignored \"-Wunused-parameter\"\n"
         "#pragma GCC diagnostic ignored \"-Wunused-variable\"\n"
         "#pragma GCC diagnostic ignored \"-Wunused-but-set-variable\"\n"
         "#pragma GCC diagnostic ignored \"-Wunused-function\"\n\n",
         method->name);
}

static void put_all(Buf *out, const char *const *line)
{
    for (; *line; line++)
        putf(out, "%s\n", *line);
}

static void put_realtime(Realtime *w, const RealtimeMethod *method)
{
    Emit *e = w->e;
    KTexts texts = {0};
    const char **name = ARENA_ARRAY(e->arena, const char *, e->num->nv + 1);
    tables_words(e->d, e->num, &texts);
    c_enumerators(e->d->ctx->names, e->arena, e->num->nv, texts.name, name);
    put_head(w, method);
    put_all(w->out, abi_lines);
    put_enumerators(e, name, w->out);
    c_layout(buf_text(&e->protos), 0, NULL, w->out);
    c_layout(buf_text(&e->tables), 0, NULL, w->out);
    c_layout(buf_text(&e->text), e->num->nv, name, w->out);
    put_tables(w, method, texts.name);
    put_all(w->out, realtime_lines);
}

bool emit_c_realtime(Dae *d, const RealtimeMethod *method, Buf *out)
{
    Emit e = {.d = d, .rolls = true, .apart = true, .readable = true};
    bool good = emit_parts(&e);
    if (good) {
        Realtime w = {.e = &e, .m = emit_tables(d), .out = out};
        find_unused(&w);
        const char *why = obstacle(&w);
        if (why)
            diag_error(d->ctx->diags, (Span){0}, "no real-time program of this model: %s", why);
        good = !why;
        if (good)
            put_realtime(&w, method);
    }
    emit_free(&e);
    return good;
}

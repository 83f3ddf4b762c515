/* lang_dsblock.c - the model as one file of C that needs no library, as ODE or as DAE (FM-50).
 *
 * The steps of the sheet are written by the C writer, as functions of an instance that has nothing
 * but time and values; what they call of the run time (rt/abi.h) is part of the file, as far as it
 * is used. In the ODE form linear systems are solved by elimination with partial pivoting and
 * nonlinear ones by a damped Newton method with differences for the Jacobian. In the DAE form the
 * unknowns of systems stay unknown: x holds the states and then those unknowns, of which
 * derivatives of states are left out (they are xd). Compiled with -DDSBLOCK_MAIN the file is a
 * program that integrates. */
#include "emit/emit_internal.h"
#include "emit/lang_internal.h"

/* What can be written; the C writer knows how. */
static const char *const functions[][2] = {
    {"abs", "fabs"},  {"sign", "sign"},   {"sqrt", "sqrt"},    {"sin", "sin"},
    {"cos", "cos"},   {"tan", "tan"},     {"asin", "asin"},    {"acos", "acos"},
    {"atan", "atan"}, {"atan2", "atan2"}, {"sinh", "sinh"},    {"cosh", "cosh"},
    {"tanh", "tanh"}, {"exp", "exp"},     {"log", "log"},      {"log10", "log10"},
    {"min", "fmin"},  {"max", "fmax"},    {"div", "quotient"}, {"mod", "modulo"},
    {"rem", "fmod"},  {"ceil", "ceil"},   {"floor", "floor"},  {"integer", "floor"},
    {NULL, NULL}};

/* ---- Text that is the same for all models ---- */

extern const char *const dsblock_lines[]; /* lib/dsblock/dsblock.c, by tools/embed.sh */

/* A line with the model's names for MODEL, TITLE (in a comment, or as a string) and FORM. */
static void put_line(Lang *w, const char *line)
{
    const struct {
        const char *word, *text;
        void (*put)(Buf *b, const char *text);
    } word[] = {{"MODEL", w->model, put},
                {"\"TITLE\"", w->title, put_string},
                {"TITLE", w->title, put_remark},
                {"FORM",
                 w->d->step.old ? "inline"
                 : w->o.dae     ? "dae"
                                : "ode",
                 put}};
    enum { N = sizeof word / sizeof *word };
    while (*line) {
        size_t k = 0;
        while (k < N && strncmp(line, word[k].word, strlen(word[k].word)))
            k++;
        if (k < N)
            word[k].put(w->out, word[k].text);
        else
            buf_putc(w->out, *line);
        line += k < N ? strlen(word[k].word) : 1;
    }
    buf_putc(w->out, '\n');
}

/* The part that begins with the line //! NAME; helpers: those that the text mentions. */
static void put_part(Lang *w, const char *name, const char *text)
{
    bool on = false;
    for (const char *const *line = dsblock_lines; *line; line++) {
        const char *part = strncmp(*line, "//! ", 4) ? NULL : *line + 4;
        if (part)
            on = name ? !strcmp(part, name)
                      : (part[0] == 'k' || part[0] == 'K') &&
                            text_mentions(text, part, strlen(part));
        else if (on)
            put_line(w, *line);
    }
}

/* Functions of other languages, and tables. */
static const char *foreign_body(void *arg, const Func *f)
{
    Lang *w = arg;
    Buf b = {0};
    Expr array = lang_table_of(w, f->number);
    if (array) {
        put(&b, "static const double c[]={");
        for (uint32_t k = 0; k < expr_node(w->d->store, array)->nargs; k++) {
            put(&b, k ? "," : "");
            put_real(&b, expr_number(w->d->store, expr_arg(w->d->store, array, k)));
        }
        put(&b, "};\n*o1=c[(int)u0-1];\n");
    }
    if (f->undefined) {
        putf(&b, "*o%d=%s(", f->ninputs, lang_func_name(w, f->number));
        for (int k = 0; k < f->ninputs; k++)
            putf(&b, k ? ",u%d" : "u%d", k);
        put(&b, ");\n");
    }
    const char *body = b.n ? arena_strdup(w->arena, buf_text(&b)) : NULL;
    buf_free(&b);
    return body;
}

/* ---- Equations ---- */

static void add_item(Emit *e, Items *list, Target to, uint32_t n, Expr value)
{
    vec_push(e->arena, list, ((Item){.to = (uint8_t)to, .n = n, .value = value}));
}

/* static int NAME(KInst*m[,double*r]) that evaluates the items. */
static void write_items(Emit *e, const char *name, bool has_r, const Items *items)
{
    emit_driver(e, (Sequence){.name = name, .has_r = has_r, .literal = true}, items);
}

static void write_parameters(Lang *w, Emit *e)
{
    Items items = {0};
    for (int i = 0; i < w->dependent.n; i++) {
        uint32_t p = w->dependent.v[i];
        add_item(e, &items, TO_V, p, lang_prepare(w, w->d->var.v[p].binding, -1, p));
    }
    write_items(e, "parameters", false, &items);
}

/* r[i] are the start values of states, then of z. */
static void write_start_values(Lang *w, Emit *e)
{
    Items items = {0};
    for (int i = 0; i < w->s->nstates + w->iterated.n; i++) {
        bool state = i < w->s->nstates;
        Expr start = lang_start(w, state ? w->s->state[i] : w->iterated.v[i - w->s->nstates]);
        add_item(e, &items, TO_R, (uint32_t)i, start ? start : expr_real(w->d->store, 0));
    }
    write_items(e, "start_values", true, &items);
}

/* A and b of a linear system one after the other, and its solution. */
static void write_linear(Lang *w, Emit *e, int k)
{
    const LangStep *t = &w->step.v[k];
    Items items = {0};
    for (int i = 0; i < t->nentries; i++) {
        const SheetEntry *entry = &t->entry[i];
        int place = entry->col == t->n ? t->n * t->n + entry->row : entry->row * t->n + entry->col;
        add_item(e, &items, TO_R, (uint32_t)place, entry->value);
    }
    write_items(e, arena_printf(e->arena, "entries_%d", k), true, &items);
    putf(&e->text, "static int system_%d(KInst*m){\nstatic double A[%d];\ndouble*const v=m->v;\n",
         k, t->n * (t->n + 1));
    putf(&e->text,
         "memset(A,0,sizeof A);\nif(entries_%d(m,A)||dsblock_solve(%d,A,A+%d))return 1;\n", k, t->n,
         t->n * t->n);
    for (int i = 0; i < t->n; i++)
        putf(&e->text, "v[%u]=A[%d];\n", t->unknown[i], t->n * t->n + i);
    put(&e->text, "return 0;\n}\n");
}

/* The residuals of a nonlinear system as a function of its unknowns, and its solution. */
static void write_nonlinear(Lang *w, Emit *e, int k)
{
    const LangStep *t = &w->step.v[k];
    Items items = {0};
    for (int i = 0; i < t->n; i++)
        add_item(e, &items, TO_R, (uint32_t)i, t->residual[i]);
    write_items(e, arena_printf(e->arena, "residual_%d", k), true, &items);
    putf(&e->text,
         "static int residuals_%d(void*arg,const double*a,double*r){\nKInst*m=arg;\n"
         "double*const v=m->v;\n",
         k);
    for (int i = 0; i < t->n; i++)
        putf(&e->text, "v[%u]=a[%d];\n", t->unknown[i], i);
    putf(&e->text, "return residual_%d(m,r)||dsblock_wild(%d,r);\n}\n", k, t->n);
    putf(&e->text, "static int system_%d(KInst*m){\ndouble*const v=m->v;\ndouble a[%d],r[%d];\n", k,
         t->n, t->n);
    for (int i = 0; i < t->n; i++)
        putf(&e->text, "a[%d]=v[%u];\n", i, t->unknown[i]);
    putf(&e->text, "return dsblock_newton(%d,residuals_%d,m,a)||residuals_%d(m,a,r);\n}\n", t->n, k,
         k);
}

/* In the DAE form residuals instead of systems. */
static void write_steps(Lang *w, Emit *e)
{
    Items items = {0};
    int nresiduals = 0;
    for (int k = 0; k < w->step.n + w->extra.n; k++) {
        const LangStep *t = k < w->step.n ? &w->step.v[k] : &w->extra.v[k - w->step.n];
        if (t->kind == STEP_ASSIGN) {
            add_item(e, &items, TO_V, t->var, t->value);
            continue;
        }
        for (int i = 0; w->o.dae && i < t->n; i++)
            add_item(e, &items, TO_R, (uint32_t)nresiduals++, t->residual[i]);
        if (w->o.dae)
            continue;
        if (t->kind == STEP_LINEAR)
            write_linear(w, e, k);
        else
            write_nonlinear(w, e, k);
        vec_push(e->arena, &items,
                 ((Item){.to = TO_CALL, .name = arena_printf(e->arena, "system_%d", k)}));
    }
    write_items(e, "steps", w->o.dae, &items);
}

/* ---- The file ---- */

/* The variables of one part of the interface: names, and numbers in v. */
static void put_list(Lang *w, const char *what, int n, const uint32_t *var, const char **name)
{
    lang_printf(w, "static const char *const %s_name[] = {", what);
    for (int i = 0; i < n; i++) {
        put(w->out, i % 4 ? " " : "\n    ");
        put_string(w->out, lang_shown(w, var[i]));
        put(w->out, ",");
    }
    lang_printf(w, "%sNULL};\nstatic const int %s_var[] = {", n ? "\n    " : "", what);
    for (int i = 0; i < n; i++)
        lang_printf(w, i % 4 ? " %s," : "\n    %s,", name[var[i]]);
    lang_printf(w, "%s0};\n", n ? "\n    " : "");
}

static void put_values(Lang *w, const char *what, int n, const uint32_t *var)
{
    lang_printf(w, "static const double %s_value[] = {", what);
    for (int i = 0; i < n; i++)
        lang_each(w, 1, &var[i], i % 8 == 7 ? "$V,\n    " : "$V, ");
    lang_printf(w, "0};\n");
}

/* States whose derivatives are computed, not unknowns of systems; their number. */
static int put_computed(Lang *w)
{
    bool *unknown = ARENA_ARRAY(w->arena, bool, w->nvars);
    int n = 0;
    for (int i = 0; i < w->step.n; i++)
        for (int k = 0; k < w->step.v[i].n; k++)
            unknown[w->step.v[i].unknown[k]] = true;
    lang_printf(w, "static const int computed[] = {");
    for (int i = 0; i < w->s->nstates; i++)
        if (!unknown[w->derivative[i]])
            lang_printf(w, n++ ? ", %d" : "%d", i);
    lang_printf(w, n ? "};\n" : "0};\n");
    return n;
}

static void write_tables(Lang *w, const char **name)
{
    Sheet *s = w->s;
    const char **shown = ARENA_ARRAY(w->arena, const char *, w->nvars + 1);
    for (uint32_t v = 0; v < w->nvars; v++)
        shown[v] = w->name[v] ? lang_shown(w, v) : "";
    c_enumerators(w->d->ctx->names, w->arena, w->nvars, shown, name);
    lang_printf(w, "enum {\n");
    for (uint32_t v = 0; v < w->nvars; v++)
        if (w->name[v]) {
            lang_printf(w, "    %s = %u, ", name[v], v);
            put_comment(w->out, shown[v]);
        }
    lang_printf(w, "    SIZE_V = %u\n};\n\n", w->nvars + 1);
    put_list(w, "x", s->nstates, s->state, name);
    put_list(w, "z", w->iterated.n, w->iterated.v, name);
    put_list(w, "u", s->ninputs, s->input, name);
    put_list(w, "y", s->noutputs, s->output, name);
    put_list(w, "p", w->constant.n, w->constant.v, name);
    lang_printf(w, "static const int dx_var[] = {");
    for (int i = 0; i < s->nstates; i++)
        lang_printf(w, "%s,%s", name[w->derivative[i]], i % 4 == 3 ? "\n    " : " ");
    lang_printf(w, "0};\n");
    put_values(w, "u", s->ninputs, s->input);
    put_values(w, "p", w->constant.n, w->constant.v);
    int ncomputed = w->o.dae ? put_computed(w) : 0;
    lang_printf(w, "enum { SIZE_X = %d, SIZE_Z = %d, SIZE_U = %d, SIZE_Y = %d, SIZE_P = %d",
                s->nstates, w->iterated.n, s->ninputs, s->noutputs, w->constant.n);
    lang_printf(w, w->o.dae ? ", SIZE_E = %d };\n" : " };\n", ncomputed);
    lang_text(w, "#define DSBLOCK_EXPERIMENT $A, $B, $H\n\n");
}

static void write_solvers(Lang *w)
{
    int linear = 0, nonlinear = 0;
    for (int i = 0; i < w->step.n && !w->o.dae; i++) {
        const LangStep *t = &w->step.v[i];
        linear |= t->kind == STEP_LINEAR;
        if (t->kind == STEP_NONLINEAR && t->n > nonlinear)
            nonlinear = t->n;
    }
    if (w->o.dae) {
        nonlinear = w->s->nstates + w->iterated.n + 1;
        lang_printf(w, "#ifdef DSBLOCK_MAIN\n");
    }
    if (linear || nonlinear)
        put_part(w, "solve", NULL);
    if (nonlinear) {
        lang_printf(w, "enum { NEWTON_SIZE = %d };\n\n", nonlinear);
        put_part(w, "newton", NULL);
    }
    if (w->o.dae)
        lang_printf(w, "#endif\n\n");
}

static void write_outside(Lang *w)
{
    for (int i = 0; i < w->outside.n; i++) {
        lang_printf(w, "extern double %s(", lang_func_name(w, w->outside.v[i]));
        for (int k = 0; k < func_get(w->d->store, w->outside.v[i])->ninputs; k++)
            lang_printf(w, "%sdouble", k ? ", " : "");
        lang_printf(w, ");%s", i + 1 < w->outside.n ? "\n" : "\n\n");
    }
}

/* Sizes and solver of a discretised model; its function goes to `step`. */
static void write_step(Lang *w, Buf *step)
{
    Buf *out = w->out;
    inline_sizes(w);
    put_part(w, "dymnon", NULL);
    w->out = step;
    inline_step(w);
    w->out = out;
}

static void write_dsblock(Lang *w)
{
    Emit e = {.alone = true,
              .d = w->d,
              .rolls = true,
              .apart = true,
              .readable = true,
              .foreign = foreign_body,
              .foreign_arg = w};
    const char **name = ARENA_ARRAY(w->arena, const char *, w->nvars + 1);
    emit_open(&e, plain_numbers);
    write_parameters(w, &e);
    write_start_values(w, &e);
    if (w->d->step.old)
        inline_functions(w, &e);
    else
        write_steps(w, &e);
    emit_funcs(&e);
    w->failed |= e.failed;
    put_part(w, "head", NULL);
    bool inlined = w->d->step.old;
    put_part(w, inlined ? "head_inline" : w->o.dae ? "head_dae" : "head_ode", NULL);
    put_part(w, "info", NULL);
    write_outside(w);
    write_tables(w, name);
    put_part(w, "model", NULL);
    write_solvers(w);
    Buf step = {0}, all = {0};
    if (inlined)
        write_step(w, &step);
    put(&all, buf_text(&e.text));
    put(&all, buf_text(&step));
    put_part(w, NULL, buf_text(&all));
    buf_free(&all);
    c_layout(buf_text(&e.protos), 0, NULL, w->out);
    c_layout(buf_text(&e.tables), 0, NULL, w->out);
    lang_printf(w, "\n");
    c_layout(buf_text(&e.text), w->nvars, name, w->out);
    emit_free(&e);
    put_part(w, "start", NULL);
    if (inlined)
        inline_calls(w);
    if (inlined)
        put(w->out, buf_text(&step));
    else
        put_part(w, w->o.dae ? "function_dae" : "function_ode", NULL);
    buf_free(&step);
    lang_printf(w, "enum { OPTIONS = %d };\n\n", inlined ? 5 : 4);
    put_part(w, "main", NULL);
    put_part(w, inlined ? "inline" : w->o.dae ? "dae" : "ode", NULL);
    put_part(w, "run", NULL);
}

const LangInfo lang_dsblock = {.title = "DSblock",
                               .shares = true,
                               .can = CAN_LINEAR | CAN_NONLINEAR | CAN_FUNCTIONS | CAN_CONDITIONS,
                               .dialect = {.function = functions},
                               .naming = {.dot = "_", .other = "_", .reserved = ""},
                               .write = write_dsblock};

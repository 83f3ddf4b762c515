/* lang_acsl.c - the program in ACSL (Advanced Continuous Simulation Language) as
 * `formula-manipulation-1993` prints it (FM-65).
 *
 * Parameters are constants of the INITIAL section, the sorted equations one PROCEDURAL block,
 * states INTEG statements. Linear systems that are not solved are factored by Linpack (DGEFA,
 * DGESL), which ACSL programs link with. */
#include "emit/lang_internal.h"

static const char *const functions[][2] = {
    {"abs", "ABS"},   {"sqrt", "SQRT"}, {"sin", "SIN"},   {"cos", "COS"},     {"tan", "TAN"},
    {"asin", "ASIN"}, {"acos", "ACOS"}, {"atan", "ATAN"}, {"atan2", "ATAN2"}, {"sinh", "SINH"},
    {"cosh", "COSH"}, {"tanh", "TANH"}, {"exp", "EXP"},   {"log", "ALOG"},    {"log10", "ALOG10"},
    {"min", "AMIN1"}, {"max", "AMAX1"}, {"rem", "AMOD"},  {"<", ".LT."},      {"<=", ".LE."},
    {">", ".GT."},    {">=", ".GE."},   {"*", " * "},     {NULL, NULL}};

static const char *const reserved[] = {
    "ALGORITHM", "ARRAY",    "BCKLSH",    "BOUND",     "CALL",       "CINTERVAL", "CINT",
    "COMMON",    "CONSTANT", "CONTINUE",  "DBLINT",    "DEAD",       "DELAY",     "DERIVATIVE",
    "DERIVT",    "DIM",      "DIMENSION", "DISCRETE",  "DO",         "DYNAMIC",   "ELSE",
    "END",       "ENDIF",    "ERRTAG",    "EXTERNAL",  "GAUSS",      "GO",        "GOTO",
    "HARM",      "IALG",     "IF",        "IMPLC",     "INITIAL",    "INT",       "INTEG",
    "INTEGER",   "INTERVAL", "INTVC",     "LEDLAG",    "LIMINT",     "LOGICAL",   "LSW",
    "MACRO",     "MAXT",     "MAXTERVAL", "MERROR",    "MINT",       "MINTERVAL", "MOD",
    "NSTEPS",    "NSTP",     "OU",        "PARAMETER", "PROCEDURAL", "PROGRAM",   "PTR",
    "PULSE",     "QNTZR",    "RAMP",      "REAL",      "REALPL",     "RSW",       "SAMPLE",
    "SAVE",      "SCHEDULE", "SORT",      "STEP",      "STRPT",      "SWITCH",    "T",
    "TABLE",     "TERMINAL", "TERMT",     "THEN",      "TRAN",       "TYPE",      "UNIF",
    "VARIABLE",  "XERROR",   "ZHOLD",     "ZOH",       "StartTime",  "StopTime",  "DGEFA",
    "DGESL",     "QA",       "Qb",        "Qj",        "Qpivot",     "Qinfo",     NULL};

enum { PER_LINE = 3 }; /* constants */

/* `R1zR = 100.0, C = ...`, several in a line. */
static void write_constants(Lang *w)
{
    for (int i = 0; i < w->constant.n; i++) {
        uint32_t p = w->constant.v[i];
        lang_printf(w, i % PER_LINE ? ", %s = " : "  CONSTANT %s = ", w->name[p]);
        lang_real(w->out, lang_parameter_value(w, p));
        if (i % PER_LINE == PER_LINE - 1 || i + 1 == w->constant.n)
            lang_printf(w, "\n");
    }
    for (int i = 0; i < w->s->ninputs; i++) {
        uint32_t u = w->s->input[i];
        if (!w->d->var.v[u].start)
            continue;
        lang_printf(w, "  CONSTANT %s = ", w->name[u]);
        lang_real(w->out, lang_start_value(w, u));
        lang_printf(w, "\n");
    }
}

static void write_line(Lang *w, const char *left, Expr value, int eq)
{
    size_t begin = w->out->n;
    lang_printf(w, "      %s = ", left);
    lang_expr(w, value, eq);
    lang_end(w, begin, 6);
}

static int largest_system(const Lang *w)
{
    int n = 0;
    for (int i = 0; i < w->step.n; i++)
        if (w->step.v[i].n > n)
            n = w->step.v[i].n;
    return n;
}

/* Arrays of the systems that are left, as large as the largest. */
static void write_arrays(Lang *w)
{
    int n = largest_system(w);
    if (n)
        lang_printf(w, "  INTEGER Qpivot, Qinfo, Qj\n  ARRAY QA(%d,%d), Qb(%d), Qpivot(%d)\n", n, n,
                    n, n);
}

static void write_initial(Lang *w)
{
    lang_printf(w, "  INITIAL\n");
    write_constants(w);
    write_arrays(w);
    for (int i = 0; i < w->dependent.n; i++) {
        uint32_t p = w->dependent.v[i];
        size_t begin = w->out->n;
        lang_printf(w, "  %s = ", w->name[p]);
        lang_value(w, lang_prepare(w, w->d->var.v[p].binding, -1, p));
        lang_end(w, begin, 2);
    }
    for (int i = 0; i < w->s->nstates; i++) {
        Expr start = lang_start(w, w->s->state[i]);
        if (!start || !expr_node(w->d->store, start)->var_mask)
            continue;
        size_t begin = w->out->n;
        lang_printf(w, "  init%s = ", w->name[w->s->state[i]]);
        lang_value(w, start);
        lang_end(w, begin, 2);
    }
    lang_printf(w, "  END ! of INITIAL\n");
}

/* A(i,j) and b(i) that are not 0, then Linpack: DGEFA factors, DGESL solves. */
static void write_linear(Lang *w, const LangStep *t)
{
    int label = (int)(t - w->step.v) + 101;
    lang_printf(w, "      DO L%d Qj = 1, %d\n", label, t->n);
    for (int i = 0; i < t->n; i++)
        lang_printf(w, "      QA(%d,Qj) = 0\n", i + 1);
    lang_printf(w, "      Qb(Qj) = 0\n      L%d: CONTINUE\n", label);
    for (int i = 0; i < t->nentries; i++) {
        const SheetEntry *e = &t->entry[i];
        const char *left = e->col == t->n
                               ? arena_printf(w->arena, "Qb(%d)", e->row + 1)
                               : arena_printf(w->arena, "QA(%d,%d)", e->row + 1, e->col + 1);
        write_line(w, left, e->value, t->block->eq[e->row]);
    }
    int size = largest_system(w);
    lang_printf(w, "      CALL DGEFA(QA, %d, %d, Qpivot, Qinfo)\n", size, t->n);
    lang_printf(w, "      CALL DGESL(QA, %d, %d, Qpivot, Qb, 0)\n", size, t->n);
    for (int i = 0; i < t->n; i++)
        lang_printf(w, "      %s = Qb(%d)\n", w->name[t->unknown[i]], i + 1);
}

/* Systems are marked where they begin and end. */
static void write_frame(Lang *w, const LangStep *t, const LangStep *last)
{
    const SheetBlock *from = last ? last->block : NULL, *to = t ? t->block : NULL;
    if (from == to)
        return;
    if (from && from->n > 1)
        lang_printf(w, "! END OF SYSTEM OF SIMULTANEOUS EQUATIONS\n");
    if (to && to->n > 1)
        lang_printf(w, "! SYSTEM OF %d SIMULTANEOUS EQUATIONS\n", to->n);
}

static void write_steps(Lang *w)
{
    uint32_t owner = UINT32_MAX;
    for (int i = 0; i < w->step.n; i++) {
        const LangStep *t = &w->step.v[i];
        write_frame(w, t, i ? t - 1 : NULL);
        if (t->owner != owner)
            lang_printf(w, "!   %s.\n", lang_owner(w, t->owner));
        owner = t->owner;
        if (t->kind == STEP_LINEAR)
            write_linear(w, t);
        else
            write_line(w, w->name[t->var], t->value, t->eq);
    }
    write_frame(w, NULL, w->step.n ? &vec_last(&w->step) : NULL);
}

static void write_states(Lang *w)
{
    for (int i = 0; i < w->s->nstates; i++) {
        uint32_t x = w->s->state[i];
        Expr start = lang_start(w, x);
        if (!start || !expr_node(w->d->store, start)->var_mask) {
            lang_printf(w, "      CONSTANT init%s = ", w->name[x]);
            buf_real(w->out, lang_start_value(w, x));
            lang_printf(w, "\n");
        }
        lang_printf(w, "      %s = INTEG(%s, init%s)\n", w->name[x], w->name[w->derivative[i]],
                    w->name[x]);
    }
}

static void write_acsl(Lang *w)
{
    lang_printf(w, "!ACSL model generated by kron.\nPROGRAM %s\n", w->model);
    lang_printf(w, "  VARIABLE Time, StartTime = ");
    lang_real(w->out, w->o.start);
    lang_printf(w, "\n  CONSTANT StopTime = ");
    lang_real(w->out, w->o.stop);
    lang_printf(w, "\n");
    write_initial(w);
    lang_printf(w, "  DYNAMIC\n    DERIVATIVE\n      PROCEDURAL\n!SORTED AND SOLVED EQUATIONS\n");
    write_steps(w);
    lang_printf(w, "! END OF SORTED AND SOLVED EQUATIONS\n");
    if (w->extra.n)
        lang_printf(w, "! ELIMINATED STATE DERIVATIVES AND OUTPUTS\n");
    for (int i = 0; i < w->extra.n; i++)
        write_line(w, w->name[w->extra.v[i].var], w->extra.v[i].value, w->extra.v[i].eq);
    lang_printf(w, "      END ! of PROCEDURAL\n");
    write_states(w);
    lang_printf(w, "      END ! of DERIVATIVE\n      TERMT (Time.GE.StopTime)\n"
                   "    END ! of DYNAMIC\n  END ! of PROGRAM\n");
}

const LangInfo lang_acsl = {.name = "acsl",
                            .title = "ACSL",
                            .can = CAN_LINEAR | CAN_CONDITIONS,
                            .dialect = {.power = "**",
                                        .time = "Time",
                                        .truth = {".FALSE.", ".TRUE."},
                                        .and_ = ".AND.",
                                        .or_ = ".OR.",
                                        .not_ = ".NOT.",
                                        .equal = ".EQ.",
                                        .not_equal = ".NE.",
                                        .conditional = {"RSW(", ", ", ", "},
                                        .function = functions},
                            .naming = {.dot = "z",
                                       .other = "_",
                                       .mate = "init",
                                       .brief = true,
                                       .fold = true,
                                       .reserved = reserved},
                            .width = 72,
                            .continuation = "...",
                            .write = write_acsl};

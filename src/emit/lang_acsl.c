/* lang_acsl.c - the program in ACSL (Advanced Continuous Simulation Language) as
 * `formula-manipulation-1993` prints it (FM-65).
 *
 * Parameters are constants of the INITIAL section, the sorted equations one PROCEDURAL block,
 * states INTEG statements. Linear systems that are not solved are factored by Linpack (DGEFA,
 * DGESL), which ACSL programs link with. A derivative that was declared known is DERIVT. */
#include "emit/lang_internal.h"

static const char *const functions[][2] = {
    {"abs", "ABS"},   {"sqrt", "SQRT"}, {"sin", "SIN"},   {"cos", "COS"},     {"tan", "TAN"},
    {"asin", "ASIN"}, {"acos", "ACOS"}, {"atan", "ATAN"}, {"atan2", "ATAN2"}, {"sinh", "SINH"},
    {"cosh", "COSH"}, {"tanh", "TANH"}, {"exp", "EXP"},   {"log", "ALOG"},    {"log10", "ALOG10"},
    {"min", "AMIN1"}, {"max", "AMAX1"}, {"rem", "AMOD"},  {"<", ".LT."},      {"<=", ".LE."},
    {">", ".GT."},    {">=", ".GE."},   {"*", " * "},     {NULL, NULL}};

static const char reserved[] =
    "ALGORITHM ARRAY BCKLSH BOUND CALL CINTERVAL CINT COMMON CONSTANT CONTINUE DBLINT DEAD "
    "DELAY DERIVATIVE DERIVT DIM DIMENSION DISCRETE DO DYNAMIC ELSE END ENDIF ERRTAG EXTERNAL "
    "GAUSS GO GOTO HARM IALG IF IMPLC INITIAL INT INTEG INTEGER INTERVAL INTVC LEDLAG LIMINT "
    "LOGICAL LSW MACRO MAXT MAXTERVAL MERROR MINT MINTERVAL MOD NSTEPS NSTP OU PARAMETER "
    "PROCEDURAL PROGRAM PTR PULSE QNTZR RAMP REAL REALPL RSW SAMPLE SAVE SCHEDULE SORT STEP "
    "STRPT SWITCH T TABLE TERMINAL TERMT THEN TRAN TYPE UNIF VARIABLE XERROR ZHOLD ZOH "
    "StartTime StopTime DGEFA DGESL QA Qb Qj Qpivot Qinfo";

enum { PER_LINE = 3 }; /* constants */
static const char assign[] = "      $n = $e\n";

/* `R1zR = 100.0, C = ...`, several in a line. */
static void write_constants(Lang *w)
{
    for (int i = 0; i < w->constant.n; i++) {
        lang_each(w, 1, &w->constant.v[i], i % PER_LINE ? ", $n = $V" : "  CONSTANT $n = $V");
        if (i % PER_LINE == PER_LINE - 1 || i + 1 == w->constant.n)
            lang_printf(w, "\n");
    }
    for (int i = 0; i < w->s->ninputs; i++)
        if (w->d->var.v[w->s->input[i]].start)
            lang_each(w, 1, &w->s->input[i], "  CONSTANT $n = $V\n");
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

/* Whether a state begins with a formula over parameters. */
static bool begins_with_formula(Lang *w, uint32_t state)
{
    Expr start = lang_start(w, state);
    return start && expr_node(w->d->store, start)->var_mask;
}

static void write_initial(Lang *w)
{
    lang_printf(w, "  INITIAL\n");
    write_constants(w);
    write_arrays(w);
    lang_each(w, w->dependent.n, w->dependent.v, "  $n = $e\n");
    for (int i = 0; i < w->s->nstates; i++)
        if (begins_with_formula(w, w->s->state[i]))
            lang_each(w, 1, &w->s->state[i], "  init$n = $e\n");
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
    lang_entries(w, t, "      QA($i,$j) = $e\n", "      Qb($i) = $e\n");
    int size = largest_system(w);
    lang_printf(w, "      CALL DGEFA(QA, %d, %d, Qpivot, Qinfo)\n", size, t->n);
    lang_printf(w, "      CALL DGESL(QA, %d, %d, Qpivot, Qb, 0)\n", size, t->n);
    lang_each(w, t->n, t->unknown, "      $n = Qb($i)\n");
}

/* Every line of a text as a comment. */
static void put_comments(Lang *w, const char *text)
{
    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        lang_printf(w, "! %.*s\n", (int)n, text);
    }
}

/* Systems are marked where they begin and end, and shown (BG-7). */
static void write_frame(Lang *w, const LangStep *t, const LangStep *last)
{
    const SheetBlock *from = last ? last->block : NULL, *to = t ? t->block : NULL;
    if (from != to && from && from->n > 1)
        lang_printf(w, "! END OF SYSTEM OF SIMULTANEOUS EQUATIONS\n");
    if (from != to && to && to->n > 1) {
        Buf text = {0};
        sheet_print_system(w->s, to, &text);
        buf_puts(&text, to->kind == SB_LINEAR ? "" : "SOLVED SYSTEM OF EQUATIONS\n");
        put_comments(w, buf_text(&text));
        buf_free(&text);
    }
    if (to && t->not_torn && !(from == to && last->not_torn))
        lang_printf(w, "! NON-TORN VARIABLES\n");
}

static void write_steps(Lang *w)
{
    uint32_t owner = UINT32_MAX;
    for (int i = 0; i < w->step.n; i++) {
        const LangStep *t = &w->step.v[i];
        write_frame(w, t, i ? t - 1 : NULL);
        bool within = t->block && t->block->n > 1 && !t->not_torn; /* has no owner (FM-72) */
        if (t->owner != owner && !within)
            lang_step(w, t, "!   $o.\n");
        owner = within ? UINT32_MAX : t->owner;
        if (t->kind == STEP_LINEAR)
            write_linear(w, t);
        else
            lang_step(w, t, t->kind == STEP_DERIVATIVE ? "      $n = DERIVT(0.0, $e)\n" : assign);
    }
    write_frame(w, NULL, w->step.n ? &vec_last(&w->step) : NULL);
}

static void write_acsl(Lang *w)
{
    lang_text(w, "!ACSL model generated by kron.\nPROGRAM $M\n  VARIABLE Time, StartTime = $A\n"
                 "  CONSTANT StopTime = $B\n");
    write_initial(w);
    lang_printf(w, "  DYNAMIC\n    DERIVATIVE\n      PROCEDURAL\n!SORTED AND SOLVED EQUATIONS\n");
    write_steps(w);
    lang_printf(w, "! END OF SORTED AND SOLVED EQUATIONS\n");
    if (w->extra.n)
        lang_printf(w, "! ELIMINATED STATE DERIVATIVES AND OUTPUTS\n");
    for (int i = 0; i < w->extra.n; i++)
        lang_step(w, &w->extra.v[i], assign);
    lang_printf(w, "      END ! of PROCEDURAL\n");
    for (int i = 0; i < w->s->nstates; i++) {
        LangStep state = {.var = w->s->state[i], .row = i};
        bool formula = begins_with_formula(w, state.var), literal = w->o.full && !formula;
        if (!formula && !literal)
            lang_step(w, &state, "      CONSTANT init$n = $v\n");
        lang_step(w, &state,
                  literal ? "      $n = INTEG($d, $V)\n" /* FM-85 */
                          : "      $n = INTEG($d, init$n)\n");
    }
    lang_printf(w, "      END ! of DERIVATIVE\n      TERMT (Time.GE.StopTime)\n"
                   "    END ! of DYNAMIC\n  END ! of PROGRAM\n");
}

const LangInfo lang_acsl = {.title = "ACSL",
                            .can = CAN_LINEAR | CAN_CONDITIONS | CAN_DIFFERENTIATE,
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

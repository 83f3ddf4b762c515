/* lang_inline.c - a discretised sheet as C: one step of an integration method (IN-21, IN-22,
 * IN-41).
 *
 * The function MODEL_inline is the listing of inline-integration-1995 with its headings: formulas
 * in the order of evaluation; a nonlinear system is iterated by reverse communication with DymNon
 * (lib/dsblock/dsblock.c), which returns what to evaluate next in QInfRev and an error in QiErr;
 * then the step is left. Variables have their own names, those of the program begin with Q. */
#include "emit/emit_internal.h"
#include "emit/lang_internal.h"

enum { WIDTH = 52 }; /* of a column of the paper */

static const char *const functions[][2] = {
    {"abs", "fabs"},  {"sign", "k_sign"}, {"sqrt", "sqrt"},   {"sin", "sin"},
    {"cos", "cos"},   {"tan", "tan"},     {"asin", "asin"},   {"acos", "acos"},
    {"atan", "atan"}, {"atan2", "atan2"}, {"sinh", "sinh"},   {"cosh", "cosh"},
    {"tanh", "tanh"}, {"exp", "exp"},     {"log", "log"},     {"log10", "log10"},
    {"min", "fmin"},  {"max", "fmax"},    {"div", "k_div"},   {"mod", "k_mod"},
    {"rem", "k_rem"}, {"ceil", "ceil"},   {"floor", "floor"}, {"integer", "floor"},
    {NULL, NULL}};

const ExprDialect lang_c_dialect = {.power = "",
                                    .time = "Time",
                                    .truth = {"0", "1"},
                                    .and_ = "&&",
                                    .or_ = "||",
                                    .not_ = "!",
                                    .equal = "==",
                                    .not_equal = "!=",
                                    .conditional = {"(", " ? ", " : "},
                                    .function = functions};

const char lang_c_reserved[] =
    "auto break case char const continue default do double else enum extern float for goto if "
    "inline int long register restrict return short signed sizeof static struct switch typedef "
    "union unsigned void volatile while main pow trunc isfinite leave NULL NAN INFINITY KInst KArr "
    "memset dsblock_solve DymNon dymnon_next PrintEvent QInfRev QiOpt QMnl QSol QRes QJac Qtol "
    "Qinfo "
    "QD QI QNLnr QNnl QNLfunc QNLjac QNLmax QiErr Q Qv Qm Qold Qu Qp Qx Qdx Qz Qy QA Qb";

/* ---- Text ---- */

/* f(x,u,Time) and (a) / (b), as the paper prints them. */
static const char *tidy(Lang *w, const Buf *text)
{
    Buf out = {0};
    for (const char *c = buf_text(text); *c; c++) {
        bool quotient = *c == ')' && c[1] == '/' && c[2] == '(';
        if (*c == ' ' && c > buf_text(text) && c[-1] == ',')
            continue;
        buf_putc(&out, *c);
        if (quotient) {
            buf_puts(&out, " / ");
            c++;
        }
    }
    const char *copy = arena_strdup(w->arena, buf_text(&out));
    buf_free(&out);
    return copy;
}

/* The same for a comment. */
static const char *remark(Lang *w, const Buf *text)
{
    Buf safe = {0};
    put_remark(&safe, tidy(w, text));
    const char *copy = arena_strdup(w->arena, buf_text(&safe));
    buf_free(&safe);
    return copy;
}

/* The last place at which text[0..n) can be continued so that `room` is enough: before an operator.
 */
static size_t break_at(const char *text, size_t n, size_t room)
{
    size_t best = n;
    for (size_t i = 1; i + 1 < n; i++)
        if (text[i] == ' ' && strchr("+-*/=?:&|<>", text[i + 1])) {
            if (i > room && best < n)
                break;
            best = i;
        }
    return best;
}

/* A line, continued where it is too long; before and after: of every line. */
static void put_lines(Lang *w, const char *before, const char *text, const char *after)
{
    const char *more = "";
    size_t n = strlen(text), around = strlen(before) + strlen(after);
    while (n + around + strlen(more) > WIDTH) {
        size_t k = break_at(text, n, WIDTH - around - strlen(more));
        if (k >= n)
            break;
        lang_printf(w, "%s%s%.*s%s\n", before, more, (int)k, text, after);
        text += k + 1;
        n -= k + 1;
        more = *after ? "  " : "    ";
    }
    lang_printf(w, "%s%s%s%s\n", before, more, text, after);
}

static void put_title(Lang *w, const char *text)
{
    lang_printf(w, "/* %s */\n", text);
}

static const char *formula(Lang *w, const SheetAssign *a)
{
    Buf *out = w->out, text = {0};
    w->out = &text;
    lang_formula(w, a);
    w->out = out;
    const char *copy = tidy(w, &text);
    buf_free(&text);
    return copy;
}

static void put_statement(Lang *w, const SheetAssign *a)
{
    put_lines(w, "    ", arena_printf(w->arena, "%s = %s;", w->name[a->var], formula(w, a)), "");
}

/* ---- Systems ---- */

static void put_equations(Lang *w, const SheetBlock *b, const char *indent)
{
    put_title(w, "EQUATIONS");
    for (int i = 0; i < b->n; i++) {
        Buf text = {0};
        sheet_print_equation(w->s, b->eq[i], &text);
        put_lines(w, indent, arena_printf(w->arena, "%s;", remark(w, &text)), " */");
        buf_free(&text);
    }
    lang_printf(w, "\n");
}

static void put_tearing(Lang *w, const SheetBlock *b)
{
    for (int i = 0; i < b->ntorn; i++) {
        Buf text = {0};
        buf_printf(&text, "%s      ", lang_shown(w, b->torn[i]));
        sheet_print_residue(w->s, b, i, &text);
        lang_printf(w, "/*      %s */\n", remark(w, &text));
        buf_free(&text);
    }
    lang_printf(w, "\n");
}

/* By elimination with numbers. */
static void put_matrix(Lang *w, const SheetBlock *b)
{
    int n = b->n;
    lang_printf(w, "    {\n    static double QA[%d], Qb[%d];\n", n * n, n);
    lang_printf(w, "    memset(QA, 0, sizeof QA);\n    memset(Qb, 0, sizeof Qb);\n");
    for (int i = 0; i < b->nentries; i++) {
        const SheetEntry *e = &b->entry[i];
        SheetAssign a = {.var = b->unknown[0], .value = e->value};
        const char *to = e->col == n ? arena_printf(w->arena, "Qb[%d]", e->row)
                                     : arena_printf(w->arena, "QA[%d]", e->row * n + e->col);
        put_lines(w, "    ", arena_printf(w->arena, "%s = %s;", to, formula(w, &a)), "");
    }
    lang_printf(w, "    if (dsblock_solve(%d, QA, Qb)) {\n        *QiErr = 3;\n", n);
    lang_printf(w, "        goto leave;\n    }\n");
    for (int i = 0; i < n; i++)
        lang_printf(w, "    %s = Qb[%d];\n", w->name[b->unknown[i]], i);
    lang_printf(w, "    }\n");
}

static void put_linear(Lang *w, const SheetBlock *b)
{
    lang_printf(w, "\n/* SYSTEM OF %d SIMULTANEOUS LINEAR EQUATIONS */\n", b->n);
    put_equations(w, b, "/*      ");
    put_title(w, "SOLVING LINEAR SYSTEM OF EQUATIONS");
    if (b->kind == SB_TORN) {
        lang_printf(w, "\n");
        put_title(w, "LINEAR TEARING VARIABLES AND RESIDUES");
        put_tearing(w, b);
        put_title(w, "TORN LINEAR EQUATIONS");
        for (int i = 0; i < b->nassign; i++) {
            put_statement(w, &b->assign[i]);
            if (i == b->ntorn_assign - 1)
                lang_printf(w, "/* END OF TORN LINEAR EQUATIONS */\n\n");
        }
    } else {
        put_matrix(w, b);
    }
    lang_printf(w, "/* END OF SYSTEM OF LINEAR SIMULTANEOUS EQUATIONS */\n\n");
}

static void put_part(Lang *w, const SheetBlock *b)
{
    if (b->kind == SB_EXPLICIT)
        put_statement(w, &b->assign[0]);
    else
        put_linear(w, b);
}

/* What is iterated (IN-41); nr: number of the system. */
static void put_iteration(Lang *w, const SheetBlock *b, int nr)
{
    lang_printf(w, "\nIter%d :\n    if (QInfRev > 0) {\n\n", nr);
    put_title(w, "NONLINEAR TEARING VARIABLES AND RESIDUES");
    put_tearing(w, b);
    put_title(w, "TORN NONLINEAR EQUATIONS");
    for (int i = 0; i < b->nparts; i++)
        put_part(w, &b->part[i]);
    for (int i = 0; i < b->nassign; i++)
        put_statement(w, &b->assign[i]);
    lang_printf(w, "/* END OF TORN NONLINEAR EQUATIONS */\n\n");
    for (int i = 0; i < b->ntorn; i++)
        lang_printf(w, "    QRes[%d] = %s;\n", i, w->name[b->assign[i].var]);
    lang_printf(w, "}\n\n/* UPDATE SOLUTION */\n"
                   "DymNon(QInfRev,QiOpt,QMnl,QSol,QRes,QJac,Qtol,\n"
                   "    Qinfo,QD,QI,PrintEvent,QNLnr,Time,QNLfunc,\n"
                   "    QNLjac,QNLmax,QiErr);\n\n");
    for (int i = 0; i < b->ntorn; i++)
        lang_printf(w, "    %s = QSol[%d];\n", w->name[b->torn[i]], i);
    lang_printf(w, "\n    if (QInfRev > 0) goto Iter%d;\n    if (*QiErr != 0) goto leave;\n", nr);
}

static void put_nonlinear(Lang *w, const SheetBlock *b, int nr)
{
    lang_printf(w, "\n/* SYSTEM OF %d SIMULTANEOUS NONLINEAR EQUATIONS */\n", b->n);
    put_equations(w, b, "/*   ");
    put_title(w, "SOLVING NONLINEAR SYSTEM OF EQUATIONS");
    for (int i = 0; i < b->ntorn; i++)
        lang_printf(w, "    QSol[%d] = %s;\n", i, w->name[b->torn[i]]);
    lang_printf(w, "\n    QNLnr = %d;\n    QNnl = %d;\n    QiOpt = 2;\n    QInfRev = -1;\n", nr,
                b->ntorn);
    put_iteration(w, b, nr);
    put_title(w, "END OF SYSTEM OF NONLINEAR SIMULTANEOUS EQUATIONS");
}

/* ---- The function ---- */

/* What a variable is before the step: given, or where an iteration begins. */
static const char **initial_values(Lang *w)
{
    const char **value = ARENA_ARRAY(w->arena, const char *, w->nvars);
    const Sheet *s = w->s;
    const struct {
        int n;
        const VarId *var;
        const char *from;
    } list[] = {{w->iterated.n, w->iterated.v, "Qz"}, {s->nstates, w->derivative, "Qdx"},
                {s->nstates, s->state, "Qx"},         {s->nstates, s->d->step.old, "Qold"},
                {s->ninputs, s->input, "Qu"},         {0, NULL, NULL}};
    for (int k = 0; list[k].from; k++)
        for (int i = 0; i < list[k].n; i++)
            value[list[k].var[i]] = arena_printf(w->arena, "%s[%d]", list[k].from, i);
    for (int k = 0; k < 2; k++) {
        const VarNumbers *p = k ? &w->dependent : &w->constant;
        for (int i = 0; i < p->n; i++)
            value[p->v[i]] = arena_printf(w->arena, "Qv[%u]", p->v[i]);
    }
    return value;
}

static void put_declarations(Lang *w)
{
    const char **value = initial_values(w);
    for (uint32_t v = 0; v < w->nvars; v++)
        if (w->name[v] && v != w->d->step.h)
            lang_printf(w, "    double %s = %s;\n", w->name[v], value[v] ? value[v] : "0");
    lang_printf(w, "    double *QSol = Q->QSol, *QRes = Q->QRes, *QJac = Q->QJac, *QD = Q->QD;\n"
                   "    double Qtol = Q->Qtol;\n"
                   "    int *Qinfo = Q->Qinfo, *QI = Q->QI, *QNLfunc = Q->QNLfunc;\n"
                   "    int *QNLjac = Q->QNLjac, *QiErr = &Q->QiErr, QNLmax = Q->QNLmax;\n"
                   "    int PrintEvent = Q->PrintEvent, QMnl = DYMNON_SIZE;\n"
                   "    int QNLnr, QNnl, QiOpt, QInfRev;\n");
}

static bool has_error_exit(const SheetBlock *b, int n)
{
    for (int i = 0; i < n; i++)
        if (b[i].kind == SB_ITERATED || b[i].kind == SB_LINEAR)
            return true;
    return false;
}

static void put_results(Lang *w)
{
    for (int i = 0; i < w->extra.n; i++) {
        SheetAssign a = {.var = w->extra.v[i].var, .value = w->extra.v[i].value};
        put_statement(w, &a);
    }
    for (int i = 0; i < w->s->nstates; i++)
        lang_printf(w, "    Qx[%d] = %s;\n    Qdx[%d] = %s;\n", i, w->name[w->s->state[i]], i,
                    w->name[w->derivative[i]]);
    for (int i = 0; i < w->iterated.n; i++)
        lang_printf(w, "    Qz[%d] = %s;\n", i, w->name[w->iterated.v[i]]);
    for (int i = 0; i < w->s->noutputs; i++)
        lang_printf(w, "    Qy[%d] = %s;\n", i, w->name[w->s->output[i]]);
}

void inline_step(Lang *w)
{
    Sheet *s = w->s;
    int nr = 0;
    const char *head = arena_printf(
        w->arena,
        "int %s_inline(double Time, double %s, const double *Qold, const double *Qu,\n"
        "    const double *Qp, double *Qx, double *Qdx, double *Qz, double *Qy, struct dymnon *Q)",
        w->model, w->name[s->d->step.h]);
    lang_printf(
        w, "%s;\n%s\n{\n    double Qv[SIZE_V] = {0};\n    KInst Qm = {.time = Time, .v = Qv};\n",
        head, head);
    lang_printf(w, "    Q->QiErr = 0;\n    dsblock_load(SIZE_P, p_var, Qp, Qv);\n"
                   "    if (parameters(&Qm))\n        return Q->QiErr = 4;\n");
    put_declarations(w);
    lang_printf(w, "\n/* SORTED AND SOLVED EQUATIONS */\n");
    for (int i = 0; i < s->nblocks; i++) {
        const SheetBlock *b = &s->block[i];
        if (b->dropped)
            continue;
        if (b->kind == SB_ITERATED)
            put_nonlinear(w, b, ++nr);
        else
            put_part(w, b);
    }
    lang_printf(w, "\n/* END OF SORTED AND SOLVED EQUATIONS */\n\n");
    put_results(w);
    lang_printf(w, has_error_exit(s->block, s->nblocks) ? "leave:\n" : "");
    lang_printf(w, "    return *QiErr;\n}\n\n");
}

/* ---- Around it ---- */

/* Functions with statements, as functions of numbers. */
void inline_functions(Lang *w, Emit *e)
{
    for (int i = 0; i < w->func.n; i++) {
        if (map_get(&e->func_known, w->func.v[i], 0))
            continue;
        vec_push(e->arena, &e->func, w->func.v[i]);
        map_set(&e->func_known, e->arena, w->func.v[i], (uint32_t)e->func.n);
    }
}

void inline_calls(Lang *w)
{
    for (int i = 0; i < w->func.n; i++) {
        const Func *f = func_get(w->d->store, w->func.v[i]);
        lang_printf(w, "static double %s(", lang_func_name(w, f->number));
        for (int k = 0; k < f->ninputs; k++)
            lang_printf(w, "%sdouble u%d", k ? ", " : "", k);
        lang_printf(w, ")\n{\n    double r = 0;\n    KInst m = {.time = 0};\n");
        lang_printf(w, "    return f_%u(&m", f->number);
        for (int k = 0; k < f->ninputs; k++)
            lang_printf(w, ", u%d", k);
        lang_printf(w, ", &r) ? NAN : r;\n}\n\n");
    }
}

/* Sizes, and the unknowns that are iterated by their names, for messages (E-5). */
void inline_sizes(Lang *w)
{
    int most = 1, count = 0;
    lang_printf(w, "static const char *const iterated_name[] = {");
    for (int i = 0; i < w->s->nblocks; i++) {
        const SheetBlock *b = &w->s->block[i];
        if (b->dropped || b->kind != SB_ITERATED)
            continue;
        count++;
        most = b->ntorn > most ? b->ntorn : most;
        for (int k = 0; k < b->ntorn; k++) {
            put(w->out, "\n    ");
            put_string(w->out, lang_shown(w, b->torn[k]));
            put(w->out, ",");
        }
    }
    lang_printf(w, "NULL};\nstatic const int iterated_from[] = {0");
    for (int i = 0, n = 0; i < w->s->nblocks; i++)
        if (!w->s->block[i].dropped && w->s->block[i].kind == SB_ITERATED)
            lang_printf(w, ", %d", n += w->s->block[i].ntorn);
    lang_printf(w, "};\nenum { DYMNON_SYSTEMS = %d, DYMNON_SIZE = %d };\n\n", count ? count : 1,
                most);
}

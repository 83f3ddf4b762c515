/* lang_func.c - functions of a model as functions of another language: MATLAB's, the only one whose
 * functions are not written by the C writer.
 *
 * Written are functions of scalars with one scalar result whose statements work on scalars, and
 * tables of numbers; the variables are called v0, v1, ... by their place in Func.var. Statements
 * are nested no deeper than the parser allows, so they are written by recursion. O(size of the
 * bodies). */
#include "dae/walk.h"
#include "emit/lang_internal.h"

/* ---- What can be written ---- */

static bool expression_simple(Lang *w, Expr e)
{
    if (e)
        lang_prepare(w, e, -1, NONE);
    return !w->failed;
}

typedef struct BodyCheck {
    Lang *w;
    const char *why; /* it cannot be written; NULL: it can */
} BodyCheck;

static void check_slot(void *arg, Stmt *t, Expr *slot, SlotRole role)
{
    BodyCheck *c = arg;
    ExprStore *st = c->w->d->store;
    const ExprNode *n = expr_node(st, *slot);
    if (c->why)
        return;
    if (t->kind != ST_ASSIGN && t->kind != ST_FOR && t->kind != ST_IF && t->kind != ST_WHILE)
        c->why = "has statements other than assignments, conditions and loops";
    else if (role == SLOT_TARGET && n->op != EX_LOCAL)
        c->why = "assigns to arrays";
    else if (slot == &t->range) {
        if (n->op != EX_RANGE || (n->nargs == 3 && !expr_is_number(st, expr_arg(st, *slot, 1))))
            c->why = "has loops over something else than numbers";
        for (uint32_t i = 0; !c->why && i < expr_node(st, *slot)->nargs; i++)
            expression_simple(c->w, expr_arg(st, *slot, i));
    } else if (role != SLOT_TARGET)
        expression_simple(c->w, *slot);
}

static bool variables_simple(Lang *w, const Func *f, const char **why)
{
    *why = "has arrays, Strings or records";
    for (int i = 0; i < f->nvars; i++) {
        Type t = f->var[i].type;
        if (type_info(expr_types(w->d->store), t)->ndims || t == T_STRING ||
            type_info(expr_types(w->d->store), t)->base > TY_ENUM)
            return false;
        if (f->var[i].init && !expression_simple(w, f->var[i].init))
            return false;
    }
    return true;
}

bool lang_func_simple(Lang *w, const Func *f, const char **why)
{
    for (int i = 0; i < w->func.n; i++)
        if (w->func.v[i] == f->number)
            return true;
    *why = f->external ? "is external" : f->impure ? "is impure" : "has several results";
    if (f->external || f->impure || f->noutputs != 1)
        return false;
    vec_push(w->arena, &w->func, f->number);
    const Func *around = w->within;
    w->within = f;
    bool simple = variables_simple(w, f, why);
    BodyCheck check = {.w = w};
    if (simple)
        body_slots((Func *)f, check_slot, &check);
    w->within = around;
    *why = check.why ? check.why : *why;
    return simple && !check.why && !w->failed;
}

/* ---- Tables ---- */

uint32_t lang_table(Lang *w, Expr array)
{
    for (int i = 0; i < w->table.n; i++)
        if (w->table.v[i].array == array)
            return w->table.v[i].func;
    Func *f = ARENA_NEW(w->d->arena, Func);
    *f = (Func){.name = name_cstr(w->d->ctx->names, "table"), .ninputs = 1, .noutputs = 1};
    f->var = ARENA_ARRAY(w->d->arena, FuncVar, f->nvars = 2);
    f->var[0].type = f->var[1].type = T_REAL;
    LangTable table = {func_add(w->d->store, f), array};
    vec_push(w->arena, &w->table, table);
    vec_push(w->arena, &w->func, table.func);
    return table.func;
}

Expr lang_table_of(const Lang *w, uint32_t func)
{
    for (int i = 0; i < w->table.n; i++)
        if (w->table.v[i].func == func)
            return w->table.v[i].array;
    return 0;
}

static void write_table(Lang *w, Expr array)
{
    ExprStore *st = w->d->store;
    size_t begin = w->out->n;
    lang_printf(w, "  value = [");
    for (uint32_t i = 0; i < expr_node(st, array)->nargs; i++) {
        lang_printf(w, i ? ", " : "");
        lang_value(w, expr_arg(st, array, i));
    }
    lang_printf(w, "];");
    lang_end(w, begin);
    lang_printf(w, "  v1 = value(v0);\n");
}

const char *lang_func_name(Lang *w, uint32_t number)
{
    const Func *f = func_get(w->d->store, number);
    const char *name = text_of(w->d->ctx, f->name);
    return f->undefined ? name : arena_printf(w->arena, "f%u_%s", number, lang_legal(w, name));
}

/* ---- Writing ---- */

static void write_statements(Lang *w, int n, Stmt *const *body, int indent);

static void write_expr(Lang *w, Expr e)
{
    lang_value(w, lang_prepare(w, e, -1, NONE));
}

static void write_branches(Lang *w, const Stmt *t, int indent)
{
    for (int i = 0; i < t->nbranches; i++) {
        Expr condition = t->branch[i].condition;
        lang_printf(w, "%*s%s", indent, "",
                    t->kind == ST_WHILE ? "while "
                    : !condition        ? "else"
                    : i                 ? "elseif "
                                        : "if ");
        if (condition)
            write_expr(w, condition);
        lang_printf(w, "\n");
        write_statements(w, t->branch[i].n, t->branch[i].body, indent + 4);
    }
    lang_printf(w, "%*send\n", indent, "");
}

static void write_for(Lang *w, const Stmt *t, int indent)
{
    ExprStore *st = w->d->store;
    uint32_t n = expr_node(st, t->range)->nargs;
    lang_printf(w, "%*sfor v%u = ", indent, "", (unsigned)expr_node(st, t->iter)->payload);
    write_expr(w, expr_arg(st, t->range, 0));
    lang_printf(w, ":");
    write_expr(w, n == 3 ? expr_arg(st, t->range, 1) : expr_int(st, 1));
    lang_printf(w, ":");
    write_expr(w, expr_arg(st, t->range, n - 1));
    lang_printf(w, "\n");
    write_statements(w, t->branch[0].n, t->branch[0].body, indent + 4);
    lang_printf(w, "%*send\n", indent, "");
}

static void write_statements(Lang *w, int n, Stmt *const *body, int indent)
{
    for (int k = 0; k < n; k++) {
        const Stmt *t = body[k];
        size_t begin = w->out->n;
        if (t->kind == ST_IF || t->kind == ST_WHILE) {
            write_branches(w, t, indent);
        } else if (t->kind == ST_FOR) {
            write_for(w, t, indent);
        } else {
            lang_printf(w, "%*s", indent, "");
            if (t->kind == ST_ASSIGN) {
                write_expr(w, t->target[0]);
                lang_printf(w, " = ");
                write_expr(w, t->value);
            } else {
                lang_printf(w, t->kind == ST_BREAK ? "break" : "return");
            }
            lang_printf(w, ";");
            lang_end(w, begin);
        }
    }
}

void lang_func_body(Lang *w, const Func *f)
{
    Expr table = lang_table_of(w, f->number);
    if (table)
        write_table(w, table);
    for (int k = 0; !table && k < f->nvars - f->ninputs; k++) {
        int i = f->entry[k];
        lang_printf(w, "  v%d = ", i);
        if (f->var[i].init)
            write_expr(w, f->var[i].init);
        else
            lang_printf(w, "0");
        lang_printf(w, ";\n");
    }
    write_statements(w, f->nbody, f->body, 2);
}

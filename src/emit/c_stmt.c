/* c_stmt.c - statements of functions and algorithm sections.
 *
 * Each statement is a piece of its own: variables change between them, so nothing is shared.
 * Arrays that a statement makes on the way lie on the instance's stack and are given back at its
 * end; assignments to arrays copy elements in place. */
#include "emit/emit_internal.h"

#include "base/die.h"

/* ---- The stack ---- */

static Mark mark_begin(Code *c)
{
    Mark m = {c->text.n, c->stack};
    c->stack = false;
    return m;
}

static void mark_end(Code *c, Mark m)
{
    if (c->stack) {
        uint32_t mark = code_temp(c);
        put_at(&c->text, m.at, arena_printf(c->e->arena, "{long t%u=k_mark(m);\n", mark));
        putf(&c->text, "k_release(m,t%u);}\n", mark);
    }
    c->stack |= m.outer;
}

/* ---- Targets ---- */

static Expr target_base(const Code *c, Expr target)
{
    Expr base = expr_op(c->s, target) == EX_INDEX ? expr_arg(c->s, target, 0) : target;
    ExprOp op = expr_op(c->s, base);
    KRON_ASSERT(op == EX_VAR || op == EX_ARRVAR || op == EX_LOCAL); /* the number is a variable's */
    return base;
}

/* A local array of Strings, or a part of it: it keeps numbers of texts (k_number). */
static bool in_local_strings(const Code *c, Expr target)
{
    Expr base = target_base(c, target);
    return expr_is_string(c, base) && node_is_array(c->s, base) && expr_op(c->s, base) == EX_LOCAL;
}

/* Subscripts are expressions of the piece. */
static void target_roots(Code *c, Expr target)
{
    if (expr_op(c->s, target) != EX_INDEX)
        return;
    for (uint32_t i = 1; i < expr_node(c->s, target)->nargs; i++)
        code_root(c, expr_arg(c->s, target, i));
}

/* Assigns to a scalar, after its position has been computed. */
static void write_scalar(Code *c, Expr target, const char *value)
{
    const ExprNode n = *expr_node(c->s, target);
    Expr base = target_base(c, target);
    if (n.op == EX_VAR) {
        put_var(c, (uint32_t)n.payload);
    } else if (n.op == EX_LOCAL) {
        putf(&c->text, "u%u", (uint32_t)n.payload);
    } else {
        uint32_t position = write_position(c, base, n.nargs - 1, expr_args(c->s, target) + 1);
        put_array_element(c, base, position);
    }
    bool number = n.op == EX_INDEX && in_local_strings(c, target);
    putf(&c->text, number ? "=k_number(m,%s);\n" : "=%s;\n", value);
}

/* The address of the array that is assigned to: a view for variables of the model. */
static const char *array_target(Code *c, Expr base)
{
    const ExprNode n = *expr_node(c->s, base);
    if (n.op == EX_LOCAL)
        return arena_printf(c->e->arena, "&u%u", (uint32_t)n.payload);
    uint32_t view = code_temp(c);
    write_view(c, base, view);
    return arena_printf(c->e->arena, "&t%u", view);
}

static bool takes_any_size(const Code *c, Expr target)
{
    const ExprNode *n = expr_node(c->s, target);
    if (n->op != EX_LOCAL)
        return false;
    const FuncVar *v = &c->f->var[n->payload];
    for (int k = 0; k < type_info(expr_types(c->s), v->type)->ndims; k++)
        if (!v->dim || !v->dim[k])
            return true;
    return false;
}

const char *code_text(Code *c, Expr e)
{
    Buf whole = c->text;
    c->text = (Buf){0};
    if (node_is_array(c->s, e))
        put_array(c, e);
    else
        put_expr(c, e, PREC_COND);
    const char *text = arena_strdup(c->e->arena, buf_text(&c->text));
    buf_free(&c->text);
    c->text = whole;
    return text;
}

static void put_wrong_size(Code *c, Expr target, const char *to, const char *value)
{
    const char *name = users_array_name(c, target);
    c->fails = true;
    putf(&c->text, "{rc=k_misfit(m,%u,", position_number(c->e, c->at));
    put_string(&c->text, *name ? arena_printf(c->e->arena, "`%s` is", name) : "the array is");
    putf(&c->text, ",%s,", to);
    put_string(&c->text, "what is assigned to it is");
    putf(&c->text, ",%s);goto fail;}\n", value);
}

/* A whole array or a part of it, in place; value: address of a KArr. */
static void write_array_copy(Code *c, Expr target, const char *value)
{
    Expr base = target_base(c, target);
    const char *to = array_target(c, base);
    if (expr_op(c->s, target) == EX_INDEX) {
        uint32_t n = expr_node(c->s, target)->nargs - 1;
        uint32_t sub = write_subscripts(c, n, expr_args(c->s, target) + 1);
        putf(&c->text, "if(k_assign_slice(m,%s,t%u,%s))", to, sub, value);
        put_fault(c, "a subscript is out of range, or the sizes differ");
    } else {
        putf(&c->text, takes_any_size(c, target) ? "if(k_keep(m,%s,%s))" : "if(k_assign(%s,%s))",
             to, value);
        put_wrong_size(c, target, to, value);
    }
    if (expr_is_string(c, base) && expr_op(c->s, base) == EX_ARRVAR)
        putf(&c->text, "k_set_strings(m,%d,%s);\n",
             c->e->num->string[expr_node(c->s, base)->payload], to);
}

/* Assigns n values, given as text, and gives back the stack unless something on it is needed. */
static void write_targets(Code *c, int n, const Expr *target, const char *const *value, Mark mark)
{
    int open = -1, nopen = 0;
    bool strings = false;
    for (int k = 0; k < n; k++) {
        bool array = node_is_array(c->s, target[k]);
        if (expr_op(c->s, target[k]) == EX_WILD)
            continue;
        if (array && takes_any_size(c, target[k])) {
            open = k;
            nopen++;
        }
        if (expr_is_string(c, target[k]) && !in_local_strings(c, target[k])) {
            strings = true;
            c->keeps_strings |= expr_op(c->s, target_base(c, target[k])) != EX_LOCAL;
        }
    }
    bool replace = nopen == 1 && !strings;
    for (int k = 0; k < n; k++) {
        if (expr_op(c->s, target[k]) == EX_WILD || (replace && k == open))
            continue;
        if (node_is_array(c->s, target[k])) {
            write_array_copy(c, target[k], value[k]);
        } else {
            write_scalar(c, target[k], value[k]);
        }
    }
    if (replace) {
        uint32_t at = code_temp(c);
        put_at(&c->text, mark.at, arena_printf(c->e->arena, "{long t%u=k_mark(m);\n", at));
        putf(&c->text, "if(k_replace(m,t%u,%s,%s))", at, array_target(c, target[open]),
             value[open]);
        put_fault(c, "an array has the wrong number of dimensions");
        put(&c->text, "}\n");
        c->stack = true;
    } else if (nopen || strings) {
        c->stack |= mark.outer || nopen;
    } else {
        mark_end(c, mark);
    }
}

/* ---- Assignments and calls ---- */

static void write_assign(Code *c, const Stmt *t)
{
    Mark mark = mark_begin(c);
    code_piece(c);
    code_root(c, t->value);
    target_roots(c, t->target[0]);
    code_arranged(c);
    const char *value = code_text(c, t->value);
    write_targets(c, 1, t->target, &value, mark);
}

/* (a, b) := f(x): the call once, then its outputs one by one. */
static void write_call_stmt(Code *c, const Stmt *t)
{
    const Func *f = func_get(c->s, (uint32_t)expr_node(c->s, t->value)->payload);
    const char **value = ARENA_ARRAY(c->e->arena, const char *, t->ntargets + 1);
    Mark mark = mark_begin(c);
    code_piece(c);
    code_root(c, t->value);
    for (int k = 0; k < t->ntargets; k++)
        target_roots(c, t->target[k]);
    code_arranged(c);
    uint32_t temp = graph_find(c->g, t->value)->temp;
    for (int k = 0; k < t->ntargets; k++) {
        const char *and = node_is_array(c->s, t->target[k]) ? "&" : "";
        value[k] = f->noutputs == 1 ? arena_printf(c->e->arena, "%st%u", and, temp)
                                    : arena_printf(c->e->arena, "%st%u_%d", and, temp, k);
    }
    write_targets(c, t->ntargets, t->target, value, mark);
}

/* ---- Control flow ---- */

/* Writes what comes before a condition and gives its text. */
static const char *write_condition(Code *c, Expr condition)
{
    Mark mark = mark_begin(c);
    code_one(c, condition);
    const char *text = code_text(c, condition);
    if (c->stack) {
        uint32_t result = code_temp(c), at = code_temp(c);
        put_at(&c->text, mark.at,
               arena_printf(c->e->arena, "int t%u;{long t%u=k_mark(m);\n", result, at));
        putf(&c->text, "t%u=%s;k_release(m,t%u);}\n", result, text, at);
        text = arena_printf(c->e->arena, "t%u", result);
    }
    c->stack |= mark.outer;
    return text;
}

/* Each branch leaves by a jump, so that a chain of elseif is not nested in C. */
static void write_if(Code *c, const Stmt *t)
{
    bool jumps = t->nbranches > 1;
    uint32_t end = jumps ? code_temp(c) : 0;
    for (int i = 0; i < t->nbranches; i++) {
        const StmtBranch *b = &t->branch[i];
        put(&c->text, "{\n");
        if (b->condition) {
            const char *condition = write_condition(c, b->condition);
            putf(&c->text, "if(%s){\n", condition);
        }
        write_stmts(c, b->n, b->body);
        if (jumps && i + 1 < t->nbranches)
            putf(&c->text, "goto t%u;\n", end);
        put(&c->text, b->condition ? "}\n}\n" : "}\n");
    }
    if (jumps)
        putf(&c->text, "t%u:;\n", end);
}

static void write_for(Code *c, const Stmt *t)
{
    put(&c->text, "{\n");
    code_piece(c);
    if (expr_op(c->s, t->range) == EX_RANGE)
        for (uint32_t i = 0; i < expr_node(c->s, t->range)->nargs; i++)
            code_root(c, expr_arg(c->s, t->range, i));
    else
        code_root(c, t->range);
    code_arranged(c);
    Range r = write_range_size(c, t->range);
    put_loop_head(c, &r, "", 'u', (uint32_t)expr_node(c->s, t->iter)->payload);
    write_stmts(c, t->branch[0].n, t->branch[0].body);
    put(&c->text, "}\n}\n");
}

/* A name that a condition has, and whether statements assign to it. */
typedef struct Asked {
    const Code *c;
    Expr var[8]; /* LOCAL, VAR or ARRVAR */
    int n;
    bool calls; /* functions, which may know more */
} Asked;

static void note_asked(void *arg, Expr e)
{
    Asked *a = arg;
    ExprOp op = expr_op(a->c->s, e);
    if ((op == EX_LOCAL || op == EX_VAR || op == EX_ARRVAR) && a->n < 8)
        a->var[a->n++] = e;
    a->calls |= op == EX_CALL;
}

static bool assigns(const Asked *a, int n, Stmt *const *body)
{
    for (int i = 0; i < n; i++) {
        const Stmt *t = body[i];
        for (int k = 0; k < t->ntargets; k++)
            for (int j = 0; t->target[k] && j < a->n; j++) {
                Expr to = t->target[k];
                while (expr_op(a->c->s, to) == EX_INDEX)
                    to = expr_arg(a->c->s, to, 0);
                if (to == a->var[j] || expr_op(a->c->s, to) == EX_ARRVAR)
                    return true;
            }
        if (t->kind == ST_BREAK || t->kind == ST_RETURN)
            return true;
        for (int k = 0; k < t->nbranches; k++)
            if (assigns(a, t->branch[k].n, t->branch[k].body))
                return true;
    }
    return false;
}

static bool asserts(int n, Stmt *const *body)
{
    for (int i = 0; i < n; i++) {
        if (body[i]->kind == ST_ASSERT || body[i]->kind == ST_TERMINATE)
            return true;
        for (int k = 0; k < body[i]->nbranches; k++)
            if (asserts(body[i]->branch[k].n, body[i]->branch[k].body))
                return true;
    }
    return false;
}

/* What is wrong with a loop that goes on and on. */
static const char *endless_text(const Code *c, const StmtBranch *b, bool changes)
{
    ExprNames names = dae_names(c->e->d);
    Buf text = {0};
    names.in = c->f;
    names.in_function = true;
    expr_print(c->s, b->condition, &names, &text);
    const char *what =
        changes ? "stays true; let the statements of the loop make it false, or leave the loop by "
                  "`break`"
                : "asks for nothing that the statements of the loop change; let them change it, or "
                  "leave the loop by `break`";
    const char *all = arena_printf(c->e->arena, "a while loop does not end: its condition `%s` %s",
                                   buf_text(&text), what);
    buf_free(&text);
    return all;
}

/* A loop that has turned very often is taken for one that does not end; where nothing in it changes
 * what its condition asks for, and nothing else ends it, one turn says so. */
static void write_while(Code *c, const Stmt *t)
{
    const StmtBranch *b = &t->branch[0];
    Asked a = {.c = c};
    expr_visit(c->s, b->condition, note_asked, &a);
    bool changes = assigns(&a, b->n, b->body);
    bool known = c->kind == CODE_FUNCTION && a.n < 8 && !a.calls && !asserts(b->n, b->body);
    Span at = c->at;
    uint32_t turns = code_temp(c);
    putf(&c->text, "for(int t%u=0;;t%u++){\n", turns, turns);
    put_turn(c);
    const char *condition = write_condition(c, b->condition);
    putf(&c->text, "if(!(%s))break;\n", condition);
    write_stmts(c, b->n, b->body);
    c->at = at;
    if (changes || !known)
        putf(&c->text, "if((t%u&%d)==%d&&k_endless(m,t%u))", turns, K_TURNS - 1, K_TURNS - 1,
             turns);
    put_fault(c, endless_text(c, b, changes));
    put(&c->text, "}\n");
}

/* ---- assert, terminate, reinit ---- */

void write_assert(Code *c, Expr condition, Expr message, Expr level, Span at)
{
    c->at = at;
    c->fails = true;
    put(&c->text, "{\n");
    const char *text = write_condition(c, condition);
    putf(&c->text, "if(!(%s)){\n", text);
    Mark mark = mark_begin(c);
    code_piece(c);
    code_root(c, message);
    if (level)
        code_root(c, level);
    code_arranged(c);
    putf(&c->text, "rc=k_assert(m,%u,", position_number(c->e, at));
    if (level && expr_op(c->s, level) != EX_ENUM) {
        put_expr(c, level, PREC_ADD);
        put(&c->text, "==1.,");
    } else {
        put(&c->text, level && expr_node(c->s, level)->payload == 1 ? "1," : "0,");
    }
    put_expr(c, message, PREC_COND);
    put(&c->text, ");\n");
    mark_end(c, mark);
    put(&c->text, "if(rc)goto fail;\n}\n}\n");
}

static void write_terminate(Code *c, const Stmt *t)
{
    put(&c->text, "{\n");
    code_one(c, t->message);
    put(&c->text, "k_terminate(m,");
    put_expr(c, t->message, PREC_COND);
    put(&c->text, ");\n}\n");
}

static void write_reinit(Code *c, const Stmt *t)
{
    Expr target = t->target[0], base = target_base(c, target);
    int sign = 1;
    uint32_t var = dae_root(c->e->d, (uint32_t)expr_node(c->s, base)->payload, &sign);
    put(&c->text, "{\n");
    code_piece(c);
    code_root(c, t->value);
    target_roots(c, target);
    code_arranged(c);
    if (expr_op(c->s, target) == EX_INDEX) {
        uint32_t position = write_position(c, base, expr_node(c->s, target)->nargs - 1,
                                           expr_args(c->s, target) + 1);
        putf(&c->text, "k_reinit(m,%u+t%u,", var, position);
    } else {
        putf(&c->text, sign < 0 ? "k_reinit(m,%u,-" : "k_reinit(m,%u,", var);
    }
    put_expr(c, t->value, PREC_POST);
    put(&c->text, ");\n}\n");
}

/* ---- Statements ---- */

static void write_stmt(Code *c, const Stmt *t)
{
    c->at = t->span;
    switch ((StmtKind)t->kind) {
    case ST_ASSIGN:
    case ST_CALL:
        put(&c->text, "{\n");
        if (t->kind == ST_ASSIGN)
            write_assign(c, t);
        else
            write_call_stmt(c, t);
        put(&c->text, "}\n");
        break;
    case ST_IF:
    case ST_WHEN:
        write_if(c, t);
        break;
    case ST_FOR:
        write_for(c, t);
        break;
    case ST_WHILE:
        write_while(c, t);
        break;
    case ST_BREAK:
        put(&c->text, "break;\n");
        break;
    case ST_RETURN:
        c->returns = true;
        put(&c->text, "goto done;\n");
        break;
    case ST_ASSERT:
        write_assert(c, t->value, t->message, t->level, t->span);
        break;
    case ST_TERMINATE:
        write_terminate(c, t);
        break;
    case ST_REINIT:
        write_reinit(c, t);
        break;
    }
}

void write_stmts(Code *c, int n, Stmt *const *body)
{
    for (int i = 0; i < n; i++)
        write_stmt(c, body[i]);
}

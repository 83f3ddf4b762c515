/* c_func.c - functions of the model as C functions, and calls of them.
 *
 *     static int f_12(KInst *m, double u0, const KArr *u1, const char *u2, double *o3, KArr *o4)
 *
 * Input k is u<k>; functions of very many inputs (records of parameters) get the scalar ones in an
 * array, because compilers have limits there. Outputs and locals are C variables u<k>, outputs are
 * handed over at the end. A function that uses neither arrays nor Strings does not touch the
 * instance's stack. In every cycle of calls some function calls one that was used before itself; it
 * asks how deep the C stack is. */
#include "emit/emit_internal.h"

#include "base/die.h"

/* Statements (a loop counts as so many) from which on results are worth being remembered. */
enum { MEMO_EFFORT = 12 };

static const TypeInfo *var_type(const Emit *e, const Func *f, int k)
{
    return type_info(expr_types(e->s), f->var[k].type);
}

enum { MOST_ARGUMENTS = 60 };

static bool is_packed(const Emit *e, const Func *f, int k)
{
    const TypeInfo *t = var_type(e, f, k);
    return f->ninputs > MOST_ARGUMENTS && !t->ndims && t->base != TY_STRING;
}

static bool on_stack(const TypeInfo *t)
{
    return t->ndims || t->base == TY_STRING;
}

/* ---- Calls ---- */

void func_use(Code *c, uint32_t number)
{
    Emit *e = c->e;
    uint32_t place = map_get(&e->func_known, number, 0);
    if (place) {
        c->calls_itself |= c->f && number == c->f->number;
        c->calls_back |= c->f && place <= map_get(&e->func_known, c->f->number, 0);
        return;
    }
    vec_push(e->arena, &e->func, number);
    map_set(&e->func_known, e->arena, number, (uint32_t)e->func.n);
}

void put_output(Code *c, uint32_t temp, const Func *f, int k)
{
    putf(&c->text, f->noutputs == 1 ? "t%u" : "t%u_%d", temp, k);
}

static void put_declaration(Buf *b, const TypeInfo *t)
{
    put(b, t->ndims ? "KArr " : t->base == TY_STRING ? "const char*" : "double ");
}

/* double t1_in[]={...} */
static void put_packed(Code *c, Expr call, const char *output)
{
    const ExprNode n = *expr_node(c->s, call);
    const Func *f = func_get(c->s, (uint32_t)n.payload);
    if (f->ninputs <= MOST_ARGUMENTS)
        return;
    putf(&c->text, "double %s_in[]={0", output);
    for (uint32_t i = 0; i < n.nargs; i++)
        if (is_packed(c->e, f, (int)i)) {
            put(&c->text, i % 16 ? "," : ",\n");
            put_expr(c, expr_arg(c->s, call, i), PREC_COND);
        }
    put(&c->text, "};\n");
}

/* f_1(m, inputs..., &outputs...) */
static void put_call(Code *c, Expr call, const char *output)
{
    const ExprNode n = *expr_node(c->s, call);
    const Func *f = func_get(c->s, (uint32_t)n.payload);
    putf(&c->text, "f_%u(m", f->number);
    if (f->ninputs > MOST_ARGUMENTS)
        putf(&c->text, ",%s_in", output);
    for (uint32_t i = 0; i < n.nargs; i++) {
        Expr arg = expr_arg(c->s, call, i);
        if (is_packed(c->e, f, (int)i))
            continue;
        buf_putc(&c->text, ',');
        if (node_is_array(c->s, arg))
            put_array(c, arg);
        else
            put_expr(c, arg, PREC_COND);
    }
    for (int k = 0; k < f->noutputs; k++) {
        put(&c->text, ",&");
        if (f->noutputs == 1)
            put(&c->text, output);
        else
            putf(&c->text, "%s_%d", output, k);
    }
    buf_putc(&c->text, ')');
}

/* The front end must have made the function for these arguments. */
static bool call_fits(Code *c, Expr call, const Func *f)
{
    const ExprNode n = *expr_node(c->s, call);
    bool fits = f->failed || n.nargs == (uint32_t)f->ninputs;
    for (uint32_t i = 0; fits && !f->failed && i < n.nargs; i++) {
        const TypeInfo *a = type_of(c, expr_arg(c->s, call, i)), *b = var_type(c->e, f, (int)i);
        fits = a->ndims == b->ndims && (a->base == TY_STRING) == (b->base == TY_STRING);
    }
    if (!fits)
        diag_error(c->e->d->ctx->diags, c->at, "internal: a call of `%s` does not fit its inputs",
                   name_text(c->e->d->ctx->names, f->name));
    c->e->failed |= !fits || f->failed;
    return fits;
}

void write_call(Code *c, GraphNode *n)
{
    const Func *f = func_get(c->s, (uint32_t)expr_node(c->s, n->e)->payload);
    if (!call_fits(c, n->e, f))
        return;
    bool boolean = f->noutputs == 1 && var_type(c->e, f, f->ninputs)->base == TY_BOOL &&
                   !var_type(c->e, f, f->ninputs)->ndims;
    const char *output = arena_printf(c->e->arena, boolean ? "t%ub" : "t%u", n->temp);
    func_use(c, f->number);
    for (int k = 0; k < f->noutputs; k++) {
        const TypeInfo *t = var_type(c->e, f, f->ninputs + k);
        put_declaration(&c->text, t);
        put(&c->text, output);
        if (f->noutputs > 1)
            putf(&c->text, "_%d", k);
        put(&c->text, c->e->apart && !t->ndims ? "=0;" : ";"); /* compilers cannot see it is set */
        c->stack |= on_stack(t);
    }
    c->fails = true;
    put_packed(c, n->e, output);
    put(&c->text, "if((rc=");
    put_call(c, n->e, output);
    put(&c->text, "))goto fail;\n");
    if (boolean)
        putf(&c->text, "int t%u=%s!=0;\n", n->temp, output);
}

/* ---- Variables ---- */

static void declare(Code *c, const Func *f, int k)
{
    const TypeInfo *t = var_type(c->e, f, k);
    put_declaration(&c->text, t);
    putf(&c->text, t->ndims ? "u%d;\n" : t->base == TY_STRING ? "u%d=\"\";\n" : "u%d=0;\n", k);
}

/* Size at entry: dimensions that are open begin with 0. */
static void write_shape(Code *c, const Func *f, int k)
{
    const FuncVar *v = &f->var[k];
    int nd = var_type(c->e, f, k)->ndims;
    bool open = false; /* a size is computed */
    c->stack = true;
    put(&c->text, "{\n");
    code_piece(c);
    for (int i = 0; i < nd; i++)
        if (v->dim && v->dim[i]) {
            code_root(c, v->dim[i]);
            open |= !expr_is_number(c->s, v->dim[i]);
        }
    code_arranged(c);
    putf(&c->text, open ? "if(k_shape(m,&u%d,%d,(int[]){" : "k_shape(m,&u%d,%d,(int[]){", k, nd);
    for (int i = 0; i < nd; i++) {
        if (i)
            buf_putc(&c->text, ',');
        if (v->dim && v->dim[i])
            put_int_expr(c, v->dim[i]);
        else
            buf_putc(&c->text, '0');
    }
    put(&c->text, open ? "}))" : "});\n");
    if (open)
        put_fault(c, arena_printf(c->e->arena, "the size of `%s` is negative",
                                  name_text(c->e->d->ctx->names, v->name)));
    put(&c->text, "}\n");
}

static void write_initial(Code *c, const Func *f, int k)
{
    Expr target = expr_make(c->s, EX_LOCAL, f->var[k].type, 0, (uint64_t)k, 0, NULL);
    Stmt assign = {.kind = ST_ASSIGN,
                   .ntargets = 1,
                   .target = &target,
                   .value = f->var[k].init,
                   .span = f->var[k].span};
    Stmt *list[] = {&assign};
    write_stmts(c, 1, list);
}

/* Sizes that are declared, by other inputs too: callers whose arrays are open tell them here. */
static void write_size_checks(Code *c, const Func *f, int k)
{
    const FuncVar *v = &f->var[k];
    for (int i = 0; i < var_type(c->e, f, k)->ndims; i++) {
        if (!v->dim || !v->dim[i])
            continue;
        c->at = v->span;
        put(&c->text, "{\n");
        code_piece(c);
        code_root(c, v->dim[i]);
        code_arranged(c);
        putf(&c->text, "if(u%d->n[%d]!=", k, i);
        put_int_expr(c, v->dim[i]);
        put(&c->text, ")");
        put_fault(c, arena_printf(c->e->arena,
                                  "the input `%s` of `%s` has another size in dimension %d than "
                                  "declared",
                                  name_text(c->e->d->ctx->names, v->name),
                                  name_text(c->e->d->ctx->names, f->name), i + 1));
        put(&c->text, "}\n");
    }
}

void write_entry(Code *c, const Func *f)
{
    for (int k = 0; k < f->ninputs; k++)
        write_size_checks(c, f, k);
    for (int k = f->ninputs; k < f->nvars; k++) {
        declare(c, f, k);
        c->objects |= k >= f->ninputs + f->noutputs && var_type(c->e, f, k)->base == TY_OBJECT;
    }
    for (int i = 0; i < f->nvars - f->ninputs; i++) {
        int k = f->entry[i];
        c->at = f->var[k].span;
        if (var_type(c->e, f, k)->ndims)
            write_shape(c, f, k);
        if (f->var[k].init)
            write_initial(c, f, k);
    }
}

/* ---- Whole functions ---- */

static void put_signature(Emit *e, Buf *b, const Func *f)
{
    putf(b, "static int f_%u(KInst*m", f->number);
    if (f->ninputs > MOST_ARGUMENTS)
        put(b, ",const double*in");
    for (int k = 0; k < f->ninputs + f->noutputs; k++) {
        const TypeInfo *t = var_type(e, f, k);
        bool out = k >= f->ninputs;
        if (!out && is_packed(e, f, k))
            continue;
        put(b, t->ndims               ? out ? ",KArr*" : ",const KArr*"
               : t->base == TY_STRING ? ",const char*"
                                      : ",double ");
        if (out && !t->ndims)
            buf_putc(b, '*');
        putf(b, out ? "o%d" : "u%d", k);
    }
    buf_putc(b, ')');
}

/* Pointers to the outputs of one kind, for k_return; their number. */
static int put_results(Emit *e, Buf *b, const Func *f, bool arrays)
{
    int n = 0;
    for (int k = f->ninputs; k < f->ninputs + f->noutputs; k++) {
        const TypeInfo *t = var_type(e, f, k);
        if (arrays ? !t->ndims : t->ndims || t->base != TY_STRING)
            continue;
        putf(b, n++ ? ",o%d" : "o%d", k);
    }
    return n;
}

static void put_return(Emit *e, Buf *b, const Func *f, bool mark)
{
    Buf arrays = {0}, strings = {0};
    for (int k = f->ninputs; k < f->ninputs + f->noutputs; k++)
        putf(b, "*o%d=u%d;\n", k, k);
    int narrays = put_results(e, &arrays, f, true), nstrings = put_results(e, &strings, f, false);
    if (mark && narrays + nstrings) {
        putf(b, narrays ? "k_return(m,mark,%d,(KArr*[]){%s}" : "k_return(m,mark,%d,0", narrays,
             buf_text(&arrays));
        putf(b, nstrings ? ",%d,(const char**[]){%s});\n" : ",%d,0);\n", nstrings,
             buf_text(&strings));
    }
    buf_free(&arrays);
    buf_free(&strings);
}

/* Loops, or many statements. */
static int effort(int n, Stmt *const *body)
{
    int sum = n;
    for (int i = 0; i < n; i++) {
        sum += body[i]->kind == ST_FOR || body[i]->kind == ST_WHILE ? MEMO_EFFORT : 0;
        for (int k = 0; k < body[i]->nbranches; k++)
            sum += effort(body[i]->branch[k].n, body[i]->branch[k].body);
    }
    return sum;
}

/* Whether its results are kept for when it is called with the same numbers again (rt/memo.c). One
 * that calls itself may do so twice with the same, and those calls again: its effort has no limit.
 */
static bool is_remembered(const Emit *e, const Func *f, bool recursive)
{
    bool good = !e->alone && !f->impure && !f->external && !f->generate_events && f->ninputs &&
                f->noutputs && f->ninputs <= K_MEMO_INPUTS && f->noutputs <= K_MEMO_OUTPUTS;
    for (int k = 0; k < f->ninputs + f->noutputs && good; k++) {
        const TypeInfo *t = var_type(e, f, k);
        good = !t->ndims && t->base != TY_STRING && t->base != TY_OBJECT;
    }
    return good && (recursive || effort(f->nbody, f->body) >= MEMO_EFFORT);
}

static void put_numbers(Buf *b, const char *name, int from, int to)
{
    putf(b, "const double %s[]={", name);
    for (int k = from; k < to; k++)
        putf(b, k > from ? ",u%d" : "u%d", k);
    put(b, "};\n");
}

static void put_known(Buf *b, const Func *f)
{
    put_numbers(b, "given", 0, f->ninputs);
    putf(b, "const double*known=k_known(m,%u,%d,given);\nif(known){\n", f->number, f->ninputs);
    for (int k = 0; k < f->noutputs; k++)
        putf(b, "*o%d=known[%d];\n", f->ninputs + k, k);
    put(b, "return 0;\n}\n");
}

static void put_remember(Buf *b, const Func *f)
{
    put(b, "{\n");
    put_numbers(b, "found", f->ninputs, f->ninputs + f->noutputs);
    putf(b, "k_remember(m,%u,%d,given,%d,found);\n}\n", f->number, f->ninputs, f->noutputs);
}

static void end_function(Code *c, const Func *f)
{
    Emit *e = c->e;
    Buf *out = &e->text, results = {0};
    const char *name = name_text(e->d->ctx->names, f->name);
    if (e->readable)
        put_comment(out, name);
    put_signature(e, out, f);
    put(out, "{\n");
    for (int k = 0, place = 1; k < f->ninputs; k++)
        if (is_packed(e, f, k))
            putf(out, "double u%d=in[%d];\n", k, place++);
    if (c->calls_back) {
        putf(out, "if(k_deep(m))return k_fault(m,%u,", position_number(e, f->span));
        put_string(out, arena_printf(
                            e->arena, "`%s` %s too deeply; is there a case in which %s not?", name,
                            c->calls_itself ? "calls itself" : "and what it calls call each other",
                            c->calls_itself ? "it does" : "they do"));
        put(out, ");\n");
    }
    if (c->uses_v || c->uses_pre)
        die("a function uses variables of the model");
    bool remembered = is_remembered(e, f, c->calls_back);
    if (remembered) {
        put_known(out, f);
        put_remember(&results, f);
    }
    put_return(e, &results, f, c->stack);
    code_close(c, c->stack, buf_text(&results));
    buf_free(&results);
}

/* What the writer cannot do yet; NULL if there is nothing of the kind. */
static const char *unsupported(const Emit *e, const Func *f)
{
    if (f->undefined)
        return arena_printf(e->arena,
                            "this function is not defined%s (it can be listed, but not run; write "
                            "it as a function or a table, or give a Modelica function of that "
                            "name)",
                            f->undefined);
    return f->external ? external_unsupported(e, f) : NULL;
}

/* The derivative gDER of a function g that is not defined either: g is told. */
static bool is_told_by_function(const Emit *e, const Func *f)
{
    const char *name = name_text(e->d->ctx->names, f->name);
    size_t n = strlen(name);
    bool told = false;
    for (uint32_t i = 1; n > 3 && !strcmp(name + n - 3, "DER") && i <= funcs_count(e->s) && !told;
         i++) {
        const Func *g = func_get(e->s, i);
        const char *other = name_text(e->d->ctx->names, g->name);
        told = g->undefined && strlen(other) == n - 3 && !strncmp(other, name, n - 3);
    }
    return told;
}

static void emit_func(Emit *e, uint32_t number)
{
    const Func *f = func_get(e->s, number);
    const char *body = e->foreign ? e->foreign(e->foreign_arg, f) : NULL;
    const char *why = body ? NULL : unsupported(e, f);
    if (body) {
        put_signature(e, &e->text, f);
        putf(&e->text, "{\n(void)m;\n%sreturn 0;\n}\n", body);
        put_signature(e, &e->protos, f);
        put(&e->protos, ";\n");
        return;
    }
    if (why || f->failed) {
        if (why && !is_told_by_function(e, f))
            diag_error(e->d->ctx->diags, f->span, "`%s`: %s", name_text(e->d->ctx->names, f->name),
                       why);
        e->failed = true;
        return;
    }
    put_signature(e, &e->protos, f);
    put(&e->protos, ";\n");
    Code c;
    code_begin(&c, e, CODE_FUNCTION, f);
    write_entry(&c, f);
    c.at = f->span;
    write_stmts(&c, f->nbody, f->body);
    if (f->external)
        write_external(&c, f);
    end_function(&c, f);
}

/* do_params(m): the function with inputs and outputs in slots at m->pre. */
void emit_slots(Emit *e, const Func *f)
{
    Buf *b = &e->text;
    bool packed = f->ninputs > MOST_ARGUMENTS;
    put(b, "static int do_params(KInst*m){\nKSlot*x=(KSlot*)m->pre;\n");
    if (packed)
        put(b, "double in[]={0");
    for (int k = 0; packed && k < f->ninputs; k++)
        if (is_packed(e, f, k))
            putf(b, ",x[%d].d", k);
    put(b, packed ? "};\n" : "");
    putf(b, packed ? "return f_%u(m,in" : "return f_%u(m", f->number);
    for (int k = 0; k < f->ninputs + f->noutputs; k++) {
        const TypeInfo *t = var_type(e, f, k);
        bool out = k >= f->ninputs;
        if (!out && is_packed(e, f, k))
            continue;
        put(b, out || t->ndims ? ",&" : ",");
        putf(b, t->ndims ? "x[%d].a" : t->base == TY_STRING ? "x[%d].s" : "x[%d].d", k);
    }
    put(b, ");\n}\n");
    put(&e->entries, "code->params=do_params;\n");
}

void emit_funcs(Emit *e)
{
    if (e->func.n)
        put_heading(e, "Functions");
    for (int i = 0; i < e->func.n; i++)
        emit_func(e, e->func.v[i]);
}

/* c_object.c - equations that are one call or one algorithm section: a C function each.
 *
 * At the entry of an algorithm its discrete outputs have their previous values, the others their
 * start values (Modelica 11.1.2). Its directional derivative is a difference of two evaluations. */
#include "emit/emit_internal.h"

#include <math.h>

/* ---- Calls ---- */

/* Sizes of results are known where a call is made, not in the function. */
static Type result_type(const Emit *e, Expr call, const Func *f, int k)
{
    Type t = expr_type(e->s, call);
    if (f->noutputs == 1)
        return t;
    return type_record_info(expr_types(e->s), t)->type[k];
}

int call_output(const Emit *e, Expr call, int i, uint32_t *element)
{
    const Func *f = func_get(e->s, (uint32_t)expr_node(e->s, call)->payload);
    for (int k = 0; k < f->noutputs; k++) {
        int64_t n = type_elements(expr_types(e->s), result_type(e, call, f, k));
        if (i < n) {
            *element = (uint32_t)i;
            return k;
        }
        i -= (int)n;
    }
    return -1;
}

static void write_outputs(Code *c, const DaeEq *eq)
{
    Emit *e = c->e;
    const Func *f = func_get(c->s, (uint32_t)expr_node(c->s, eq->rhs)->payload);
    uint32_t temp = graph_find(c->g, eq->rhs)->temp;
    for (int i = 0; i < eq->noutputs; i++) {
        uint32_t element = 0;
        int k = call_output(e, eq->rhs, i, &element);
        if (eq->output[i] == NONE || k < 0)
            continue;
        bool array = type_info(expr_types(c->s), f->var[f->ninputs + k].type)->ndims;
        if (array) {
            put(&c->text, "if(k_count(&");
            put_output(c, temp, f, k);
            putf(&c->text, ")<=%u)", element);
            put_fault(c, "a function gave fewer elements than expected");
        }
        bool string = e->num->string[eq->output[i]] >= 0;
        put_var(c, eq->output[i]);
        put(&c->text, array && string ? "=k_text(m," : "=");
        put_output(c, temp, f, k);
        if (array)
            putf(&c->text, ".d[%u]", element);
        put(&c->text, array && string ? ");\n" : ";\n");
        c->keeps_strings |= string;
    }
}

/* Outputs have their previous values; with `begins` the continuous ones their start values. */
static void write_previous(Code *c, const DaeEq *eq, bool begins)
{
    for (int i = 0; i < eq->noutputs; i++) {
        uint32_t v = eq->output[i];
        if (v == NONE || c->e->num->string[v] >= 0)
            continue;
        bool start = begins && c->e->d->var.v[v].kind != DV_DISCRETE;
        put_var(c, v);
        c->uses_pre |= !start;
        putf(&c->text, start ? "=m->start[%u];\n" : "=p[%u];\n", v);
    }
}

static void write_call_object(Code *c, const DaeEq *eq)
{
    if (eq->when) {
        code_one(c, eq->when);
        put(&c->text, "if(");
        put_expr(c, eq->when, PREC_ANY);
        put(&c->text, "){\n");
    }
    code_one(c, eq->rhs);
    write_outputs(c, eq);
    if (eq->when) {
        put(&c->text, "}else{\n");
        write_previous(c, eq, false);
        put(&c->text, "}\n");
    }
}

const char *emit_object(Emit *e, int k)
{
    const DaeEq *eq = &e->d->eq.v[k];
    const char *name = arena_printf(e->arena, "o%d", k);
    if (map_get(&e->object, (uint64_t)k + 1, 0))
        return name;
    map_set(&e->object, e->arena, (uint64_t)k + 1, 1);
    bool algorithm = eq->kind == EQ_ALGORITHM;
    Code c;
    code_begin(&c, e, algorithm ? CODE_ALGORITHM : CODE_MODEL, eq->body);
    c.at = eq->span;
    if (algorithm) {
        write_previous(&c, eq, true);
        write_entry(&c, eq->body);
        write_stmts(&c, eq->body->nbody, eq->body->body);
    } else {
        write_call_object(&c, eq);
    }
    code_end(&c, name, "KInst*m");
    return name;
}

/* ---- Differences ---- */

typedef struct Reads {
    Emit *e;
    VEC(Expr) root;
} Reads;

static void note_root(void *arg, Expr e)
{
    Reads *r = arg;
    vec_push(r->e->arena, &r->root, e);
}

VarList stmts_vars(Emit *e, int n, Stmt *const *body)
{
    Reads r = {.e = e};
    stmts_visit(n, body, note_root, &r);
    return expr_vars(e->s, e->arena, r.root.n, r.root.v);
}

/* > 0; 1 if it is not known */
static double nominal_of(Dae *d, uint32_t var)
{
    Expr nominal = d->var.v[var].nominal;
    if (!nominal || !expr_is_number(d->store, nominal))
        return 1;
    double x = fabs(expr_number(d->store, nominal));
    return x > 0 && isfinite(x) ? x : 1;
}

/* Tables of variables, and of their nominal values. */
static uint32_t var_table(Emit *e, int n, const uint32_t *v, bool nominal)
{
    int64_t *number = ARENA_ARRAY(e->arena, int64_t, n + 1);
    double *unit = ARENA_ARRAY(e->arena, double, n + 1);
    for (int i = 0; i < n; i++) {
        number[i] = v[i];
        unit[i] = nominal_of(e->d, v[i]);
    }
    return nominal ? real_table(e, n, unit) : int_table(e, n, number);
}

/* A step of sqrt(eps) of the largest relative change along the direction. */
const char *emit_difference(Emit *e, const char *function, int nin, const uint32_t *in, int nout,
                            const uint32_t *out)
{
    const char *name = arena_printf(e->arena, "%s_direction", function);
    if (map_get(&e->difference, name_cstr(e->d->ctx->names, name), 0))
        return name;
    map_set(&e->difference, e->arena, name_cstr(e->d->ctx->names, name), 1);
    uint32_t ins = var_table(e, nin, in, false), outs = var_table(e, nout, out, false);
    uint32_t unit = var_table(e, nin, in, true);
    Buf *b = &e->text;
    putf(b, "static int %s(KInst*m){\ndouble*const v=m->v;\ndouble*const d=m->dv;\n", name);
    putf(b, "double x[%d],y[%d],h=0,s;\nint i,rc;\n", nin + 1, nout + 1);
    putf(b, "for(i=0;i<%d;i++){\nx[i]=v[c%u[i]];\ns=k_max(fabs(x[i]),c%u[i]);\n", nin, ins, unit);
    putf(b, "h=k_max(h,fabs(d[c%u[i]])/s);\n}\n", ins);
    putf(b, "for(i=0;i<%d;i++){\ny[i]=v[c%u[i]];\nd[c%u[i]]=0;\n}\n", nout, outs, outs);
    put(b, "if(!(h>0))return 0;\nh=1.4901161193847656e-08/h;\n");
    putf(b, "for(i=0;i<%d;i++)v[c%u[i]]=x[i]+h*d[c%u[i]];\nrc=%s(m);\n", nin, ins, ins, function);
    putf(b, "for(i=0;i<%d;i++){\nd[c%u[i]]=(v[c%u[i]]-y[i])/h;\nv[c%u[i]]=y[i];\n}\n", nout, outs,
         outs, outs);
    putf(b, "for(i=0;i<%d;i++)v[c%u[i]]=x[i];\nreturn rc;\n}\n", nin, ins);
    return name;
}

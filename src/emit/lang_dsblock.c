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

static void put_lines(Lang *w, const char *const *line)
{
    for (; *line; line++)
        lang_printf(w, "%s\n", *line);
}

static const char *const info_lines[] = {
    "#ifndef DSBLOCK_INFO",
    "#define DSBLOCK_INFO",
    "/* Sizes, names and values of a model; arrays have one element more than they need. */",
    "struct dsblock_info {",
    "    const char *name;",
    "    int nx, nz, nu, ny, np; /* states, unknowns of systems, inputs, outputs, parameters */",
    "    const char *const *x_name, *const *z_name, *const *u_name, *const *y_name, *const "
    "*p_name;",
    "    const double *u, *p; /* values of inputs and parameters if none are given */",
    "    double start, stop, step;",
    "};",
    "#endif",
    "",
    NULL};

static const char *const wild_lines[] = {"/* Whether one of the values is not finite. */",
                                         "static int dsblock_wild(int n, const double *x)",
                                         "{",
                                         "    for (int i = 0; i < n; i++)",
                                         "        if (!isfinite(x[i]))",
                                         "            return 1;",
                                         "    return 0;",
                                         "}",
                                         "",
                                         NULL};

static const char *const solve_lines[] = {
    "/* Solves A*x = b by elimination with partial pivoting; A is by rows, b becomes x. 1: "
    "singular. */",
    "static int dsblock_solve(int n, double *A, double *b)",
    "{",
    "    for (int k = 0; k < n; k++) {",
    "        int pivot = k;",
    "        for (int i = k + 1; i < n; i++)",
    "            if (fabs(A[i * n + k]) > fabs(A[pivot * n + k]))",
    "                pivot = i;",
    "        if (!(fabs(A[pivot * n + k]) > 0))",
    "            return 1;",
    "        for (int j = 0; j < n && pivot != k; j++) {",
    "            double a = A[k * n + j];",
    "            A[k * n + j] = A[pivot * n + j];",
    "            A[pivot * n + j] = a;",
    "        }",
    "        double c = b[k];",
    "        b[k] = b[pivot];",
    "        b[pivot] = c;",
    "        for (int i = k + 1; i < n; i++) {",
    "            double f = A[i * n + k] / A[k * n + k];",
    "            for (int j = k; j < n; j++)",
    "                A[i * n + j] -= f * A[k * n + j];",
    "            b[i] -= f * b[k];",
    "        }",
    "    }",
    "    for (int k = n - 1; k >= 0; k--) {",
    "        for (int j = k + 1; j < n; j++)",
    "            b[k] -= A[k * n + j] * b[j];",
    "        b[k] /= A[k * n + k];",
    "    }",
    "    return 0;",
    "}",
    "",
    NULL};

static const char *const newton_lines[] = {
    "static double dsblock_norm(int n, const double *r)",
    "{",
    "    double sum = 0;",
    "    for (int i = 0; i < n; i++)",
    "        sum += r[i] * r[i];",
    "    return sum;",
    "}",
    "",
    "/* The step of least length where J is singular: (J'J + m*I) s = J'r with a small m. */",
    "static int dsblock_least(int n, const double *J, double *s)",
    "{",
    "    double A[NEWTON_SIZE * NEWTON_SIZE], b[NEWTON_SIZE];",
    "    double m = 1e-12 * dsblock_norm(n * n, J);",
    "    for (int i = 0; i < n; i++) {",
    "        b[i] = 0;",
    "        for (int j = 0; j < n; j++)",
    "            A[i * n + j] = i == j ? m : 0;",
    "        for (int k = 0; k < n; k++) {",
    "            b[i] += J[k * n + i] * s[k];",
    "            for (int j = 0; j < n; j++)",
    "                A[i * n + j] += J[k * n + i] * J[k * n + j];",
    "        }",
    "    }",
    "    for (int i = 0; i < n; i++)",
    "        s[i] = b[i];",
    "    return dsblock_solve(n, A, s);",
    "}",
    "",
    "/* Solves f(x) = 0 from x on by Newton's method with damping. 0: solved. */",
    "static int dsblock_newton(int n, int (*f)(void *arg, const double *x, double *r), void *arg,",
    "                          double *x)",
    "{",
    "    double r[NEWTON_SIZE], s[NEWTON_SIZE], y[NEWTON_SIZE];",
    "    double J[NEWTON_SIZE * NEWTON_SIZE], A[NEWTON_SIZE * NEWTON_SIZE];",
    "    for (int iteration = 0; iteration < 50; iteration++) {",
    "        if (f(arg, x, r))",
    "            return 1;",
    "        for (int j = 0; j < n; j++) {",
    "            double old = x[j], h = 1e-7 * fmax(fabs(old), 1e-3);",
    "            x[j] = old + h;",
    "            if (f(arg, x, s))",
    "                return 1;",
    "            for (int i = 0; i < n; i++)",
    "                J[i * n + j] = (s[i] - r[i]) / (x[j] - old);",
    "            x[j] = old;",
    "        }",
    "        double norm = dsblock_norm(n, r), size = 0, damping = 1;",
    "        for (int i = 0; i < n; i++)",
    "            s[i] = r[i];",
    "        for (int i = 0; i < n * n; i++)",
    "            A[i] = J[i];",
    "        if (norm == 0)",
    "            return 0;",
    "        if (dsblock_solve(n, A, s)) {",
    "            for (int i = 0; i < n; i++)",
    "                s[i] = r[i];",
    "            if (dsblock_least(n, J, s))",
    "                return 1;",
    "        }",
    "        for (int i = 0; i < n; i++)",
    "            size = fmax(size, fabs(s[i]) / (fabs(x[i]) + 1e-6));",
    "        for (; damping > 1e-3; damping /= 2) {",
    "            for (int i = 0; i < n; i++)",
    "                y[i] = x[i] - damping * s[i];",
    "            if (!f(arg, y, r) && (dsblock_norm(n, r) < norm || size < 1e-7))",
    "                break;",
    "        }",
    "        if (damping <= 1e-3) /* over a corner: the whole step */",
    "            damping = 1;",
    "        for (int i = 0; i < n; i++)",
    "            x[i] -= damping * s[i];",
    "        if (size * damping < 1e-9)",
    "            return 0;",
    "    }",
    "    return 1;",
    "}",
    "",
    NULL};

/* The program around a model: settings, the head and the rows of the table. */
static const char *const main_lines[] = {
    "#include <stdio.h>",
    "#include <stdlib.h>",
    "",
    "static const struct dsblock_info *const model = &DSBLOCK(info);",
    "static double x[SIZE_X + SIZE_Z + 1], u[SIZE_U + 1], p[SIZE_P + 1], y[SIZE_Y + 1];",
    "static double start, stop, step, every = 1;",
    "",
    "static int set(int n, const char *const *name, double *value, const char *text, const char "
    "*end)",
    "{",
    "    for (int i = 0; i < n; i++)",
    "        if (!strncmp(name[i], text, (size_t)(end - text)) && !name[i][end - text]) {",
    "            value[i] = atof(end + 1);",
    "            return 1;",
    "        }",
    "    return 0;",
    "}",
    "",
    "/* -stop=T and the like, or NAME=VALUE for parameters, inputs and states. */",
    "static int set_all(int argc, char **argv)",
    "{",
    "    static const char *const option[] = {\"-start\", \"-stop\", \"-step\", \"-every\"};",
    "    double *const value[] = {&start, &stop, &step, &every};",
    "    for (int i = 1; i < argc; i++) {",
    "        const char *end = strchr(argv[i], '=');",
    "        int good = 0;",
    "        for (int k = 0; k < 4 && end; k++)",
    "            good |= set(1, option + k, value[k], argv[i], end);",
    "        good = good || (end && (set(model->np, model->p_name, p, argv[i], end) ||",
    "                                set(model->nu, model->u_name, u, argv[i], end) ||",
    "                                set(model->nx, model->x_name, x, argv[i], end)));",
    "        if (!good) {",
    "            fprintf(stderr, \"%s: unknown setting\\n\", argv[i]);",
    "            return 1;",
    "        }",
    "    }",
    "    return 0;",
    "}",
    "",
    "static void put_names(int n, const char *const *name)",
    "{",
    "    for (int i = 0; i < n; i++)",
    "        printf(strchr(name[i], ',') ? \",\\\"%s\\\"\" : \",%s\", name[i]);",
    "}",
    "",
    "static void put_values(int n, const double *value)",
    "{",
    "    for (int i = 0; i < n; i++)",
    "        printf(\",%.12g\", value[i]);",
    "}",
    "",
    "static void put_row(double t, const double *z)",
    "{",
    "    printf(\"%.12g\", t);",
    "    put_values(model->nx, x);",
    "    put_values(model->nz, z);",
    "    put_values(model->ny, y);",
    "    printf(\"\\n\");",
    "}",
    "",
    NULL};

/* Classical Runge-Kutta. */
static const char *const ode_lines[] = {
    "static int step_from(double t, double h, double *z, double *k1)",
    "{",
    "    double k[SIZE_X + 1], sum[SIZE_X + 1], stage[SIZE_X + 1], no_y[SIZE_Y + 1];",
    "    static const double at[] = {0.5, 0.5, 1}, weight[] = {2, 2, 1};",
    "    for (int i = 0; i < SIZE_X; i++)",
    "        k[i] = sum[i] = k1[i];",
    "    for (int s = 0; s < 3; s++) {",
    "        for (int i = 0; i < SIZE_X; i++)",
    "            stage[i] = x[i] + at[s] * h * k[i];",
    "        if (DSBLOCK(ode)(t + at[s] * h, stage, u, p, z, k, no_y))",
    "            return 1;",
    "        for (int i = 0; i < SIZE_X; i++)",
    "            sum[i] += weight[s] * k[i];",
    "    }",
    "    for (int i = 0; i < SIZE_X; i++)",
    "        x[i] += h / 6 * sum[i];",
    "    return 0;",
    "}",
    "",
    "static int evaluate(double t, double *z, double *dx)",
    "{",
    "    return DSBLOCK(ode)(t, x, u, p, z, dx, y);",
    "}",
    "",
    NULL};

/* Implicit Euler; consistent values at the start first. */
static const char *const dae_lines[] = {
    "static double now, length, before[SIZE_X + 1];",
    "",
    "/* Unknown are the derivatives and z. */",
    "static int at_start(void *arg, const double *w, double *r)",
    "{",
    "    double full[SIZE_X + SIZE_Z + 1];",
    "    (void)arg;",
    "    for (int i = 0; i < SIZE_X + SIZE_Z; i++)",
    "        full[i] = i < SIZE_X ? before[i] : w[i];",
    "    return DSBLOCK(dae)(now, full, w, u, p, r, y);",
    "}",
    "",
    "/* Unknown are the states and z at the end of the step. */",
    "static int at_end(void *arg, const double *w, double *r)",
    "{",
    "    double xd[SIZE_X + 1];",
    "    (void)arg;",
    "    for (int i = 0; i < SIZE_X; i++)",
    "        xd[i] = (w[i] - before[i]) / length;",
    "    return DSBLOCK(dae)(now, w, xd, u, p, r, y);",
    "}",
    "",
    "static int step_from(double t, double h, double *z, double *k1)",
    "{",
    "    (void)z, (void)k1;",
    "    for (int i = 0; i < SIZE_X; i++)",
    "        before[i] = x[i];",
    "    now = t + h;",
    "    length = h;",
    "    return dsblock_newton(SIZE_X + SIZE_Z, at_end, NULL, x);",
    "}",
    "",
    "/* Outputs, and z where the states alone are known: at the start. */",
    "static int evaluate(double t, double *z, double *dx)",
    "{",
    "    double w[SIZE_X + SIZE_Z + 1];",
    "    for (int i = 0; i < SIZE_X; i++) {",
    "        before[i] = x[i];",
    "        w[i] = dx[i];",
    "    }",
    "    for (int i = 0; i < SIZE_Z; i++)",
    "        w[SIZE_X + i] = z[i];",
    "    now = t;",
    "    if (dsblock_newton(SIZE_X + SIZE_Z, at_start, NULL, w))",
    "        return 1;",
    "    for (int i = 0; i < SIZE_X; i++)",
    "        dx[i] = w[i];",
    "    for (int i = 0; i < SIZE_Z; i++)",
    "        z[i] = w[SIZE_X + i];",
    "    return 0;",
    "}",
    "",
    NULL};

static const char *const run_lines[] = {
    "int main(int argc, char **argv)",
    "{",
    "    double dx[SIZE_X + 1] = {0}, *z = x + SIZE_X;",
    "    memcpy(u, model->u, sizeof u);",
    "    memcpy(p, model->p, sizeof p);",
    "    start = model->start, stop = model->stop, step = model->step;",
    "    if (set_all(argc, argv))",
    "        return 2;",
    "    DSBLOCK(start)(p, x, z);",
    "    if (set_all(argc, argv)) /* states again: they have their start values now */",
    "        return 2;",
    "    printf(\"time\");",
    "    put_names(model->nx, model->x_name);",
    "    put_names(model->nz, model->z_name);",
    "    put_names(model->ny, model->y_name);",
    "    printf(\"\\n\");",
    "    long n = (long)((stop - start) / step + 0.5);",
    "    for (long i = 0; i <= n; i++) {",
    "        double t = start + (double)i * step;",
    "        if (evaluate(t, z, dx)) {",
    "            fprintf(stderr, \"the equations cannot be solved at time = %.12g\\n\", t);",
    "            return 3;",
    "        }",
    "        if (i % (long)every == 0 || i == n)",
    "            put_row(t, z);",
    "        if (i < n && step_from(t, step, z, dx)) {",
    "            fprintf(stderr, \"no step from time = %.12g\\n\", t);",
    "            return 3;",
    "        }",
    "    }",
    "    return 0;",
    "}",
    "#endif",
    NULL};

/* ---- Declarations ---- */

static void write_head(Lang *w)
{
    const char *form = w->o.dae ? "dae" : "ode";
    lang_printf(w,
                "/* %s.c - model %s as a DSblock in %s form, generated by kron.\n *\n"
                " *   cc -std=c17 -O2 -c %s.c                      to link with a simulator\n"
                " *   cc -std=c17 -O2 -DDSBLOCK_MAIN %s.c -lm      a program of its own:\n"
                " *   ./a.out -stop=1 -step=1e-3 -every=10 NAME=VALUE... > result.csv\n *\n",
                w->model, w->title, w->o.dae ? "DAE" : "ODE", w->model, w->model);
    lang_printf(w,
                " * %s_start(p, x, z) gives the values at the start: of states (x) and, as a\n"
                " * guess, of unknowns of simultaneous systems (z).\n",
                w->model);
    if (w->o.dae)
        lang_printf(w,
                    " * %s_dae(t, x, xd, u, p, res, y) gives nx + nz residuals, which vanish for\n"
                    " * the solution, and the outputs. x are the states and then z, xd the\n"
                    " * derivatives of the states.\n",
                    w->model);
    else
        lang_printf(w,
                    " * %s_ode(t, x, u, p, z, dx, y) gives derivatives, outputs and z. What z and\n"
                    " * dx hold before is where the iteration of nonlinear systems begins.\n",
                    w->model);
    lang_printf(w, " * %s_%s returns 0, or 1 if the equations cannot be solved.\n", w->model, form);
    lang_printf(w, " * %s_%s_info has sizes, names and values. */\n", w->model, form);
    lang_printf(w, "#include <math.h>\n#include <stddef.h>\n#include <string.h>\n\n");
    for (int i = 0; i < w->outside.n; i++) {
        lang_printf(w, "extern double %s(", lang_func_name(w, w->outside.v[i]));
        for (int k = 0; k < func_get(w->d->store, w->outside.v[i])->ninputs; k++)
            lang_printf(w, "%sdouble", k ? ", " : "");
        lang_printf(w, ");%s", i + 1 < w->outside.n ? "\n" : "\n\n");
    }
    put_lines(w, info_lines);
}

/* Names for the numbers of variables; from now on w->name is how a variable is written. */
static void write_enumerators(Lang *w, const char **name)
{
    const char **shown = ARENA_ARRAY(w->arena, const char *, w->nvars + 1);
    for (uint32_t v = 0; v < w->nvars; v++)
        shown[v] = w->name[v] ? lang_shown(w, v) : "";
    c_enumerators(w->d->ctx->names, w->arena, w->nvars, shown, name);
    lang_printf(w, "enum {\n");
    for (uint32_t v = 0; v < w->nvars; v++)
        if (w->name[v]) {
            lang_printf(w, "    %s = %u, ", name[v], v);
            put_comment(w->out, shown[v]);
            w->name[v] = arena_printf(w->arena, "v[%s]", name[v]);
        }
    lang_printf(w, "    SIZE_V = %u\n};\n\n", w->nvars + 1);
}

static void put_name_list(Lang *w, const char *what, int n, const uint32_t *var)
{
    lang_printf(w, "static const char *const %s_name[] = {", what);
    for (int i = 0; i < n; i++) {
        lang_printf(w, "%s\"", i % 4 ? " " : "\n    ");
        for (const char *c = lang_shown(w, var[i]); *c; c++)
            lang_printf(w, "%s%c", *c == '"' || *c == '\\' ? "\\" : "", *c);
        lang_printf(w, "\",");
    }
    lang_printf(w, "%sNULL};\n", n ? "\n    " : "");
}

static void put_value_list(Lang *w, const char *what, int n, const uint32_t *var,
                           double (*value)(Lang *w, uint32_t var))
{
    lang_printf(w, "static const double %s_value[] = {", what);
    for (int i = 0; i < n; i++) {
        lang_real(w->out, value(w, var[i]));
        lang_printf(w, ",%s", i % 8 == 7 ? "\n    " : " ");
    }
    lang_printf(w, "0};\n");
}

static void write_info(Lang *w)
{
    Sheet *s = w->s;
    put_name_list(w, "x", s->nstates, s->state);
    put_name_list(w, "z", w->iterated.n, w->iterated.v);
    put_name_list(w, "u", s->ninputs, s->input);
    put_name_list(w, "y", s->noutputs, s->output);
    put_name_list(w, "p", w->constant.n, w->constant.v);
    put_value_list(w, "u", s->ninputs, s->input, lang_start_value);
    put_value_list(w, "p", w->constant.n, w->constant.v, lang_parameter_value);
    lang_printf(w, "extern const struct dsblock_info %s_%s_info;\n", w->model,
                w->o.dae ? "dae" : "ode");
    lang_printf(w, "const struct dsblock_info %s_%s_info = {\n    \"%s\", %d, %d, %d, %d, %d, ",
                w->model, w->o.dae ? "dae" : "ode", w->title, s->nstates, w->iterated.n, s->ninputs,
                s->noutputs, w->constant.n);
    lang_printf(w, "x_name, z_name, u_name, y_name, p_name,\n    u_value, p_value, ");
    lang_real(w->out, w->o.start);
    lang_printf(w, ", ");
    lang_real(w->out, w->o.stop);
    lang_printf(w, ", ");
    lang_real(w->out, w->o.interval / 10);
    lang_printf(w, "};\n\n");
}

/* ---- What generated code calls ---- */

static const struct {
    const char *name, *text;
} helpers[] = {
    {"KArr", "typedef struct KArr{double*d;int nd;int n[2];}KArr;"},
    {"k_sign", "static double k_sign(double x){return(x>0)-(x<0);}"},
    {"k_min", "static double k_min(double a,double b){return b<a?b:a;}"},
    {"k_max", "static double k_max(double a,double b){return b>a?b:a;}"},
    {"k_div", "static double k_div(double a,double b){return trunc(a/b);}"},
    {"k_mod", "static double k_mod(double a,double b){return a-floor(a/b)*b;}"},
    {"k_rem", "static double k_rem(double a,double b){return a-trunc(a/b)*b;}"},
    {"k_pow", "static double k_pow(double a,double b){return pow(a,b);}"},
    {"k_powi", "static double k_powi(double a,int n){return pow(a,n);}"},
    {"k_range_count", "static int k_range_count(double a,double s,double b)"
                      "{double n=floor((b-a)/s*(1+1e-15));return s==0?-1:n>=0?(int)n+1:0;}"},
    {"k_fault", "static int k_fault(KInst*m,int i,const char*what)"
                "{(void)m;(void)i;(void)what;return 1;}"},
    {"k_outside", "static int k_outside(KInst*m,int i,int sub,int size,const char*name)"
                  "{(void)m;(void)i;(void)sub;(void)size;(void)name;return 1;}"},
    {"k_deep", "static int k_deep(KInst*m){(void)m;return 0;}"},
};

static void write_helpers(Lang *w, const char *text)
{
    lang_printf(w, "typedef struct KInst {\n    double time, *v;\n} KInst;\n\n");
    for (size_t i = 0; i < sizeof helpers / sizeof *helpers; i++)
        if (text_mentions(text, helpers[i].name, strlen(helpers[i].name), false))
            c_layout(helpers[i].text, 0, NULL, w->out);
}

/* Functions of other languages, and tables. */
static const char *foreign_body(void *arg, const Func *f)
{
    Lang *w = arg;
    Buf b = {0};
    for (int i = 0; i < w->table.n; i++)
        if (w->table.v[i].func == f->number) {
            Expr array = w->table.v[i].array;
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
    Sequence q = {.name = name, .has_r = has_r, .literal = true};
    emit_sequence(e, &q, items);
    put_driver(e, name, &q, ALL_PARTS);
}

static void copy(Lang *w, const char *array, int n, const uint32_t *var, bool in)
{
    for (int i = 0; i < n; i++)
        if (in)
            lang_printf(w, "    %s = %s[%d];\n", w->name[var[i]], array, i);
        else
            lang_printf(w, "    %s[%d] = %s;\n", array, i, w->name[var[i]]);
    if (!n)
        lang_printf(w, "    (void)%s;\n", array);
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

/* In the DAE form residuals instead of systems; their number. */
static int write_steps(Lang *w, Emit *e)
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
    return nresiduals;
}

/* ---- The interface ---- */

static void write_known(Lang *w)
{
    lang_printf(w, "    double v[SIZE_V] = {0};\n    KInst m = {t, v};\n");
    copy(w, "p", w->constant.n, w->constant.v, true);
    copy(w, "u", w->s->ninputs, w->s->input, true);
    copy(w, "x", w->s->nstates, w->s->state, true);
    lang_printf(w, "    if (parameters(&m))\n        return 1;\n");
}

static void write_start(Lang *w)
{
    lang_printf(w, "void %s_start(const double *p, double *x, double *z);\n", w->model);
    lang_printf(w, "void %s_start(const double *p, double *x, double *z)\n{\n", w->model);
    lang_printf(w, "    double v[SIZE_V] = {0}, r[%d] = {0};\n    KInst m = {0, v};\n",
                w->s->nstates + w->iterated.n + 1);
    copy(w, "p", w->constant.n, w->constant.v, true);
    lang_printf(w, "    if (!parameters(&m))\n        start_values(&m, r);\n");
    lang_printf(w,
                "    memcpy(x, r, %d * sizeof *x);\n    memcpy(z, r + %d, %d * sizeof *z);\n}\n\n",
                w->s->nstates, w->s->nstates, w->iterated.n);
}

/* [nvars] the unknowns of systems, of this kind or more difficult. */
static const bool *unknown_of_systems(Lang *w, StepKind kind)
{
    bool *unknown = ARENA_ARRAY(w->arena, bool, w->nvars);
    for (int i = 0; i < w->step.n; i++)
        for (int k = 0; k < w->step.v[i].n; k++)
            unknown[w->step.v[i].unknown[k]] |= w->step.v[i].kind >= kind;
    return unknown;
}

static void write_ode(Lang *w)
{
    static const char arguments[] = "double t, const double *x, const double *u, const double *p, "
                                    "double *z,\n    double *dx, double *y";
    Sheet *s = w->s;
    lang_printf(w, "int %s_ode(%s);\nint %s_ode(%s)\n{\n", w->model, arguments, w->model,
                arguments);
    write_known(w);
    copy(w, "z", w->iterated.n, w->iterated.v, true);
    const bool *guessed = unknown_of_systems(w, STEP_NONLINEAR);
    for (int i = 0; i < s->nstates; i++)
        if (guessed[w->derivative[i]])
            lang_printf(w, "    %s = dx[%d];\n", w->name[w->derivative[i]], i);
    lang_printf(w, "    if (steps(&m))\n        return 1;\n");
    copy(w, "dx", s->nstates, w->derivative, false);
    copy(w, "z", w->iterated.n, w->iterated.v, false);
    copy(w, "y", s->noutputs, s->output, false);
    lang_printf(w, "    return dsblock_wild(%d, dx);\n}\n\n", s->nstates);
}

static void write_dae(Lang *w, int n)
{
    static const char arguments[] =
        "double t, const double *x, const double *xd, const double *u,\n"
        "    const double *p, double *res, double *y";
    Sheet *s = w->s;
    const bool *in_system = unknown_of_systems(w, STEP_LINEAR);
    lang_printf(w, "int %s_dae(%s);\nint %s_dae(%s)\n{\n", w->model, arguments, w->model,
                arguments);
    write_known(w);
    for (int i = 0; i < w->iterated.n; i++)
        lang_printf(w, "    %s = x[%d];\n", w->name[w->iterated.v[i]], s->nstates + i);
    if (!s->nstates)
        lang_printf(w, "    (void)xd;\n");
    for (int i = 0; i < s->nstates; i++)
        if (in_system[w->derivative[i]])
            lang_printf(w, "    %s = xd[%d];\n", w->name[w->derivative[i]], i);
    lang_printf(w, "    if (steps(&m, res))\n        return 1;\n");
    for (int i = 0; i < s->nstates; i++)
        if (!in_system[w->derivative[i]])
            lang_printf(w, "    res[%d] = xd[%d] - %s;\n", n++, i, w->name[w->derivative[i]]);
    copy(w, "y", s->noutputs, s->output, false);
    lang_printf(w, "    return dsblock_wild(%d, res);\n}\n\n", n);
}

/* ---- The file ---- */

static void write_solvers(Lang *w)
{
    int linear = 0, nonlinear = 0;
    for (int i = 0; i < w->step.n && !w->o.dae; i++) {
        const LangStep *t = &w->step.v[i];
        linear |= t->kind == STEP_LINEAR;
        if (t->kind == STEP_NONLINEAR && t->n > nonlinear)
            nonlinear = t->n;
    }
    put_lines(w, wild_lines);
    if (w->o.dae) {
        nonlinear = w->s->nstates + w->iterated.n + 1;
        lang_printf(w, "#ifdef DSBLOCK_MAIN\n");
    }
    if (linear || nonlinear)
        put_lines(w, solve_lines);
    if (nonlinear) {
        lang_printf(w, "enum { NEWTON_SIZE = %d };\n\n", nonlinear);
        put_lines(w, newton_lines);
    }
    if (w->o.dae)
        lang_printf(w, "#endif\n\n");
}

static void write_main(Lang *w)
{
    lang_printf(w, "#ifdef DSBLOCK_MAIN\n#define DSBLOCK(what) %s_##what\n", w->model);
    lang_printf(w, "#define %s_info %s_%s_info\n", w->model, w->model, w->o.dae ? "dae" : "ode");
    lang_printf(w, "enum { SIZE_X = %d, SIZE_Z = %d, SIZE_U = %d, SIZE_Y = %d, SIZE_P = %d };\n",
                w->s->nstates, w->iterated.n, w->s->ninputs, w->s->noutputs, w->constant.n);
    put_lines(w, main_lines);
    put_lines(w, w->o.dae ? dae_lines : ode_lines);
    put_lines(w, run_lines);
}

static void write_dsblock(Lang *w)
{
    Emit e = {
        .d = w->d, .rolls = true, .readable = true, .foreign = foreign_body, .foreign_arg = w};
    const char **name = ARENA_ARRAY(w->arena, const char *, w->nvars + 1);
    emit_open(&e, plain_numbers);
    write_parameters(w, &e);
    write_start_values(w, &e);
    int nresiduals = write_steps(w, &e);
    emit_funcs(&e);
    w->failed |= e.failed;
    write_head(w);
    write_enumerators(w, name);
    write_info(w);
    write_solvers(w);
    write_helpers(w, buf_text(&e.text));
    c_layout(buf_text(&e.protos), 0, NULL, w->out);
    c_layout(buf_text(&e.tables), 0, NULL, w->out);
    lang_printf(w, "\n");
    c_layout(buf_text(&e.text), w->nvars, name, w->out);
    emit_free(&e);
    write_start(w);
    if (w->o.dae)
        write_dae(w, nresiduals);
    else
        write_ode(w);
    write_main(w);
}

const LangInfo lang_dsblock = {
    .name = "dsblock",
    .suffix = ".c",
    .title = "DSblock",
    .can = CAN_LINEAR | CAN_NONLINEAR | CAN_FUNCTIONS | CAN_CONDITIONS,
    .dialect = {.function = functions},
    .naming = {.dot = "_", .other = "_", .reserved = (const char *const[]){NULL}},
    .write = write_dsblock};

/* lang_matlab.c - what Octave programs and S-functions of SIMULINK have in common: the language of
 * MATLAB.
 *
 * Parameters are fields of a struct, variables are local variables of one function model_, which
 * computes the sorted equations. Linear systems are matrix equations, nonlinear ones are solved by
 * a damped Newton method that begins where the last solution was. Names that end in `_` are ours.
 */
#include "emit/lang_internal.h"

const char *const matlab_functions[][2] = {
    {"abs", "abs"},   {"sign", "sign"},   {"sqrt", "sqrt"},   {"sin", "sin"},
    {"cos", "cos"},   {"tan", "tan"},     {"asin", "asin"},   {"acos", "acos"},
    {"atan", "atan"}, {"atan2", "atan2"}, {"sinh", "sinh"},   {"cosh", "cosh"},
    {"tanh", "tanh"}, {"exp", "exp"},     {"log", "log"},     {"log10", "log10"},
    {"min", "min"},   {"max", "max"},     {"div", "div_"},    {"mod", "mod"},
    {"rem", "rem"},   {"ceil", "ceil"},   {"floor", "floor"}, {"integer", "floor"},
    {NULL, NULL}};

const char matlab_reserved[] =
    "break case catch classdef continue do else elseif end endif endfor endfunction endswitch "
    "endwhile end_try_catch for function global if otherwise parfor persistent return spmd "
    "switch try until while unwind_protect isempty zeros true false fix t_ x_ u_ p_ dx_ y_ v_ "
    "z_ A_ b_ given_ newton_ ifelse_ model_ start_ parameters_";

extern const char *const octave_lines[]; /* lib/octave/program.m, by tools/embed.sh */

void matlab_part(Lang *w, const char *name)
{
    bool on = false;
    for (const char *const *line = octave_lines; *line; line++) {
        bool begins = !strncmp(*line, "%! ", 3);
        on = begins ? !strcmp(*line + 3, name) : on;
        if (on && !begins) {
            lang_text(w, *line);
            buf_putc(w->out, '\n');
        }
    }
}

static const char assign[] = "  $n = $e;\n";

/* ---- Parameters and start values ---- */

/* Parameters are fields of p_ from here on. */
static void write_parameters(Lang *w)
{
    lang_printf(w, "function p_ = parameters_(given_)\n  p_ = struct();\n");
    for (int i = 0; i < w->constant.n + w->dependent.n; i++) {
        bool own = i < w->constant.n;
        uint32_t p = own ? w->constant.v[i] : w->dependent.v[i - w->constant.n];
        w->name[p] = arena_printf(w->arena, "p_.%s", w->name[p]);
    }
    lang_each(w, w->constant.n, w->constant.v, "  $n = $V;\n");
    lang_text(w, "  name = fieldnames(given_);\n  for k = 1:numel(name)\n"
                 "    if ~isfield(p_, name{k})\n"
                 "      error('there is no parameter %s', name{k});\n    end\n"
                 "    p_.(name{k}) = given_.(name{k});\n  end\n");
    lang_each(w, w->dependent.n, w->dependent.v, assign);
    lang_printf(w, "end\n\n");
}

static void write_vector(Lang *w, const char *left, int n, const uint32_t *var)
{
    lang_printf(w, "  %s = zeros(%d, 1);\n", left, n);
    lang_each(w, n, var, arena_printf(w->arena, "  %s($i) = $e;\n", left));
}

static void write_start(Lang *w)
{
    lang_printf(w, "function x_ = start_(p_)\n");
    write_vector(w, "x_", w->s->nstates, w->s->state);
    lang_printf(w, "end\n\n");
}

/* ---- Equations ---- */

static void write_linear(Lang *w, const LangStep *t)
{
    lang_printf(w, "  A_ = zeros(%d, %d);\n  b_ = zeros(%d, 1);\n", t->n, t->n, t->n);
    lang_entries(w, t, "  A_($i,$j) = $e;\n", "  b_($i) = $e;\n");
    lang_printf(w, "  z_ = A_ \\ b_;\n");
}

/* While the residuals are written, the unknowns are elements of z_. */
static void write_nonlinear(Lang *w, const LangStep *t, int k)
{
    const char **kept = ARENA_ARRAY(w->arena, const char *, t->n);
    for (int i = 0; i < t->n; i++) {
        kept[i] = w->name[t->unknown[i]];
        w->name[t->unknown[i]] = arena_printf(w->arena, "z_(%d)", i + 1);
    }
    lang_printf(w, "  guess%d_ = newton_(@(z_) [ ...\n", k);
    for (int i = 0; i < t->n; i++)
        lang_step(w, &(LangStep){.value = t->residual[i], .eq = t->block->eq[i]},
                  i + 1 < t->n ? "    ($e);\n"
                               : arena_printf(w->arena, "    ($e)], guess%d_);\n", k));
    for (int i = 0; i < t->n; i++)
        w->name[t->unknown[i]] = kept[i];
    lang_printf(w, "  z_ = guess%d_;\n", k);
}

static void write_system(Lang *w, const LangStep *t, int k)
{
    if (t->kind == STEP_LINEAR)
        write_linear(w, t);
    else
        write_nonlinear(w, t, k);
    lang_each(w, t->n, t->unknown, "  $n = z_($i);\n");
}

/* Where iterations begin: kept from call to call, set anew by a call without time. */
static void write_guesses(Lang *w, bool all)
{
    for (int i = 0; i < w->step.n; i++) {
        if (w->step.v[i].kind != STEP_NONLINEAR)
            continue;
        lang_printf(w, "  persistent guess%d_\n  if isempty(guess%d_) || isempty(t_)\n", i, i);
        write_vector(w, arena_printf(w->arena, "guess%d_", i), w->step.v[i].n,
                     w->step.v[i].unknown);
        lang_printf(w, "  end\n");
    }
    lang_printf(w, "  dx_ = zeros(%d, 1);\n  y_ = zeros(%d, 1);\n%s", w->s->nstates, w->s->noutputs,
                all ? "  v_ = [];\n" : "");
    lang_printf(w, "  if isempty(t_)\n    return;\n  end\n");
}

/* [dx_, y_, v_]: derivatives, outputs, and all variables in the order of matlab_shown. */
static void write_model(Lang *w, bool all)
{
    Sheet *s = w->s;
    lang_printf(w, "function [dx_, y_%s] = model_(t_, x_, u_, p_)\n", all ? ", v_" : "");
    write_guesses(w, all);
    lang_each(w, s->nstates, s->state, "  $n = x_($i);\n");
    lang_each(w, s->ninputs, s->input, "  $n = u_($i);\n");
    lang_steps(w, "  % $o\n", assign, write_system);
    lang_each(w, s->nstates, w->derivative, "  dx_($i) = $n;\n");
    lang_each(w, s->noutputs, s->output, "  y_($i) = $n;\n");
    if (all) {
        VarNumbers shown = matlab_shown(w);
        size_t begin = w->out->n;
        lang_printf(w, "  v_ = [");
        for (int i = 0; i < shown.n; i++)
            lang_printf(w, "%s%s", i ? ", " : "", w->name[shown.v[i]]);
        lang_printf(w, "];");
        lang_end(w, begin);
    }
    lang_printf(w, "end\n\n");
}

VarNumbers matlab_shown(Lang *w)
{
    VarNumbers all = {0};
    bool *seen = ARENA_ARRAY(w->arena, bool, w->nvars);
    for (int list = 0; list < 3; list++) {
        const uint32_t *var = list == 0 ? w->s->state : list == 1 ? w->s->input : w->computed.v;
        int n = list == 0 ? w->s->nstates : list == 1 ? w->s->ninputs : w->computed.n;
        for (int i = 0; i < n; i++) {
            if (!seen[var[i]] && !lang_is_auxiliary(w, var[i]))
                vec_push(w->arena, &all, var[i]);
            seen[var[i]] = true;
        }
    }
    return all;
}

/* ---- Functions ---- */

static void write_helpers(Lang *w)
{
    for (int i = 0; i < w->step.n; i++)
        if (w->step.v[i].kind == STEP_NONLINEAR) {
            matlab_part(w, "newton");
            break;
        }
    if (w->uses[EX_IF])
        matlab_part(w, "ifelse");
    if (w->uses[EX_QUOT])
        matlab_part(w, "div");
    for (int i = 0; i < w->func.n; i++) {
        const Func *f = func_get(w->d->store, w->func.v[i]);
        lang_printf(w, "function v%d = %s(", f->ninputs, lang_func_name(w, f->number));
        for (int k = 0; k < f->ninputs; k++)
            lang_printf(w, "%sv%d", k ? ", " : "", k);
        lang_printf(w, ")\n");
        lang_func_body(w, f);
        lang_printf(w, "end\n\n");
    }
}

void matlab_model(Lang *w, bool all)
{
    write_parameters(w);
    write_start(w);
    write_model(w, all);
    write_helpers(w);
}

void matlab_list(Lang *w, const char *title, int n, const uint32_t *var)
{
    if (n)
        lang_printf(w, "%% %s:\n", title);
    for (int i = 0; i < n; i++)
        lang_printf(w, "%%   %-16s %s\n", w->name[var[i]], lang_shown(w, var[i]));
}

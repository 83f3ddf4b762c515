/* lang_octave.c - the model as a function file of GNU Octave (or MATLAB) that simulates it.
 *
 * States are integrated by lsode (MATLAB: ode15s) or by ode45; all variables are computed again at
 * the points of output. The equations are written by lang_matlab.c. */
#include "emit/lang_internal.h"

static void write_head(Lang *w)
{
    matlab_part(w, "head");
    matlab_list(w, "Parameters", w->constant.n, w->constant.v);
    matlab_list(w, "Inputs", w->s->ninputs, w->s->input);
}

static void write_cells(Lang *w, const char *function, int n, const uint32_t *var, bool legal)
{
    lang_printf(w, "function list = %s()\n  list = {", function);
    for (int i = 0; i < n; i++) {
        const char *text = legal ? w->name[var[i]] : lang_shown(w, var[i]);
        lang_printf(w, "%s'", i ? i % 6 ? ", " : ", ...\n    " : "");
        for (const char *c = text; *c; c++)
            lang_printf(w, *c == '\'' ? "''" : "%c", *c);
        lang_printf(w, "'");
    }
    lang_printf(w, "};\nend\n\n");
}

/* Inputs in order, as given or with their start values. */
static void write_inputs(Lang *w)
{
    write_cells(w, "input_names_", w->s->ninputs, w->s->input, true);
    lang_printf(w, "function u = inputs_(given)\n  known_(given, input_names_(), 'input');\n");
    lang_printf(w, "  u = cell(1, %d);\n", w->s->ninputs);
    lang_each(w, w->s->ninputs, w->s->input,
              "  u{$i} = $v;\n  if isfield(given, '$n')\n    u{$i} = given.$n;\n  end\n");
    lang_printf(w, "end\n\n");
}

static void write_octave(Lang *w)
{
    write_head(w);
    matlab_part(w, "run");
    write_cells(w, "states_", w->s->nstates, w->s->state, true);
    VarNumbers shown = matlab_shown(w);
    write_cells(w, "shown_", shown.n, shown.v, false);
    write_inputs(w);
    matlab_model(w, true);
}

const LangInfo lang_octave = {.title = "Octave",
                              .can = CAN_LINEAR | CAN_NONLINEAR | CAN_FUNCTIONS | CAN_CONDITIONS,
                              .dialect = MATLAB_DIALECT,
                              .naming = {.dot = "_", .other = "_", .reserved = matlab_reserved},
                              .width = 100,
                              .continuation = "...",
                              .write = write_octave};

/* session_commands.c - the table of commands, and those that work on the sheet. */
#include "emit/lang.h"
#include "session/session_internal.h"

#include <errno.h>
#include <math.h>
#include <strings.h>

static const char *const listing_names[] = {"equations", "model",     "operations", "solved",
                                            "states",    "variables", NULL};
const char *const role_names[] = {"", "unknown", "known", "state", NULL};
static const char *const switch_values[] = {"off", "on", NULL};
static const char *const solved_what[] = {"equations", NULL}; /* output solved equations */

/* The place of a word in a list, in any case; -1: it is not there. */
static int place_in(const char *const *list, const char *word)
{
    for (int i = 0; list[i]; i++)
        if (*list[i] && !strcasecmp(list[i], word))
            return i;
    return -1;
}

static Nearest nearest_in(const char *const *list, const char *word)
{
    Nearest near = {.wanted = word};
    for (int i = 0; list[i]; i++)
        if (*list[i])
            nearest_offer(&near, list[i]);
    return near;
}

/* "a, b or c" */
static const char *choice_of(Arena *a, const char *const *list)
{
    const char *text = "";
    for (int i = 0; list[i]; i++)
        if (*list[i])
            text = arena_printf(a, "%s%s%s", text,
                                !*text        ? ""
                                : list[i + 1] ? ", "
                                              : " or ",
                                list[i]);
    return text;
}

/* ---- Variables by name ---- */

typedef struct NearestName {
    Nearest near;
    Arena *arena;
} NearestName;

static void offer_name(void *arg, const char *name)
{
    NearestName *n = arg;
    nearest_offer(&n->near, name);
    if (n->near.best == name)
        n->near.best = arena_strdup(n->arena, name);
}

uint32_t find_variable(Session *s, Desk *d, const char *name)
{
    uint32_t var = sheet_find(d->p->dae, name);
    if (var == NONE) {
        NearestName n = {{.wanted = name}, s->scratch};
        sheet_names(d->p->dae, offer_name, &n);
        complain_unknown(s, "variable", &n.near, "");
    }
    return var;
}

/* ---- Sheets ---- */

/* The wishes by number; false after a complaint. */
static bool number_wishes(Session *s, const Desk *d, SheetPlan *plan)
{
    plan->wish = ARENA_ARRAY(s->scratch, struct SheetWishFor, d->wish.n);
    for (int i = 0; i < d->wish.n; i++) {
        uint32_t var = sheet_find(d->p->dae, d->wish.v[i].name);
        if (var == NONE)
            return complain(s,
                            "`%s` was said to be %s, but is no variable any more; `reset` "
                            "forgets it",
                            d->wish.v[i].name, role_names[d->wish.v[i].wish]);
        plan->wish[plan->nwishes++] = (struct SheetWishFor){var, d->wish.v[i].wish};
    }
    return true;
}

typedef enum { AS_IT_IS, PARTITIONED, SOLVED, FOR_PROGRAM } SheetEnd;

/* A sheet of the desk; NULL after messages about the model or a complaint. */
static Sheet *make_sheet(Session *s, Desk *d, SheetEnd end)
{
    SheetPlan plan = d->plan;
    if (!number_wishes(s, d, &plan))
        return NULL;
    plan.partition = plan.partition || end != AS_IT_IS;
    plan.solve = end >= SOLVED;
    plan.apart = end == FOR_PROGRAM;
    plan.program = end == FOR_PROGRAM && lang_iterates(d->language);
    return sheet_make(d->p->dae, s->scratch, &plan);
}

/* A sheet that can be solved. */
static Sheet *solvable_sheet(Session *s, Desk *d, SheetEnd end)
{
    Sheet *sheet = make_sheet(s, d, end);
    if (!sheet || !sheet->singular)
        return sheet;
    Buf b = {0};
    sheet_print_singular(sheet, &b);
    fflush(stdout);
    k_say(stderr, "%s", buf_text(&b));
    buf_free(&b);
    complain(s, "the equations cannot be %s: %s",
             d->plan.on[SW_INLINE] ? "discretised, they are singular or their index is more than 1"
                                   : "solved",
             d->plan.differentiate
                 ? "declare which variables are states with `variable state NAME ...`"
                 : "use `differentiate`, or choose other variables with `variable "
                   "unknown NAME` and `variable known NAME`");
    return NULL;
}

static bool run_partition(Session *s, Desk *d, Words *w)
{
    (void)w;
    Sheet *sheet = make_sheet(s, d, PARTITIONED);
    if (!sheet)
        return false;
    d->plan.partition = true;
    Buf b = {0};
    if (sheet->singular)
        sheet_print_singular(sheet, &b);
    fputs(buf_text(&b), stdout);
    buf_free(&b);
    return true;
}

static bool run_differentiate(Session *s, Desk *d, Words *w)
{
    (void)w;
    d->plan.differentiate = true;
    d->plan.partition = false;
    return make_sheet(s, d, AS_IT_IS) != NULL;
}

/* ---- output ---- */

static bool write_out(Session *s, Desk *d, const Buf *text)
{
    FILE *out = d->out ? d->out : stdout;
    fputs(buf_text(text), out);
    if (!fflush(out) && !ferror(out))
        return true;
    clearerr(out);
    return complain(s, "cannot write to %s: %s", d->out ? d->out_name : "the screen",
                    strerror(errno));
}

/* States beside their derivatives. */
static void print_states(Sheet *sheet, Buf *out)
{
    Dae *d = sheet->d;
    for (int i = 0; i < sheet->nstates; i++) {
        uint32_t v = sheet->state[i];
        size_t from = out->n;
        sheet_var_name(sheet, v, 0, out);
        int width = (int)(out->n - from);
        buf_printf(out, "%*s", width < 24 ? 24 - width : 1, "");
        uint32_t dx = d->var.v[v].der_of;
        if (dx != NONE && sheet_kind(sheet, dx) != SV_ABSENT)
            sheet_var_name(sheet, dx, 0, out);
        else
            buf_puts(out, "in no equation: `differentiate`");
        buf_putc(out, '\n');
    }
}

/* The program has the inputs that were given. */
static bool print_model(Session *s, Desk *d, Buf *out)
{
    if (!d->language)
        return complain(s, "choose a language first: `language` with %s",
                        choice_of(s->scratch, lang_names));
    Pipeline *listed = d->p;
    if (!(d->p = load_model(s, d, true)))
        return false;
    const Dae *dae = d->p->dae;
    LangOptions o = {.start = dae->start,
                     .stop = dae->stop,
                     .interval = dae->interval,
                     .tolerance = dae->tolerance};
    lang_form(d->language, d->form, &o);
    const char *name = text_of(d->p->ctx, dae->name), *dot = strrchr(name, '.');
    Sheet *sheet = solvable_sheet(s, d, FOR_PROGRAM);
    bool good = sheet && lang_write(sheet, d->language, dot ? dot + 1 : name, &o, out);
    show_messages(s, d->p);
    pipeline_free(d->p);
    d->p = listed;
    return good;
}

static bool run_output(Session *s, Desk *d, Words *w)
{
    /* of listing_names */
    enum { L_EQUATIONS, L_MODEL, L_OPERATIONS, L_SOLVED, L_STATES, L_VARIABLES };
    int what = place_in(listing_names, w->v[1]);
    const char *second = w->n > 2 ? w->v[2] : "";
    if (what < 0) {
        Nearest near = nearest_in(listing_names, w->v[1]);
        return complain_unknown(s, "listing", &near,
                                "write `output` with equations, solved equations, model, "
                                "operations, variables or states");
    }
    const char *wanted = what == L_SOLVED ? "equations" : "";
    if (strcasecmp(second, wanted))
        return complain(s, "write: output %s%s%s", listing_names[what], *wanted ? " " : "", wanted);
    Sheet *sheet = what == L_MODEL                            ? NULL
                   : what == L_SOLVED || what == L_OPERATIONS ? solvable_sheet(s, d, SOLVED)
                                                              : make_sheet(s, d, AS_IT_IS);
    Buf b = {0};
    bool good = what == L_MODEL ? print_model(s, d, &b) : sheet != NULL;
    if (sheet)
        (what == L_EQUATIONS    ? sheet_print_equations
         : what == L_SOLVED     ? sheet_print_solved
         : what == L_OPERATIONS ? sheet_print_operations
         : what == L_STATES     ? print_states
                                : sheet_print_variables)(sheet, &b);
    good = good && write_out(s, d, &b);
    buf_free(&b);
    return good;
}

static bool run_language(Session *s, Desk *d, Words *w)
{
    int i = place_in(lang_names, w->v[1]);
    if (i < 0) {
        Nearest near = nearest_in(lang_names, w->v[1]);
        return complain_unknown(s, "language", &near, choice_of(s->scratch, lang_names));
    }
    int form = w->n > 2 ? place_in(lang_forms, w->v[2]) : 0;
    if (form < 0)
        return complain(s, "the form of a program is `ode`, `dae` or `full`, not `%.100s`",
                        w->v[2]);
    LangOptions o = {0};
    if (!lang_form(lang_names[i], lang_forms[form], &o))
        return complain(s, o.dae ? "only dsblock has a form with residuals: language dsblock dae"
                                 : "only acsl has a form with full names: language acsl full");
    d->language = lang_names[i];
    d->form = lang_forms[form];
    return true;
}

static bool run_outfile(Session *s, Desk *d, Words *w)
{
    if (w->n > 1 && is_source(s, d, w->v[1]))
        return complain(s, "`%s` is read by this session; it is not overwritten", w->v[1]);
    FILE *f = w->n > 1 ? fopen(w->v[1], "w") : NULL;
    if (w->n > 1 && !f)
        return complain(s, "cannot write `%s`: %s", w->v[1], strerror(errno));
    d->out = f;
    d->out_name = f ? arena_strdup(d->arena, w->v[1]) : NULL;
    return true;
}

/* ---- set ---- */

static bool run_set(Session *s, Desk *d, Words *w)
{
    const char *const *names = sheet_switch_names;
    if (w->n == 1) {
        for (int i = 0; i < SW_COUNT; i++)
            printf("%-16s %-4s %s\n", sheet_switch_names[i], switch_values[d->plan.on[i]],
                   sheet_switch_help[i]);
        return true;
    }
    int which = place_in(names, w->v[1]), value = w->n > 2 ? place_in(switch_values, w->v[2]) : -1;
    if (which < 0) {
        Nearest near = nearest_in(names, w->v[1]);
        return complain_unknown(s, "switch", &near, "`set` lists the switches");
    }
    bool iterate = which == SW_RELAX && w->n > 2 && !strcasecmp(w->v[2], "iterate");
    value = iterate ? 1 : value;
    if (value < 0)
        return complain(s, "write: set %s on, or: set %s off%s", names[which], names[which],
                        which == SW_RELAX ? ", or: set relax iterate" : "");
    if (which == SW_RELAX)
        d->plan.iterate = iterate;
    if (which == SW_ELIMINATE && d->plan.on[which] != value)
        d->plan.partition = false;
    d->plan.on[which] = value;
    return true;
}

/* ---- variable ---- */

/* `variable NAME` */
static bool show_variable(Session *s, Desk *d, const char *name)
{
    static const char *const words[] = {
        [SV_KNOWN] = "known",     [SV_GIVEN] = "known",      [SV_STATE] = "a state",
        [SV_UNKNOWN] = "unknown", [SV_ALIAS] = "eliminated", [SV_ABSENT] = "in no equation"};
    Dae *dae = d->p->dae;
    uint32_t var = find_variable(s, d, name);
    Sheet *sheet = var != NONE ? make_sheet(s, d, AS_IT_IS) : NULL;
    if (!sheet)
        return false;
    uint8_t by_nature = dae->var.v[var].kind;
    SheetVarKind kind = var < sheet->nvars ? sheet_kind(sheet, var) : SV_ABSENT;
    Buf b = {0};
    sheet_var_name(sheet, var, 0, &b);
    buf_printf(&b, " is %s",
               by_nature == DV_CONSTANT    ? "a constant"
               : by_nature == DV_PARAMETER ? "a parameter"
                                           : words[kind]);
    if (kind == SV_ALIAS && sheet_value(sheet, var)) {
        ExprNames names = dae_names(dae);
        buf_puts(&b, ": it equals ");
        expr_print(dae->store, sheet_value(sheet, var), &names, &b);
    }
    puts(buf_text(&b));
    buf_free(&b);
    return true;
}

/* What a variable is by nature, if that forbids roles; NULL: it may have one. */
static const char *without_role(const DaeVar *v)
{
    return v->kind == DV_CONSTANT                        ? "a constant"
           : v->kind == DV_PARAMETER                     ? "a parameter"
           : v->kind == DV_DISCRETE || v->type != T_REAL ? "a variable that changes at events only"
                                                         : NULL;
}

static void give_role(Desk *d, const char *name, SheetWish wish)
{
    uint32_t var = sheet_find(d->p->dae, name);
    int n = 0;
    for (int i = 0; i < d->wish.n; i++)
        if (sheet_find(d->p->dae, d->wish.v[i].name) != var)
            d->wish.v[n++] = d->wish.v[i];
    d->wish.n = n;
    vec_push(d->arena, &d->wish, ((DeskWish){arena_strdup(d->arena, name), (uint8_t)wish}));
    d->plan.partition = false;
}

static bool run_variable(Session *s, Desk *d, Words *w)
{
    int wish = place_in(role_names, w->v[1]);
    if (wish < 0 && w->n == 2)
        return show_variable(s, d, w->v[1]);
    if (wish < 0) {
        Nearest near = nearest_in(role_names, w->v[1]);
        return complain_unknown(s, "role", &near, "a variable is unknown, known or state");
    }
    if (w->n == 2)
        return complain(s, "which variable? write: variable %s NAME ...", role_names[wish]);
    for (int i = 2; i < w->n; i++) {
        uint32_t var = find_variable(s, d, w->v[i]);
        const char *nature = var == NONE ? NULL : without_role(&d->p->dae->var.v[var]);
        if (nature)
            complain(s, "`%s` is %s", w->v[i], nature);
        if (nature || var == NONE)
            return false;
        give_role(d, w->v[i], (SheetWish)wish);
    }
    return true;
}

/* ---- The rest ---- */

static bool run_reset(Session *s, Desk *d, Words *w)
{
    (void)s, (void)w;
    d->plan = sheet_plan();
    d->wish.n = 0;
    return true;
}

static bool run_read(Session *s, Desk *d, Words *w)
{
    (void)d;
    return read_from(s, w->v[1]);
}

static bool run_quit(Session *s, Desk *d, Words *w)
{
    (void)d, (void)w;
    return s->quit = true;
}

static bool run_help(Session *s, Desk *d, Words *w)
{
    (void)d;
    const Command *one = w->n > 1 ? command_named(s, w->v[1]) : NULL;
    if (w->n > 1 && !one)
        return false;
    for (int i = 0; i < session_ncommands; i++) {
        const Command *c = &session_commands[i];
        int shown = (int)strcspn(c->help, "\n");
        if (!one || c == one)
            printf("%s%s%s\n    %.*s\n", c->name, *c->arguments ? " " : "", c->arguments,
                   one ? (int)strlen(c->help) : shown, c->help);
    }
    if (!one)
        puts("model NAME ... end\n    a model typed in; likewise model type, function, table");
    return true;
}

const Command session_commands[] = {
    {"enter", "FILE | FILE:Class | Class.Name", run_enter, 1, 1, OFFER_FILES,
     "loads a model; what was said of the former one is forgotten, switches stay", NULL, NULL},
    {"library", "DIR | FILE", run_library, 0, 1, OFFER_FILES,
     "finds classes there too, or in the folder of the file; alone: lists where", NULL, NULL},
    {"list", "", run_list, 0, 0, NEEDS_MODEL, "shows the text of the model", NULL, NULL},
    {"output", "equations | solved equations | model | operations | variables | states", run_output,
     1, 2, NEEDS_MODEL,
     "shows the equations, or writes the model in the chosen language\n"
     "    equations          by submodel; after `partition` with what each is solved for\n"
     "    solved equations   sorted and solved\n"
     "    model              a program (see `language`)\n"
     "    variables          what each variable is\n"
     "    states             with their derivatives",
     listing_names, solved_what},
    {"set", "SWITCH on | off", run_set, 0, 2, 0, "sets a switch; alone: lists the switches",
     sheet_switch_names, switch_values},
    {"partition", "", run_partition, 0, 0, NEEDS_MODEL,
     "finds what each equation is solved for, and the order", NULL, NULL},
    {"differentiate", "", run_differentiate, 0, 0, NEEDS_MODEL,
     "adds the derivatives of constraints between states", NULL, NULL},
    {"variable", "unknown | known | state NAME ...", run_variable, 1, -1,
     NEEDS_MODEL | COMMAS | OFFER_VARIABLES,
     "decides what variables are; with a name alone: tells what it is", role_names, NULL},
    {"language", "NAME [ode | dae | full]", run_language, 1, 2, 0,
     "chooses the language of `output model`\n"
     "    dae                dsblock: residuals instead of derivatives\n"
     "                       with `set inline on` dsblock writes a step of an integration method\n"
     "    full               acsl: names joined by `_`, none cut short",
     lang_names, lang_forms},
    {"outfile", "FILE", run_outfile, 0, 1, OFFER_FILES,
     "`output` goes to that file; alone: to the screen again", NULL, NULL},
    {"parameter", "NAME = VALUE", run_parameter, 0, -1, NEEDS_MODEL | OFFER_VARIABLES,
     "gives a parameter another value; alone: lists what was given", NULL, NULL},
    {"initial", "NAME = VALUE", run_initial, 0, -1, NEEDS_MODEL | OFFER_VARIABLES,
     "gives a variable a start value", NULL, NULL},
    {"input", "NAME = EXPRESSION", run_input, 0, -1, NEEDS_MODEL | OFFER_VARIABLES,
     "what an input is in `simulate` and `output model`: a number or an expression in Time", NULL,
     NULL},
    {"simulate", "[STOP] [--start T] [--method M] ...", run_simulate, 0, -1, NEEDS_MODEL,
     "runs the model with the options of `kron simulate` about runs (--set, --tolerance, --vars, "
     "...)\n"
     "    `variable state` and `variable unknown` are respected",
     simulate_options, simulate_options},
    {"plot", "NAME ... [-o FILE.svg]", run_plot, 1, -1, NEEDS_MODEL | COMMAS | OFFER_VARIABLES,
     "draws curves of the last run; * and ? stand for any text and character", NULL, NULL},
    {"save", "FILE.csv | FILE.mat", run_save, 1, 1, NEEDS_MODEL | OFFER_FILES,
     "writes the result of the last run", NULL, NULL},
    {"read", "FILE", run_read, 1, 1, OFFER_FILES, "carries out commands of a file", NULL, NULL},
    {"reset", "", run_reset, 0, 0, 0,
     "switches and variables are what they were at first; nothing is differentiated", NULL, NULL},
    {"help", "[COMMAND]", run_help, 0, 1, OFFER_COMMANDS, "explains the commands", NULL, NULL},
    {"quit", "", run_quit, 0, 0, 0, "leaves the session", NULL, NULL},
    {"exit", "", run_quit, 0, 0, 0, "the same", NULL, NULL},
};
const int session_ncommands = sizeof session_commands / sizeof *session_commands;

const Command *find_command(const char *name)
{
    for (int i = 0; i < session_ncommands; i++)
        if (!strcasecmp(name, session_commands[i].name))
            return &session_commands[i];
    return NULL;
}

const Command *command_named(Session *s, const char *name)
{
    const Command *c = find_command(name);
    if (c)
        return c;
    Nearest near = {.wanted = name};
    for (int i = 0; i < session_ncommands; i++)
        nearest_offer(&near, session_commands[i].name);
    complain_unknown(s, "command", &near, "`help` lists the commands");
    return NULL;
}

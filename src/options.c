/* options.c - reads command lines by the table of options. */
#include "options.h"

#include "base/diag.h"
#include "pipeline.h"
#include "rt/request.h"

#include <stdlib.h>
#include <string.h>

/* ---- Values ---- */

static Taken read_number(const char *name, const char *text, double *out)
{
    char *end;
    *out = strtod(text, &end);
    if (end != text && !*end && !isnan(*out))
        return TAKEN;
    say_error("%s needs a number, not `%s`", name, text);
    return WRONG;
}

Taken check_setting(const char *text)
{
    const char *eq = strchr(text, '=');
    if (eq && eq != text && eq[1])
        return TAKEN;
    say_error("--set needs NAME=VALUE, not `%s`", text);
    return WRONG;
}

Taken check_range(const char *text)
{
    double range[2];
    if (read_range(text, range))
        return TAKEN;
    say_error("a range is FROM:TO, not `%s`", text);
    return WRONG;
}

Taken check_log(const char *text)
{
    if (!strcmp(text, "x") || !strcmp(text, "y") || !strcmp(text, "xy"))
        return TAKEN;
    say_error("--log is x, y or xy, not `%s`", text);
    return WRONG;
}

Taken check_relax(const char *text)
{
    if (!strcmp(text, "on") || !strcmp(text, "off") || !strcmp(text, "iterate"))
        return TAKEN;
    say_error("--relax is on, off or iterate, not `%s`", text);
    return WRONG;
}

Taken check_unit_use(const char *text)
{
    if (!strcmp(text, "off") || !strcmp(text, "warn") || !strcmp(text, "error"))
        return TAKEN;
    say_error("--units is off, warn or error, not `%s`", text);
    return WRONG;
}

/* By the names of other programs. */
static const char *method_meant(const char *text)
{
    static const char *const other[][2] = {{"dassl", "ida"},
                                           {"DASSL", "ida"},
                                           {"lsodar", "cvode"},
                                           {"rkfix2", "rk45"},
                                           {"dopri45", "rk45"},
                                           {"dopri5", "rk45"},
                                           {"ode45", "rk45"},
                                           {"ode15s", "bdf"},
                                           {"radau5", "radau"},
                                           {"Radau", "radau"},
                                           {"impeuler", "implicit-euler"}};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (!strcmp(text, other[i][0]))
            return other[i][1];
    return NULL;
}

Taken check_method(const char *text)
{
    if (k_method_named(text) >= 0)
        return TAKEN;
    Nearest near = {.wanted = text};
    Buf list = {0};
    for (int i = 0; k_method_name(i); i++) {
        nearest_offer(&near, k_method_name(i));
        buf_printf(&list, "%s %s", i ? "," : "", k_method_name(i));
    }
    const char *meant = method_meant(text);
    if (meant || near.best)
        buf_printf(&list, " (did you mean `%s`?)", meant ? meant : near.best);
    say_error("there is no method `%s`; use%s", text, buf_text(&list));
    buf_free(&list);
    return WRONG;
}

Taken check_type(const char *text)
{
    if (!strcmp(text, "me") || !strcmp(text, "cs") || !strcmp(text, "both"))
        return TAKEN;
    say_error("--type is me (Model Exchange), cs (Co-Simulation) or both, not `%s`", text);
    return WRONG;
}

Taken check_pass(const char *text)
{
    if (pipeline_has_pass(text))
        return TAKEN;
    say_error("there is no pass `%s`; see kron --help", text);
    return WRONG;
}

/* ---- Options ---- */

/* Whether the word is among those of a list with blanks. */
static bool has_word(const char *list, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at += n)
        if ((at == list || at[-1] == ' ') && (!at[n] || at[n] == ' '))
            return true;
    return false;
}

bool option_is_for(const Option *o, const char *command)
{
    return !o->commands || has_word(o->commands, command);
}

/* The row of the option that is called so, for this command if it has one; NULL: there is none. */
static const Option *find_option(const char *name, size_t n, const char *command)
{
    const Option *found = NULL;
    for (const Option *o = option_table; o->name; o++)
        if (!strncmp(o->name, name, n) && !o->name[n] && (!found || option_is_for(o, command)))
            found = o;
    return found;
}

static Taken refuse_option(const Option *option, const char *command)
{
    Buf list = {0};
    for (const Option *o = option_table; o->name; o++)
        if (!strcmp(o->name, option->name))
            buf_printf(&list, " %s", o->commands);
    say_error("`kron %s` does not take %s; these do:%s", command, option->name, buf_text(&list));
    buf_free(&list);
    return WRONG;
}

/* What other tools call an option; NULL: nothing of ours. */
static const char *option_elsewhere(const char *name)
{
    static const char *const words[][2] = {
        {"output", "-o"},       {"out", "-o"},
        {"result", "-o"},       {"include", "-I"},
        {"library", "-I"},      {"path", "-I"},
        {"solver", "--method"}, {"integrator", "--method"},
        {"parameter", "--set"}, {"param", "--set"},
        {"override", "--set"},  {"tol", "--tolerance"},
    };
    name += strspn(name, "-");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i][0], name))
            return words[i][1];
    return NULL;
}

static Taken no_option(const char *text, const char *command)
{
    size_t n = strcspn(text, "=");
    char *name = strndup(text, n);
    Nearest near = {.wanted = name};
    const char *ours = name ? option_elsewhere(name) : NULL;
    for (const Option *o = option_table; name && o->name; o++)
        if (option_is_for(o, command))
            nearest_offer(&near, o->name);
    if (ours)
        near.best = ours;
    if (near.best)
        say_error("there is no option `%s`; did you mean `%s`?", text, near.best);
    else
        say_error("there is no option `%s`; see kron %s --help", text, command);
    free(name);
    return WRONG;
}

static Taken take_option(Arguments *a, const Option *o, const char *value)
{
    void *field = (char *)a + o->field;
    if (o->kind == NUMBER)
        return read_number(o->name, value, field);
    if (o->kind == FLAG)
        *(bool *)field = true;
    else if (o->kind == TEXT)
        *(const char **)field = value;
    else
        (*(const char ***)field)[(*(int *)((char *)a + o->count))++] = value;
    return o->check ? o->check(value) : TAKEN;
}

/* "--name VALUE", "--name=VALUE", "-IVALUE", "--name". */
static Taken read_option(Arguments *a, int argc, char **argv, int *i, const char *command)
{
    const char *text = argv[*i], *value = strchr(text, '=');
    size_t n = value ? (size_t)(value - text) : strlen(text);
    const Option *o = find_option(text, n, command);
    value = value ? value + 1 : NULL;
    if (!o && text[1] == 'I') {
        o = find_option("-I", 2, command);
        value = text + 2;
    }
    if (!o || (value && o->kind == FLAG))
        return no_option(text, command);
    if (!option_is_for(o, command))
        return refuse_option(o, command);
    if (o->kind != FLAG && !value) {
        if (*i + 1 >= argc) {
            say_error("%s needs a value", o->name);
            return WRONG;
        }
        value = argv[++*i];
    }
    return take_option(a, o, value);
}

/* Numbers are not given, lists have room for all arguments; false: out of memory. */
static bool prepare(Arguments *a, int argc, void **memory)
{
    size_t nlists = 1, room = (size_t)argc + 1;
    for (const Option *o = option_table; o->name; o++)
        nlists += o->kind == LIST;
    const char **list = calloc(nlists * room, sizeof *list);
    *memory = list;
    if (!list) {
        say_error("out of memory");
        return false;
    }
    a->operand = list;
    for (const Option *o = option_table; o->name; o++) {
        void *field = (char *)a + o->field;
        if (o->kind == LIST)
            *(const char ***)field = list += room;
        else if (o->kind == NUMBER)
            *(double *)field = NAN;
    }
    return true;
}

int read_arguments(Arguments *a, int argc, char **argv, const Command *command, void **memory)
{
    bool options = true;
    if (!prepare(a, argc, memory))
        return STATUS_MODEL;
    for (int i = 1; i < argc; i++) {
        if (!options || argv[i][0] != '-' || !argv[i][1]) {
            a->operand[a->noperands++] = argv[i];
        } else if (!strcmp(argv[i], "--")) {
            options = false;
        } else if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            print_command_help(stdout, command);
            return STATUS_GOOD;
        } else if (read_option(a, argc, argv, &i, command->name) != TAKEN) {
            return STATUS_USAGE;
        }
    }
    if (a->noperands || command->operands[0] == '[')
        return -1;
    print_usage(stderr, command);
    return STATUS_USAGE;
}

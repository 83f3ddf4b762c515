/* manual.c - what the tables of commands and options say, in print: help, manual page, completion
 * for shells. */
#include "options.h"

#include "rt/request.h"

#include <string.h>

enum { LINE = 96, HELP_COLUMN = 22 };

static const char title[] = "simulation of physical systems from their equations";
static const char models_text[] =
    "MODEL is FILE (its last top-level class), FILE:Class.Name, or Class.Name found on the library "
    "path: -I DIR (repeatable), then MODELICAPATH, then kron's own lib/.";
static const struct {
    const char *name, *what;
} environment[] =
    {
        {"MODELICAPATH", "folders with libraries, colons between them"},
        {"CC", "the C compiler for long runs and for C code of libraries; cc"},
        {"KRON_NATIVE",
         "off: long runs are not compiled by CC; now: every run is, before it starts"},
        {"XDG_CACHE_HOME", "where compiled models are kept, in kron; ~/.cache"},
        {"NO_COLOR", "no colours in the terminal"},
},
  statuses[] = {
      {"0", "good"},
      {"1", "the model, or a file that is read, is wrong"},
      {"2", "wrong usage"},
      {"3", "the run failed numerically; the result up to there is kept"},
      {"70", "a fault in kron"},
      {"130", "interrupted; the result up to there is kept"},
};
enum {
    NENVIRONMENT = sizeof environment / sizeof *environment,
    NSTATUSES = sizeof statuses / sizeof *statuses
};

/* ---- Values ---- */

/* The i-th word that a value may be; NULL: there are no more, or it is not one of a list. */
static const char *value_word(const char *value, int i, char *room, size_t size)
{
    if (!strcmp(value, "METHOD"))
        return k_method_name(i);
    if (!strcmp(value, "PASS"))
        return kron_pass(i);
    if (!strcmp(value, "TARGET"))
        return kron_target(i);
    if (!strchr(value, '|') || (*value >= 'A' && *value <= '['))
        return NULL;
    for (; i && value; i--)
        value = strchr(value, '|') ? strchr(value, '|') + 1 : NULL;
    if (!value)
        return NULL;
    snprintf(room, size, "%.*s", (int)strcspn(value, "|"), value);
    return room;
}

/* What help says of an option: its text, and the words of a list that the text does not name. */
static const char *help_of(const Option *o, Buf *b)
{
    const char *word;
    bool list = o->value && (!strcmp(o->value, "PASS") || !strcmp(o->value, "TARGET"));
    buf_clear(b);
    buf_puts(b, o->help);
    for (int i = 0; list && (word = value_word(o->value, i, NULL, 0)); i++)
        buf_printf(b, "%s %s", i ? "," : ":", word);
    return buf_text(b);
}

/* ---- Help ---- */

/* Text from `column` on, broken at blanks, further lines from `indent` on; ends the line. */
static void put_wrapped(FILE *out, const char *text, int column, int indent)
{
    while (*text) {
        int n = (int)strcspn(text, " ");
        bool first = column <= indent;
        if (!first && column + 1 + n > LINE) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
            first = true;
        }
        fprintf(out, "%s%.*s", first ? "" : " ", n, text);
        column += n + !first;
        text += n;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

/* A name or phrase, and behind it, or below if it is long, what it means. */
static void put_entry(FILE *out, const char *name, const char *value, const char *text)
{
    int n = fprintf(out, "  %s%s%s", name, value ? " " : "", value ? value : "");
    if (n + 2 > HELP_COLUMN)
        fprintf(out, "\n%*s", HELP_COLUMN, "");
    else
        fprintf(out, "%*s", HELP_COLUMN - n, "");
    put_wrapped(out, text, HELP_COLUMN, HELP_COLUMN);
}

/* Those of a command; NULL: those of all commands. */
static void put_options(FILE *out, const Command *c)
{
    Buf help = {0};
    for (const Option *o = option_table; o->name; o++)
        if (c ? o->commands && option_is_for(o, c->name) : !o->commands)
            put_entry(out, o->name, o->value, help_of(o, &help));
    buf_free(&help);
}

static void put_common_options(FILE *out)
{
    fputs("\noptions of all commands:\n", out);
    put_options(out, NULL);
    put_entry(out, "--help", NULL, "the command's options with explanations");
}

static bool has_options(const Command *c)
{
    for (const Option *o = option_table; o->name; o++)
        if (o->commands && option_is_for(o, c->name))
            return true;
    return false;
}

void print_usage(FILE *out, const Command *c)
{
    fprintf(out, "usage: kron %s %s [OPTION]...\n", c->name, c->operands);
}

void print_command_help(FILE *out, const Command *c)
{
    print_usage(out, c);
    put_wrapped(out, c->what, 0, 0);
    if (c->more)
        put_wrapped(out, c->more, 0, 0);
    if (strstr(c->operands, "MODEL"))
        put_wrapped(out, models_text, 0, 0);
    if (has_options(c))
        fputs("\noptions:\n", out);
    put_options(out, c);
    put_common_options(out);
}

void print_help(FILE *out)
{
    fprintf(out, "kron - %s\n\nusage: kron COMMAND [ARGUMENT]... [OPTION]...\n\n", title);
    for (const Command *c = command_table; c->name; c++)
        put_entry(out, c->name, NULL, c->what);
    fputs("\n`kron COMMAND --help` explains a command and its options, `man kron` all of them.\n",
          out);
    put_wrapped(out, models_text, 0, 0);
    put_common_options(out);
    put_entry(out, "--version", NULL, "the version, nothing else");
    put_entry(out, "--completion", "bash|zsh",
              "a script for the shell that completes command lines");
    fputs("\nenvironment:\n", out);
    for (int i = 0; i < NENVIRONMENT; i++)
        put_entry(out, environment[i].name, NULL, environment[i].what);
    fputs("\nexit status:\n", out);
    for (int i = 0; i < NSTATUSES; i++)
        put_entry(out, statuses[i].name, NULL, statuses[i].what);
}

/* ---- The manual page ---- */

/* Text for troff. */
static void put_troff(FILE *out, const char *text)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", out);
    for (; *text; text++)
        if (*text == '\\')
            fputs("\\e", out);
        else if (*text == '-')
            fputs("\\-", out);
        else
            fputc(*text, out);
}

static void put_line(FILE *out, const char *text)
{
    put_troff(out, text);
    fputc('\n', out);
}

static void put_tagged(FILE *out, const char *name, const char *value, const char *text)
{
    fputs(".TP\n\\fB", out);
    put_troff(out, name);
    fputs("\\fR", out);
    if (value) {
        fputs(" \\fI", out);
        put_troff(out, value);
        fputs("\\fR", out);
    }
    fputc('\n', out);
    put_line(out, text);
}

/* Those of a command; NULL: those of all commands. */
static void put_tagged_options(FILE *out, const Command *c)
{
    Buf help = {0};
    for (const Option *o = option_table; o->name; o++)
        if (c ? o->commands && option_is_for(o, c->name) : !o->commands)
            put_tagged(out, o->name, o->value, help_of(o, &help));
    buf_free(&help);
}

static void put_command(FILE *out, const Command *c)
{
    fputs(".SS kron ", out);
    put_troff(out, c->name);
    fputc(' ', out);
    put_line(out, c->operands);
    put_line(out, c->what);
    if (c->more)
        put_line(out, c->more);
    put_tagged_options(out, c);
}

void print_manual(FILE *out)
{
    fprintf(out, ".TH KRON 1 \"\" \"kron %s\"\n.SH NAME\nkron \\- %s\n", kron_version(), title);
    fputs(".SH SYNOPSIS\n\\fBkron\\fR \\fICOMMAND\\fR [\\fIARGUMENT\\fR]... [\\fIOPTION\\fR]...\n"
          ".SH DESCRIPTION\n",
          out);
    put_line(out, models_text);
    fputs(".SH OPTIONS OF ALL COMMANDS\n", out);
    put_tagged_options(out, NULL);
    put_tagged(out, "--help", NULL, "the command's options with explanations");
    put_tagged(out, "--version", NULL, "the version, nothing else");
    put_tagged(out, "--completion", "bash|zsh",
               "a script for the shell that completes command lines");
    fputs(".SH COMMANDS\n", out);
    for (const Command *c = command_table; c->name; c++)
        put_command(out, c);
    fputs(".SH ENVIRONMENT\n", out);
    for (int i = 0; i < NENVIRONMENT; i++)
        put_tagged(out, environment[i].name, NULL, environment[i].what);
    fputs(".SH EXIT STATUS\n", out);
    for (int i = 0; i < NSTATUSES; i++)
        put_tagged(out, statuses[i].name, NULL, statuses[i].what);
}

/* ---- Completion ---- */

static void put_words(FILE *out, const char *value)
{
    char room[100];
    const char *word;
    for (int i = 0; (word = value_word(value, i, room, sizeof room)); i++)
        fprintf(out, "%s%s", i ? " " : "", word);
}

/* What a value or operand is, for completion. */
typedef enum { NOTHING, WORDS, FOLDERS, FILES } Wanted;

static Wanted wanted_of(const char *value)
{
    char room[100];
    if (value_word(value, 0, room, sizeof room))
        return WORDS;
    if (!strcmp(value, "DIR"))
        return FOLDERS;
    return strstr(value, "FILE") || strstr(value, "TABLE") || strstr(value, "PATH") ||
                   strstr(value, "MODEL") || strstr(value, "RESULT") || strstr(value, "SCRIPT")
               ? FILES
               : NOTHING;
}

/* The suffixes of files that it stands for, each after `before`; of FILE.a|FILE.b those. */
static void put_suffixes(FILE *out, const char *value, const char *before)
{
    if (strstr(value, "MODEL"))
        fprintf(out, "%smo%sdym", before, before);
    if (strstr(value, "RESULT"))
        fprintf(out, "%scsv%smat", before, before);
    for (const char *at = value; (at = strstr(at, "FILE.")); at += 5)
        fprintf(out, "%s%.*s", before, (int)strcspn(at + 5, "|] "), at + 5);
}

static void put_bash_reply(FILE *out, const char *value)
{
    switch (wanted_of(value)) {
    case WORDS:
        fputs("_kron_words '", out);
        put_words(out, value);
        fputs("'", out);
        break;
    case FOLDERS:
        fputs("_kron_folders", out);
        break;
    case FILES:
        fputs("_kron_files", out);
        put_suffixes(out, value, " ");
        break;
    case NOTHING:
        fputs(":", out);
    }
}

static void put_bash_command(FILE *out, const Command *c)
{
    for (const Option *o = option_table; o->name; o++) {
        if (!o->value || !option_is_for(o, c->name))
            continue;
        fprintf(out, "    '%s %s') ", c->name, o->name);
        put_bash_reply(out, o->value);
        fputs(";;\n", out);
    }
    fprintf(out, "    '%s '*)\n        case $cur in\n        -*) _kron_words '", c->name);
    for (const Option *o = option_table; o->name; o++)
        if (option_is_for(o, c->name))
            fprintf(out, "%s ", o->name);
    fputs("--help';;\n        *) ", out);
    put_bash_reply(out, c->operands);
    fputs(";;\n        esac;;\n", out);
}

/* `=` is a word of its own in COMP_WORDS. */
static void print_bash(FILE *out)
{
    fputs("# Completion of kron for bash, made by `kron --completion bash`.\n"
          "_kron_words() { COMPREPLY=($(compgen -W \"$1\" -- \"$cur\")); }\n"
          "_kron_folders() {\n"
          "    compopt -o filenames 2> /dev/null\n"
          "    mapfile -t COMPREPLY < <(compgen -d -- \"$cur\")\n"
          "}\n"
          "_kron_files() {\n"
          "    local suffix\n"
          "    compopt -o filenames 2> /dev/null\n"
          "    mapfile -t COMPREPLY < <(\n"
          "        [ $# = 0 ] && compgen -f -- \"$cur\"\n"
          "        [ $# = 0 ] || compgen -d -- \"$cur\"\n"
          "        for suffix; do compgen -f -X \"!*.$suffix\" -- \"$cur\"; done)\n"
          "}\n"
          "_kron() {\n"
          "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
          "    COMPREPLY=()\n"
          "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
          "        _kron_words '",
          out);
    for (const Command *c = command_table; c->name; c++)
        fprintf(out, "%s ", c->name);
    fputs("--help --version --completion'\n"
          "        return\n"
          "    fi\n"
          "    if [ \"$cur\" = = ]; then\n"
          "        cur=\n"
          "    elif [ \"$prev\" = = ]; then\n"
          "        prev=${COMP_WORDS[COMP_CWORD-2]}\n"
          "    fi\n"
          "    case \"${COMP_WORDS[1]} $prev\" in\n"
          "    '--completion '*) _kron_words 'bash zsh';;\n",
          out);
    for (const Command *c = command_table; c->name; c++)
        put_bash_command(out, c);
    fputs("    esac\n}\ncomplete -F _kron kron\n", out);
}

/* Text inside of '...' for _arguments. */
static void put_zsh(FILE *out, const char *text)
{
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", out);
        else if (strchr(":[]\\", *text))
            fprintf(out, "\\%c", *text);
        else
            fputc(*text, out);
}

static void put_zsh_reply(FILE *out, const char *value)
{
    fputc(':', out);
    put_zsh(out, value);
    fputc(':', out);
    switch (wanted_of(value)) {
    case WORDS:
        fputc('(', out);
        put_words(out, value);
        fputc(')', out);
        break;
    case FOLDERS:
        fputs("_files -/", out);
        break;
    case FILES:
        fputs("_files", out);
        put_suffixes(out, value, " -g \\*.");
        break;
    case NOTHING:
        fputc(' ', out);
    }
}

static void put_zsh_command(FILE *out, const Command *c)
{
    fprintf(out, "    %s)\n        _arguments", c->name);
    for (const Option *o = option_table; o->name; o++) {
        if (!option_is_for(o, c->name))
            continue;
        bool plain = o->name[1] != '-';
        fprintf(out, " \\\n            '%s%s%s[", o->kind == LIST ? "*" : "", o->name,
                !o->value ? ""
                : plain   ? "+"
                          : "=");
        put_zsh(out, o->help);
        fputc(']', out);
        if (o->value)
            put_zsh_reply(out, o->value);
        fputc('\'', out);
    }
    fputs(" \\\n            '--help[the command'\\''s options with explanations]' \\\n"
          "            '*",
          out);
    put_zsh_reply(out, c->operands);
    fputs("'\n        ;;\n", out);
}

static void print_zsh(FILE *out)
{
    fputs("#compdef kron\n"
          "# Completion of kron for zsh, made by `kron --completion zsh`.\n"
          "_kron() {\n"
          "    local -a commands\n"
          "    commands=(",
          out);
    for (const Command *c = command_table; c->name; c++) {
        fprintf(out, "\n        '%s:", c->name);
        put_zsh(out, c->what);
        fputc('\'', out);
    }
    fputs(")\n"
          "    if (( CURRENT == 2 )); then\n"
          "        _describe -t commands command commands\n"
          "        return\n"
          "    fi\n"
          "    local command=$words[2]\n"
          "    shift words\n"
          "    (( CURRENT-- ))\n"
          "    case $command in\n",
          out);
    for (const Command *c = command_table; c->name; c++)
        put_zsh_command(out, c);
    fputs("    esac\n}\n_kron \"$@\"\n", out);
}

bool print_completion(FILE *out, const char *shell)
{
    if (!strcmp(shell, "bash"))
        print_bash(out);
    else if (!strcmp(shell, "zsh"))
        print_zsh(out);
    else
        return false;
    return true;
}

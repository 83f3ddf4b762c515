/* options.h - the tables of commands and options, and what is made of them: arguments that are
 * read, help, manual page, completion. The tables themselves are in main.c. */
#ifndef KRON_OPTIONS_H
#define KRON_OPTIONS_H

#include "base/buf.h"
#include "commands.h"

#include <stddef.h>

/* A command. Operands are written as usage shows them; their words decide what completion offers:
 * MODEL, RESULT, PATH, PACKAGE, SCRIPT. */
typedef struct Command {
    const char *name;
    int (*run)(const Arguments *a);
    const char *operands;
    const char *what; /* one line */
    const char *more; /* lines that only the command's own help and the manual have; NULL: none */
} Command;

/* What became of an option. */
typedef enum { OTHER, TAKEN, WRONG } Taken;

/* An option. One name may stand in several rows, for different commands. */
typedef struct Option {
    const char *name;
    /* What help calls its value; NULL: it has none. Completion offers what it names: FILE, DIR,
     * METHOD, PASS, TARGET, FILE.a|FILE.b (by suffix), or the words themselves between bars. */
    const char *value;
    enum { NUMBER, TEXT, LIST, FLAG } kind;
    size_t field, count;               /* places in Arguments; count: of lists */
    const char *commands;              /* that take it, blanks between them; NULL: all */
    Taken (*check)(const char *value); /* says what is wrong; NULL: any will do */
    const char *help;                  /* a phrase; may have several lines */
} Option;

#define AT(field) offsetof(Arguments, field)

extern const Command command_table[];
extern const Option option_table[]; /* both end with a name NULL */

/* options.c: reads the arguments of a command. The exit status if there is nothing to be done,
 * else -1. Lists are kept in *memory, which the caller frees. */
int read_arguments(Arguments *a, int argc, char **argv, const Command *command, void **memory);
bool option_is_for(const Option *o, const char *command);
Taken check_setting(const char *text);
Taken check_relax(const char *text);
Taken check_unit_use(const char *text);
Taken check_range(const char *text);
Taken check_log(const char *text);
Taken check_method(const char *text);
Taken check_pass(const char *text);
Taken check_type(const char *text);

/* manual.c: texts made of the tables. */
void print_usage(FILE *out, const Command *c);
void print_command_help(FILE *out, const Command *c);
void print_help(FILE *out);
void print_manual(FILE *out);
/* For "bash" or "zsh"; false: for no other. */
bool print_completion(FILE *out, const char *shell);

#endif

/* many.c - commands of kron for many models in one process: a program with sanitizers takes longer
 * to start than to run a small model.
 *
 *     many LIBRARY
 *
 * LIBRARY is kron's own. Lines of standard input are MODEL, a tab, RESULT, a tab, and the command:
 * `simulate` (with --quiet --stop 1 --intervals 3 -o RESULT; also with --method M, of fixed step
 * with --step H behind it), `check`, `flatten`, `structure --json`, `structure --method M`,
 * `structure --listing`, or `translate --to TARGET`. For each, the exit status that the
 * command would have and the number of bytes of its messages go to standard output, one line, then
 * the messages. */
#include "kron.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TEXT = 1 << 16 };

typedef struct Said {
    size_t n;
    char text[MOST_TEXT];
} Said;

static void on_message(void *arg, KronModel *m, const KronMessage *message)
{
    static const char *const word[] = {"error", "warning", "note"};
    Said *said = arg;
    (void)m;
    if (message->severity == KRON_WARNING)
        return;
    int n = snprintf(said->text + said->n, MOST_TEXT - said->n, "%s: %s\n", word[message->severity],
                     message->text);
    said->n = n < 0                             ? said->n
              : said->n + (size_t)n < MOST_TEXT ? said->n + (size_t)n
                                                : MOST_TEXT - 1;
}

static int exit_status(KronStatus status)
{
    static const int code[] = {
        [KRON_WRONG_MODEL] = 1, [KRON_WRONG_CALL] = 2, [KRON_RUN_FAILED] = 3, [KRON_CANCELLED] = 3,
        [KRON_FILE_ERROR] = 3,  [KRON_NO_MEMORY] = 1,  [KRON_INTERNAL] = 70};
    return status == KRON_OK ? 0 : code[status];
}

/* What follows `option` in a command, up to the next blank; NULL: nothing. */
static const char *option_of(const char *command, const char *option, char *room, size_t size)
{
    const char *at = strstr(command, option);
    if (!at)
        return NULL;
    at += strlen(option);
    snprintf(room, size, "%.*s", (int)strcspn(at, " "), at);
    return room;
}

static KronStatus simulate(KronModel *m, const char *result, const char *command)
{
    KronRunOptions o = kron_run_options();
    char method[20], step[20];
    o.method = option_of(command, " --method ", method, sizeof method);
    if (option_of(command, " --step ", step, sizeof step))
        o.step = atof(step);
    o.start = 0;
    o.stop = 1;
    o.intervals = 3;
    o.file = result;
    return kron_run(m, &o, NULL);
}

static KronStatus work(KronModel *m, const char *result, const char *command)
{
    static const char translate[] = "translate --to ", structure[] = "structure --method ";
    const char *text;
    if (!strncmp(command, structure, sizeof structure - 1)) {
        KronStatus status = kron_set_method(m, command + sizeof structure - 1);
        return status == KRON_OK ? kron_text(m, KRON_STRUCTURE, &text) : status;
    }
    if (!strncmp(command, "simulate", 8))
        return simulate(m, result, command);
    if (!strncmp(command, translate, sizeof translate - 1))
        return kron_program(m, command + sizeof translate - 1, NULL, NULL, &text);
    return !strcmp(command, "flatten")               ? kron_text(m, KRON_FLAT_MODEL, &text)
           : !strcmp(command, "structure --json")    ? kron_text(m, KRON_STRUCTURE_JSON, &text)
           : !strcmp(command, "structure --listing") ? kron_text(m, KRON_LISTING, &text)
           : !strcmp(command, "check")               ? kron_check(m)
                                                     : KRON_WRONG_CALL;
}

static int run(const char *library, char *const field[3], Said *said)
{
    KronContext *c = kron_context_new();
    KronModel *m = NULL;
    kron_set_own_library(c, library);
    kron_on_message(c, on_message, said);
    KronStatus status = kron_load(c, field[0], &m);
    if (status == KRON_OK)
        status = work(m, field[1], field[2]);
    kron_model_free(m);
    kron_context_free(c);
    return exit_status(status);
}

int main(int argc, char **argv)
{
    static Said said;
    char line[8192];
    if (argc != 2)
        return 2;
    while (fgets(line, sizeof line, stdin)) {
        char *field[3] = {strtok(line, "\t"), strtok(NULL, "\t"), strtok(NULL, "\n")};
        if (!field[2])
            return 2;
        said.n = 0;
        int status = run(argv[1], field, &said);
        printf("%d %zu\n", status, said.n);
        fwrite(said.text, 1, said.n, stdout);
        fflush(stdout);
    }
    return 0;
}

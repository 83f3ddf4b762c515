/* consent.c - whether the program inside of an FMU may be run: all of them, those of trusted
 * folders, or those about which a question was answered with yes, once. */
#include "fmi/fmi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool all_trusted;
static bool (*question)(const char *path);

void fmu_trust(bool all, bool (*ask)(const char *path))
{
    all_trusted = all;
    question = ask;
}

/* Whether the file lies in one of the folders, with colons between them. */
static bool is_below(const char *file, const char *folders)
{
    char *plain = realpath(file, NULL);
    bool found = false;
    for (const char *at = folders; plain && at && *at && !found;) {
        size_t n = strcspn(at, ":");
        char *folder = strndup(at, n), *real = folder && *folder ? realpath(folder, NULL) : NULL;
        size_t length = real ? strlen(real) : 0;
        found = length && !strncmp(plain, real, length) && (plain[length] == '/' || length == 1);
        free(folder);
        free(real);
        at += n + (at[n] == ':');
    }
    free(plain);
    return found;
}

/* Asked once about each file. */
static bool was_answered(const char *path)
{
    static struct Answered {
        struct Answered *next;
        char path[];
    } * answered;
    for (const struct Answered *a = answered; a; a = a->next)
        if (!strcmp(a->path, path))
            return true;
    if (!question || !question(path))
        return false;
    struct Answered *new = malloc(sizeof *new + strlen(path) + 1);
    if (new) {
        strcpy(new->path, path);
        new->next = answered;
        answered = new;
    }
    return true;
}

bool fmu_is_trusted(const char *path, char *why, size_t room)
{
    if (all_trusted || is_below(path, getenv("KRON_TRUSTED")) || was_answered(path))
        return true;
    snprintf(why, room,
             "`%s` contains a program of others: --trust runs it, as does a folder named in "
             "KRON_TRUSTED",
             path);
    return false;
}

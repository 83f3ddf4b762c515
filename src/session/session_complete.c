/* session_complete.c - what the word being typed may become. O(names of the model). */
#include "session/session_internal.h"

#include <dirent.h>
#include <stdlib.h>
#include <strings.h>

typedef struct Completion {
    Session *s;
    const char *prefix;
    bool any_case; /* commands and switches; names are case-sensitive */
    Offers *offers;
} Completion;

static void offer(void *arg, const char *word)
{
    Completion *c = arg;
    size_t n = strlen(c->prefix);
    if (*word && !(c->any_case ? strncasecmp : strncmp)(word, c->prefix, n))
        vec_push(c->s->scratch, c->offers, arena_strdup(c->s->scratch, word));
}

static void offer_list(Completion *c, const char *const *list)
{
    c->any_case = true;
    for (int i = 0; list[i]; i++)
        offer(c, list[i]);
}

static void offer_commands(Completion *c)
{
    c->any_case = true;
    for (int i = 0; i < session_ncommands; i++)
        offer(c, session_commands[i].name);
}

static void offer_variables(Completion *c)
{
    c->any_case = false;
    if (c->s->desk->p)
        sheet_names(c->s->desk->p->dae, offer, c);
}

/* Folders end with a slash. Hidden files only where a point is typed. */
static void offer_files(Completion *c)
{
    Arena *a = c->s->scratch;
    const char *slash = strrchr(c->prefix, '/');
    const char *folder = slash ? arena_strndup(a, c->prefix, (size_t)(slash - c->prefix) + 1) : "";
    bool hidden = (slash ? slash[1] : c->prefix[0]) == '.';
    DIR *dir = opendir(*folder ? folder : ".");
    c->any_case = false;
    for (struct dirent *e; dir && (e = readdir(dir));) {
        struct stat st;
        const char *path = arena_printf(a, "%s%s", folder, e->d_name);
        if (e->d_name[0] == '.' && !hidden)
            continue;
        bool is_folder = !stat(path, &st) && S_ISDIR(st.st_mode);
        offer(c, is_folder ? arena_printf(a, "%s/", path) : path);
    }
    if (dir)
        closedir(dir);
}

/* The argument number `index` (from 1) of a command. */
static void offer_argument(Completion *c, const Command *command, int index)
{
    const char *const *list = index == 1 ? command->first : command->others;
    if (list)
        offer_list(c, list);
    if (command->flags & OFFER_COMMANDS)
        offer_commands(c);
    if (command->flags & OFFER_FILES)
        offer_files(c);
    if (command->flags & OFFER_VARIABLES)
        offer_variables(c);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Each word once, in order. */
static void sort_offers(Offers *o)
{
    int n = 0;
    if (o->n)
        qsort(o->v, (size_t)o->n, sizeof *o->v, by_text);
    for (int i = 0; i < o->n; i++)
        if (!n || strcmp(o->v[n - 1], o->v[i]))
            o->v[n++] = o->v[i];
    o->n = n;
}

void complete_line(Session *s, const char *line, size_t n, Offers *offers, size_t *from)
{
    const char *text = arena_strndup(s->scratch, line, n);
    Words w = split_words(s->scratch, skip_prompt(text), false);
    const Command *command = w.n ? find_command(w.v[0]) : NULL;
    if (command && command->flags & COMMAS)
        w = split_words(s->scratch, skip_prompt(text), true);
    int index = *w.last ? w.n - 1 : w.n;
    *from = (size_t)(w.last - text) + (*w.last == '"');
    Completion c = {s, text + *from, false, offers};
    if (index == 0)
        offer_commands(&c);
    else if (command)
        offer_argument(&c, command, index);
    sort_offers(offers);
}

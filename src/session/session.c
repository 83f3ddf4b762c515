/* session.c - the session: lines from the terminal or files, commands on a copy of the desk. */
#include "base/die.h"
#include "session/session_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- Messages ---- */

/* "script.ds:3: error: ", in the terminal without the place */
static void begin_complaint(Session *s)
{
    const LineSource *from = s->nsources ? &s->source[s->nsources - 1] : NULL;
    fflush(stdout);
    if (from && from->file)
        k_say(stderr, "%s:%ld: ", from->name, s->collecting ? s->text_line : from->line);
    fputs(s->o->color ? "\033[1;31merror:\033[0m " : "error: ", stderr);
    s->complained = true;
}

bool complain(Session *s, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    begin_complaint(s);
    k_vsay(stderr, fmt, ap);
    fputc('\n', stderr);
    va_end(ap);
    return false;
}

bool complain_unknown(Session *s, const char *what, const Nearest *near, const char *remedy)
{
    enum { LONGEST = 200 };
    begin_complaint(s);
    k_say(stderr, "there is no %s `%.*s%s`", what, LONGEST, near->wanted,
          strlen(near->wanted) > LONGEST ? "..." : "");
    if (near->best)
        k_say(stderr, "; did you mean `%s`?", near->best);
    if (*remedy)
        k_say(stderr, "%s%s", near->best ? " " : "; ", remedy);
    fputc('\n', stderr);
    return false;
}

void show_messages(Session *s, Pipeline *p)
{
    if (!p || !diags_mark(p->ctx->diags))
        return;
    fflush(stdout);
    s->o->show(s->o->printer, p->ctx->diags);
    diags_free(p->ctx->diags);
    p->ctx->diags = diags_new(p->ctx->sources);
}

/* ---- The desk ---- */

/* A copy whose lists can be changed. */
static Desk *desk_copy(const Desk *from)
{
    Arena *a = from->arena;
    Desk *d = arena_copy(a, from, sizeof *from);
    d->wish.v = arena_copy(a, d->wish.v, (size_t)(d->wish.cap = d->wish.n) * sizeof *d->wish.v);
    d->given.v =
        arena_copy(a, d->given.v, (size_t)(d->given.cap = d->given.n) * sizeof *d->given.v);
    return d;
}

/* Frees what `kept` does not have too. */
static void desk_drop(Desk *d, const Desk *kept)
{
    if (d->p != kept->p)
        pipeline_free(d->p);
    if (d->out && d->out != kept->out)
        fclose(d->out);
    if (d->result != kept->result)
        kron_result_free(d->result);
}

/* The copy takes the desk's place, or not. */
static void settle(Session *s, Desk *draft, bool good)
{
    Desk *loser = good ? s->desk : draft;
    show_messages(s, draft->p);
    s->desk = good ? draft : s->desk;
    desk_drop(loser, s->desk);
    if (!good && !s->complained)
        complain(s, "the command was not carried out");
    s->failed = s->failed || !good;
}

/* ---- Where lines come from ---- */

static void push_source(Session *s, FILE *file, const char *name, bool ours)
{
    LineSource *from = &s->source[s->nsources++];
    *from = (LineSource){.file = file, .name = arena_strdup(s->desk->arena, name), .ours = ours};
    if (file && fstat(fileno(file), &from->st))
        from->st = (struct stat){0};
}

static void pop_source(Session *s)
{
    LineSource *from = &s->source[--s->nsources];
    if (from->ours)
        fclose(from->file);
}

static bool is_being_read(const Session *s, const struct stat *st)
{
    for (int i = 0; i < s->nsources; i++)
        if (s->source[i].file && s->source[i].st.st_dev == st->st_dev &&
            s->source[i].st.st_ino == st->st_ino)
            return true;
    return false;
}

/* FILE and FILE:Class of the model. */
bool is_source(const Session *s, const Desk *d, const char *path)
{
    struct stat st;
    if (stat(path, &st) || !S_ISREG(st.st_mode))
        return false;
    const char *model = d->model ? d->model : "", *colon = strrchr(model, ':');
    const char *file = colon ? arena_strndup(s->scratch, model, (size_t)(colon - model)) : model;
    return is_being_read(s, &st) || same_file(model, path) || same_file(file, path);
}

bool read_from(Session *s, const char *path)
{
    struct stat st;
    if (s->nsources == MOST_READING)
        return complain(s, "more than %d files read each other", MOST_READING);
    if (stat(path, &st))
        return complain(s, "cannot read `%s`: %s", path, strerror(errno));
    if (!S_ISREG(st.st_mode))
        return complain(s, "cannot read `%s`: it is not a file", path);
    if (is_being_read(s, &st))
        return complain(s, "`%s` is being read already", path);
    FILE *f = fopen(path, "r");
    if (!f)
        return complain(s, "cannot read `%s`: %s", path, strerror(errno));
    push_source(s, f, path, true);
    return true;
}

enum { LONGEST_LINE = 64 << 20 };

/* Without the end of the line; NULL at the end of the source. A line with zero bytes is empty. */
static const char *read_plain(Session *s, LineSource *from)
{
    long n = memory_line_within(&s->room, &s->room_size, LONGEST_LINE, from->file);
    if (n == MEMORY_LINE_LONG)
        complain(s, "cannot read on: a line of more than %d characters", LONGEST_LINE);
    else if (n < 0 && ferror(from->file))
        complain(s, "cannot read on: %s", strerror(errno));
    s->failed |= n == MEMORY_LINE_LONG || (n < 0 && ferror(from->file));
    if (n < 0)
        return NULL;
    from->line++;
    if (strlen(s->room) != (size_t)n) {
        complain(s, "the line has characters that are no text");
        s->failed = true;
        s->room[0] = 0;
    }
    s->room[strcspn(s->room, "\r\n")] = 0;
    return s->room;
}

static void drop_text(Session *s)
{
    buf_clear(&s->text);
    s->collecting = s->in_comment = false;
}

/* A text whose `end` did not come. */
static void miss_end(Session *s)
{
    int n = (int)strcspn(s->text.s, "\r\n");
    complain(s, "`%.*s` has no `end`", n < 80 ? n : 80, s->text.s);
    s->failed = true;
    drop_text(s);
}

static const char *read_terminal(Session *s)
{
    bool cancelled;
    const char *text;
    while ((text = editor_line(s->editor, s->collecting ? "  " : "> ", &cancelled)) && cancelled)
        drop_text(s);
    return text;
}

/* The next line into s->line; false: no more. Ctrl-C leaves the files that are being read. */
static bool next_line(Session *s)
{
    if (was_interrupted()) {
        s->failed = true;
        drop_text(s);
        while (s->nsources && s->source[s->nsources - 1].file)
            pop_source(s);
    }
    while (s->nsources) {
        LineSource *from = &s->source[s->nsources - 1];
        s->line = from->file ? read_plain(s, from) : read_terminal(s);
        if (s->line)
            return true;
        if (s->collecting)
            miss_end(s);
        pop_source(s);
    }
    return false;
}

/* ---- Carrying out ---- */

static bool has_right_number(Session *s, const Command *c, const Words *w)
{
    int n = w->n - 1;
    if (n < c->least)
        return complain(s, "`%s` needs more: %s %s", c->name, c->name, c->arguments);
    if (c->most >= 0 && n > c->most)
        return complain(s, "`%.100s` is too much; write: %s%s%s", w->v[c->most + 1], c->name,
                        *c->arguments ? " " : "", c->arguments);
    return true;
}

static bool run_command(Session *s, Desk *draft, const char *line)
{
    Words first = split_words(s->scratch, line, false);
    const Command *c = command_named(s, first.v[0]);
    Words w = c && c->flags & COMMAS ? split_words(s->scratch, line, true) : first;
    if (!c || !has_right_number(s, c, &w))
        return false;
    if (c->flags & NEEDS_MODEL && !draft->p)
        return complain(s, "there is no model yet: `enter FILE`, or type one in: model NAME ... "
                           "end");
    return c->run(s, draft, &w);
}

static void carry_out(Session *s)
{
    const char *line = clean_line(s, s->line);
    if (!line)
        s->failed = true;
    if (!line || !line[strspn(line, " \t")])
        return;
    Desk *draft = desk_copy(s->desk);
    settle(s, draft, run_command(s, draft, line));
}

/* Lines of a model go into s->text up to its end; then it is entered. */
static void collect(Session *s)
{
    if (!s->collecting) {
        s->collecting = true;
        s->text_line = s->source[s->nsources - 1].line;
    }
    buf_puts(&s->text, s->text.n ? s->line : skip_prompt(s->line));
    buf_putc(&s->text, '\n');
    if (!ends_text(s->line, &s->in_comment))
        return;
    Desk *draft = desk_copy(s->desk);
    settle(s, draft, enter_text(s, draft, s->text.s, s->text.n));
    drop_text(s);
}

static void take_line(Session *s)
{
    s->scratch = arena_new();
    s->complained = false;
    bool begins = !s->in_comment && begins_text(s->line);
    if (s->collecting && begins)
        miss_end(s);
    if (s->collecting || begins)
        collect(s);
    else
        carry_out(s);
    arena_free(s->scratch);
}

static void enter_first(Session *s, const char *model)
{
    s->scratch = arena_new();
    Desk *draft = desk_copy(s->desk);
    Words w = {.n = 2, .v = (char *[]){(char *)"enter", (char *)model}, .tail = model};
    settle(s, draft, run_enter(s, draft, &w));
    arena_free(s->scratch);
}

int session_run(const SessionOptions *o, FILE *in, const char *script_name)
{
    Arena *a = arena_new();
    Desk empty = {.arena = a, .plan = sheet_plan()};
    Session s = {.o = o, .desk = desk_copy(&empty)};
    if (!in)
        s.editor = editor_new(&s);
    if (s.editor && !o->quiet)
        puts("kron " KRON_VERSION "; `help` lists the commands, `quit` leaves");
    if (o->model)
        enter_first(&s, o->model);
    bool terminal = s.editor != NULL;
    push_source(&s, terminal ? NULL : in ? in : stdin, in ? script_name : "stdin", false);
    while (!s.quit && next_line(&s))
        take_line(&s);
    while (s.nsources)
        pop_source(&s);
    editor_free(s.editor);
    desk_drop(s.desk, &empty);
    arena_free(a);
    remove_folder(&s);
    buf_free(&s.text);
    free(s.room);
    return s.failed && !terminal;
}

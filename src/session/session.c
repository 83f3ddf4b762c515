/* session.c - the session: lines from the terminal or files, commands on a copy of the desk. */
#include "kron.h"
#include "session/session_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Messages ---- */

/* "script.ds:3: error: ", in the terminal without the place */
static void begin_complaint(Session *s)
{
    const LineSource *from = s->nsources ? &s->source[s->nsources - 1] : NULL;
    fflush(stdout);
    if (from && from->file)
        fprintf(stderr, "%s:%ld: ", from->name, s->collecting ? s->text_line : from->line);
    fputs(s->o->color ? "\033[1;31merror:\033[0m " : "error: ", stderr);
    s->complained = true;
}

bool complain(Session *s, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    begin_complaint(s);
    vfprintf(stderr, fmt, ap);
    fputc('\n', stderr);
    va_end(ap);
    return false;
}

bool complain_unknown(Session *s, const char *what, const Nearest *near, const char *remedy)
{
    enum { LONGEST = 200 };
    begin_complaint(s);
    fprintf(stderr, "there is no %s `%.*s%s`", what, LONGEST, near->wanted,
            strlen(near->wanted) > LONGEST ? "..." : "");
    if (near->best)
        fprintf(stderr, "; did you mean `%s`?", near->best);
    if (*remedy)
        fprintf(stderr, "%s%s", near->best ? " " : "; ", remedy);
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

static Desk *desk_new(void)
{
    Arena *a = arena_new();
    Desk *d = ARENA_NEW(a, Desk);
    SheetPlan plan = sheet_plan();
    d->arena = a;
    memcpy(d->on, plan.on, sizeof d->on);
    return d;
}

static const char *copy_text(Arena *a, const char *text)
{
    return text ? arena_strdup(a, text) : NULL;
}

static Desk *desk_copy(const Desk *from)
{
    Arena *a = arena_new();
    Desk *d = arena_copy(a, from, sizeof *from);
    d->arena = a;
    d->wish.n = d->wish.cap = d->given.n = d->given.cap = d->library.n = d->library.cap = 0;
    for (int i = 0; i < from->wish.n; i++)
        vec_push(a, &d->wish,
                 ((DeskWish){arena_strdup(a, from->wish.v[i].name), from->wish.v[i].wish}));
    for (int i = 0; i < from->given.n; i++) {
        const DeskGiven *g = &from->given.v[i];
        vec_push(a, &d->given,
                 ((DeskGiven){arena_strdup(a, g->name), arena_strdup(a, g->value), g->kind}));
    }
    for (int i = 0; i < from->library.n; i++)
        vec_push(a, &d->library, arena_strdup(a, from->library.v[i]));
    d->model = copy_text(a, from->model);
    d->out_name = copy_text(a, from->out_name);
    d->result = copy_text(a, from->result);
    return d;
}

/* Frees a desk but for what `kept` has too. */
static void desk_drop(Desk *d, const Desk *kept)
{
    if (!kept || d->p != kept->p)
        pipeline_free(d->p);
    if (d->out && (!kept || d->out != kept->out))
        fclose(d->out);
    arena_free(d->arena);
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

static bool push_source(Session *s, FILE *file, const char *name, bool ours)
{
    struct stat st = {0};
    if (file && fstat(fileno(file), &st))
        st = (struct stat){0};
    char *copy = strdup(name);
    if (!copy)
        return false;
    s->source[s->nsources++] = (LineSource){
        .file = file, .name = copy, .device = st.st_dev, .inode = st.st_ino, .ours = ours};
    return true;
}

static void pop_source(Session *s)
{
    LineSource *from = &s->source[--s->nsources];
    if (from->ours)
        fclose(from->file);
    free(from->name);
}

static bool is_being_read(const Session *s, const struct stat *st)
{
    for (int i = 0; i < s->nsources; i++)
        if (s->source[i].file && s->source[i].device == st->st_dev &&
            s->source[i].inode == st->st_ino)
            return true;
    return false;
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
    return push_source(s, f, path, true);
}

/* Without the end of the line; false at the end of the source. A line with zero bytes is empty. */
static bool read_plain(Session *s, LineSource *from)
{
    ssize_t n = getline(&s->line, &s->line_size, from->file);
    if (n < 0 && ferror(from->file)) {
        complain(s, "cannot read on: %s", strerror(errno));
        s->failed = true;
    }
    if (n < 0)
        return false;
    from->line++;
    if (strlen(s->line) != (size_t)n) {
        complain(s, "the line has characters that are no text");
        s->failed = true;
        s->line[0] = 0;
    }
    s->line[strcspn(s->line, "\r\n")] = 0;
    return true;
}

static bool set_line(Session *s, const char *text)
{
    size_t size = strlen(text) + 1;
    if (size > s->line_size) {
        char *larger = realloc(s->line, size);
        if (!larger)
            return false;
        s->line = larger;
        s->line_size = size;
    }
    memcpy(s->line, text, size);
    return true;
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

static bool read_terminal(Session *s)
{
    bool cancelled;
    const char *text;
    while ((text = editor_line(s->editor, s->collecting ? "  " : "> ", &cancelled)) && cancelled)
        drop_text(s);
    return text && set_line(s, text);
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
        if (from->file ? read_plain(s, from) : read_terminal(s))
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
    Words w = {2, (char *[]){(char *)"enter", (char *)model}, model};
    settle(s, draft, run_enter(s, draft, &w));
    arena_free(s->scratch);
}

int session_run(const SessionOptions *o, FILE *in, const char *script_name)
{
    Session s = {.o = o, .desk = desk_new()};
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
    desk_drop(s.desk, NULL);
    remove_folder(&s);
    buf_free(&s.text);
    free(s.line);
    return s.failed && !terminal ? STATUS_MODEL : STATUS_GOOD;
}

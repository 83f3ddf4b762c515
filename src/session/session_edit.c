/* session_edit.c - lines from the terminal: libedit with history and completion. */
#include "session/session_internal.h"

#include <errno.h>
#include <histedit.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/select.h>
#include <unistd.h>

enum { HISTORY_LINES = 1000, SCREEN_WIDTH = 80 };

struct Editor {
    EditLine *el;
    History *history;
    Session *s;
    const char *prompt;
    Buf line;
};

/* ---- Ctrl-C ---- */

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

bool was_interrupted(void)
{
    bool was = interrupted;
    interrupted = 0;
    return was;
}

void catch_interrupts(bool on)
{
    struct sigaction a = {.sa_handler = on ? on_interrupt : SIG_DFL};
    sigaction(SIGINT, &a, NULL);
}

/* Waits for a key; false after Ctrl-C. The signal is let through only where the wait notices it. */
static bool wait_for_key(void)
{
    sigset_t blocked, before;
    fd_set input;
    int ready = 0;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGINT);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    while (!interrupted && ready <= 0) {
        FD_ZERO(&input);
        FD_SET(STDIN_FILENO, &input);
        ready = pselect(STDIN_FILENO + 1, &input, NULL, NULL, NULL, &before);
        if (ready < 0 && errno != EINTR)
            break;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return !interrupted;
}

/* One character. Ctrl-C ends the line; other signals do not. */
static int read_character(EditLine *el, wchar_t *out)
{
    (void)el;
    char byte[MB_LEN_MAX];
    for (size_t n = 0; n < sizeof byte;) {
        ssize_t got = wait_for_key() ? read(STDIN_FILENO, &byte[n], 1) : -1;
        if (got < 0 && errno == EINTR && !interrupted)
            continue;
        if (got <= 0)
            return (int)got;
        mbstate_t state = {0};
        size_t used = mbrtowc(out, byte, ++n, &state);
        if (used == (size_t)-1)
            *out = '?';
        if (used != (size_t)-2)
            break;
    }
    return 1;
}

/* ---- Completion ---- */

/* How many characters all offers begin with. */
static size_t common_length(const Offers *o)
{
    size_t n = strlen(o->v[0]);
    for (int i = 1; i < o->n; i++) {
        size_t k = 0;
        while (k < n && o->v[i][k] == o->v[0][k])
            k++;
        n = k;
    }
    return n;
}

static void list_offers(const Offers *o)
{
    enum { MOST = 200 };
    size_t width = 0;
    int shown = o->n < MOST ? o->n : MOST;
    for (int i = 0; i < shown; i++)
        width = strlen(o->v[i]) + 2 > width ? strlen(o->v[i]) + 2 : width;
    int columns = width < SCREEN_WIDTH ? (int)(SCREEN_WIDTH / width) : 1;
    putchar('\n');
    for (int i = 0; i < shown; i++)
        printf("%-*s%s", (int)width, o->v[i], (i + 1) % columns && i + 1 < shown ? "" : "\n");
    if (shown < o->n)
        printf("... and %d more\n", o->n - shown);
    fflush(stdout);
}

/* Bytes that go on with a character do not count. */
static int characters(const char *s, size_t n)
{
    int count = 0;
    for (size_t i = 0; i < n; i++)
        count += ((unsigned char)s[i] & 0xC0) != 0x80;
    return count;
}

static unsigned char complete(EditLine *el, int key)
{
    (void)key;
    Editor *e;
    el_get(el, EL_CLIENTDATA, &e);
    const LineInfo *info = el_line(el);
    size_t n = (size_t)(info->cursor - info->buffer), from;
    Offers offers = {0};
    unsigned char result = CC_REFRESH;
    e->s->scratch = arena_new();
    complete_line(e->s, info->buffer, n, &offers, &from);
    size_t common = offers.n ? common_length(&offers) : 0;
    if (!offers.n) {
        result = CC_REFRESH_BEEP;
    } else if (offers.n > 1 && common <= n - from) {
        list_offers(&offers);
        result = CC_REDISPLAY;
    } else {
        bool whole = offers.n == 1 && offers.v[0][common - 1] != '/';
        el_deletestr(el, characters(info->buffer + from, n - from));
        el_insertstr(
            el, arena_printf(e->s->scratch, "%.*s%s", (int)common, offers.v[0], whole ? " " : ""));
    }
    arena_free(e->s->scratch);
    return result;
}

/* ---- Set-up ---- */

static char *prompt_of(EditLine *el)
{
    Editor *e;
    el_get(el, EL_CLIENTDATA, &e);
    return (char *)e->prompt;
}

static void set_up_keys(Editor *e)
{
    EditLine *el = e->el;
    el_set(el, EL_CLIENTDATA, e);
    el_set(el, EL_PROMPT, prompt_of);
    el_set(el, EL_EDITOR, "emacs");
    el_set(el, EL_SIGNAL, 1);
    el_set(el, EL_GETCFN, read_character);
    el_set(el, EL_HIST, history, e->history);
    el_wset(el, EL_ADDFN, L"kron-complete", L"complete a word",
            complete); /* el_set leaks the names */
    el_set(el, EL_BIND, "^I", "kron-complete", NULL);
    el_set(el, EL_BIND, "^R", "em-inc-search-prev", NULL);
    el_source(el, NULL);
}

Editor *editor_new(Session *s)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return NULL;
    setlocale(LC_CTYPE, "");
    Editor *e = calloc(1, sizeof *e);
    EditLine *el = e ? el_init("kron", stdin, stdout, stderr) : NULL;
    if (!el) {
        free(e);
        return NULL;
    }
    HistEvent event;
    e->el = el;
    e->s = s;
    e->prompt = "> ";
    e->history = history_init();
    history(e->history, &event, H_SETSIZE, HISTORY_LINES);
    history(e->history, &event, H_SETUNIQUE, 1);
    if (s->o->history)
        history(e->history, &event, H_LOAD, s->o->history);
    set_up_keys(e);
    catch_interrupts(true);
    return e;
}

void editor_free(Editor *e)
{
    if (!e)
        return;
    HistEvent event;
    if (e->s->o->history)
        history(e->history, &event, H_SAVE, e->s->o->history);
    history_end(e->history);
    el_end(e->el);
    buf_free(&e->line);
    free(e);
}

const char *editor_line(Editor *e, const char *prompt, bool *cancelled)
{
    int n = 0;
    e->prompt = prompt;
    const char *text = el_gets(e->el, &n);
    *cancelled = was_interrupted();
    if (*cancelled) {
        puts("^C");
        return "";
    }
    if (!text || n <= 0) {
        putchar('\n');
        return NULL;
    }
    buf_clear(&e->line);
    buf_write(&e->line, text, strcspn(text, "\r\n"));
    HistEvent event;
    if (e->line.s[strspn(e->line.s, " \t")])
        history(e->history, &event, H_ENTER, e->line.s);
    return buf_text(&e->line);
}

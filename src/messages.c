/* messages.c - what commands say: messages for people on standard error and, with --json, in the
 * one object that a command answers with. */
#include "commands.h"

#include "base/buf.h"
#include "rt/texts.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ERRORS = 50 };

static Printer *present; /* of the command that runs; NULL: none does */

Printer *use_printer(Printer *p)
{
    Printer *before = present;
    present = p;
    return before;
}

/* ---- On standard error ---- */

/* The excerpt with its second line painted. */
static void print_excerpt(const char *text, const char *on, const char *off)
{
    const char *end = strchr(text, '\n'), *mark = end ? strchr(end, '^') : NULL;
    if (!mark)
        return;
    k_say(stderr, "%.*s", (int)(mark - text), text);
    fprintf(stderr, "%s%.*s%s\n", on, (int)strcspn(mark, "\n"), mark, off);
}

void print_message(Printer *p, const KronMessage *m)
{
    static const char *const word[] = {"error", "warning", "note"};
    static const char *const paint[] = {"\033[1;31m", "\033[1;35m", "\033[1;36m"};
    bool plain = m->about != KRON_ABOUT_MODEL;
    const char *on = p->color && !plain ? paint[m->severity] : "", *off = *on ? "\033[0m" : "";
    json_message(&p->said, m);
    if (m->severity == KRON_ERROR) {
        p->shown = p->errors < MOST_ERRORS;
        p->errors += p->shown;
        p->left_out += !p->shown;
    } else if (m->severity == KRON_WARNING || plain) {
        p->shown = !p->quiet;
    }
    if (!p->shown)
        return;
    fflush(stdout);
    fputs(p->bar ? "\r\033[K" : "", stderr);
    fputs(plain ? "kron: " : "", stderr);
    if (m->file)
        k_say(stderr, "%s:%d:%d: ", m->file, m->line, m->column);
    if (m->about != KRON_ABOUT_CALL || m->severity != KRON_ERROR)
        fprintf(stderr, "%s%s:%s ", on, word[m->severity], off);
    k_say(stderr, "%s\n", m->text);
    print_excerpt(m->excerpt, on, off);
}

void print_left_out(Printer *p)
{
    if (p->left_out)
        k_say(stderr, "... and %d more error%s\n", p->left_out, p->left_out == 1 ? "" : "s");
    p->left_out = p->errors = 0;
    p->shown = true;
}

static void say(KronSeverity severity, const char *fmt, va_list ap)
{
    Printer none = {.shown = true};
    Buf b = {0};
    buf_vprintf(&b, fmt, ap);
    print_message(present ? present : &none, &(KronMessage){.severity = severity,
                                                            .about = KRON_ABOUT_CALL,
                                                            .text = buf_text(&b),
                                                            .excerpt = ""});
    buf_free(&none.said);
    buf_free(&b);
}

void say_error(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    say(KRON_ERROR, fmt, ap);
    va_end(ap);
}

void say_warning(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    say(KRON_WARNING, fmt, ap);
    va_end(ap);
}

/* ---- As JSON ---- */

void json_number(Buf *b, double x)
{
    if (isfinite(x))
        buf_real(b, x);
    else
        buf_puts(b, "null");
}

void json_field(Buf *b, const char *name, double x)
{
    buf_printf(b, ", \"%s\": ", name);
    json_number(b, x);
}

void json_text(Buf *b, const char *name, const char *text)
{
    buf_printf(b, ", \"%s\": ", name);
    buf_json(b, text);
}

void json_message(Buf *b, const KronMessage *m)
{
    static const char *const severity[] = {"error", "warning", "note"};
    static const char *const about[] = {"model", "call", "run"};
    buf_printf(b, "%s\n  {\"severity\": \"%s\", \"about\": \"%s\"", b->n ? "," : "",
               severity[m->severity], about[m->about]);
    if (m->file) {
        json_text(b, "file", m->file);
        buf_printf(b, ", \"line\": %d, \"column\": %d", m->line, m->column);
    }
    json_text(b, "text", m->text);
    if (*m->excerpt)
        json_text(b, "excerpt", m->excerpt);
    buf_putc(b, '}');
}

void answer_open(Buf *b, const Arguments *a)
{
    buf_printf(b, "{\"schema\": 1, \"command\": \"%s\"", a->printer->command);
}

void answer_close(Buf *b, const Arguments *a, int status)
{
    buf_printf(b, ", \"status\": %d, \"messages\": [%s]}\n", status, buf_text(&a->printer->said));
    a->printer->answered = true;
    answer_if_interrupted(NULL);
}

void answer_anyway(Printer *p, int status)
{
    Buf b = {0};
    Arguments a = {.printer = p};
    if (p->answered)
        return;
    answer_open(&b, &a);
    answer_close(&b, &a, status);
    fputs(buf_text(&b), stdout);
    buf_free(&b);
}

/* explain.c - `kron explain CODE`: what a message means, from docs/messages.md, which is made from
 * the tests (tools/messages.py). */
#include "commands.h"

#include <stdio.h>
#include <string.h>

extern const char *const messages_lines[]; /* docs/messages.md, by tools/embed.sh */

/* Headings are "## KABCDE"; brackets around the code, and small letters, are forgiven. */
static bool is_heading_of(const char *line, const char *code)
{
    if (strncmp(line, "## ", 3))
        return false;
    code += *code == '[';
    for (line += 3; *line && *line != '\n'; line++, code++)
        if ((*code >= 'a' && *code <= 'z' ? *code - 'a' + 'A' : *code) != *line)
            return false;
    return !*code || *code == ']';
}

static void answer(const Arguments *a, const char *code, const char *text)
{
    Buf b = {0};
    answer_open(&b, a);
    json_text(&b, "code", code);
    json_text(&b, "text", text);
    answer_close(&b, a, STATUS_GOOD);
    fputs(buf_text(&b), stdout);
    buf_free(&b);
}

int command_explain(const Arguments *a)
{
    if (a->noperands != 1) {
        say_error("`kron explain` takes one code, as it stands at the end of a message: KABCDE");
        return STATUS_USAGE;
    }
    const char *const *line = messages_lines;
    while (*line && !is_heading_of(*line, a->operand[0]))
        line++;
    if (!*line) {
        say_error(
            "there is no page for the code `%s`; docs/messages.md has those of messages with an "
            "example",
            a->operand[0]);
        return STATUS_USAGE;
    }
    Buf text = {0};
    const char *code = *line + 3;
    do
        buf_printf(&text, "%s\n", *line++);
    while (*line && strncmp(*line, "## ", 3));
    if (a->json)
        answer(a, code, buf_text(&text));
    else
        fputs(buf_text(&text), stdout);
    buf_free(&text);
    return STATUS_GOOD;
}

/* c_cold.c - the text of a large program without what is computed seldom, which libtcc compiles in
 * a small part of the time that a C compiler takes: formulas one after the other for parameters,
 * the initial problem and the steps of implicit methods, and, where the rest is still large, for
 * directional derivatives. What they give is the same to the last bit; they run some two times
 * slower.
 *
 * In the text for the C compiler such functions are there if K_COLD is not defined; else they are
 * hidden names of an object. In binaries for Windows it is the same object (coff.c), which passes
 * arguments as Linux does. Linear in the text. */
#include "emit/emit_internal.h"

#include <stdlib.h>

extern const char *const abi_lines[]; /* rt/abi.h, by tools/embed.sh */

/* Texts, and functions in them, of fewer bytes are not worth it. */
enum { LEAST_TEXT = 200000, LEAST_FUNCTION = 1000 };

typedef enum { HOT, MILD, COLD } Heat;

/* "static int NAME(KInst*m){" or "...,double*r){" at the beginning of the text: the length of NAME
 * with its parameters; 0: something else. */
static size_t signature(const char *text)
{
    static const char head[] = "static int ";
    static const char *const params[] = {"(KInst*m){\n", "(KInst*m,double*r){\n"};
    if (strncmp(text, head, sizeof head - 1) != 0)
        return 0;
    const char *name = text + sizeof head - 1, *open = name + strcspn(name, "(\n");
    for (int i = 0; i < 2; i++)
        if (!strncmp(open, params[i], strlen(params[i])))
            return (size_t)(open - name) + strlen(params[i]) - 2;
    return 0;
}

/* Behind the string or character that begins here. */
static const char *skip_quoted(const char *text)
{
    char quote = *text++;
    while (*text && *text != quote)
        text += *text == '\\' ? 2 : 1;
    return text + 1;
}

/* What begins here: a function, or a line. */
static size_t piece_length(const char *text)
{
    size_t line = strcspn(text, "\n");
    line += text[line] == '\n';
    if (line < 3 || text[line - 2] != '{')
        return line;
    const char *at = text + line;
    for (int depth = 1; *at && depth;) {
        depth += (*at == '{') - (*at == '}');
        at = *at == '"' || *at == '\'' ? skip_quoted(at) : at + 1;
    }
    return (size_t)(at - text) + (*at == '\n');
}

/* Whether what is called with the instance is of the run time, and nothing but rt/abi.h is used. */
static bool is_plain(const char *text, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        if (text[i] == '"' || !strncmp(text + i, "KArr", 4) || !strncmp(text + i, "k_str", 5) ||
            !strncmp(text + i, "m->x[", 5))
            return false;
        if (strncmp(text + i, "(m", 2) != 0 || !strchr(",)", text[i + 2]))
            continue;
        size_t name = i;
        while (name > 0 && is_letter(text[name - 1]))
            name--;
        bool member = name > 1 && text[name - 2] == '-' && text[name - 1] == '>';
        if (name < i && !member && strncmp(text + name, "k_", 2) != 0)
            return false;
    }
    return true;
}

static bool begins(const char *text, const char *word)
{
    return !strncmp(text, word, strlen(word));
}

static Heat heat_of(const Emit *e, const char *name)
{
    static const char *const cold[] = {"params_",  "guess_", "init_",
                                       "settled_", "step_",  "stages_"};
    for (size_t i = 0; i < sizeof cold / sizeof *cold; i++)
        if (begins(name, cold[i]))
            return COLD;
    if (begins(name, "jvp_"))
        return MILD;
    char *end;
    long block = *name == 'b' ? strtol(name + 1, &end, 10) : -1;
    return block >= 0 && *end == '_' && end > name + 1 && block >= e->num->nsim_blocks ? COLD : HOT;
}

/* How cold the piece that begins here is, of n bytes; HOT if it must stay. */
static Heat heat_of_piece(const Emit *e, const char *text, size_t n)
{
    const char *body = text + strcspn(text, "{");
    if (n < LEAST_FUNCTION || !signature(text))
        return HOT;
    Heat heat = heat_of(e, text + strlen("static int "));
    return heat != HOT && is_plain(body, n - (size_t)(body - text)) ? heat : HOT;
}

/* How cold functions must be to be taken out. */
static Heat least_heat(const Emit *e)
{
    size_t hot = 0, mild = 0, n;
    for (const char *text = buf_text(&e->text); *text; text += n) {
        n = piece_length(text);
        Heat heat = heat_of_piece(e, text, n);
        hot += heat == HOT ? n : 0;
        mild += heat == MILD ? n : 0;
    }
    return hot + mild > LEAST_TEXT ? MILD : COLD;
}

/* How the function of this head, "int NAME(...)" of nhead bytes, is known to the rest of the
 * program. */
static void put_cold_head(Buf *protos, const char *head, int nhead)
{
    const char *name = head + strlen("int ");
    int nname = (int)strcspn(name, "("), nparams = nhead - (int)strlen("int ") - nname;
    const char *params = name + nname,
               *arguments = nparams > (int)strlen("(KInst*m)") ? "m,r" : "m";
    buf_printf(protos, "#ifndef K_COLD\nstatic %.*s;\n#elif defined(_WIN32)\n", nhead, head);
    buf_printf(protos,
               "__attribute__((sysv_abi)) int k_cold_%.*s%.*s;\nstatic %.*s{k_room();return "
               "k_cold_%.*s(%s);}\n",
               nname, name, nparams, params, nhead, head, nname, name, arguments);
    buf_printf(
        protos,
        "#else\n%.*s __asm__(\"k_cold_%.*s\")__attribute__((visibility(\"hidden\")));\n#endif\n",
        nhead, head, nname, name);
}

/* Calls by pointers in the instance, which the run time passes arguments as it does itself, are
 * calls of functions. */
static void put_body(const char *text, size_t n, Buf *cold)
{
    static const char by_pointer[] = "m->solve";
    for (const char *at, *end = text + n; text < end; text = at) {
        at = text;
        while (at < end && strncmp(at, by_pointer, sizeof by_pointer - 1) != 0)
            at++;
        buf_write(cold, text, (size_t)(at - text));
        if (at < end) {
            buf_puts(cold, "k_solve");
            at += sizeof by_pointer - 1;
        }
    }
}

static void put_cold(Emit *e, const char *text, size_t n, Buf *out, Buf *cold)
{
    const char *head = text + strlen("static ");
    const char *name = head + strlen("int ");
    int nhead = (int)(strlen("int ") + signature(text));
    put_cold_head(&e->protos, head, nhead);
    buf_printf(cold, "%.*s __asm__(\"k_cold_%.*s\");\n", nhead, head, (int)strcspn(name, "("),
               name);
    put_body(head, n - strlen("static "), cold);
    buf_puts(out, "#ifndef K_COLD\n");
    buf_write(out, text, n);
    buf_puts(out, "#endif\n");
}

void take_cold(Emit *e, Buf *cold)
{
    const char *text = buf_text(&e->text);
    Heat least = e->text.n > LEAST_TEXT ? least_heat(e) : COLD;
    Buf out = {0}, taken = {0};
    for (size_t n; *text && e->text.n > LEAST_TEXT; text += n) {
        n = piece_length(text);
        if (heat_of_piece(e, text, n) >= least)
            put_cold(e, text, n, &out, &taken);
        else
            buf_write(&out, text, n);
    }
    if (taken.n) {
        for (int i = 0; abi_lines[i]; i++)
            buf_printf(cold, "%s\n", abi_lines[i]);
        buf_puts(cold, "int k_solve(KInst*,int),k_solve_dir(KInst*,int);\n");
        buf_write(cold, buf_text(&e->tables), e->tables.n);
        buf_write(cold, taken.s, taken.n);
        buf_free(&e->text);
        e->text = out;
    } else {
        buf_free(&out);
    }
    buf_free(&taken);
}

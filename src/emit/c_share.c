/* c_share.c - functions of a program that differ only in the numbers of what they read and write
 * become one, which gets these numbers in a table: compilers need time for every statement, and the
 * blocks of components in an array have the same ones.
 *
 * Numbers are those that begin a subscript of v, d or a member of m, or that follow (m, in a call.
 * Functions are grouped by their text without them; numbers that are the same in all functions of a
 * group stay as they are, those that are equal to each other in every function have one place. What
 * is computed is the same, operation by operation. Linear in the text. */
#include "emit/emit_internal.h"

#include <ctype.h>
#include <stdlib.h>

/* How many functions, and of how many bytes, are worth a table for each. */
enum { FEWEST = 3, SHORTEST = 60 };

typedef struct Slot {
    size_t at, length; /* of the number, or of the name of a table, in the text */
    int number;
    bool table; /* c14: its numbers are needed */
} Slot;

/* Where the numbers of a table of the program are written; NULL: it has none of that number. */
typedef struct Table {
    const char *at;
    int n;
} Table;

typedef struct Piece {       /* a function, or what is between two */
    size_t begin, end, body; /* body: behind "){"; 0: no function */
    size_t head, head_length;
    bool dropped;
    bool has_r;
    VEC(Slot) slot;
    int next, last; /* of the group, the first of which knows its last; -1: none */
    int size;       /* first of a group: its functions; 0: not the first */
} Piece;

typedef VEC(int) Slots; /* of the first function of a group */

typedef struct Share {
    Arena *a;
    const char *text;
    VEC(Piece) piece;
    Map first;    /* hash of a text -> piece + 1 */
    Table *table; /* [e->ntables] */
    int ntable;
    int ntables;
    NameTable *names;
    Map handed; /* Name -> 1: of functions that hand over a table */
} Share;

/* ---- Functions and their numbers ---- */

/* Behind the string or character that begins at `at`. */
static size_t skip_quoted(const char *text, size_t at)
{
    char quote = text[at++];
    while (text[at] && text[at] != quote)
        at += text[at] == '\\' ? 2 : 1;
    return at + 1;
}

static bool ends_in(const char *text, size_t at, size_t begin, const char *word)
{
    size_t n = strlen(word);
    return at >= begin + n && !strncmp(text + at - n, word, n);
}

/* Whether what stands before `at` makes the number there one of a variable, relation, block, ... */
static bool is_place(const char *text, size_t begin, size_t at)
{
    if (ends_in(text, at, begin, "(m,"))
        return true;
    if (text[at - 1] != '[')
        return false;
    size_t name = at - 1;
    while (name > begin && is_letter(text[name - 1]))
        name--;
    if (ends_in(text, name, begin, "m->"))
        return true;
    return at - 1 - name == 1 && (text[name] == 'v' || text[name] == 'd') &&
           !ends_in(text, name, begin, ".") && !ends_in(text, name, begin, "->");
}

/* "static const int c14[]={1,2,3};" */
static void read_tables(Share *s, const Emit *e)
{
    static const char head[] = "static const int c";
    s->ntable = e->ntables;
    s->table = ARENA_ARRAY(s->a, Table, e->ntables + 1);
    for (const char *at = buf_text(&e->tables); (at = strstr(at, head)); at++) {
        int number = atoi(at + sizeof head - 1), n = 1;
        const char *list = strchr(at, '{') + 1;
        for (const char *end = list; *end && *end != '}'; end++)
            n += *end == ',';
        if (number >= 0 && number < s->ntable)
            s->table[number] = (Table){list, n};
    }
}

/* c14[: adds it; what is behind the name. */
static size_t note_table(Share *s, Piece *p, size_t at)
{
    size_t end = at + 1 + strspn(s->text + at + 1, "0123456789");
    int number = end - at < 10 ? atoi(s->text + at + 1) : -1;
    if (end > at + 1 && s->text[end] == '[' && number < s->ntable && s->table[number].at)
        vec_push(s->a, &p->slot, ((Slot){at, end - at, number, true}));
    return end;
}

/* The end of the function whose body begins at p->body; notes its numbers. */
static size_t read_body(Share *s, Piece *p)
{
    const char *text = s->text;
    size_t at = p->body;
    for (int depth = 1; text[at] && depth;) {
        char c = text[at];
        if (c == '"' || c == '\'') {
            at = skip_quoted(text, at);
            continue;
        }
        depth += (c == '{') - (c == '}');
        if (c == 'c' && !is_letter(text[at - 1])) {
            at = note_table(s, p, at);
            continue;
        }
        if (isdigit((unsigned char)c) && !is_letter(text[at - 1]) && text[at - 1] != '.') {
            size_t end = at + strspn(text + at, "0123456789");
            if (end - at < 10 && !is_letter(text[end]) && text[end] != '.' &&
                is_place(text, p->body, at))
                vec_push(s->a, &p->slot, ((Slot){at, end - at, atoi(text + at), false}));
            while (is_letter(text[end]) || text[end] == '.')
                end++;
            at = end;
        } else {
            at++;
        }
    }
    return at;
}

/* "b4_residual" that only calls b4_residual_0, which is before it: that one takes its name. */
static void drop_caller(Share *s, Piece *p, int name_length)
{
    int i = s->piece.n - 1;
    const char *name = s->text + p->begin + strlen("static int ");
    while (i >= 0 && !s->piece.v[i].body)
        i--;
    const char *one = arena_printf(s->a, "int rc;\nif((rc=%.*s_0(m%s)))return rc;\nreturn 0;\n}",
                                   name_length, name, p->has_r ? ",r" : "");
    const char *inner = arena_printf(s->a, "static int %.*s_0(", name_length, name);
    if (i < 0 || p->end - p->body != strlen(one) ||
        strncmp(s->text + p->body, one, strlen(one)) != 0 ||
        strncmp(s->text + s->piece.v[i].begin, inner, strlen(inner)) != 0)
        return;
    s->piece.v[i].head = p->head;
    s->piece.v[i].head_length = p->head_length;
    p->dropped = true;
}

static void read_pieces(Share *s)
{
    static const char head[] = "static int ", plain[] = "(KInst*m){\n",
                      with_r[] = "(KInst*m,double*r){\n";
    for (size_t at = 0; s->text[at];) {
        Piece p = {.begin = at, .next = -1, .last = -1};
        size_t line = at + strcspn(s->text + at, "\n") + 1, name = at + sizeof head - 1, open = 0;
        if (!strncmp(s->text + at, head, sizeof head - 1)) {
            open = name + strcspn(s->text + name, "(\n");
            p.has_r = !strncmp(s->text + open, with_r, sizeof with_r - 1);
            if (p.has_r || !strncmp(s->text + open, plain, sizeof plain - 1))
                p.body = line;
        }
        if (!s->text[line - 1])
            line--;
        at = p.end = p.body ? read_body(s, &p) : line;
        p.head = p.begin;
        p.head_length = p.body ? p.body - p.begin : 0;
        if (p.body)
            drop_caller(s, &p, (int)(open - name));
        vec_push(s->a, &s->piece, p);
    }
}

/* ---- Groups ---- */

static uint64_t hash_piece(const Share *s, const Piece *p)
{
    uint64_t h = 0xCBF29CE484222325u + p->has_r;
    size_t at = p->body;
    for (int i = 0; i <= p->slot.n; i++) {
        size_t end = i < p->slot.n ? p->slot.v[i].at : p->end;
        for (; at < end; at++)
            h = (h ^ (unsigned char)s->text[at]) * 0x100000001B3u;
        h = (h ^ 0xFF) * 0x100000001B3u;
        at = i < p->slot.n ? end + p->slot.v[i].length : at;
    }
    return h & INT64_MAX;
}

/* How many a slot stands for. */
static int numbers_of(const Share *s, const Piece *p, int i)
{
    return p->slot.v[i].table ? s->table[p->slot.v[i].number].n : 1;
}

static bool same_text(const Share *s, const Piece *p, const Piece *q)
{
    size_t x = p->body, y = q->body;
    if (p->slot.n != q->slot.n || p->has_r != q->has_r)
        return false;
    for (int i = 0; i <= p->slot.n; i++) {
        bool more = i < p->slot.n;
        size_t n = (more ? p->slot.v[i].at : p->end) - x, m = (more ? q->slot.v[i].at : q->end) - y;
        if (n != m || memcmp(s->text + x, s->text + y, n) != 0 ||
            (more && numbers_of(s, p, i) != numbers_of(s, q, i)))
            return false;
        x += n + (more ? p->slot.v[i].length : 0);
        y += m + (more ? q->slot.v[i].length : 0);
    }
    return true;
}

static void group_pieces(Share *s)
{
    for (int i = 0; i < s->piece.n; i++) {
        Piece *p = &s->piece.v[i];
        if (!p->body || p->dropped || p->end - p->body < SHORTEST)
            continue;
        uint64_t key = hash_piece(s, p);
        int first = (int)map_get(&s->first, key, 0) - 1;
        if (first < 0) {
            map_set(&s->first, s->a, key, (uint32_t)i + 1);
            p->size = 1;
            p->last = i;
        } else if (same_text(s, &s->piece.v[first], p)) {
            s->piece.v[s->piece.v[first].last].next = i;
            s->piece.v[first].last = i;
            s->piece.v[first].size++;
        }
    }
}

/* ---- Text ---- */

static bool same_column(const Share *s, const Piece *first, int i, int k)
{
    const Piece *p = first;
    for (;; p = &s->piece.v[p->next]) {
        if (p->slot.v[i].number != p->slot.v[k].number)
            return false;
        if (p->next < 0)
            return true;
    }
}

static bool is_constant(const Share *s, const Piece *first, int i)
{
    for (const Piece *p = first; p->next >= 0; p = &s->piece.v[p->next])
        if (s->piece.v[p->next].slot.v[i].number != first->slot.v[i].number)
            return false;
    return true;
}

/* Where in its table each number of the text is, -1: it stays; the list of those in the table. */
static int *columns_of(Share *s, const Piece *first, Slots *list)
{
    int *column = ARENA_ARRAY(s->a, int, first->slot.n + 1), n = 0;
    Map known = {0}; /* first number -> place in list + 1 */
    for (int i = 0; i < first->slot.n; i++) {
        column[i] = -1;
        if (is_constant(s, first, i))
            continue;
        uint64_t key = map_pair(first->slot.v[i].table, (uint32_t)first->slot.v[i].number);
        int same = (int)map_get(&known, key, 0) - 1;
        if (same >= 0 && same_column(s, first, list->v[same], i)) {
            column[i] = column[list->v[same]];
            continue;
        }
        vec_push(s->a, list, i);
        map_set(&known, s->a, key, (uint32_t)list->n);
        column[i] = n;
        n += numbers_of(s, first, i);
    }
    return column;
}

static void put_shared(Share *s, const Piece *first, int number, const int *column, Buf *out)
{
    size_t at = first->body;
    putf(out, "static int __attribute__((used))same%d(KInst*m%s,const int*restrict place){\n",
         number, first->has_r ? ",double*r" : "");
    for (int i = 0; i < first->slot.n; i++) {
        const Slot *slot = &first->slot.v[i];
        if (column[i] < 0)
            continue;
        buf_write(out, s->text + at, slot->at - at);
        putf(out, slot->table ? "(place+%d)" : "place[%d]", column[i]);
        at = slot->at + slot->length;
    }
    buf_write(out, s->text + at, first->end - at);
    put(out, "\n");
}

static const char *head_name(const Share *s, const Piece *p)
{
    const char *name = s->text + p->head + strlen("static int ");
    return arena_strndup(s->a, name, strcspn(name, "("));
}

/* The table of a function, and the function. */
static void put_member(Share *s, const Piece *p, int number, const Slots *list, Buf *out)
{
    putf(out, "static const int __attribute__((used))place%d[]={", s->ntables);
    for (int i = 0; i < list->n; i++) {
        const Slot *slot = &p->slot.v[list->v[i]];
        put(out, i ? "," : "");
        if (slot->table)
            buf_write(out, s->table[slot->number].at, strcspn(s->table[slot->number].at, "}"));
        else
            put_int(out, slot->number);
    }
    put(out, list->n ? "};\n" : "0};\n");
    const char *name = head_name(s, p);
    const char *params = p->has_r ? "KInst*m,double*r" : "KInst*m";
    map_set(&s->handed, s->a, name_cstr(s->names, name), 1);
    putf(out, "int %s(%s)HIDDEN;HAND%s(%s,same%d,place%d)", name, params, p->has_r ? "_R" : "",
         name, number, s->ntables);
    s->ntables++;
}

static void put_group(Share *s, Piece *first, Buf **out)
{
    Slots list = {0};
    int number = s->ntables;
    int *column = columns_of(s, first, &list);
    put_shared(s, first, number, column, out[first - s->piece.v]);
    for (Piece *p = first;; p = &s->piece.v[p->next]) {
        put_member(s, p, number, &list, out[p - s->piece.v]);
        if (p->next < 0)
            break;
    }
}

static const char hand[] =
    "#define HIDDEN __attribute__((visibility(\"hidden\")))\n"
    "#if defined(__x86_64__) && (defined(__ELF__) || defined(_WIN64))\n"
    "#ifdef _WIN64\n#define SECOND \"%rdx\"\n#define THIRD \"%r8\"\n"
    "#else\n#define SECOND \"%rsi\"\n#define THIRD \"%rdx\"\n#endif\n"
    "#define HAND_IN(name,same,place,in) \\\n"
    "__asm__(\".text\\n\" #name \":\\nleaq \" #place \"(%rip),\" in \"\\njmp \" #same \"\\n\");\n"
    "#define HAND(name,same,place) HAND_IN(name,same,place,SECOND)\n"
    "#define HAND_R(name,same,place) HAND_IN(name,same,place,THIRD)\n"
    "#else\n"
    "#define HAND(name,same,place) int name(KInst*m){return same(m,place);}\n"
    "#define HAND_R(name,same,place) int name(KInst*m,double*r){return same(m,r,place);}\n"
    "#endif\n";

/* Declarations of the functions that hand over a table are not static. */
static void declare_handed(Share *s, Emit *e)
{
    static const char head[] = "static int ";
    const char *text = buf_text(&e->protos);
    Buf out = {0};
    buf_puts(&out, hand);
    while (*text) {
        size_t n = strcspn(text, "\n"), skip = sizeof head - 1;
        bool is_function = !strncmp(text, head, skip);
        size_t length = is_function ? strcspn(text + skip, "(\n") : 0;
        Name name = name_of(s->names, text + (is_function ? skip : 0), length);
        if (!is_function || !map_get(&s->handed, name, 0))
            buf_write(&out, text, n + (text[n] == '\n'));
        else
            buf_printf(&out, "int %.*s HIDDEN;\n", (int)(strcspn(text, ";") - skip), text + skip);
        text += n + (text[n] == '\n');
    }
    buf_free(&e->protos);
    e->protos = out;
}

void share_functions(Emit *e)
{
    Arena *a = arena_new();
    Share s = {.a = a, .text = buf_text(&e->text), .names = e->d->ctx->names};
    Buf out = {0};
    read_tables(&s, e);
    read_pieces(&s);
    group_pieces(&s);
    Buf **made = ARENA_ARRAY(a, Buf *, s.piece.n + 1); /* texts instead of functions */
    for (int i = 0; i < s.piece.n; i++)
        if (s.piece.v[i].size >= FEWEST)
            for (int k = i; k >= 0; k = s.piece.v[k].next)
                made[k] = ARENA_NEW(a, Buf);
    for (int i = 0; i < s.piece.n; i++) {
        const Piece *p = &s.piece.v[i];
        if (p->size >= FEWEST)
            put_group(&s, &s.piece.v[i], made);
        if (made[i]) {
            buf_write(&out, made[i]->s, made[i]->n);
            buf_free(made[i]);
        } else if (!p->dropped) {
            size_t own = p->body ? p->body : p->begin;
            buf_write(&out, s.text + p->head, p->head_length);
            buf_write(&out, s.text + own, p->end - own);
        }
    }
    buf_free(&e->text);
    e->text = out;
    if (s.ntables)
        declare_handed(&s, e);
    arena_free(a);
}

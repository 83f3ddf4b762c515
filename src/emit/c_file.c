/* c_file.c - the model as a program of its own: the text that libtcc gets, with comments and laid
 * out for people, then the tables that the run time gets, then main. It needs the installed headers
 * and library of kron (pkg-config --cflags --libs kron). */
#include "emit/tables_internal.h"
#include "rt/fmi/fmu.h"

#include <ctype.h>
#include <stdlib.h>

/* ---- Comments on the way ---- */

void put_heading(Emit *e, const char *title)
{
    if (!e->readable)
        return;
    buf_putc(&e->text, '\n');
    put_comment(&e->text, arena_printf(e->arena, "---- %s ----", title));
}

void put_origin(Code *c, int eq)
{
    if (!c->e->readable || eq <= 0 || c->e->d->eq.v[eq - 1].kind == EQ_ALGORITHM)
        return;
    Buf text = {0};
    dae_print_eq(c->e->d, eq - 1, &text);
    put_comment(&c->text, buf_text(&text));
    buf_free(&text);
}

bool text_mentions(const char *text, const char *word, size_t n)
{
    for (const char *at = text; *at; at++) {
        if (at[0] == '/' && at[1] == '*')
            at = strstr(at + 2, "*/") + 1;
        else if (!strncmp(at, word, n) && !is_letter(at[n]) && (at == text || !is_letter(at[-1])))
            return true;
    }
    return false;
}

/* ---- Names for numbers ---- */

void c_enumerators(NameTable *names, Arena *a, uint32_t n, const char *const *shown,
                   const char **out)
{
    Map first = {0};
    for (uint32_t i = 0; i < n; i++) {
        char *legal = arena_printf(a, "V_%s", shown[i]), *to = legal;
        for (const char *at = legal; *at; at++)
            if (isalnum((unsigned char)*at))
                *to++ = *at;
            else if (to == legal || to[-1] != '_')
                *to++ = '_';
        while (to[-1] == '_')
            to--;
        *to = 0;
        Name known = name_cstr(names, legal);
        bool taken = map_get(&first, known, 0);
        map_set(&first, a, known, 1);
        out[i] = taken ? arena_printf(a, "%s__%u", legal, i) : legal;
    }
}

void put_enumerators(Emit *e, const char *const *name, Buf *out)
{
    put(out,
        "\n/* ---- Numbers of the variables in v, p (previous values), d (directions) ---- */\n"
        "\nenum {\n");
    for (uint32_t i = 0; i < e->num->nv; i++)
        putf(out, "    %s = %u,\n", name[i], i);
    put(out, "};\n");
}

/* ---- The file ---- */

static void put_head(const KModel *model, bool fmu, Buf *out)
{
    put(out, "/* The model ");
    put_remark(out, model->name);
    put(out, ", written by kron translate.\n *\n");
    if (!fmu)
        put(out, " *     cc -std=c17 -O1 FILE.c -o PROGRAM $(pkg-config --cflags --libs kron)\n"
                 " *     ./PROGRAM --help\n *\n");
    put(out, " * The code computes the variables v[V_...] from each other in sorted order; the run "
             "time\n"
             " * calls it through k_entry, integrates, finds events, solves the systems of "
             "equations that\n"
             " * m->solve names. Comments show equations of the model in front of what was made of "
             "them;\n"
             " * in a loop, the first of those that it stands for. */\n"
             "#include <math.h>\n");
    put(out, fmu ? "#include <rt/fmi/fmu.h>\n" : "#include <rt/program.h>\n");
    put(out, "\n/* Functions have the same parameters whether they need them or not. */\n"
             "#pragma GCC diagnostic ignored \"-Wunused-parameter\"\n"
             "#pragma GCC diagnostic ignored \"-Wunused-variable\"\n"
             "#pragma GCC diagnostic ignored \"-Wunused-but-set-variable\"\n");
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void add_positions(Emit *e, KTexts *t)
{
    KPosition *list = ARENA_ARRAY(e->arena, KPosition, e->position.n + 1);
    const uint32_t *at = e->position.v;
    if (e->position.n)
        qsort(e->position.v, (size_t)e->position.n, sizeof *at, compare_numbers);
    for (int i = 0; i < e->position.n; i++)
        if (!i || at[i] != at[i - 1])
            list[t->npositions++] = (KPosition){(int)at[i], place_of(e->d, at[i])};
    t->position = list;
}

/* The tail of an FMU: what rt/fmi is given. */
static void put_fmu(const CFmu *fmu, const char *model, Buf *out)
{
    put(out, "\nstatic const KArray arrays[] = {");
    for (int i = 0; i < fmu->narrays; i++)
        putf(out, "{%d, %d}, ", fmu->array[i].first, fmu->array[i].n);
    put(out, "{0, 0}};\n");
    if (fmu->usertab)
        put(out, "int usertab(char *name, int kind, int *dim, int *by_columns, double **table);\n");
    putf(out, "const KFmu k_fmu = {&%s, k_entry, ", model);
    put_string(out, fmu->token);
    putf(out, ", %d, arrays, ", fmu->narrays);
    put_string(out, fmu->method);
    put(out, fmu->usertab ? ", usertab};\n" : ", 0};\n");
}

/* Resources are in folders of the FMU's own, by the names of their packages. */
static const KModel *with_own_resources(Emit *e, const KModel *given)
{
    KModel *model = arena_copy(e->arena, given, sizeof *given);
    KResource *list = ARENA_ARRAY(e->arena, KResource, model->nresources + 1);
    for (int i = 0; i < model->nresources; i++)
        list[i] = (KResource){model->resource[i].package, model->resource[i].package};
    model->resource = list;
    return model;
}

static void put_program(Emit *e, const CFmu *fmu, Buf *out)
{
    const KModel *model = emit_tables(e->d);
    if (fmu)
        model = with_own_resources(e, model);
    KTexts texts = {0};
    const char **name = ARENA_ARRAY(e->arena, const char *, e->num->nv + 1);
    tables_words(e->d, e->num, &texts);
    add_positions(e, &texts);
    c_enumerators(e->d->ctx->names, e->arena, e->num->nv, texts.name, name);
    put_head(model, fmu, out);
    put_enumerators(e, name, out);
    put(out, "\n/* ---- Constants and declarations ---- */\n\n");
    c_layout(buf_text(&e->protos), 0, NULL, out);
    c_layout(buf_text(&e->tables), 0, NULL, out);
    c_layout(buf_text(&e->text), e->num->nv, name, out);
    put(out, "/* ---- Texts for messages, then the model ---- */\n\n");
    tables_print(model, &texts, out);
    if (fmu)
        put_fmu(fmu, "model", out);
    else
        put(out, "\nint main(int argc, char **argv)\n{\n"
                 "    return k_main(argc, argv, &model, k_entry);\n}\n");
}

bool emit_c_file(Dae *d, const CFmu *fmu, Buf *out)
{
    Emit e = {.d = d, .rolls = true, .apart = true, .readable = true, .fmu = fmu != NULL};
    bool good = emit_parts(&e);
    if (good)
        put_program(&e, fmu, out);
    emit_free(&e);
    return good;
}

bool emit_c_bare(Dae *d, CBare *out)
{
    Emit e = {.d = d, .rolls = true, .apart = true, .fmu = true};
    bool good = emit_parts(&e);
    if (good) {
        KTexts texts = {0};
        out->tables = emit_tables(d);
        out->has_directions = strstr(buf_text(&e.entries), "code->jvp=") != NULL;
        tables_words(d, e.num, &texts);
        add_positions(&e, &texts);
        tables_image(d->ctx->names, with_own_resources(&e, out->tables), &texts, &out->image);
        share_functions(&e);
        take_cold(&e, &out->cold);
        put(&out->text, "#include <math.h>\n#include <rt/fmi/fmu.h>\n");
        buf_write(&out->text, buf_text(&e.protos), e.protos.n);
        buf_write(&out->text, buf_text(&e.tables), e.tables.n);
        buf_write(&out->text, buf_text(&e.text), e.text.n);
        put_image(&out->image, &out->text);
    }
    emit_free(&e);
    return good;
}

void put_bare_end(const CFmu *fmu, CBare *out)
{
    put_fmu(fmu, "k_tables", &out->text);
}

/* coff.c - an object that libtcc has made for Linux (ELF) as one for Windows (COFF), so that the
 * same machine code is in both binaries of an FMU.
 *
 * It passes arguments as Linux does: functions that it calls get the names of those in
 * rt/fmi/cold.c which do so too, and those that call it know (c_cold.c). Only what such objects
 * have is understood: code, data, functions that are called, displacements from the next
 * instruction; anything else is refused, and a compiler for Windows takes the text. Linear in the
 * object.
 *
 * Formats: System V ABI, AMD64 supplement; Microsoft, PE Format (objects). */
#include "emit/emit_internal.h"
#include "rt/fmi/fmu.h"

#include <elf.h>

enum {
    SECTION_HEADER = 40,
    FILE_HEADER = 20,
    RELOCATION = 10,
    MOST_SECTIONS = 16,
    MACHINE = 0x8664,
    CODE = 0x60000020,
    DATA = (int)0xC0000040,
    ALIGNED_16 = 0x00500000,
    MANY_RELOCATIONS = 0x01000000, /* their number is in the first of them */
    REL32 = 4,
    EXTERNAL = 2,
    STATIC = 3
};

typedef struct Object {
    const char *bytes;
    size_t n;
    const Elf64_Shdr *section;
    int nsections;
    const Elf64_Sym *symbol;
    uint32_t nsymbols;
    const char *names; /* of symbols, of nnames bytes; the last is 0 */
    size_t nnames;
    int number[MOST_SECTIONS]; /* of a section in the new file, from 1; 0: it is not there */
    const Elf64_Shdr *relocated[MOST_SECTIONS]; /* relocations of a section; NULL: none */
    uint32_t *called; /* [nsymbols] number in the new file of what is called; 0: not yet */
    Buf symbols, strings;
    uint32_t nmade; /* symbols */
} Object;

static void put16(Buf *b, uint32_t x)
{
    buf_putc(b, (char)x);
    buf_putc(b, (char)(x >> 8));
}

static void put32(Buf *b, uint32_t x)
{
    put16(b, x & 0xFFFF);
    put16(b, x >> 16);
}

/* ---- The ELF object ---- */

static bool lies_inside(const Object *o, const Elf64_Shdr *s)
{
    bool is_table = s->sh_type == SHT_SYMTAB || s->sh_type == SHT_RELA;
    return s->sh_type == SHT_NOBITS || (s->sh_offset <= o->n && s->sh_size <= o->n - s->sh_offset &&
                                        !(is_table && s->sh_offset % sizeof(uint64_t)));
}

static bool find_sections(Object *o)
{
    const Elf64_Ehdr *head = (const void *)o->bytes;
    if (o->n < sizeof *head || memcmp(o->bytes, ELFMAG, SELFMAG) != 0 ||
        head->e_machine != EM_X86_64 || head->e_shnum > MOST_SECTIONS ||
        head->e_shoff % sizeof(uint64_t) || head->e_shoff > o->n ||
        head->e_shnum * sizeof(Elf64_Shdr) > o->n - head->e_shoff)
        return false;
    o->section = (const void *)(o->bytes + head->e_shoff);
    o->nsections = head->e_shnum;
    return true;
}

static bool find_symbols(Object *o, const Elf64_Shdr *s)
{
    const Elf64_Shdr *names = o->section + s->sh_link;
    if (o->symbol || s->sh_link >= (uint32_t)o->nsections || !lies_inside(o, names) ||
        !names->sh_size)
        return false;
    o->symbol = (const void *)(o->bytes + s->sh_offset);
    o->nsymbols = (uint32_t)(s->sh_size / sizeof *o->symbol);
    o->names = o->bytes + names->sh_offset;
    o->nnames = names->sh_size;
    return !o->names[o->nnames - 1];
}

static bool read_object(Object *o)
{
    int n = 0;
    if (!find_sections(o))
        return false;
    for (int i = 0; i < o->nsections; i++) {
        const Elf64_Shdr *s = o->section + i;
        if (!lies_inside(o, s) || (s->sh_type == SHT_NOBITS && s->sh_size) || s->sh_addralign > 16)
            return false;
        if (s->sh_type == SHT_PROGBITS && (s->sh_flags & SHF_ALLOC) && s->sh_size)
            o->number[i] = ++n;
        if (s->sh_type == SHT_SYMTAB && !find_symbols(o, s))
            return false;
        if (s->sh_type == SHT_REL)
            return false;
        if (s->sh_type == SHT_RELA) {
            if (s->sh_info >= (uint32_t)o->nsections || o->relocated[s->sh_info])
                return false;
            o->relocated[s->sh_info] = s;
        }
    }
    return n && o->symbol;
}

/* Functions as libtcc begins them: push rbp; mov rbp, rsp; sub rsp, frame. */
static bool has_small_frame(const Object *o, const Elf64_Sym *s)
{
    static const unsigned char begin[] = {0x55, 0x48, 0x89, 0xE5, 0x48, 0x81, 0xEC};
    const Elf64_Shdr *in = o->section + s->st_shndx;
    uint32_t frame;
    if (s->st_value > in->sh_size || in->sh_size - s->st_value < sizeof begin + sizeof frame)
        return false;
    const char *code = o->bytes + in->sh_offset + s->st_value;
    memcpy(&frame, code + sizeof begin, sizeof frame);
    return !memcmp(code, begin, sizeof begin) && frame <= K_COLD_ROOM;
}

/* ---- The COFF object ---- */

static uint32_t add_symbol(Object *o, const char *name, uint32_t value, int section, int class)
{
    put32(&o->symbols, 0);
    put32(&o->symbols, (uint32_t)o->strings.n + 4);
    buf_puts(&o->strings, name);
    buf_putc(&o->strings, 0);
    put32(&o->symbols, value);
    put16(&o->symbols, (uint32_t)section);
    put16(&o->symbols, class == EXTERNAL ? 0x20 : 0); /* a function */
    buf_putc(&o->symbols, (char)class);
    buf_putc(&o->symbols, 0);
    return o->nmade++;
}

/* The symbols of sections come first: that of section i is i - 1. */
static bool add_symbols(Object *o)
{
    for (int i = 0; i < o->nsections; i++)
        if (o->number[i])
            add_symbol(o, o->section[i].sh_flags & SHF_EXECINSTR ? ".text" : ".data", 0,
                       o->number[i], STATIC);
    for (uint32_t i = 1; i < o->nsymbols; i++) {
        const Elf64_Sym *s = o->symbol + i;
        bool here = s->st_shndx && s->st_shndx < o->nsections && o->number[s->st_shndx];
        if (s->st_name >= o->nnames)
            return false;
        if (here && ELF64_ST_TYPE(s->st_info) == STT_FUNC && !has_small_frame(o, s))
            return false;
        if (here && ELF64_ST_BIND(s->st_info) == STB_GLOBAL)
            add_symbol(o, o->names + s->st_name, (uint32_t)s->st_value, o->number[s->st_shndx],
                       EXTERNAL);
    }
    return true;
}

static bool is_known(const char *name)
{
#define X(result, known, parameters, arguments) #known "\0"
    static const char all[] =
#include "rt/fmi/cold.def"
        "";
#undef X
    for (const char *at = all; *at; at += strlen(at) + 1)
        if (!strcmp(at, name))
            return true;
    return false;
}

/* What symbol `s`, which is not here, is called in the new file. */
static bool find_called(Object *o, uint32_t s, uint32_t *number)
{
    const char *name = o->names + o->symbol[s].st_name;
    if (!o->called[s]) {
        if (!is_known(name))
            return false;
        Buf b = {0};
        buf_printf(&b, "k_cold_call_%s", name);
        o->called[s] = add_symbol(o, buf_text(&b), 0, 0, EXTERNAL);
        buf_free(&b);
    }
    *number = o->called[s];
    return true;
}

/* The content of a section, and behind it what is to be relocated. The displacement is counted from
 * the end of its own four bytes in COFF, from their beginning in ELF, and what is added to it
 * stands in them. */
static bool put_section(Object *o, int i, Buf *out, uint32_t *nrelocations)
{
    const Elf64_Shdr *s = o->section + i, *r = o->relocated[i];
    const Elf64_Rela *rela = r ? (const void *)(o->bytes + r->sh_offset) : NULL;
    size_t at = out->n, n = r ? r->sh_size / sizeof *rela : 0;
    buf_write(out, o->bytes + s->sh_offset, s->sh_size);
    *nrelocations = (uint32_t)n;
    if (n >= 0xFFFF) {
        put32(out, (uint32_t)n + 1);
        put32(out, 0);
        put16(out, 0);
    }
    for (size_t k = 0; k < n; k++) {
        uint64_t type = ELF64_R_TYPE(rela[k].r_info), number = ELF64_R_SYM(rela[k].r_info);
        if ((type != R_X86_64_PC32 && type != R_X86_64_PLT32) || number >= o->nsymbols ||
            s->sh_size < 4 || rela[k].r_offset > s->sh_size - 4)
            return false;
        const Elf64_Sym *to = o->symbol + number;
        uint32_t added = (uint32_t)(rela[k].r_addend + 4), symbol;
        if (to->st_shndx && to->st_shndx < o->nsections && o->number[to->st_shndx]) {
            symbol = (uint32_t)o->number[to->st_shndx] - 1;
            added += (uint32_t)to->st_value;
        } else if (to->st_shndx || !find_called(o, (uint32_t)number, &symbol)) {
            return false;
        }
        memcpy(out->s + at + rela[k].r_offset, &added, sizeof added);
        put32(out, (uint32_t)rela[k].r_offset);
        put32(out, symbol);
        put16(out, REL32);
    }
    return true;
}

/* Headers of the file and of the sections, whose contents begin behind them. */
static void put_headers(const Object *o, const uint32_t *nrelocations, size_t body, Buf *out)
{
    int n = 0;
    for (int i = 0; i < o->nsections; i++)
        n += o->number[i] > 0;
    uint32_t at = FILE_HEADER + SECTION_HEADER * (uint32_t)n;
    put16(out, MACHINE);
    put16(out, (uint32_t)n);
    put32(out, 0);
    put32(out, at + (uint32_t)body);
    put32(out, o->nmade);
    put32(out, 0);
    for (int i = 0; i < o->nsections; i++) {
        if (!o->number[i])
            continue;
        const Elf64_Shdr *s = o->section + i;
        bool code = s->sh_flags & SHF_EXECINSTR, many = nrelocations[i] >= 0xFFFF;
        buf_write(out, code ? ".text\0\0" : ".data\0\0", 8);
        put32(out, 0);
        put32(out, 0);
        put32(out, (uint32_t)s->sh_size);
        put32(out, at);
        at += (uint32_t)s->sh_size;
        put32(out, nrelocations[i] ? at : 0);
        put32(out, 0);
        put16(out, many ? 0xFFFF : nrelocations[i]);
        put16(out, 0);
        put32(out, (code ? CODE : (uint32_t)DATA) | ALIGNED_16 | (many ? MANY_RELOCATIONS : 0));
        at += RELOCATION * (nrelocations[i] + many);
    }
}

bool coff_from_elf(const char *bytes, size_t n, Buf *out)
{
    Object o = {.bytes = bytes, .n = n};
    Buf body = {0};
    uint32_t nrelocations[MOST_SECTIONS] = {0};
    Arena *a = arena_new();
    bool good = read_object(&o) && add_symbols(&o);
    if (good)
        o.called = ARENA_ARRAY(a, uint32_t, o.nsymbols);
    for (int i = 0; i < o.nsections && good; i++)
        good = !o.number[i] || put_section(&o, i, &body, &nrelocations[i]);
    if (good) {
        put_headers(&o, nrelocations, body.n, out);
        buf_write(out, body.s, body.n);
        buf_write(out, o.symbols.s, o.symbols.n);
        put32(out, (uint32_t)o.strings.n + 4);
        buf_write(out, o.strings.s, o.strings.n);
    }
    buf_free(&body);
    buf_free(&o.symbols);
    buf_free(&o.strings);
    arena_free(a);
    return good;
}

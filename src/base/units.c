/* units.c - units of measure.
 *
 *     unit        = numerator ["/" denominator]
 *     numerator   = "1" | factors | "(" unit ")"
 *     denominator = factor | "(" unit ")"
 *     factors     = factor {"." factor}
 *     factor      = [prefix] symbol [["+"|"-"] (digits | "(" digits "/" digits ")")]
 *
 * A symbol is looked for as it stands first, then behind a prefix: T is tesla, TW terawatt. */
#include "base/units.h"

#include <math.h>
#include <string.h>

const Unit unit_one = {.factor = 1};

typedef struct Symbol {
    const char *name;
    int8_t power[UNIT_BASES]; /* m, kg, s, A, K, mol, cd */
    bool derived;             /* a name for results: at most one of a dimension */
    double factor, offset;
} Symbol;

/* kg is in the table by its gram. */
static const Symbol symbols[] = {
    {"m", {1}, true, 1, 0},
    {"g", {0, 1}, false, 1e-3, 0},
    {"s", {0, 0, 1}, true, 1, 0},
    {"A", {0, 0, 0, 1}, true, 1, 0},
    {"K", {0, 0, 0, 0, 1}, true, 1, 0},
    {"mol", {0, 0, 0, 0, 0, 1}, true, 1, 0},
    {"cd", {0, 0, 0, 0, 0, 0, 1}, true, 1, 0},
    {"rad", {0}, false, 1, 0},
    {"sr", {0}, false, 1, 0},
    {"Hz", {0, 0, -1}, false, 1, 0},
    {"N", {1, 1, -2}, true, 1, 0},
    {"Pa", {-1, 1, -2}, true, 1, 0},
    {"J", {2, 1, -2}, true, 1, 0},
    {"W", {2, 1, -3}, true, 1, 0},
    {"C", {0, 0, 1, 1}, true, 1, 0},
    {"V", {2, 1, -3, -1}, true, 1, 0},
    {"F", {-2, -1, 4, 2}, true, 1, 0},
    {"Ohm", {2, 1, -3, -2}, true, 1, 0},
    {"S", {-2, -1, 3, 2}, true, 1, 0},
    {"Wb", {2, 1, -2, -1}, true, 1, 0},
    {"T", {0, 1, -2, -1}, true, 1, 0},
    {"H", {2, 1, -2, -2}, true, 1, 0},
    {"lm", {0, 0, 0, 0, 0, 0, 1}, false, 1, 0},
    {"lx", {-2, 0, 0, 0, 0, 0, 1}, false, 1, 0},
    {"Bq", {0, 0, -1}, false, 1, 0},
    {"Gy", {2, 0, -2}, false, 1, 0},
    {"Sv", {2, 0, -2}, false, 1, 0},
    {"kat", {0, 0, -1, 0, 0, 1}, false, 1, 0},
    {"min", {0, 0, 1}, false, 60, 0},
    {"h", {0, 0, 1}, false, 3600, 0},
    {"d", {0, 0, 1}, false, 86400, 0},
    {"l", {3}, false, 1e-3, 0},
    {"L", {3}, false, 1e-3, 0},
    {"t", {0, 1}, false, 1000, 0},
    {"eV", {2, 1, -2}, false, 1.602176634e-19, 0},
    {"debye", {1, 0, 1, 1}, false, 1e-21 / 299792458, 0},
    {"deg", {0}, false, 3.14159265358979323846 / 180, 0},
    {"degC", {0, 0, 0, 0, 1}, false, 1, 273.15},
    {"degF", {0, 0, 0, 0, 1}, false, 5.0 / 9, 459.67 * 5 / 9},
    {"degRk", {0, 0, 0, 0, 1}, false, 5.0 / 9, 0},
    {"bar", {-1, 1, -2}, false, 1e5, 0},
    {"atm", {-1, 1, -2}, false, 101325, 0},
    {"mmHg", {-1, 1, -2}, false, 133.322387415, 0},
    {"Wh", {2, 1, -2}, false, 3600, 0},
    {"Ah", {0, 0, 1, 1}, false, 3600, 0},
    {"ha", {2}, false, 1e4, 0},
    {"rev", {0}, false, 2 * 3.14159265358979323846, 0},
    {"rpm", {0, 0, -1}, false, 3.14159265358979323846 / 30, 0},
    {"var", {2, 1, -3}, false, 1, 0},
    {"VA", {2, 1, -3}, false, 1, 0},
    {"dB", {0}, false, 0.11512925464970229, 0},
    {"Np", {0}, false, 1, 0},
    {"kn", {1, 0, -1}, false, 1852.0 / 3600, 0},
};
enum { NSYMBOLS = sizeof symbols / sizeof *symbols };

typedef struct Prefix {
    const char *name;
    double factor;
} Prefix;

static const Prefix prefixes[] = {
    {"da", 1e1},  {"Q", 1e30},  {"R", 1e27},  {"Y", 1e24},  {"Z", 1e21},  {"E", 1e18},
    {"P", 1e15},  {"T", 1e12},  {"G", 1e9},   {"M", 1e6},   {"k", 1e3},   {"h", 1e2},
    {"d", 1e-1},  {"c", 1e-2},  {"m", 1e-3},  {"u", 1e-6},  {"n", 1e-9},  {"p", 1e-12},
    {"f", 1e-15}, {"a", 1e-18}, {"z", 1e-21}, {"y", 1e-24}, {"r", 1e-27}, {"q", 1e-30}};
enum { NPREFIXES = sizeof prefixes / sizeof *prefixes };

/* ---- Reading ---- */

typedef struct Reader {
    const char *at;
    const char *why; /* NULL: all is well so far */
    int depth;
} Reader;

static const Symbol *symbol_called(const char *name, size_t n)
{
    for (int i = 0; i < NSYMBOLS; i++)
        if (strlen(symbols[i].name) == n && !memcmp(symbols[i].name, name, n))
            return &symbols[i];
    return NULL;
}

static bool take(Reader *r, char c)
{
    if (r->why || *r->at != c)
        return false;
    r->at++;
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '%' || c == '\'';
}

static int read_digits(Reader *r)
{
    int n = 0;
    if (!is_digit(*r->at))
        r->why = "an exponent is a number, or a fraction in parentheses";
    while (is_digit(*r->at) && n < 1000)
        n = 10 * n + (*r->at++ - '0');
    return n;
}

/* Exponents up to here are exact in Unit.power. */
enum { MOST_POWER = 100 };

static void read_exponent(Reader *r, int *n, int *d)
{
    bool negative = take(r, '-');
    *n = *d = 1;
    if (!negative && !take(r, '+') && !is_digit(*r->at) && !(*r->at == '(' && is_digit(r->at[1])))
        return;
    if (take(r, '(')) {
        *n = read_digits(r);
        if (!take(r, '/'))
            r->why = "a fraction as exponent is written (1/2)";
        *d = r->why ? 1 : read_digits(r);
        if (!r->why && !take(r, ')'))
            r->why = "a `)` is missing";
    } else {
        *n = read_digits(r);
    }
    if (*n > MOST_POWER || *d < 1 || *d > UNIT_PART)
        r->why = "the exponent is too large";
    *n = negative ? -*n : *n;
}

static void multiply(Reader *r, Unit *u, const Unit *by, int n, int d)
{
    if (!r->why && !unit_multiply(u, by, n, d, u))
        r->why = "the exponent is too large";
}

static Unit symbol_unit(const Symbol *s)
{
    Unit u = {.factor = s->factor, .offset = s->offset};
    for (int i = 0; i < UNIT_BASES; i++)
        u.power[i] = (int16_t)(UNIT_PART * s->power[i]);
    return u;
}

/* What is wrong with a symbol that is none; common ones with their right form. */
static const char *other_word(const char *begin, size_t n)
{
    static const char *const words[][2] = {
        {"sec", "it contains `sec`; seconds are `s`"},
        {"secs", "it contains `secs`; seconds are `s`"},
        {"hr", "it contains `hr`; hours are `h`"},
        {"hour", "it contains `hour`; hours are `h`"},
        {"ohm", "it contains `ohm`; it is written `Ohm`"},
        {"celsius", "it contains `celsius`; it is written `degC`"},
        {"kelvin", "it contains `kelvin`; it is written `K`"},
        {"volt", "it contains `volt`; it is written `V`"},
        {"newton", "it contains `newton`; it is written `N`"},
        {"meter", "it contains `meter`; it is written `m`"},
        {"degree", "it contains `degree`; degrees are `deg`"},
        {"degrees", "it contains `degrees`; degrees are `deg`"},
        {"RPM", "it contains `RPM`; it is written `rpm` or `rev/min`"},
        {"mph", "it contains `mph`, which is no unit of the SI: 0.44704 m/s"},
        {"inch", "it contains `inch`, which is no unit of the SI: 0.0254 m"},
        {"psi", "it contains `psi`, which is no unit of the SI: 6894.757 Pa"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i][0]) == n && !memcmp(words[i][0], begin, n))
            return words[i][1];
    return "it contains a symbol that is no unit";
}

/* A symbol, perhaps behind a prefix. */
static void read_symbol(Reader *r, Unit *out)
{
    const char *begin = r->at;
    while (is_letter(*r->at))
        r->at++;
    size_t n = (size_t)(r->at - begin);
    const Symbol *s = symbol_called(begin, n);
    double factor = 1;
    for (int i = 0; i < NPREFIXES && !s; i++) {
        size_t length = strlen(prefixes[i].name);
        if (n > length && !memcmp(begin, prefixes[i].name, length)) {
            s = symbol_called(begin + length, n - length);
            factor = prefixes[i].factor;
        }
    }
    if (!s) {
        r->why = n ? other_word(begin, n) : "a unit is missing in it";
        return;
    }
    *out = symbol_unit(s);
    out->factor *= factor;
}

static Unit read_factor(Reader *r)
{
    Unit u = unit_one, of = unit_one;
    int n = 1, d = 1;
    read_symbol(r, &of);
    if (!r->why)
        read_exponent(r, &n, &d);
    if (n == 1 && d == 1)
        return of; /* with its offset */
    multiply(r, &u, &of, n, d);
    return u;
}

static Unit read_unit(Reader *r);

static Unit read_parentheses(Reader *r)
{
    Unit u = unit_one;
    if (++r->depth > 50)
        r->why = "its parentheses are too deep";
    else
        u = read_unit(r);
    if (!r->why && !take(r, ')'))
        r->why = "a `)` is missing";
    return u;
}

static Unit read_numerator(Reader *r)
{
    if (take(r, '('))
        return read_parentheses(r);
    if (*r->at == '1' && (r->at[1] == 0 || r->at[1] == '/' || r->at[1] == ')') && take(r, '1'))
        return unit_one;
    Unit u = read_factor(r);
    while (take(r, '.')) {
        Unit next = read_factor(r);
        multiply(r, &u, &next, 1, 1);
    }
    return u;
}

static Unit read_unit(Reader *r)
{
    Unit u = read_numerator(r);
    if (take(r, '/')) {
        Unit by = take(r, '(') ? read_parentheses(r) : read_factor(r);
        multiply(r, &u, &by, -1, 1);
        if (*r->at == '/' || *r->at == '.')
            r->why = "what is divided by stands in parentheses if it is more than one unit: "
                     "J/(kg.K)";
    }
    return u;
}

const char *unit_read(const char *text, Unit *out)
{
    Reader r = {.at = text};
    *out = read_unit(&r);
    if (!r.why && *r.at)
        r.why = *r.at == '*'   ? "units are multiplied by a point: N.m"
                : *r.at == '^' ? "an exponent follows without a sign: m2"
                : *r.at == ' ' ? "it contains a blank"
                               : "it goes on where a unit would end";
    return r.why;
}

/* ---- Arithmetic ---- */

bool unit_multiply(const Unit *a, const Unit *b, int n, int d, Unit *out)
{
    Unit u = {.factor = a->factor * pow(b->factor, (double)n / d)};
    for (int i = 0; i < UNIT_BASES; i++) {
        int p = b->power[i] * n, sum = a->power[i] + p / d;
        if (p % d || sum > INT16_MAX || sum < -INT16_MAX)
            return false;
        u.power[i] = (int16_t)sum;
    }
    *out = u;
    return isfinite(u.factor) && u.factor > 0;
}

bool unit_same_dimension(const Unit *a, const Unit *b)
{
    return !memcmp(a->power, b->power, sizeof a->power);
}

bool unit_same(const Unit *a, const Unit *b)
{
    return unit_same_dimension(a, b) && fabs(a->factor - b->factor) <= 1e-9 * fabs(a->factor) &&
           a->offset == b->offset;
}

bool unit_convert(const char *from, const char *to, double *x)
{
    Unit a, b;
    if (unit_read(from, &a) || unit_read(to, &b) || !unit_same_dimension(&a, &b))
        return false;
    if (!unit_same(&a, &b))
        *x = (*x * a.factor + a.offset - b.offset) / b.factor;
    return true;
}

/* ---- Text ---- */

static void print_power(Buf *out, const char *name, int power)
{
    if (out->n && out->s[out->n - 1] != '/' && out->s[out->n - 1] != '(')
        buf_putc(out, '.');
    buf_puts(out, name);
    int part = UNIT_PART, common = power; /* their greatest common divisor */
    for (int rest = part; rest;) {
        int next = common % rest;
        common = rest;
        rest = next;
    }
    if (power % UNIT_PART)
        buf_printf(out, "(%d/%d)", power / common, part / common);
    else if (power != UNIT_PART)
        buf_printf(out, "%d", power / UNIT_PART);
}

/* Base units, beside a name above or below the fraction bar; "": none. */
static void print_bases(const Unit *u, const char *above, const char *under, Buf *out)
{
    static const char *const base[UNIT_BASES] = {"m", "kg", "s", "A", "K", "mol", "cd"};
    static const int order[UNIT_BASES] = {1, 0, 2, 3, 4, 5, 6}; /* kg.m */
    int below = *under != 0;
    Buf text = {0};
    buf_puts(&text, above);
    for (int k = 0; k < UNIT_BASES; k++) {
        if (u->power[order[k]] > 0)
            print_power(&text, base[order[k]], u->power[order[k]]);
        below += u->power[order[k]] < 0;
    }
    if (!text.n)
        buf_putc(&text, '1');
    if (below)
        buf_printf(&text, "%s%s", below > 1 ? "/(" : "/", under);
    for (int k = 0; k < UNIT_BASES; k++)
        if (u->power[order[k]] < 0)
            print_power(&text, base[order[k]], -u->power[order[k]]);
    buf_puts(out, buf_text(&text));
    buf_puts(out, below > 1 ? ")" : "");
    buf_free(&text);
}

/* kW: a derived unit behind a prefix; false: it is none. */
static bool print_prefixed(const Unit *u, Buf *out)
{
    for (int i = 0; i < NSYMBOLS; i++) {
        Unit s = symbol_unit(&symbols[i]);
        for (int k = 0; k < NPREFIXES && symbols[i].derived && s.factor == 1 && s.offset == 0;
             k++) {
            s.factor = prefixes[k].factor;
            if (unit_same(u, &s)) {
                buf_printf(out, "%s%s", prefixes[k].name, symbols[i].name);
                return true;
            }
            s.factor = 1;
        }
    }
    return false;
}

static bool has_roots(const Unit *u)
{
    bool found = false;
    for (int i = 0; i < UNIT_BASES; i++)
        found = found || u->power[i] % UNIT_PART;
    return found;
}

/* V(3/2): a half power of a derived unit; false: it is none. */
static bool print_root(const Unit *u, const char *const *names, size_t n, Buf *out)
{
    for (size_t i = 0; i < n; i++)
        for (int p = -3; p <= 3; p += 2) {
            Unit name, w;
            if (unit_read(names[i], &name) || !unit_multiply(&unit_one, &name, p, 2, &w) ||
                !unit_same(u, &w))
                continue;
            buf_printf(out, "%s%s(%d/2)", p < 0 ? "1/" : "", names[i], p < 0 ? -p : p);
            return true;
        }
    return false;
}

/* W/K, Pa.s, J/(K.mol): by a derived unit, where that is shorter than by kg; false: it is not. */
static bool print_derived(const Unit *u, Buf *out)
{
    static const char *const names[] = {"J", "W", "N", "Pa", "V", "Ohm", "F", "H", "T"};
    enum { KILOGRAM = 1, SECOND = 2 };
    if (has_roots(u))
        return print_root(u, names, sizeof names / sizeof *names, out);
    Buf best = {0};
    print_bases(u, "", "", &best);
    size_t plain = (size_t)best.n;
    for (size_t i = 0; i < 2 * (sizeof names / sizeof *names) && u->power[KILOGRAM]; i++) {
        const char *name = names[i / 2];
        Unit n, rest;
        Buf text = {0};
        if (unit_read(name, &n) || !unit_multiply(u, &n, i % 2 ? 1 : -1, 1, &rest) ||
            (*name == 'J' && rest.power[SECOND]) ||
            (*name == 'W' && rest.power[SECOND] > 0)) /* N.m.s, not J.s */
            continue;
        print_bases(&rest, i % 2 ? "" : name, i % 2 ? name : "", &text);
        if (text.n < best.n) {
            best.n = 0;
            buf_puts(&best, buf_text(&text));
        }
        buf_free(&text);
    }
    bool shorter = (size_t)best.n < plain;
    if (shorter)
        buf_puts(out, buf_text(&best));
    buf_free(&best);
    return shorter;
}

void unit_print(const Unit *u, Buf *out)
{
    for (int i = 0; i < NSYMBOLS; i++) {
        Unit s = symbol_unit(&symbols[i]);
        if ((symbols[i].derived || s.factor != 1 || s.offset != 0) && unit_same(u, &s)) {
            buf_puts(out, symbols[i].name);
            return;
        }
    }
    if (print_prefixed(u, out))
        return;
    if (fabs(u->factor - 1) > 1e-9)
        buf_printf(out, "%.6g ", u->factor);
    if (!print_derived(u, out))
        print_bases(u, "", "", out);
}

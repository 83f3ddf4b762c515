/* report_svg.c - the incidence matrix as a picture: as the equations stand, and sorted into blocks.
 *
 * Entries an unknown is solved by are dark, tearing variables orange, blocks of more than one
 * equation outlined; a line below says so. Rows and columns of small systems are labelled, names of
 * others are shown by pointing at an entry. Systems of more than 400 equations
 * are drawn as a grid of cells, darker where there are more entries. Linear in the number of
 * entries. */
#include "dae/problem.h"
#include "dae/report.h"

enum {
    EXACT_LIMIT = 400,
    LABELLED = 50,
    GRID = 200,
    SIDE = 600,
    MARGIN = 30,
    GAP = 40,
    LEGEND = 30,
    ROW_ROOM = 230, /* for labels */
    COLUMN_ROOM = 120
};

typedef struct Picture {
    Problem p;
    Buf *out;
    int *row_at, *col_at; /* [n] position in the panel being drawn */
    int *row_sorted, *col_sorted;
    int *row_of_col; /* the row that is solved for a column */
    bool *torn;      /* [ncols] */
    double cell;
    int left, top;
} Picture;

/* Where the rows and columns are in the order of evaluation. */
static void read_blocks(Picture *w)
{
    Problem *p = &w->p;
    Dae *d = p->d;
    int *first_row = ARENA_ARRAY(p->a, int, d->eq.n + 1), at = 0;
    for (int r = p->row.n - 1; r >= 0; r--)
        first_row[p->row.v[r].eq] = r;
    const System *s = dae_system(d, SYSTEM_SIMULATION);
    for (int i = 0; i < s->nblocks; i++) {
        const Block *b = s->block[i];
        int k = 0;
        for (int e = 0; e < b->neq; e++)
            for (int r = first_row[b->eq[e]]; r < p->row.n && p->row.v[r].eq == b->eq[e];
                 r++, k++) {
                int col = problem_col(p, b->var[k]);
                w->row_sorted[r] = w->col_sorted[col] = at + k;
                w->row_of_col[col] = r;
            }
        for (int t = 0; t < b->core->ntorn; t++)
            w->torn[problem_col(p, b->core->torn[t])] = true;
        at += b->n;
    }
}

static void put_names(Picture *w, int r, int c)
{
    Buf text = {0};
    dae_print_eq(w->p.d, w->p.row.v[r].eq, &text);
    buf_puts(&text, "\n");
    dae_var_name(w->p.d, w->p.col.v[c], &text);
    buf_puts(w->out, "<title>");
    buf_xml(w->out, buf_text(&text));
    buf_puts(w->out, "</title>");
    buf_free(&text);
}

/* A square of so many cells at a column and row. */
static void put_square(Picture *w, int col, int row, double cell, double cells)
{
    buf_printf(w->out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"",
               w->left + col * cell, w->top + row * cell, cells * cell, cells * cell);
}

static void draw_entries(Picture *w)
{
    const Pattern *m = &w->p.p;
    for (int r = 0; r < m->nrows; r++)
        for (int e = m->ptr[r]; e < m->ptr[r + 1]; e++) {
            int c = m->col[e];
            const char *color = w->torn[c]              ? "#e07b00"
                                : w->row_of_col[c] == r ? "#1a3a6b"
                                                        : "#8fa8cc";
            put_square(w, w->col_at[c], w->row_at[r], w->cell, 0.92);
            buf_printf(w->out, " fill=\"%s\">", color);
            put_names(w, r, c);
            buf_puts(w->out, "</rect>\n");
        }
}

static void draw_density(Picture *w)
{
    const Pattern *m = &w->p.p;
    int n = m->nrows, most = 1;
    int *count = ARENA_ARRAY(w->p.a, int, GRID *GRID);
    for (int r = 0; r < n; r++)
        for (int e = m->ptr[r]; e < m->ptr[r + 1]; e++) {
            int64_t y = (int64_t)w->row_at[r] * GRID / n,
                    x = (int64_t)w->col_at[m->col[e]] * GRID / n;
            int *cell = &count[y * GRID + x];
            most = ++*cell > most ? *cell : most;
        }
    double size = (double)SIDE / GRID;
    for (int i = 0; i < GRID * GRID; i++)
        if (count[i]) {
            put_square(w, i % GRID, i / GRID, size, 1);
            buf_printf(w->out,
                       " fill=\"#1a3a6b\" fill-opacity=\"%.2f\"><title>%d entries</title></rect>\n",
                       0.25 + 0.75 * count[i] / most, count[i]);
        }
}

static void draw_blocks(Picture *w)
{
    int at = 0;
    const System *s = dae_system(w->p.d, SYSTEM_SIMULATION);
    for (int i = 0; i < s->nblocks; i++) {
        const Block *b = s->block[i];
        if (b->n > 1) {
            put_square(w, at, at, w->cell, b->n);
            buf_printf(w->out,
                       " fill=\"none\" stroke=\"#c0392b\"><title>%s, %d equations, %d iterated"
                       "</title></rect>\n",
                       block_kind_name[b->kind], b->n, b->core->ntorn);
        }
        at += b->n;
    }
}

/* A text of at most so many characters. */
static void put_shortened(Buf *out, const char *text, int most)
{
    int n = 0;
    const char *end = text;
    for (; *end && n < most; end++)
        n += (end[1] & 0xC0) != 0x80;
    Buf part = {0};
    buf_write(&part, text, (size_t)(end - text));
    buf_puts(&part, *end ? "\u2026" : "");
    buf_xml(out, buf_text(&part));
    buf_free(&part);
}

/* The equations to the left of their rows, the unknowns above their columns. */
static void draw_labels(Picture *w)
{
    double size = w->cell < 12 ? w->cell : 12;
    int most = (int)(ROW_ROOM / (0.58 * size));
    for (int i = 0; i < w->p.row.n; i++) {
        Buf text = {0};
        dae_print_eq(w->p.d, w->p.row.v[i].eq, &text);
        buf_printf(w->out,
                   "<text class=\"row\" text-anchor=\"end\" font-size=\"%.1f\" x=\"%d\" "
                   "y=\"%.2f\">",
                   size, w->left - 6, w->top + (w->row_at[i] + 0.5) * w->cell + 0.35 * size);
        put_shortened(w->out, buf_text(&text), most);
        buf_puts(w->out, "</text>\n");
        buf_clear(&text);
        dae_var_name(w->p.d, w->p.col.v[i], &text);
        double x = w->left + (w->col_at[i] + 0.5) * w->cell + 0.35 * size, y = w->top - 6;
        buf_printf(w->out,
                   "<text class=\"column\" font-size=\"%.1f\" x=\"%.2f\" y=\"%.2f\" "
                   "transform=\"rotate(-90 %.2f %.2f)\">",
                   size, x, y, x, y);
        put_shortened(w->out, buf_text(&text), (int)(COLUMN_ROOM / (0.62 * size)));
        buf_puts(w->out, "</text>\n");
        buf_free(&text);
    }
}

static void draw_panel(Picture *w, int left, const char *caption)
{
    w->left = left;
    buf_printf(w->out, "<text x=\"%d\" y=\"%d\">%s</text>\n", left, MARGIN - 10, caption);
    buf_printf(
        w->out,
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"white\" stroke=\"#999\"/>\n",
        left, w->top, SIDE, SIDE);
    if (w->p.row.n > EXACT_LIMIT)
        draw_density(w);
    else
        draw_entries(w);
    if (w->p.row.n <= LABELLED)
        draw_labels(w);
}

/* What the colours mean. */
static void draw_legend(Picture *w, int left, int y)
{
    static const struct {
        const char *style, *text;
        int width;
    } item[] = {
        {"fill=\"#1a3a6b\"", "gives this unknown", 160},
        {"fill=\"#8fa8cc\"", "contains it", 110},
        {"fill=\"#e07b00\"", "is iterated (torn)", 150},
        {"fill=\"none\" stroke=\"#c0392b\"", "solved together", 140},
        {"fill=\"#1a3a6b\" fill-opacity=\"0.5\"", "several entries: the darker, the more", 280}};
    bool dense = w->p.row.n > EXACT_LIMIT;
    for (int i = 0; i < 5; i++) {
        if (dense != (i == 4) && i != 3)
            continue;
        buf_printf(w->out,
                   "<rect x=\"%d\" y=\"%d\" width=\"11\" height=\"11\" %s/>\n"
                   "<text class=\"legend\" x=\"%d\" y=\"%d\">%s</text>\n",
                   left, y - 10, item[i].style, left + 17, y, item[i].text);
        left += item[i].width;
    }
}

void report_svg(Dae *d, Buf *out)
{
    Arena *a = arena_new();
    Picture w = {.out = out};
    problem_of_simulation(&w.p, d, a);
    int n = w.p.row.n;
    w.row_sorted = ARENA_ARRAY(a, int, n + 1);
    w.col_sorted = ARENA_ARRAY(a, int, n + 1);
    w.row_of_col = ARENA_ARRAY(a, int, n + 1);
    w.torn = ARENA_ARRAY(a, bool, n + 1);
    w.cell = (double)SIDE / (n ? n : 1);
    read_blocks(&w);
    bool labelled = n <= LABELLED;
    int side = labelled ? ROW_ROOM : 0;
    w.top = MARGIN + (labelled ? COLUMN_ROOM : 0);
    int width = 2 * (SIDE + side) + GAP + 2 * MARGIN, height = w.top + SIDE + MARGIN + LEGEND;
    buf_printf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
               "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"13\">\n<title>",
               width, height, width, height);
    buf_xml(out, text_of(d->ctx, d->name));
    buf_puts(out, "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    w.row_at = w.col_at = ints_counting(a, n);
    draw_panel(&w, MARGIN + side, "equations as they stand");
    w.row_at = w.row_sorted;
    w.col_at = w.col_sorted;
    draw_panel(&w, MARGIN + SIDE + GAP + 2 * side, "sorted");
    draw_blocks(&w);
    draw_legend(&w, MARGIN + side, height - MARGIN + 10);
    buf_puts(out, "</svg>\n");
    arena_free(a);
}

/* Tests of column colouring: validity always, the greedy rule applied literally and the least
 * number of colours by trial on small patterns, known patterns of any size. */
#include "graph_test.h"

#include "graph/coloring.c"

/* No two columns of a row have the same colour; colours are 0 .. ncolors-1 and all used. */
static bool is_valid(const Pattern *p, const int *color, int ncolors)
{
    int *row_of = int_array(ncolors, -1), *used = int_array(ncolors, 0), wrong = 0;
    for (int c = 0; c < p->ncols; c++) {
        if (color[c] < 0 || color[c] >= ncolors)
            wrong++;
        else
            used[color[c]] = 1;
    }
    for (int r = 0; !wrong && r < p->nrows; r++) {
        for (int k = p->ptr[r]; k < p->ptr[r + 1]; k++) {
            wrong += row_of[color[p->col[k]]] == r;
            row_of[color[p->col[k]]] = r;
        }
    }
    for (int i = 0; i < ncolors; i++)
        wrong += !used[i];
    free(row_of);
    free(used);
    return wrong == 0;
}

static int count_colors(const Pattern *p)
{
    int *color = int_array(p->ncols, -7), n = color_columns(p, INT_MAX, color);
    CHECK(is_valid(p, color, n));
    free(color);
    return n;
}

static bool conflict(const Pattern *p, int a, int b)
{
    for (int r = 0; r < p->nrows; r++)
        if (has_entry(p, r, a) && has_entry(p, r, b))
            return true;
    return false;
}

static int length_of(const Pattern *p, int c)
{
    int n = 0;
    for (int r = 0; r < p->nrows; r++)
        n += has_entry(p, r, c);
    return n;
}

static void literal_coloring(const Pattern *p, int *color)
{
    for (int c = 0; c < p->ncols; c++)
        color[c] = -1;
    for (int length = p->nrows; length >= 0; length--) {
        for (int c = 0; c < p->ncols; c++) {
            if (length_of(p, c) != length)
                continue;
            unsigned taken = 0;
            for (int other = 0; other < p->ncols; other++)
                if (color[other] >= 0 && conflict(p, c, other))
                    taken |= 1u << color[other];
            color[c] = 0;
            while (taken >> color[c] & 1)
                color[c]++;
        }
    }
}

/* Whether columns c .. ncols-1 can be given colours below `limit` after those before them. */
static bool can_color(const Pattern *p, int c, int limit, int *color)
{
    if (c == p->ncols)
        return true;
    for (color[c] = 0; color[c] < limit; color[c]++) {
        bool fits = true;
        for (int other = 0; other < c; other++)
            fits = fits && !(color[other] == color[c] && conflict(p, c, other));
        if (fits && can_color(p, c + 1, limit, color))
            return true;
    }
    return false;
}

TEST(brute_force)
{
    int equal = 0;
    for (int i = 0; i < 5000; i++) {
        Pattern p = random_small(random_below(8), random_below(8), 2);
        int color[7], want[7], n = color_columns(&p, 7, color);
        CHECK(is_valid(&p, color, n));
        literal_coloring(&p, want);
        for (int c = 0; c < p.ncols; c++)
            CHECK_INT(color[c], want[c]);
        equal += n == 0 || !can_color(&p, 0, n - 1, want);
        drop(&p);
    }
    CHECK(equal > 4900);
    CHECK_INT(graph_blocks, 0);
}

TEST(known_patterns)
{
    Pattern p = tridiagonal(50), q = arrow(50, 0), r = grid(10, 10), s = tridiagonal(1);
    CHECK_INT(count_colors(&p), 3);
    CHECK_INT(count_colors(&q), 50);
    CHECK(count_colors(&r) >= 5);
    CHECK_INT(count_colors(&s), 1);
    drop(&p);
    drop(&q);
    drop(&r);
    drop(&s);
}

/* The column of 10^5 rows comes first; all others meet it and it alone. */
TEST(star)
{
    int n = 100000, *color = int_array(n, -1);
    Pattern p = begin(n + 1, n, 2 * n);
    for (int i = 0; i < n; i++) {
        put(&p, n - 1, 0);
        if (i < n - 1)
            put(&p, i, 0);
        end_row(&p);
    }
    graph_steps = 0;
    CHECK_INT(color_columns(&p, 2, color), 2);
    CHECK(graph_steps <= 4l * p.ptr[n]);
    CHECK_INT(color[n - 1], 0);
    CHECK_INT(color[0], 1);
    free(color);
    drop(&p);
}

TEST(dense_row_gives_up)
{
    int color[5];
    Pattern p = arrow(5, 2);
    CHECK_INT(color_columns(&p, 4, color), -2);
    CHECK_INT(color_columns(&p, 5, color), 5);
    drop(&p);
}

TEST(empty_and_blank)
{
    int color[3];
    Pattern empty = begin(1, 0, 0), blank = begin(3, 3, 0), no_rows = begin(1, 2, 0);
    CHECK_INT(color_columns(&empty, 0, color), 0);
    end_row(&blank);
    end_row(&blank);
    CHECK_INT(color_columns(&blank, 0, color), 1);
    CHECK(is_valid(&blank, color, 1));
    CHECK_INT(color_columns(&no_rows, 0, color), 1);
    CHECK(is_valid(&no_rows, color, 1));
    drop(&empty);
    drop(&blank);
    drop(&no_rows);
}

static void color_any(const Pattern *p)
{
    int n = count_colors(p);
    if (getenv("SHOW"))
        printf("%2d colours; ", n);
}

/* A row is visited once for each of its entries, and twice by the transpose. */
TEST(growth)
{
    static const Scale scale[] = {{"tridiagonal", tridiagonal, 6},
                                  {"random 4", random_rows, 7},
                                  {"grid", square_grid, 8},
                                  {"ladder", ladder, 7}};
    for (int i = 0; i < 4; i++)
        check_scale(&scale[i], color_any);
}

TEST(memory)
{
    int color[5];
    Pattern p = tridiagonal(5);
    CHECK_MEMORY(color_columns(&p, 5, color), -1, 4, 0);
    drop(&p);
}

TEST_MAIN(T(brute_force), T(known_patterns), T(star), T(dense_row_gives_up), T(empty_and_blank),
          T(growth), T(memory))

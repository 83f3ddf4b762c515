/* graph.h - bipartite and directed graph kernels on integer arrays.
 *
 * They know nothing of equations or variables: rows and columns are numbers. All are iterative
 * and near-linear; scratch memory is malloc'ed inside and freed before return. Functions that
 * can run out of memory return false (or -1) and leave outputs undefined.
 *
 * A sparse pattern is given in compressed rows: row r has the columns col[ptr[r] .. ptr[r+1]).
 * Columns of a row are distinct; they need not be sorted. An optional byte per entry, kind[],
 * says how the column occurs in the row; passes choose entries by a mask of kinds. */
#ifndef KRON_GRAPH_GRAPH_H
#define KRON_GRAPH_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Pattern {
    int nrows, ncols;
    int *ptr;      /* [nrows + 1] */
    int *col;      /* [ptr[nrows]] */
    uint8_t *kind; /* [ptr[nrows]] or NULL: every entry has kind 0 */
} Pattern;

/* The transpose, made by counting sort: rows ascending in every column; kinds carried over.
 * Frees with pattern_free. */
bool pattern_transpose(const Pattern *p, Pattern *out);
void pattern_free(Pattern *p);

/* Maximum matching of rows and columns over the entries whose kind is in `mask` (bit k for
 * kind k; all entries if mask is ~0u). row_col[r] and col_row[c] hold the partner or -1; on
 * entry they hold a (possibly empty) matching that is kept and enlarged: matched rows and
 * columns stay matched, though their partners may change. So preferences are given by calling
 * it with growing masks. frozen_row, if not NULL, marks rows whose partner must not change.
 * Returns the number of matched rows, or -1. Karp-Sipser start, then depth-first phases
 * (Pothen-Fan with look-ahead): near-linear in practice, O(n * nnz) at worst.
 * Deterministic: depends only on the arguments. */
int match_rows(const Pattern *p, uint32_t mask, const uint8_t *frozen_row, int *row_col,
               int *col_row);

/* The same from an empty matching, in the order in which rows and columns are written: each row in
 * turn takes the first column that is free, else the first for which the others can make room
 * (depth first with look-ahead, Duff 1981). O(n * nnz). */
int match_rows_in_order(const Pattern *p, uint32_t mask, int *row_col, int *col_row);

/* Strong components of the directed graph of n nodes with the arcs from[] -> to[] given as
 * compressed rows: node v has successors succ[ptr[v] .. ptr[v+1]). Tarjan 1972 without
 * recursion, O(n + arcs). order[0..n) lists the nodes component by component so that every
 * component comes after those it has arcs to; comp_ptr[0..ncomp] delimits them (the array has
 * room for n + 1). Inside a component the nodes ascend. Among the orders that are possible the
 * one is made that visits nodes in ascending number. Returns ncomp or -1. */
int strong_components(int n, const int *ptr, const int *succ, int *order, int *comp_ptr);

/* Of a pattern with a maximum matching: the rows reached from n unmatched rows, given in rows[]
 * (room for nrows), themselves first, then by breadth-first distance. From all unmatched rows it is
 * the over-determined part (Dulmage and Mendelsohn). From one of them they are k rows that together
 * contain only k - 1 columns, those matched to rows[1..k), and no proper subset of them is
 * over-determined. For columns, the same of the transpose: any of those reached from an unmatched
 * one could be the undetermined one. Returns their number or -1. */
int dm_over_set(const Pattern *p, const int *col_row, int *rows, int n);

/* Tearing of one square block: finds an order in which rows are solved one after the other for
 * one column each ("peeled"), given the values of the torn columns.
 *   solvable: mask of kinds by which a row may be solved.
 *   tear_cost[c]: lower is torn first among equals; INT_MAX: never torn unless nothing else is
 *   left. May be NULL.
 *   torn_given / ntorn_given: columns torn from the start.
 * Gives: order[0..npeel) of peeled rows with peel_col[k] the column row order[k] is solved for;
 * torn[0..ntorn) the torn columns in the order they were chosen and residual[0..ntorn) the rows
 * that are left, ascending. npeel + ntorn = nrows. Columns that no row may be solved for are torn
 * first. Rule when stuck: tear the column that occurs in most unsolved rows (ties: the one that
 * makes most rows solvable, then tear_cost, then the lowest number). The places of all columns in
 * that order are numbered beforehand and kept as a set of bits: O(n + entries) but for sorting by
 * tear_cost. Returns ntorn or -1. */
typedef struct Tearing {
    int npeel, ntorn;
    int *order, *peel_col; /* room for nrows each */
    int *torn, *residual;  /* room for nrows each */
} Tearing;
int tear_block(const Pattern *p, uint32_t solvable, const int *tear_cost, const int *torn_given,
               int ntorn_given, Tearing *out);
/* The same, with a search for fewer torn columns in blocks of up to some hundred rows
 * (tearing_search.c): never more than tear_block. */
int tear_block_well(const Pattern *p, uint32_t solvable, const int *tear_cost,
                    const int *torn_given, int ntorn_given, Tearing *out);
/* The same from columns that suffice, the first `ngiven` of which stay torn; the others are left
 * out where they need not be. A tearing of more than `useful` columns is not used; it may have more
 * than are needed. */
int tear_block_from(const Pattern *p, uint32_t solvable, const int *tear_cost, const int *enough,
                    int nenough, int ngiven, int useful, Tearing *out);

/* Spanning trees of an undirected graph whose roots are given or can be chosen (spanning.c). */
typedef enum {
    EDGE_IN_TREE,
    EDGE_BROKEN, /* optional, and not needed */
    EDGE_CYCLE,  /* required, but it closes a cycle of such edges */
    EDGE_ROOTS,  /* required, but it joins two definite roots */
} EdgeState;

typedef struct SpanningEdge {
    int a, b;
    bool required;
    uint8_t state; /* EdgeState, found */
} SpanningEdge;

typedef struct SpanningRoot {
    int node;
    int64_t priority; /* -1: a definite root */
    int order;        /* among equals: found */
} SpanningRoot;

typedef struct Spanning {
    int n, nedges, nroots;
    SpanningEdge *edge; /* [nedges] */
    SpanningRoot *root; /* [nroots]; sorted by priority afterwards */
    int *depth; /* [n] found: edges to the root, 0 for a root that was chosen, -1: no root */
} Spanning;

bool spanning_trees(Spanning *s);

#endif

/* library.h - functions of the Modelica Standard Library's C library that the run time has itself
 * (natives.def). Written from the documentation of their Modelica side. */
#ifndef KRON_RT_LIBRARY_H
#define KRON_RT_LIBRARY_H

#include "rt/external.h"

#include <stdbool.h>
#include <stddef.h>

/* ---- strings.c ---- */
int k_strings_length(const char *text);
const char *k_strings_substring(const char *text, int first, int last);
int k_strings_compare(const char *a, const char *b, int exact);
int k_strings_skip_space(const char *text, int at);
int k_strings_hash(const char *text);
void k_strings_identifier(const char *text, int at, int *next, const char **word);
void k_strings_string(const char *text, int at, int *next, const char **word);
void k_strings_integer(const char *text, int at, int unsigned_number, int *next, int *number);
void k_strings_real(const char *text, int at, int unsigned_number, int *next, double *number);

/* ---- combi.c: tables of curves, over time, of surfaces ---- */
void *k_curve_new(const char *file, const char *name, const double *table, size_t nrows,
                  size_t ncols, const int *columns, size_t n, int smoothness, int extrapolation,
                  int verbose, const char *delimiter, int header);
void *k_curve_new2(const char *file, const char *name, const double *table, size_t nrows,
                   size_t ncols, const int *columns, size_t n, int smoothness, int extrapolation,
                   int verbose);
void *k_curve_new1(const char *name, const char *file, const double *table, size_t nrows,
                   size_t ncols, const int *columns, size_t n, int smoothness);
void *k_time_new(const char *file, const char *name, const double *table, size_t nrows,
                 size_t ncols, double start, const int *columns, size_t n, int smoothness,
                 int extrapolation, double shift, int events, int verbose, const char *delimiter,
                 int header);
void *k_time_new2(const char *file, const char *name, const double *table, size_t nrows,
                  size_t ncols, double start, const int *columns, size_t n, int smoothness,
                  int extrapolation, double shift, int events, int verbose);
void *k_time_new1(const char *name, const char *file, const double *table, size_t nrows,
                  size_t ncols, double start, const int *columns, size_t n, int smoothness,
                  int extrapolation);
void *k_surface_new(const char *file, const char *name, const double *table, size_t nrows,
                    size_t ncols, int smoothness, int extrapolation, int verbose,
                    const char *delimiter, int header);
void *k_surface_new2(const char *file, const char *name, const double *table, size_t nrows,
                     size_t ncols, int smoothness, int extrapolation, int verbose);
void *k_surface_new1(const char *name, const char *file, const double *table, size_t nrows,
                     size_t ncols, int smoothness);
void k_table_free(void *table);
double k_table_read(void *table, int again, int tell);
double k_curve_value(void *table, int column, double u);
double k_curve_der(void *table, int column, double u, double du);
double k_curve_der2(void *table, int column, double u, double du, double ddu);
double k_curve_first(void *table);
double k_curve_last(void *table);
double k_time_next(void *table, double time);
double k_time_value(void *table, int column, double time, double next, double previous);
double k_time_der(void *table, int column, double time, double next, double previous, double dt);
double k_time_der2(void *table, int column, double time, double next, double previous, double dt,
                   double ddt);
double k_surface_value(void *table, double u1, double u2);
double k_surface_der(void *table, double u1, double u2, double du1, double du2);
double k_surface_der2(void *table, double u1, double u2, double du1, double du2, double ddu1,
                      double ddu2);
void k_surface_first(void *table, double *u);
void k_surface_last(void *table, double *u);

/* ---- numbered.c ---- */
int k_number_time(const char *name, const char *file, const double *table, size_t nrows,
                  size_t ncols, double start, int smoothness, int extrapolation);
int k_number_time_before(double time, double start, int smoothness, int extrapolation,
                         const char *name, const char *file, const double *table, size_t nrows,
                         size_t ncols, int by_columns);
int k_number_curve(const char *name, const char *file, const double *table, size_t nrows,
                   size_t ncols, int smoothness);
int k_number_surface(const char *name, const char *file, const double *table, size_t nrows,
                     size_t ncols, int smoothness);
double k_numbered_time_value(int number, int column, double time);
double k_numbered_time_first(int number);
double k_numbered_time_last(int number);
double k_numbered_curve_value(int number, int column, double u);
double k_numbered_surface_value(int number, double u1, double u2);

/* ---- random.c ---- */
void k_random_64(const int *in, int *out, double *y);
void k_random_128(const int *in, int *out, double *y);
void k_random_1024(const int *in, int *out, double *y);
void k_random_keep(const int *state, size_t n, int id);
double k_random_next(int id);
int k_random_seed(double unused);
void k_random_halves(double x, int *half);

/* ---- system.c ---- */
const char *k_system_full_name(const char *name);
const char *k_system_temporary(void);
int k_system_kind(const char *name);
void k_system_mkdir(const char *name);
void k_system_rmdir(const char *name);
void k_system_rename(const char *from, const char *to);
void k_system_remove(const char *name);
void k_system_copy(const char *from, const char *to);
int k_system_count_files(const char *folder);
void k_system_print(const char *text, const char *name);
void k_system_error(const char *text);
void k_system_message(const char *text);
int k_system_count_lines(const char *name);
const char *k_system_read_line(const char *name, int number, int *end);
void k_system_read_lines(const char *name, const char **line, size_t n);
void k_system_files(const char *folder, int n, const char **name);
void k_system_close(const char *name);
const char *k_system_folder(int unused);
void k_system_chdir(const char *name);
void k_system_getenv(const char *name, int slashes, const char **content, int *exists);
void k_system_setenv(const char *name, const char *value, int slashes);
void k_system_time(int *ms, int *sec, int *min, int *hour, int *day, int *month, int *year);
int k_system_pid(void);
void k_matrix_sizes(const char *file, const char *name, int *size);
void k_matrix_read(const char *file, const char *name, double *out, size_t nrows, size_t ncols,
                   int verbose);
int k_matrix_write(const char *file, const char *name, const double *v, size_t nrows, size_t ncols,
                   int append, const char *format);

/* ---- fft.c ---- */
int k_fft(const double *u, size_t n, double *unused, size_t nunused, double *amplitude,
          double *phase);

/* ---- foreign.c ---- */
void *k_fmu_open(const char *path, const char *instance, const char *variables, const double *value,
                 size_t nvalues, const char *const *text, size_t ntexts, double tolerance);
void k_fmu_close(void *unit);
void k_fmu_start(void *unit, double time, const double *in, size_t nin, const char *const *text,
                 size_t ntexts, double *out, size_t nout);
void k_fmu_step(void *unit, double time, const double *in, size_t nin, const char *const *text,
                size_t ntexts, double *out, size_t nout);
const char *k_fmu_text(void *unit, double time, int number);

#endif

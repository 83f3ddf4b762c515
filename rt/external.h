/* external.h - what external functions may call (specification, Utility Functions), as libraries
 * see it and as our own functions do. */
#ifndef KRON_RT_EXTERNAL_H
#define KRON_RT_EXTERNAL_H

#include <stdarg.h>
#include <stddef.h>

/* ModelicaMessage, ... of the function that is called at present. Errors do not return. */
void k_message_v(const char *format, va_list args);
void k_warning_v(const char *format, va_list args);
_Noreturn void k_error_v(const char *format, va_list args);
_Noreturn void k_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void k_message(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The run ends after the event at hand, without an error. */
void k_end_run(const char *text);
/* Room for a String of that length, zero-terminated; NULL: there is none. */
char *k_string(size_t length);
char *k_string_copy(const char *text);
/* Memory of the instance that calls, for functions with an inner state: 0 at first. */
void *k_memory(size_t size);
/* Objects of the instance that calls, without a variable of theirs: known by numbers from 1, of
 * which there are so many. The number of a new one; the one with a number, if it ends that way. */
int k_objects_here(void);
int k_object_here(void *made, void (*end)(void *made));
void *k_object_of(int number, void (*end)(void *made));
/* modelica://Package/path as a path; the name of a file that is not in the working folder but
 * beside the model as the path to it; any other name as it is. */
const char *k_resource(const char *name);
/* A table by its name from the function `usertab` of a library: row by row, on the heap, with its
 * sizes. NULL, or why there is none. */
const char *k_user_table(const char *name, int kind, int dim[2], double **out);

/* Given to a library by the function k_utilities that is compiled into it. */
typedef struct KUtilities {
    void (*message)(const char *format, va_list args);
    void (*warning)(const char *format, va_list args);
    void (*error)(const char *format, va_list args);
    char *(*string)(size_t length);
} KUtilities;
extern const KUtilities k_utilities;

#endif

/* library.h - where classes come from: files named by the user, and libraries on the search path.
 *
 * The library path is: directories given with -I, then those of MODELICAPATH (separated by `:`),
 * then kron's own lib/. A library NAME in a directory DIR of the path is the first of
 *     DIR/NAME/package.mo, DIR/"NAME VERSION"/package.mo (highest version), DIR/NAME.mo,
 *     DIR/"NAME VERSION.mo"
 * Of several on the path, that version is taken which the classes read so far use (their annotation
 * `uses`), else one that serves without conversion, then one that can convert, then the first.
 * Nothing is read before a name asks for it. A directory with package.mo is a package; each
 * other .mo file and each sub-directory with a package.mo in it is a stub (FORM_STUB) until
 * library_load reads it. package.order gives the order of the elements; elements it does not
 * list follow in the order of their names (and package.mo's own elements keep their place if
 * there is no package.order).
 *
 * A top-level name that is not found this way is looked for among the classes of the classic
 * language: in the folder of each .dym file opened, then in the directories of the path, in each
 * first in DIR/NAME.dym, then in all of them; at last as NAME.mo beside a .dym file opened. */
#ifndef KRON_MODEL_LIBRARY_H
#define KRON_MODEL_LIBRARY_H

#include "base/context.h"
#include "syntax/ast.h"

typedef struct Library Library;

Library *library_new(Context *ctx);
void library_add_dir(Library *lib, const char *dir);
/* The same for kron's own: its classic classes are found only once a classic file is open. */
void library_add_own(Library *lib, const char *dir);
/* Adds directories separated by colons, as in MODELICAPATH; those that are missing are no mistake.
 */
void library_add_path(Library *lib, const char *path);

/* From now on, classes that use another version of a library than is found are converted by its
 * rules as they are read, where it has them (convert.h). Otherwise they are only told. */
void library_convert(Library *lib);
/* Why a name may be missing in a class: it uses another version of a library than is found, or is
 * of that library. NULL. */
const char *library_mismatch(const Library *lib, const SynClass *c);

/* The top-level class of that name: one of an opened file, else a library found on the path
 * (as a loaded class). NULL if there is none. A broken file is reported once and gives NULL. */
SynClass *library_find(Library *lib, Name name);

/* Makes sure that a class is read: replaces the contents of a stub in place. False (after a
 * report) if it cannot be; the class is FORM_BROKEN then and later calls return false silently. */
bool library_load(Library *lib, SynClass *cls);
/* A folder of that name in the folder of a package, which is none itself as it has no package.mo;
 * NULL. */
const char *library_folder_beside(Library *lib, const SynClass *package, Name name);

/* Opens a file named by the user and enters its classes: at the top, or, with `within A.B;`,
 * into the package A.B found on the path (replacing a class of that name there). A directory
 * stands for its package.mo. Returns the file's last class (see classic.h for which one that is in
 * a .dym file), NULL after a report. */
SynClass *library_open(Library *lib, const char *path);

/* The same for a text in memory, known by `name` in messages. */
SynClass *library_add_text(Library *lib, const char *name, const char *text, size_t n);

/* The folder that a top-level class lies in: of a package with folders, its own. */
const char *library_folder(Library *lib, const SynClass *top);
/* modelica://Package.Sub/path as a path in the folder of the package, absolute; anything else as it
 * is. */
const char *library_uri(Library *lib, const char *uri);
/* Top-level classes that have been read: number i, NULL when there are no more. */
const SynClass *library_top(const Library *lib, int i);

/* Enters a class made in memory at the top. */
void library_add_class(Library *lib, SynClass *c);

/* A folder of that name on the path that has no package.mo; NULL. */
const char *library_bare_folder(Library *lib, Name name);
/* Calls `offer` with the names of the top-level classes of the files that were read. */
void library_read_names(Library *lib, void (*offer)(void *arg, const char *name), void *arg);
/* Calls `offer` with the names of all top-level classes known or findable on the path, for
 * messages that suggest the nearest name. */
void library_top_names(Library *lib, void (*offer)(void *arg, const char *name), void *arg);
/* Notes of files that may declare what was not found, behind the error that it is not. */
void library_note_broken(Library *lib);

#endif

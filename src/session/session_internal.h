/* session_internal.h - what the parts of the session share.
 *
 * Whatever commands can change is one Desk. A command works on a copy of it; the copy takes the
 * place of the desk if the command succeeds and is dropped if it fails, so that a wrong command
 * changes nothing. Sheets are made anew from the desk whenever one is to be seen. */
#ifndef KRON_SESSION_INTERNAL_H
#define KRON_SESSION_INTERNAL_H

#include "base/vec.h"
#include "dae/sheet.h"
#include "pipeline.h"
#include "rt/texts.h"
#include "session/session.h"

#include <sys/stat.h>

/* ---- What commands change ---- */

/* `variable ROLE NAME`. Variables go by name: their numbers change when the model is made anew. */
typedef struct DeskWish {
    const char *name;
    uint8_t wish; /* SheetWish */
} DeskWish;

typedef enum { GIVEN_PARAMETER, GIVEN_INITIAL, GIVEN_INPUT, GIVEN_KINDS } GivenKind;

/* `parameter NAME = VALUE`, `initial ...`, `input ...` */
typedef struct DeskGiven {
    const char *name; /* of the variable, as Modelica writes it */
    const char *value;
    uint8_t kind; /* GivenKind */
} DeskGiven;

typedef struct Desk {
    Arena *arena;         /* of the session: everything here but `p`, `out` and `result` */
    Pipeline *p;          /* the model after the pass `scalar`; NULL: none is entered */
    const char *model;    /* what it was entered as: the argument of `kron simulate` */
    SheetPlan plan;       /* without wishes: they have numbers only for one sheet */
    VEC(DeskWish) wish;   /* one a variable, the latest last */
    VEC(DeskGiven) given; /* one a variable and kind */
    VEC(char *) library;  /* directories; with Session.folder once a text was typed in */
    const char *language; /* of lang_names; NULL: none is chosen */
    const char *form;     /* of lang_forms; with language */
    FILE *out;            /* of `outfile`; NULL: the screen */
    const char *out_name;
    KronResult *result; /* of the last run of this model; NULL: there was none */
} Desk;

/* ---- Lines ---- */

enum { MOST_READING = 16 };

/* Where lines come from: the terminal or a file. */
typedef struct LineSource {
    FILE *file; /* NULL: the terminal */
    const char *name;
    long line;
    struct stat st;
    bool ours; /* to be closed */
} LineSource;

/* A command line in words. Quotes are removed from "a b"; blanks inside brackets too. */
typedef struct Words {
    int n;
    char **v;
    const char *tail; /* the text behind the first word */
    const char *last; /* where the last word begins, if the line ends with it; else its end */
} Words;

typedef struct Editor Editor;

typedef struct Session {
    const SessionOptions *o;
    Desk *desk;
    Arena *scratch; /* of one command */
    LineSource source[MOST_READING];
    int nsources;
    Editor *editor;   /* NULL: source[0] is no terminal */
    const char *line; /* the present one */
    char *room;       /* where lines of files are read */
    size_t room_size;
    Buf text;        /* a model that is typed in, up to its `end` */
    bool collecting; /* such a text */
    bool in_comment; /* at the end of the text so far */
    long text_line;  /* its first one */
    char *folder;    /* for texts and results; NULL: not made yet */
    bool quit, failed;
    bool complained; /* the present command has said what is wrong */
} Session;

/* ---- session.c ---- */

/* Says what is wrong with the present command: false, always. */
bool complain(Session *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* The same for a word that is not known: "there is no WHAT `WORD`; did you mean ...? REMEDY". */
bool complain_unknown(Session *s, const char *what, const Nearest *near, const char *remedy);
/* Lines come from this file next. */
bool read_from(Session *s, const char *path);
/* Is the file that of the model, or of commands that are being read? */
bool is_source(const Session *s, const Desk *d, const char *path);
/* Prints and forgets the messages about a model. */
void show_messages(Session *s, Pipeline *p);

/* ---- session_words.c ---- */

/* A line without prompt and comments; NULL after a complaint. */
const char *clean_line(Session *s, const char *line);
/* Splits at blanks and, behind the first word, at commas if `commas`. */
Words split_words(Arena *a, const char *line, bool commas);
/* Behind blanks and the papers' prompts `>` and `-`. */
const char *skip_prompt(const char *line);
/* Does a model, function or table begin here? */
bool begins_text(const char *line);
/* Whether the `end` of a model stands in a line of it. *in_comment goes from line to line. */
bool ends_text(const char *line, bool *in_comment);
size_t word_length(const char *p); /* of the identifier that begins here */

/* ---- session_commands.c ---- */

enum {
    NEEDS_MODEL = 1,
    COMMAS = 2, /* separate words */
    /* What TAB offers for arguments beside the lists: */
    OFFER_COMMANDS = 4,
    OFFER_FILES = 8,
    OFFER_VARIABLES = 16,
};

typedef struct Command {
    const char *name, *arguments;
    bool (*run)(Session *s, Desk *d, Words *w); /* d: the copy; false after a complaint */
    int8_t least, most;                         /* words behind the command; most -1: any number */
    uint8_t flags;
    const char *help;
    const char *const *first, *const *others; /* what arguments may be; NULL: no list */
} Command;
extern const Command session_commands[];
extern const int session_ncommands;
const Command *find_command(const char *name);              /* in any case; NULL: none */
const Command *command_named(Session *s, const char *name); /* NULL after a complaint */

extern const char *const role_names[]; /* of `variable`, by SheetWish; [0] is "" */

/* The number of a variable of the model; NONE after a complaint. */
uint32_t find_variable(Session *s, Desk *d, const char *name);

/* ---- session_model.c ---- */
bool run_enter(Session *s, Desk *d, Words *w);
bool run_library(Session *s, Desk *d, Words *w);
bool run_list(Session *s, Desk *d, Words *w);
bool run_parameter(Session *s, Desk *d, Words *w);
bool run_initial(Session *s, Desk *d, Words *w);
bool run_input(Session *s, Desk *d, Words *w);
/* The model of the desk with its values, and inputs if asked for. NULL after messages. */
Pipeline *load_model(Session *s, const Desk *d, bool inputs);
/* A model, function or table typed in. */
bool enter_text(Session *s, Desk *d, const char *text, size_t n);

/* ---- session_simulate.c ---- */
bool run_simulate(Session *s, Desk *d, Words *w);
bool run_plot(Session *s, Desk *d, Words *w);
bool run_save(Session *s, Desk *d, Words *w);
extern const char *const simulate_options[];
/* A file in the folder of the session; NULL after a complaint. On the scratch arena. */
const char *own_file(Session *s, const char *stem, const char *suffix);
/* Removes the folder. */
void remove_folder(Session *s);

/* ---- session_complete.c ---- */

typedef VEC(const char *) Offers;
/* What the last word of line[0..n) may be, sorted, whole words; they replace what stands from
 * *from on. */
void complete_line(Session *s, const char *line, size_t n, Offers *offers, size_t *from);

/* ---- session_edit.c ---- */

/* NULL: standard input or output is no terminal. */
Editor *editor_new(Session *s);
void editor_free(Editor *e);
/* The next line without its end; NULL: no more. *cancelled: by Ctrl-C. */
const char *editor_line(Editor *e, const char *prompt, bool *cancelled);

/* Ctrl-C since the last call? The signal interrupts what other programs do, not the session. */
bool was_interrupted(void);
void catch_interrupts(bool on);

#endif

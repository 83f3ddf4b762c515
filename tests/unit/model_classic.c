/* Tests of finding classes of the classic language, in a temporary tree of folders. */
#include "model/library.h"
#include "test.h"

#include <sys/stat.h>
#include <unistd.h>

static char root[] = "/tmp/kron-classic-XXXXXX";
static Context *ctx;
static Library *lib;

/* A name that ends in `/` is a folder. */
static const struct {
    const char *name, *text;
} tree[] = {
    {"user/", 0},
    {"user/top.dym", "model type helper\nend\nmodel top\nend\nmodel type part\nend\n"},
    {"user/beside.dym", "model type near\nparameter mark = 1\nend\nmodel type twin\nend\n"},
    {"user/other.dym", "model type twin\nend\nmodel type wrong\nx = (\nend\n"},
    {"user/Lone.dym", "model type Lone\nparameter mark = 2\nend\n"},
    {"user/own.dym", "model type resistor\nparameter mark = 3\nend\n"},
    {"user/empty.dym", "{ nothing }\n"},
    {"lib1/", 0},
    {"lib1/parts.dym", "model type resistor\nparameter mark = 4\nend\nmodel type near\nend\n"
                       "model type Lone\nend\nmodel type first\nparameter mark = 5\nend\n"},
    {"lib1/Both.mo", "model Both parameter Real mark = 6; end Both;\n"},
    {"lib2/", 0},
    {"lib2/parts.dym", "model type first\nend\nmodel type second\nparameter mark = 7\nend\n"
                       "model type Both\nend\n"},
    {"lib2/bad.dym", "model type bad\n= 1\nend\n"},
};

enum { TREE_SIZE = sizeof tree / sizeof *tree };

static const char *in_root(const char *name)
{
    static char path[4][300];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", root, name);
    return path[turn];
}

static void remove_tree(void)
{
    for (int i = TREE_SIZE; i-- > 0;)
        remove(in_root(tree[i].name));
    rmdir(root);
}

static void make_tree(void)
{
    atexit(remove_tree);
    CHECK(mkdtemp(root) != NULL);
    for (int i = 0; i < TREE_SIZE; i++) {
        if (!tree[i].text) {
            CHECK(!mkdir(in_root(tree[i].name), 0777));
            continue;
        }
        FILE *f = fopen(in_root(tree[i].name), "w");
        fputs(tree[i].text, f);
        fclose(f);
    }
}

static void begin(void)
{
    static bool made;
    if (!made)
        make_tree();
    made = true;
    ctx = context_new();
    lib = library_new(ctx);
    library_add_dir(lib, in_root("lib1"));
    library_add_dir(lib, in_root("lib2"));
}

static SynClass *find(const char *name)
{
    return library_find(lib, name_cstr(ctx->names, name));
}

/* The value of the class's parameter `mark`; 0: it has none, -1: there is no class. */
static int mark(const char *name)
{
    SynClass *c = find(name);
    if (!c)
        return -1;
    return c->nelements ? (int)c->elem[0]->mod->value->i : 0;
}

static bool said(const char *fragment)
{
    static char text[8000];
    FILE *f = fmemopen(text, sizeof text, "w");
    diags_print(ctx->diags, f);
    fclose(f);
    return strstr(text, fragment) != NULL;
}

TEST(opened_file)
{
    begin();
    SynClass *c = library_open(lib, in_root("user/top.dym"));
    CHECK(c != NULL);
    CHECK_STR(text_of(ctx, c->name), "top");
    CHECK(find("helper") && find("part") && find("top") == c);
    CHECK_INT(diags_errors(ctx->diags), 0);
    CHECK(!library_open(lib, in_root("lib2/bad.dym")));
    CHECK(said("expected an expression, found `=`"));
    CHECK(!library_open(lib, in_root("user/empty.dym")));
    CHECK(said("contains no class"));
    context_free(ctx);
}

/* Classes beside a classic file are there once it is open; those of the path for everyone. */
TEST(hidden_at_first)
{
    begin();
    CHECK(!find("top") && find("second"));
    CHECK_INT(mark("Both"), 6);
    library_open(lib, in_root("user/top.dym"));
    CHECK(find("top") != NULL);
    CHECK_INT(diags_errors(ctx->diags), 0);
    context_free(ctx);
}

TEST(order)
{
    begin();
    library_open(lib, in_root("user/top.dym"));
    CHECK_INT(mark("near"), 1);     /* beside the file, not in lib1 */
    CHECK_INT(mark("Lone"), 2);     /* by the name of its file */
    CHECK_INT(mark("resistor"), 3); /* the user's, silently */
    CHECK_INT(mark("first"), 5);    /* the path in its order */
    CHECK_INT(mark("Both"), 6);     /* a Modelica library before all of them */
    CHECK_INT(mark("second"), 7);
    CHECK(!said("defined again"));
    CHECK_INT(diags_errors(ctx->diags), 0);
    context_free(ctx);
}

/* A file opened later replaces what a library gave, silently. */
TEST(replaced)
{
    begin();
    library_open(lib, in_root("user/top.dym"));
    CHECK_INT(mark("resistor"), 3);
    const char text[] = "model type resistor\nparameter mark = 8\nend\n";
    library_add_text(lib, "text.dym", text, strlen(text));
    CHECK_INT(mark("resistor"), 8);
    CHECK(!said("defined again"));
    context_free(ctx);
}

TEST(ambiguous)
{
    begin();
    library_open(lib, in_root("user/top.dym"));
    CHECK(!find("twin"));
    CHECK(!find("twin"));
    CHECK_INT(diags_errors(ctx->diags), 1);
    CHECK(said("beside.dym` and in `"));
    CHECK(said("other.dym:1:12: note: the other definition is here"));
    context_free(ctx);
}

/* The mistakes in a file are told when they matter, and once. */
TEST(broken)
{
    begin();
    library_open(lib, in_root("user/top.dym"));
    CHECK_INT(mark("second"), 7); /* beside bad.dym */
    CHECK_INT(diags_errors(ctx->diags), 0);
    CHECK(!find("bad"));
    CHECK(!find("bad"));
    CHECK_INT(diags_errors(ctx->diags), 1);
    CHECK(said("bad.dym:2:1: error: expected an expression, found `=`"));
    context_free(ctx);

    begin();
    library_open(lib, in_root("user/top.dym"));
    CHECK(!find("nowhere")); /* not to find a class is no mistake: functions need not be declared */
    CHECK_INT(diags_errors(ctx->diags), 0);
    library_note_broken(lib);
    CHECK_INT(diags_errors(ctx->diags), 0);
    CHECK(said("other.dym` may declare it"));
    context_free(ctx);
}

static void offer(void *arg, const char *name)
{
    if (!strcmp(name, "second"))
        ++*(int *)arg;
}

TEST(names)
{
    int offered = 0;
    begin();
    library_top_names(lib, offer, &offered);
    CHECK_INT(offered, 0);
    library_open(lib, in_root("user/top.dym"));
    CHECK(!find("secnd"));
    library_top_names(lib, offer, &offered);
    CHECK_INT(offered, 1);
    context_free(ctx);
}

TEST_MAIN(T(opened_file), T(hidden_at_first), T(order), T(replaced), T(ambiguous), T(broken),
          T(names))

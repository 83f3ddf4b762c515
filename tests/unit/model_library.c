/* Tests of finding and reading libraries, in a temporary tree of folders. */
#include "model/library.h"
#include "test.h"

#include <sys/stat.h>
#include <unistd.h>

static char root[] = "/tmp/kron-library-XXXXXX";
static Context *ctx;
static Library *lib;

/* ---- The tree ---- */

static const char *in_root(const char *name)
{
    static char path[4][300];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", root, name);
    return path[turn];
}

/* In the order in which they are made: a name that ends in `/` is a folder. */
static const struct {
    const char *name, *text;
} tree[] = {
    {"one/", 0},
    {"one/P/", 0},
    {"one/P/package.mo", "within ;\npackage P \"one\"\n  import Q;\n  constant Real k = 1;\n"
                         "  model Inner\n    model Core end Core;\n  end Inner;\nend P;\n"},
    {"one/P/package.order", "\xEF\xBB\xBF"
                            "B\nInner\r\nSub\nk\n\nA\n"},
    {"one/P/A.mo", "within P;\nmodel A\n  model In = B(redeclare model D = E);\nend A;\n"},
    {"one/P/B.mo", "within P;\nmodel B end B;\n"},
    {"one/P/Z.mo", "within P;\nmodel Z end Z;\n"},
    {"one/P/Broken.mo", "within P;\nmodel Broken\n  Real 1;\nend Broken;\n"},
    {"one/P/lower.mo", "within P;\nmodel Lower end Lower;\n"},
    {"one/P/NoWithin.mo", "model NoWithin end NoWithin;\n"},
    {"one/P/WrongWithin.mo", "within Q;\nmodel WrongWithin end WrongWithin;\n"},
    {"one/P/Two.mo", "within P;\nmodel Two end Two;\nmodel Second end Second;\n"},
    {"one/P/Empty.mo", "within P;\n"},
    {"one/P/not-a-name.mo", "nonsense"},
    {"one/P/readme.txt", "nonsense"},
    {"one/P/Resources/", 0},
    {"one/P/Resources/x.mo", "nonsense"},
    {"one/P/Sub/", 0},
    {"one/P/Sub/package.mo", "within P;\npackage Sub end Sub;\n"},
    {"one/P/Sub/Zebra.mo", "within P.Sub;\nmodel Zebra end Zebra;\n"},
    {"one/P/Sub/Ant.mo", "within P.Sub;\nmodel Ant end Ant;\n"},
    {"one/V 1.2/", 0},
    {"one/V 1.2/package.mo", "package V constant Integer v = 102; end V;\n"},
    {"one/V 1.10/", 0},
    {"one/V 1.10/package.mo", "package V constant Integer v = 110; end V;\n"},
    {"one/V 1.10 beta/", 0},
    {"one/V 1.10 beta/package.mo", "package V constant Integer v = 109; end V;\n"},
    {"one/V 9.mo", "package V constant Integer v = 900; end V;\n"},
    {"one/W 2.0.mo", "package W constant Integer v = 20; end W;\n"},
    {"one/W 2.0.1.mo", "package W constant Integer v = 21; end W;\n"},
    {"one/W 10 alpha.mo", "package W constant Integer v = 99; end W;\n"},
    {"one/Single.mo", "model Single end Single;\n"},
    {"one/Folder/", 0},
    {"one/Folder/no_package.mo", "nonsense"},
    {"one/Dup/", 0},
    {"one/Dup/package.mo", "package Dup\n  model M end M;\nend Dup;\n"},
    {"one/Dup/M.mo", "within Dup; model M end M;\n"},
    {"one/Dup/N.mo", "within Dup; model N end N;\n"},
    {"one/Dup/N/", 0},
    {"one/Dup/N/package.mo", "within Dup; package N end N;\n"},
    {"one/Dup/package.order", "M\nMissing\nN\n"},
    {"one/U 1.02.mo", "package U constant Integer v = 2; end U;\n"},
    {"one/U 1.1.mo", "package U constant Integer v = 1; end U;\n"},
    {"one/U 1.2-rc1.mo", "package U constant Integer v = 0; end U;\n"},
    {"one/U latest.mo", "package U constant Integer v = -1; end U;\n"},
    {"one/'a b'.mo", "model 'a b' end 'a b';\n"},
    {"one/Lost.mo", "within P;\nmodel Lost end Lost;\n"},
    {"one/Short/", 0},
    {"one/Short/package.mo", "package Short = P;\n"},
    {"one/Short/A.mo", "within Short;\nmodel A end A;\n"},
    {"two/", 0},
    {"two/P/", 0},
    {"two/P/package.mo", "package P \"two\" end P;\n"},
    {"two/Other.mo", "model Other end Other;\n"},
    {"two/Tree/", 0},
    {"two/Tree/package.mo", "package Tree end Tree;\n"},
    {"two/Tree/Branch/", 0},
    {"two/Tree/Branch/package.mo", "within Tree; package Branch end Branch;\n"},
    {"two/Tree/Branch/Leaf.mo", "within Tree.Branch; model Leaf end Leaf;\n"},
    {"user.mo", "model First end First;\nmodel Last end Last;\n"},
    {"user2.mo", "model Last Real x; end Last;\n"},
    {"into.mo", "within P.Sub;\nmodel Ant \"user's\" end Ant;\n"},
    {"added.mo", "within P;\nmodel Added end Added;\n"},
    {"nowhere.mo", "within Nowhere.Land;\nmodel M end M;\n"},
    {"wrong.mo", "model M\n  Real 1;\nend M;\n"},
    {"empty.mo", "// nothing\n"},
};

enum { TREE_SIZE = sizeof tree / sizeof *tree };

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

/* ---- Helpers ---- */

static void begin(const char *first, const char *second)
{
    static bool made;
    if (!made)
        make_tree();
    made = true;
    ctx = context_new();
    lib = library_new(ctx);
    if (first)
        library_add_dir(lib, in_root(first));
    if (second)
        library_add_dir(lib, in_root(second));
}

static void end(void)
{
    context_free(ctx);
}

static SynClass *find(const char *name)
{
    return library_find(lib, name_cstr(ctx->names, name));
}

static SynClass *member(SynClass *c, const char *name)
{
    for (int i = 0; c && i < c->nelements; i++)
        if (c->elem[i]->kind == EL_CLASS && !strcmp(text_of(ctx, c->elem[i]->name), name))
            return c->elem[i]->cls;
    return NULL;
}

static const char *names_of(const SynClass *c)
{
    static char text[400];
    text[0] = 0;
    for (int i = 0; i < c->nelements; i++) {
        strcat(text, i ? " " : "");
        strcat(text, c->elem[i]->name ? text_of(ctx, c->elem[i]->name) : "-");
    }
    return text;
}

static bool said(const char *fragment)
{
    static char text[8000];
    FILE *f = fmemopen(text, sizeof text, "w");
    diags_print(ctx->diags, f);
    fclose(f);
    return strstr(text, fragment) != NULL;
}

static int errors(void)
{
    return diags_errors(ctx->diags);
}

static int warnings(void)
{
    return diags_warnings(ctx->diags);
}

/* The value of `constant Integer v` in a package. */
static int version_of(const SynClass *c)
{
    return c ? (int)c->elem[0]->mod->value->i : -1;
}

/* ---- Tests ---- */

TEST(laziness)
{
    begin("one", "two");
    SynClass *p = find("P");
    CHECK(p && p->form == FORM_LONG);
    CHECK_STR(text_of(ctx, p->description), "one"); /* the first directory wins */
    CHECK(find("P") == p);
    SynClass *a = member(p, "A"), *b = member(p, "B");
    CHECK(a->form == FORM_STUB && b->form == FORM_STUB);
    CHECK(library_load(lib, a) && library_load(lib, a));
    CHECK(a->form == FORM_LONG && b->form == FORM_STUB);
    CHECK(a->parent == p && a->element->cls == a && a->element->name_span.end);
    SynClass *in = member(a, "In");
    CHECK(in->parent == a); /* the stub itself, also inside modifiers */
    CHECK(in->mod->arg[0]->element->cls->parent == a);
    SynClass *sub = member(p, "Sub");
    CHECK(library_load(lib, sub));
    CHECK_STR(names_of(sub), "Ant Zebra"); /* no package.order: by name */
    CHECK(member(sub, "Ant")->parent == sub);
    CHECK(library_load(lib, p) && library_load(lib, member(p, "Inner")));
    CHECK(find("Nothing") == NULL && find("Folder") == NULL && find("Resources") == NULL);
    CHECK(errors() == 0 && warnings() == 0);
    end();
}

TEST(package_order)
{
    begin("one", NULL);
    /* the import first, then as listed, then the rest by name; no `not-a-name`, `Resources`
     */
    CHECK_STR(names_of(find("P")),
              "Q B Inner Sub k A Broken Empty NoWithin Two WrongWithin Z lower");
    end();
}

TEST(versions)
{
    begin("one", "two");
    CHECK_INT(version_of(find("V")), 110); /* folders before files, 1.10 after 1.2, releases last */
    CHECK_INT(version_of(find("W")), 99);  /* 10 alpha is before 10, but after 2.0.1 */
    CHECK_INT(version_of(find("U")), 2);   /* 1.02 is 1.2, a release after its candidate */
    CHECK(find("Single") && find("Other") && find("'a b'"));
    CHECK_INT(warnings(), 0);
    end();
}

TEST(broken_files)
{
    begin("one", NULL);
    SynClass *p = find("P");
    SynClass *broken = member(p, "Broken");
    CHECK(!library_load(lib, broken) && errors() == 1);
    CHECK(broken->form == FORM_BROKEN && broken->parent == p && broken->element);
    CHECK(!library_load(lib, broken) && errors() == 1); /* silent the second time */
    CHECK(!library_load(lib, member(p, "lower")));
    CHECK(said("must define `lower`, not `Lower`"));
    CHECK(!library_load(lib, member(p, "Empty")) && said("contains no class"));
    CHECK_INT(errors(), 3);
    CHECK(library_load(lib, member(p, "NoWithin")) && warnings() == 1);
    CHECK(said("the file of `P.NoWithin` should begin with `within P;`"));
    CHECK(library_load(lib, member(p, "WrongWithin")) && warnings() == 2);
    CHECK(library_load(lib, member(p, "Two")) && said("only `Two` is used"));
    CHECK(find("Lost") && said("`Lost` is a top-level class"));
    CHECK_INT(errors(), 3);
    find("Short");
    CHECK(errors() == 4 && said("a package with files of its own needs a body"));
    end();
}

TEST(duplicates)
{
    begin("one", NULL);
    SynClass *d = find("Dup");
    CHECK_STR(names_of(d), "M N");
    CHECK_INT(member(d, "M")->form, FORM_LONG); /* that of package.mo */
    CHECK(library_load(lib, member(d, "N")));
    CHECK_INT(member(d, "N")->restriction, CLS_PACKAGE); /* the folder */
    CHECK_INT(warnings(), 3);
    CHECK(said("package.order lists `Missing`, which `Dup` does not contain"));
    CHECK(errors() == 0);
    end();
}

TEST(opened_files)
{
    begin("one", NULL);
    SynClass *last = library_open(lib, in_root("user.mo"));
    CHECK(last && find("Last") == last && find("First") && find("First") != last);
    CHECK(library_open(lib, in_root("user.mo")) != last && warnings() == 0); /* read again */
    SynClass *other = library_open(lib, in_root("user2.mo"));
    CHECK(find("Last") == other && other->nelements == 1 && warnings() == 1);
    CHECK(!library_open(lib, in_root("wrong.mo")) && errors() == 1 && !find("M"));
    CHECK(!library_open(lib, in_root("empty.mo")) && errors() == 2);
    CHECK(!library_open(lib, in_root("missing.mo")) && errors() == 3);
    CHECK(!library_open(lib, in_root("nowhere.mo")) && errors() == 4);
    end();
}

TEST(opened_within)
{
    begin("one", NULL);
    SynClass *ant = library_open(lib, in_root("into.mo"));
    SynClass *sub = member(find("P"), "Sub");
    CHECK(ant && member(sub, "Ant") == ant && ant->parent == sub);
    CHECK_STR(names_of(sub), "Ant Zebra");
    CHECK_STR(text_of(ctx, member(sub, "Ant")->description), "user's");
    SynClass *added = library_open(lib, in_root("added.mo"));
    CHECK(added && member(find("P"), "Added") == added && added->element->cls == added);
    CHECK(!find("Ant") && !find("Added"));
    CHECK(errors() == 0 && warnings() == 0);
    end();
}

TEST(opened_folders)
{
    static const char *const ways[] = {"two/Tree", "two/Tree/", "two/Tree/package.mo"};
    for (int i = 0; i < 3; i++) {
        begin(NULL, NULL);
        SynClass *t = library_open(lib, in_root(ways[i]));
        CHECK(t && find("Tree") == t && member(t, "Branch")->form == FORM_STUB);
        CHECK(library_load(lib, member(t, "Branch")) && errors() == 0 && warnings() == 0);
        end();
    }
    /* a file inside a library that is not on the path brings the library with it */
    begin(NULL, NULL);
    SynClass *leaf = library_open(lib, in_root("two/Tree/Branch/Leaf.mo"));
    SynClass *branch = member(find("Tree"), "Branch");
    CHECK(leaf && leaf->parent == branch && member(branch, "Leaf") == leaf && errors() == 0);
    end();
    begin(NULL, NULL);
    branch = library_open(lib, in_root("two/Tree/Branch"));
    CHECK(branch && branch->parent == find("Tree") && branch->nelements == 1 && errors() == 0);
    end();
}

TEST(path)
{
    char path[700];
    snprintf(path, sizeof path, ":%s::%s", in_root("missing"), in_root("two"));
    begin("one", NULL);
    library_add_path(lib, path);
    CHECK_STR(text_of(ctx, find("P")->description), "one");
    CHECK(find("Other") != NULL && warnings() == 0);
    end();
    begin("one", NULL);
    library_add_path(lib, "");
    CHECK(!find("Other"));
    library_add_dir(lib, in_root("missing"));
    CHECK_INT(warnings(), 1);
    end();
}

static void note(void *arg, const char *name)
{
    strcat(strcat(arg, " "), name);
}

TEST(top_names)
{
    char names[1000] = "";
    begin("one", "two");
    library_open(lib, in_root("user.mo"));
    library_top_names(lib, note, names);
    CHECK_STR(names,
              " First Last 'a b' Dup Lost P Short Single U U U U V V V V W W W Other P Tree");
    end();
}

TEST_MAIN(T(laziness), T(package_order), T(versions), T(broken_files), T(duplicates),
          T(opened_files), T(opened_within), T(opened_folders), T(path), T(top_names))

# External objects in connectors: made at the start by what is known only then, passed on by connections and
# equations; calls with several results are done once at an event, in the order in which they depend on each other.
. "$ROOT/tests/cli/common"
command -v cc > /dev/null || { echo "no cc"; exit 77; }
export XDG_CACHE_HOME="$TMP/cache"

cat > Boxes.mo <<'MODEL'
package Boxes
  class Box
    extends ExternalObject;
    function constructor
      input Integer n;
      output Box box;
      external "C" box = box_new(n) annotation(Include="
#include <stdio.h>
#include <stdlib.h>
typedef struct { int n; double sum; } Box;
static void box_say(const char *word, Box *b) {
    FILE *f = fopen(\"said\", \"a\");
    fprintf(f, \"%s %d\\n\", word, b->n);
    fclose(f);
}
static void *box_new(int n) {
    Box *b = malloc(sizeof *b);
    b->n = n;
    b->sum = 0;
    box_say(\"made\", b);
    return b;
}
static void box_free(void *p) { box_say(\"ended\", p); free(p); }
static void box_add(void *p, double x, double *sum, int *n) { Box *b = p; *sum = b->sum += x; *n = b->n; }
");
    end constructor;
    function destructor
      input Box box;
      external "C" box_free(box);
    end destructor;
  end Box;
  function add_
    input Box box;
    input Real x;
    output Real sum;
    output Integer n;
    external "C" box_add(box, x, sum, n);
  end add_;
  function add "the order of calls is that of `before` and `after`"
    input Box box;
    input Real x;
    input Real before;
    output Real sum;
    output Integer n;
    output Real after = before;
  algorithm
    (sum, n) := add_(box, x);
  end add;
  connector In
    input Box box;
    input Boolean trigger;
    input Real order;
    output Integer size;
  end In;
  connector Out
    output Box box;
    output Boolean trigger;
    output Real order;
    input Integer size;
  end Out;
  block Source
    Out o(box = Box(size));
    Integer size, n(start = 0);
    Real sum(start = 0);
  equation
    when initial() then
      size = o.size;
    end when;
    o.trigger = sample(0, 0.25);
    when o.trigger then
      (sum, n, o.order) = add(o.box, 1, time);
    end when;
  end Source;
  block Pass
    In i;
    Out o;
    Real sum(start = 0);
  equation
    i.size = o.size + 1;
    o.trigger = i.trigger;
    o.box = i.box;
    when i.trigger then
      (sum, , o.order) = add(o.box, 10, i.order);
    end when;
  end Pass;
  block Sink
    In i;
    Real sum(start = 0);
    Integer n(start = 0);
  equation
    i.size = 2;
    when i.trigger then
      (sum, n) = add(i.box, 100, i.order);
    end when;
  end Sink;
  model Chain
    Source source;
    Pass pass[2];
    Sink sink;
    Box own = Box(10*source.size);
    Real s(start = 0);
    Integer m(start = 0);
  equation
    connect(source.o, pass[1].i);
    connect(pass[1].o, pass[2].i);
    connect(pass[2].o, sink.i);
    when sink.i.trigger then
      (s, m) = add(own, 1, time);
    end when;
  end Chain;
end Boxes;
MODEL

for method in auto ida; do
    rm -f said
    run 0 "$KRON" simulate Boxes.mo:Boxes.Chain --stop 1 --method $method -o chain.csv
    python3 - <<'PY'
import csv
last = list(csv.DictReader(open("chain.csv")))[-1]
# Ticks at 0, 0.25 .. 1, each adds 1 + 10 + 10 + 100; sizes are counted from the end of the chain.
expect = {"source.size": 4, "source.n": 4, "source.sum": 4*121 + 1, "pass[1].sum": 4*121 + 11,
          "pass[2].sum": 4*121 + 21, "sink.sum": 5*121, "sink.n": 4, "s": 5, "m": 40}
for k, x in expect.items():
    assert float(last[k]) == x, (k, last[k], x)
PY
    for n in 4 40; do
        [ "$(grep -c "^made $n$" said)" = "$(grep -c "^ended $n$" said)" ] || fail "made and ended: $(cat said)"
    done
    ! grep -qv ' 4$\| 40$' said || fail "made by values that are not known: $(cat said)"
done

sed -i 's/Out o(box = Box(size))/Out o/' Boxes.mo
run 1 "$KRON" simulate Boxes.mo:Boxes.Chain -o chain.csv
grep -q 'source.o.box' err || fail "an object that nobody makes: $(cat err)"

# `kron check PACKAGE`: every class of a package is checked on all cores; what is wrong with one does
# not hide the others, and each class has its bounds.
. "$ROOT/tests/cli/common"
mkdir -p Lib/Parts
cat > Lib/package.mo <<'END'
package Lib "A small library"
  connector Pin Real v; flow Real i; end Pin;
  connector Port Real p; flow Real m; stream Real h; end Port;
  partial model Two Pin p, n; Real u = p.v - n.v; equation p.i + n.i = 0; end Two;
  model Whole "Complete" Real x(start = 1, fixed = true); equation der(x) = -x; end Whole;
  block Gain input Real u; output Real y; parameter Real k = 2; equation y = k*u; end Gain;
  partial package Unfinished
    replaceable partial function f input Real x; output Real y; end f;
    model Skipped Real x = nothing; end Skipped;
  end Unfinished;
  model NeedsMedium "Usable with another package only"
    replaceable package Medium = Unfinished;
    Real y = Medium.f(1);
  end NeedsMedium;
  function apply "A function of a function"
    input Op f; input Real x; output Real y;
    partial function Op input Real x; output Real y; end Op;
  algorithm
    y := f(x);
  end apply;
  record Point Real x, y; end Point;
  type Length = Real(unit = "m");
end Lib;
END
echo "within Lib;
package Parts end Parts;" > Lib/Parts/package.mo
cat > Lib/Parts/Resistor.mo <<'END'
within Lib.Parts;
model Resistor extends Lib.Two; parameter Real R = 1; equation u = R*p.i; end Resistor;
END
cat > Lib/Parts/square.mo <<'END'
within Lib.Parts;
function square input Real x; output Real y; algorithm y := x^2; end square;
END

good() {
    run 0 "$KRON" check Lib -I .
    prints 'Lib: 9 classes checked'
    prints '0 wrong'
    grep -Eq '^models and blocks +3 +0 +1 +0 +1$' "$TMP/out" || fail models
    grep -Eq '^functions +1 +0 +1 +0 +0$' "$TMP/out" || fail functions
    grep -Eq '^records +1 +0 +0 +0 +0$' "$TMP/out" || fail records
    grep -Eq '^connectors +2 +0 +0 +0 +0$' "$TMP/out" || fail connectors
    [ ! -s "$TMP/err" ] || fail messages
    run 0 "$KRON" check Lib/package.mo
    prints 'Lib: 9 classes'
    run 1 "$KRON" simulate Lib -I .
    says 'not a model'
    run 0 "$KRON" check Lib --jobs 1
    prints 'Lib: 9 classes'
}

# A wrong function, a model and a component with an equation too few, a file that cannot be parsed.
wrong() {
    cp -r Lib Wrong
    sed -i 's/Lib/Wrong/g' Wrong/package.mo Wrong/Parts/*.mo
    sed -i 's/x^2/z^2/' Wrong/Parts/square.mo
    sed -i 's/u = R\*p.i/assert(R > 0, "R")/' Wrong/Parts/Resistor.mo
    cat > Wrong/Parts/Few.mo <<'END'
within Wrong.Parts;
model Few Real x, y; equation x = 1; end Few;
END
    cat > Wrong/Parts/Fine.mo <<'END'
within Wrong.Parts;
model Fine Real x = 1; end Fine;
END
    run 1 "$KRON" check Wrong -I .
    says 'square.mo:2'
    says 'the variable `z`'
    says '`Wrong.Parts.Few` has 1 equation for 2 unknowns'
    says '`Wrong.Parts.Resistor` has'
    prints '3 wrong'
    prints 'the variable `...` is not declared in `...`'
    run 1 "$KRON" check Wrong -I . --json
    python3 - "$TMP/out" <<'END'
import json, sys
j = json.load(open(sys.argv[1]))
p = j["checked"][0]
v = {c["name"]: c["verdict"] for c in p["classes"]}
assert j["status"] == 1 and p["counts"]["wrong"] == 3, p["counts"]
assert v["Wrong.Parts.square"] == v["Wrong.Parts.Few"] == v["Wrong.Parts.Resistor"] == "wrong", v
assert v["Wrong.Parts.Fine"] == v["Wrong.Whole"] == "good", v
assert v["Wrong.NeedsMedium"] == v["Wrong.apply"] == "incomplete", v
assert any(m["text"].startswith("the variable `z`") and m["line"] == 2 for m in j["messages"])
END
    echo 'model Fine Real x = ; end Fine;' > Wrong/Parts/Fine.mo
    run 1 "$KRON" check Wrong -I .
    says 'Fine.mo:1'
    says 'the variable `z`'
    # Messages stand in the order of the classes, whatever is done first.
    for jobs in 1 2 7; do
        "$KRON" check Wrong -I . --jobs $jobs > "$TMP/out$jobs" 2> "$TMP/err$jobs" || :
        cmp "$TMP/err1" "$TMP/err$jobs"
    done
}

# What is said while a class is looked at only to see what it is, is said after all if nothing else is.
imported() {
    cat > Imports.mo <<'END'
package Imports
  import Nowhere;
  function f output Nowhere.X y; external "C"; end f;
end Imports;
END
    run 1 "$KRON" check Imports.mo
    says 'the class `Nowhere` is not declared'
    lacks err 'out of memory'
}

# Memory that runs out ends the check of one class and not of the others.
bounds() {
    cat > Big.mo <<'END'
package Big
  model Fine Real x = 1; end Fine;
  model Huge Real x[300000000]; equation for i in 1:300000000 loop x[i] = i*time; end for; end Huge;
  model Also Real x = 2; end Also;
end Big;
END
    nm "$KRON" 2> /dev/null | grep -q '__[at]san_init' && return 0
    run 1 "$KRON" check Big.mo
    prints 'Big: 3 classes'
    prints '1 wrong'
    says Huge
}

interrupted() {
    cat > Long.mo <<'END'
package Long
  model Fine Real x = 1; end Fine;
  function f input Integer n; output Real y; algorithm
    y := 0; while y < n loop y := y + 1e-9; end while; end f;
END
    for i in $(seq 200); do # the evaluator gives up each of them, after a while
        echo "  model Forever$i constant Real c = f(1000000 + $i); Real x[integer(c)]; end Forever$i;"
    done >> Long.mo
    echo "end Long;" >> Long.mo
    python3 - "$KRON" <<'END'
import json, signal, subprocess, sys, time
p = subprocess.Popen([sys.argv[1], "check", "Long.mo", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
time.sleep(0.7)
p.send_signal(signal.SIGINT)
begun = time.time()
out, err = p.communicate()
assert p.returncode == 130, (p.returncode, out, err)
assert time.time() - begun < 3
j = json.loads(out)
v = {c["name"]: c["verdict"] for c in j["checked"][0]["classes"]}
assert j["status"] == 130 and len(v) == 202, v
assert v["Long.Fine"] == v["Long.f"] == "good" and v["Long.Forever200"] == "not checked", v
END
}

all good wrong imported bounds interrupted

# What is protected, and public variables of functions: an error in the user's file, a warning in a library's.
. "$ROOT/tests/cli/common"
mkdir lib
cat > lib/Parts.mo <<'MODEL'
package Parts
  model Inside
    Real y = 2*h;
  protected
    Real h = time;
    parameter Real k = 1;
  public
    Real z = k;
  end Inside;
  model Outside
    Inside a(k = 3);
    Real y = a.h + twice(a.z);
  end Outside;
  function twice
    input Real x;
    output Real y;
    parameter Real factor = 2;
  algorithm
    y := factor*x;
  end twice;
end Parts;
MODEL
cat > User.mo <<'MODEL'
model User
  Parts.Outside o;
end User;
MODEL
run 0 "$KRON" simulate User.mo -I lib --stop 1 -o r.csv
says 'warning: `h` is protected in `Parts.Inside`'
says 'warning: `k` is protected in `Parts.Inside` and cannot be modified from outside'
says 'warning: `factor` in the function `Parts.twice` is neither input nor output'
python3 - <<'END'
import csv
row = list(csv.DictReader(open("r.csv")))[-1]
assert abs(float(row["o.y"]) - 7) < 1e-12, row
END
run 1 "$KRON" simulate lib/Parts.mo:Parts.Outside --stop 1 -o r.csv
says 'error: `k` is protected in `Parts.Inside`'
cat > Reads.mo <<'MODEL'
model Reads
  Parts.Inside a;
  Real y = a.h;
end Reads;
MODEL
run 1 "$KRON" simulate Reads.mo -I lib --stop 1 -o r.csv
says 'error: `h` is protected in `Parts.Inside`'
# What a model lacks of what it stands for, and nobody uses: an error in the user's file, a warning in a library's.
cat > lib/Stand.mo <<'MODEL'
package Stand
  model Full
    parameter Real k = 1, spare = 2;
    Real y = k*time;
  end Full;
  model Lean
    parameter Real k = 1;
    Real y = 3*k*time;
  end Lean;
  model Frame
    replaceable Full part constrainedby Full;
    Real y = part.y;
  end Frame;
  model Example
    Frame frame(redeclare Lean part);
  end Example;
  connector Out = output Real;
  model Wide
    Out y;
  end Wide;
  model Default
    replaceable Lean part constrainedby Wide;
  end Default;
end Stand;
MODEL
sed 's/package Stand/package Own/; s/end Stand/end Own/' lib/Stand.mo > Own.mo
run 0 "$KRON" simulate Stand.Example -I lib --stop 1 -o r.csv
says 'warning: `part` is redeclared as `Stand.Lean`, which is no full `Stand.Full`: it has no element `spare`'
python3 - <<'END'
import csv
row = list(csv.DictReader(open("r.csv")))[-1]
assert abs(float(row["frame.y"]) - 3) < 1e-12, row
END
run 1 "$KRON" simulate Own.mo:Own.Example
says 'error: `part` is redeclared as `Own.Lean`, which cannot stand for `Own.Full`: it has no element `spare`'
# The class that a replaceable component has itself, beside a constraining class that it does not fit.
run 0 "$KRON" simulate Stand.Default -I lib --stop 1 -o r.csv
says 'warning: `part` is of the class `Stand.Lean`, which is no full `Stand.Wide`: its element `y` is declared without `output`: write `output` before its type'
run 1 "$KRON" simulate Own.mo:Own.Default
says 'error: `part` is of the class `Own.Lean`, which cannot stand for `Own.Wide`: its element `y` is declared without `output`: write `output` before its type'
# A value for an outer component: an error in the user's file; in a library's it is not used.
cat > lib/Around.mo <<'MODEL'
package Around
  model Part
    outer parameter Real k = 5;
    Real y = k*time;
  end Part;
end Around;
MODEL
printf 'model Takes\n  inner parameter Real k = 2;\n  Around.Part part;\nend Takes;\n' > Takes.mo
run 0 "$KRON" simulate Takes.mo -I lib --stop 1 -o r.csv
says 'warning: `part.k` is outer and cannot be modified; modify the inner component instead'
grep -q '^1,2' r.csv || { cat r.csv | tail -1; exit 1; }
# Rules that change no values, broken in a library: constraining classes that there are not, classes taken from a
# model, functions that lack inputs of the one they replace, and modifiers for these, impure functions in equations.
cat > lib/Loose.mo <<'MODEL'
package Loose
  model Box
    Real unused = 1;
    function twice
      input Real x;
      output Real y;
    algorithm
      y := 2*x;
    end twice;
  end Box;
  function line
    input Real x;
    input Real k;
    input Real d;
    output Real y;
  algorithm
    y := k*x + d;
  end line;
  function square
    input Real x;
    input Real k;
    output Real y;
  algorithm
    y := k*x^2;
  end square;
  model Curve
    replaceable function f = line(k = 1, d = 1);
    Real y = f(time);
  end Curve;
  impure function five
    output Real y = 5;
  algorithm
  end five;
  model Part
    replaceable model Inside = Empty constrainedby Nowhere.Found;
    Inside inside;
    Curve curve(redeclare function f = square(k = 3));
    Real z = Box.twice(time), i = five();
  end Part;
  model Empty
    Real e = 7;
  end Empty;
end Loose;
MODEL
printf 'within;\nmodel Top\n  Loose.Part p;\nend Top;\n' > lib/Top.mo
run 0 "$KRON" simulate Top -I lib --stop 2 -o r.csv
says 'warning: the constraining class `Found` is not found'
says 'warning: `Loose.Box` has variables or equations, so it is no package from which `twice` could be used'
says 'warning: `f` is redeclared as `Loose.square`, which is no full `Loose.line`: it has no element `d`'
says 'warning: `Loose.square` has no element `d` to modify'
says 'warning: `Loose.five` is impure'
python3 - <<'END'
import csv
row = {k: float(v) for k, v in list(csv.DictReader(open("r.csv")))[-1].items()}
assert [row["p." + n] for n in ("curve.y", "z", "i", "inside.e")] == [12, 4, 5, 7], row
END
cp lib/Loose.mo Mine.mo
run 1 "$KRON" simulate Mine.mo:Loose.Part --stop 2 -o r.csv
says 'error: the class `Nowhere` is not declared'
says 'error: `f` is redeclared as `Loose.square`, which cannot stand for `Loose.line`'
# Values for record classes, and types redeclared as others: equations use what fits.
cat > lib/Kinds.mo <<'MODEL'
package Kinds
  record Data
    Real a = 1;
  end Data;
  package Base
    replaceable record Constants = Data;
    constant Real k = 2;
  end Base;
  package Steam
    extends Base(Constants = {Data(a = 5)}, k = 3);
  end Steam;
  model Event
    parameter T after;
    T state(start = before, fixed = true);
    parameter T before;
    replaceable type T = Real;
  equation
    when time > 0.5 then
      state = after;
    end when;
  end Event;
  model Switch
    extends Event(redeclare type T = Boolean);
  end Switch;
  model Part
    Switch on(before = false, after = true);
    Real y = if on.state then Steam.k else 0;
  end Part;
end Kinds;
MODEL
printf 'within;\nmodel Both\n  Kinds.Part p;\nend Both;\n' > lib/Both.mo
run 0 "$KRON" simulate Both -I lib --stop 1 -o r.csv
says 'warning: `Constants` is a record and has no value'
says 'warning: `T` is redeclared as `Boolean`, which cannot stand for `Real`: it is not of the type `Real`'
python3 - <<'END'
import csv
row = list(csv.DictReader(open("r.csv")))[-1]
assert float(row["p.y"]) == 3, row
END
run 1 "$KRON" simulate lib/Kinds.mo:Kinds.Part --stop 1 -o r.csv
says 'error: `T` is redeclared as `Boolean`, which cannot stand for `Real`'

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
run 1 "$KRON" simulate Parts.Outside -I lib --stop 1 -o r.csv
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
says 'warning: `part` is of the class `Stand.Lean`, which is no full `Stand.Wide`: its element `y` has other prefixes'
run 1 "$KRON" simulate Own.mo:Own.Default
says 'error: `part` is of the class `Own.Lean`, which cannot stand for `Own.Wide`: its element `y` has other prefixes'

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

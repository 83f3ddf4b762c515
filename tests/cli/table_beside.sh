# A table that is not in the working folder is read from the folder of the model's file.
. "$ROOT/tests/cli/common"
mkdir -p lib/Data/Parts elsewhere
echo 'package Data end Data;' > lib/Data/package.mo
echo 'within Data; package Parts end Parts;' > lib/Data/Parts/package.mo
cat > lib/Data/Parts/Reader.mo <<'MODEL'
within Data.Parts;
model Reader
  class Curve
    extends ExternalObject;
    function constructor
      input String file;
      input Real table[:, :];
      output Curve curve;
    external "C" curve = ModelicaStandardTables_CombiTable1D_init2(file, "a", table, size(table, 1), size(table, 2),
      {2}, size({2}, 1), 1, 2, false);
    end constructor;
    function destructor
      input Curve curve;
    external "C" ModelicaStandardTables_CombiTable1D_close(curve);
    end destructor;
  end Curve;
  function value
    input Curve curve;
    input Real u;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTable1D_getValue(curve, 1, u);
  end value;
  Curve curve = Curve("values.txt", fill(0, 0, 2));
  Real y = value(curve, time);
end Reader;
MODEL
printf '#1\ndouble a(2,2)\n0 0\n1 5\n' > lib/Data/Parts/values.txt
last() {
    python3 - "$1" <<'PYTHON'
import csv, sys
row = list(csv.DictReader(open("r.csv")))[-1]
assert abs(float(row["y"]) - float(sys.argv[1])) < 1e-12, row
PYTHON
}
cd elsewhere
run 0 "$KRON" simulate Data.Parts.Reader -I ../lib --stop 1 -o r.csv
last 5
sed 1d ../lib/Data/Parts/Reader.mo > ../lib/Own.mo
cp ../lib/Data/Parts/values.txt ../lib
run 0 "$KRON" simulate ../lib/Own.mo --stop 1 -o r.csv
last 5
# The working folder comes first.
printf '#1\ndouble a(2,2)\n0 0\n1 7\n' > values.txt
run 0 "$KRON" simulate Data.Parts.Reader -I ../lib --stop 1 -o r.csv
last 7
rm values.txt ../lib/values.txt
run 3 "$KRON" simulate ../lib/Own.mo --stop 1 -o r.csv
says 'cannot read the file `values.txt`'
# A name that the file does not have.
printf '#1\ndouble curve(2,2)\n0 0\n1 7\n' > values.txt
run 3 "$KRON" simulate ../lib/Own.mo --stop 1 -o r.csv
says 'it has no matrix `a`, but `curve`'

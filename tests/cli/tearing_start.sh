# At the start a large block is torn, too: what is not iterated need not be guessed. Sheets that radiate to each other are steady
# where the fourth powers of their temperatures lie on a straight line.
. "$ROOT/tests/cli/common"

cat > Sheets.mo <<'MODEL'
model Sheets
  parameter Integer n = 60;
  Real T[n](each start = 300), q[n + 1];
equation
  q[1] = (400/100)^4 - (T[1]/100)^4;
  for i in 2:n loop
    q[i] = (T[i - 1]/100)^4 - (T[i]/100)^4;
  end for;
  q[n + 1] = (T[n]/100)^4 - (300/100)^4;
  for i in 1:n loop
    der(T[i]) = q[i] - q[i + 1];
  end for;
initial equation
  der(T) = zeros(n);
end Sheets;
MODEL
run 0 "$KRON" structure Sheets.mo --json --quiet -o structure.json
run 0 "$KRON" simulate Sheets.mo --json --quiet --vars 'T[*]' -o result.csv
python3 - <<'PY'
import csv, json
blocks = json.load(open("structure.json"))["initial"]
most = max(blocks, key=lambda b: b["size"])
assert most["size"] == 121 and most["iteration"] <= 60, (most["size"], most["iteration"])
row = next(csv.DictReader(open("result.csv")))
for i in range(1, 61):
    T = 100 * (4**4 + (3**4 - 4**4) * i / 61) ** 0.25
    assert abs(float(row["T[%d]" % i]) - T) < 1e-6 * T, (i, row["T[%d]" % i], T)
PY

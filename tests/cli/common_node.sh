# Many breakers at one node: its sum has as many terms. Neither the order of elimination nor the factors of what is left, where
# the law of a closed breaker is no pivot for its voltage, take more than in proportion to their number: a full matrix was made of them.
. "$ROOT/tests/cli/common"
! sanitized || { echo "times are not those of a user's kron"; exit 77; }
cat > net.mo <<'M'
model Net "All are closed until x = 1/2, then all but one in two"
  parameter Integer n = 400;
  Real node, v[n], i[n], u[n], x(start = 0, fixed = true);
  discrete Real G[n](each start = 1e6, each fixed = true);
equation
  der(x) = 1;
  for k in 1:n loop
    when x > 0.5 and mod(k, 2) == 0 then
      G[k] = 1e-6;
    end when;
    i[k] = G[k]*u[k];
    node = u[k] + v[k];
    i[k] = v[k]*(1 + k/n);
  end for;
  sum(i) + node = 1 + time;
end Net;
M
python3 - "$KRON" << 'P' || fail "one node of many breakers"
import csv, os, subprocess, sys

def seconds(n):
    before = os.times()
    subprocess.run([sys.argv[1], "simulate", "net.mo", "--set", "n=%d" % n, "--stop", "1", "--intervals", "10", "--quiet", "--vars",
                    "node", "-o", "r.csv"], check=True)
    last = list(csv.DictReader(open("r.csv")))[-1]
    both = [(1e6 if k % 2 else 1e-6, 1 + k/n) for k in range(1, n + 1)]
    want = 2/(1 + sum(G*g/(G + g) for G, g in both))
    assert abs(float(last["node"]) - want) < 1e-9*want, (last, want)
    return os.times().children_user - before.children_user

few, many = seconds(500), seconds(2000)
assert many < 8*few + 0.5, (few, many)
P

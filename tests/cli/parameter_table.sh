# A function that fills a table of parameters is called once for a hundred of them, not once for each.
. "$ROOT/tests/cli/common"
cat > Table.mo <<'MODEL'
model Table
  function fill
    input Integer n;
    input Real k;
    output Real y[n, n];
    output Real s;
  algorithm
    s := 0;
    for i in 1:n loop
      for j in 1:n loop
        y[i, j] := k*(100*i + j);
        s := s + y[i, j];
      end for;
    end for;
  end fill;
  parameter Integer n = 30;
  parameter Real k = 1;
  parameter Real tab[n, n] = fill(n, k);
  Real y = tab[2, 3] + tab[30, 30];
end Table;
MODEL
run 0 "$KRON" translate Table.mo --to c -o table.c
calls=$(grep -c 'rc = .*f_1(m' table.c)
test "$calls" -le 20 || { echo "$calls calls"; exit 1; }
value() { run 0 "$KRON" simulate Table.mo "$@" --stop 1 -o r.csv --vars y; tail -1 r.csv; }
test "$(value)" = 1,3233 || exit 1
test "$(value --set k=2)" = 1,6466 || exit 1
test "$(value --set 'tab[2,3]=7')" = 1,3037 || exit 1

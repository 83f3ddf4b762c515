# A value of a table over time costs the logarithm of its length: what a piece between events is made of is not
# walked through. A hundred thousand values of a hundred thousand rows without events take seconds at most.
cat > Long.mo <<'MO'
model Long
  class Table
    extends ExternalObject;
    function constructor
      input String file;
      input Real table[:, :];
      output Table t;
    external "C" t = ModelicaStandardTables_CombiTimeTable_init2(file, "a", table, size(table, 1), size(table, 2),
      0.0, {2}, size({2}, 1), 1, 2, 0.0, 3, false);
    end constructor;
    function destructor
      input Table t;
    external "C" ModelicaStandardTables_CombiTimeTable_close(t);
    end destructor;
  end Table;
  function value
    input Table t;
    input Real u, next, previous;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTimeTable_getValue(t, 1, u, next, previous);
  end value;
  function nextEvent
    input Table t;
    input Real u;
    output Real next;
  external "C" next = ModelicaStandardTables_CombiTimeTable_nextTimeEvent(t, u);
  end nextEvent;
  Table t = Table("long.txt", fill(0, 0, 2));
  discrete Real next(start = 0, fixed = true);
  Real y = value(t, time, next, pre(next));
equation
  when {time >= pre(next), initial()} then
    next = nextEvent(t, time);
  end when;
end Long;
MO
python3 - <<'PYTHON'
n = 100000
with open("long.txt", "w") as f:
    f.write("#1\ndouble a(%d,2)\n" % (n + 1))
    f.writelines("%d %d\n" % (i, i % 2) for i in range(n + 1))
PYTHON
(ulimit -t 10 && "$KRON" simulate Long.mo --stop 100000 --interval 1 --vars y -o r.csv --quiet)
python3 - <<'PYTHON'
import csv
rows = {round(float(r["time"])): float(r["y"]) for r in csv.DictReader(open("r.csv"))}
assert all(abs(rows[i] - i % 2) < 1e-6 for i in (1, 2, 49999, 99998, 99999)), [rows[i] for i in (1, 2, 49999, 99998, 99999)]
PYTHON

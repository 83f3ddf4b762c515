"""agree.py KRON me|cs MADE REF: whether an FMU's result agrees with kron's by `kron compare`; those of
Co-Simulation at the communication points."""
import os, subprocess, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from check import at_points, read_csv, same_names, write_csv

kron, kind, made, ref = sys.argv[1:]
names, rows = read_csv(made)
times = [r[0] for r in rows]
common = ref + ".common.csv"
if kind == "cs":
    write_csv(made, *at_points(names, rows, times))
    points = ref + ".points.csv"
    write_csv(points, *at_points(*read_csv(ref), times))
    ref = points
if not same_names(ref, made, common):
    sys.exit("no signal in common")
same_names(made, common, made)
said = subprocess.run([kron, "compare", made, common], capture_output=True, text=True)
if said.returncode:
    print(said.stdout[-600:])
sys.exit(said.returncode)

"""agree.py KRON me|cs MADE REF: whether an FMU's result agrees with kron's by `kron compare`; those of
Co-Simulation at the communication points."""
import os, subprocess, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from check import at_times, same_names

kron, kind, made, ref = sys.argv[1:]
common = ref + ".common.csv"
if not same_names(ref, made, common, 1e-7)[0]:
    sys.exit("no signal in common")
if kind == "cs":
    at_times(made, common)
same_names(made, common, made)
said = subprocess.run([kron, "compare", made, common], capture_output=True, text=True)
if said.returncode:
    print(said.stdout[-600:])
sys.exit(said.returncode)

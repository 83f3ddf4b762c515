# Problems of the Test Set for IVP Solvers reach their published values: error at most 100 times the
# tolerance, and it falls with it.
python3 "$(dirname "$0")/ivp.py" "$KRON" "$(dirname "$0")/ivp.mo" bdf radau sdirk auto mixed

# A smooth function of time does not cut steps short: looks ahead for pulses (rt/pulses.c) end steps only
# where a derivative changes otherwise than it did. With a sine the loop takes about as many steps as
# with a constant.
cat > Loop.mo <<'MO'
model Loop "A cascade around a nonlinear plant"
  Real x(start = 1, fixed = true), i(start = 0, fixed = true), f(start = 0, fixed = true), g(start = 0, fixed = true), e;
equation
  0.01*der(f) + f = x + 0.2*x^3;
  0.02*der(g) + g = f;
  e = WISH - g;
  der(i) = e;
  der(x) = -exp(0.3*x) + 2*e + 3*i;
end Loop;
MO
steps() {
    sed "s/WISH/$1/" Loop.mo > Wish.mo
    "$KRON" simulate Wish.mo --stop 1 --method "$2" --json --quiet | sed 's/.*"steps": \([0-9]*\).*/\1/'
}
for method in auto bdf sdirk radau cvode; do
    driven=$(steps 'sin(time)' $method)
    still=$(steps 0.7 $method)
    [ "$driven" -le $((2 * still)) ] || {
        echo "$method: $driven steps with a sine, $still with a constant"
        exit 1
    }
done

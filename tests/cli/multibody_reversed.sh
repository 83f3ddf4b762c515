# Relaxed joints of the classic language want cut b of one element at cut a of the next (RX-57): a joint
# that is turned around is refused by name. Kron.MultiBody takes joints either way round.
. "$ROOT/tests/cli/common"

chain() {
    cat > chain.dym <<MODEL
model chain
  submodel (Base) base
  submodel (RevoluteJoint) j1(n = [1, 2, 2]), j2(n = [1, 0, 0])
  submodel (Link) l1
  submodel (MassElement) b1(I = [1, 0, 0; 0, 2, 0; 0, 0, 3]), b2(rc = [0, 1, 0])
  node n1
  connect j1 from base to n1, b1 at n1, l1 - $1 from n1 to b2
end
MODEL
}

classic() {
    chain j2
    run 0 "$KRON" check chain.dym
    [ ! -s "$TMP/err" ] || fail "a message"
    chain '\j2'
    run 1 "$KRON" check chain.dym
    says 'relax() leaves nothing to determine'
    says 'turn `j2` around'
}

all classic

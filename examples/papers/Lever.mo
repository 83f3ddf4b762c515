model Lever "A lever with three masses on its arms: Lever.dym, of Kron.BondGraph"
  import BG = Kron.BondGraph;
  parameter Real tau = 1 "Torque on the lever";
  BG.SE source(e0 = tau);
  BG.Junction1 one(n = 5);
  BG.I J(i = 0.5, f(start = 0, fixed = true)) "The lever itself";
  BG.TF T[3](m = {0.4, 0.8, -0.5}) "Arms";
  BG.I M[3](i = {1, 2, 3}) "Masses: they depend on J";
  BG.RSe S[3];
equation
  connect(source.bond, one.bond[1]);
  connect(one.bond[2], J.bond);
  for k in 1:3 loop
    connect(one.bond[k + 2], T[k].a);
    connect(T[k].b, M[k].bond);
    connect(M[k].bond, S[k].bond);
  end for;
end Lever;

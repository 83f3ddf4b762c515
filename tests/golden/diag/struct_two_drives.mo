package R
  connector Flange
    Real phi;
    flow Real tau;
  end Flange;
  model Inertia
    Flange a, b;
    Real w;
  equation
    a.phi = b.phi;
    w = der(a.phi);
    2*der(w) = a.tau + b.tau;
  end Inertia;
  model Drive
    Flange flange;
    parameter Real w = 1;
  equation
    der(flange.phi) = w;
  end Drive;
end R;
model M "One shaft, two prescribed speeds"
  R.Drive d1(w = 1), d2(w = 2);
  R.Inertia j;
equation
  connect(d1.flange, j.a);
  connect(j.b, d2.flange);
end M;

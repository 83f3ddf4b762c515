// A protected extends makes what it brings in protected; a further extends may still modify it (pitfall 36).
model Base
  parameter Real p = 1;
  Real x = p*time;
end Base;
model Hidden
  protected
    extends Base;
  public
    Real y = x;
end Hidden;
model Top
  extends Hidden(p = 3);
end Top;
// protected parameter Real p = 3; protected Real x = p*time; Real y = x;

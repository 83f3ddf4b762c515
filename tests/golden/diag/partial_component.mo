model PartialComponent
  partial model Source
    output Real P;
  end Source;
  model PV
    extends Source;
  equation
    P = max(0, sin(time));
  end PV;
  Source plant;
end PartialComponent;

package Media
  partial package Medium
    replaceable partial function density
      input Real T;
      output Real d;
    end density;
  end Medium;
  package Water
    extends Medium;
    redeclare function extends density
    algorithm
      d := 1000 - 0.3*(T - 293);
    end density;
  end Water;
  model Volume
    replaceable package M = Medium;
    Real m = 2*M.density(300);
  end Volume;
end Media;
model PartialOfComponent
  Media.Volume v;
end PartialOfComponent;

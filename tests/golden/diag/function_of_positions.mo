model FunctionOfPositions
  model Part
    constant Real z = 1;
    function Scaled
      input Real x;
      output Real y;
    algorithm
      y := x*z;
    end Scaled;
    Real x = Scaled(3);
  end Part;
  function Hidden
    input Real u;
    output Real y;
  protected
    input Real z;
  algorithm
    y := u*z;
  end Hidden;
  Part a[2](z = {1, 2});
  Real y = Hidden(1.0);
end FunctionOfPositions;

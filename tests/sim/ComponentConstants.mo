//! run --stop 1 --intervals 2
//! expect v["a[2].x"] = 3*5 + 2 + 6 + 1000 within 1e-12
//! expect v["b[1,2].x"] = 3*6 + 2 + 6 + 1000 within 1e-12
model ComponentConstants "Functions in arrays of components use constants that all elements share"
  model Part
    constant Real z = 5;
    constant Integer t[3] = {1, 2, 3};
    constant String s = "ab";
    function Scaled
      input Real x;
      input Integer i;
      output Real y;
    algorithm
      y := x*z + t[i] + sum(t) + (if s == "ab" then 1000 else 0);
    end Scaled;
    Real x = Scaled(3, integer(2.5 + 0.1*time));
  end Part;
  Part a[2];
  Part b[1, 2](each z = 6);
end ComponentConstants;

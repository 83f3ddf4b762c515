package P
  package Blocks
    package Continuous
      block PI
        input Real u;
        output Real y = 2*u;
      end PI;
    end Continuous;
  end Blocks;
  model M
    import P.Blocks.*;
    PI controller(u = time);
  end M;
end P;

// A package inherits from a class inside itself (pitfall 22).
package Lib
  extends Lib.Icons.P;
  package Icons
    package P
      constant Real fromIcon = 4;
    end P;
  end Icons;
  model M
    Real x = fromIcon*time;
  end M;
end Lib;
model Use
  extends Lib.M;
end Use;
// Real x = 4*time;

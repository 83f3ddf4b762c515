package SyntaxExtend
  model Base
    Real x = time;
  end Base;
  model Own
    extend Base;
  end Own;
end SyntaxExtend;

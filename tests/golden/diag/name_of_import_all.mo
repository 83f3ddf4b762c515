package Lib
  package Semiconductors
    model Diode
      Real v = time;
    end Diode;
  end Semiconductors;
end Lib;
model NameOfImportAll "Nearly a name that the import of all brings"
  import Lib.*;
  Semiconductor.Diode d;
end NameOfImportAll;

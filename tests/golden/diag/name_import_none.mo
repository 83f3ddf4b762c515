package Lib
  package Components
    model Mass
      Real x = time;
    end Mass;
  end Components;
end Lib;
model NameImportNone "The import names nothing, under another name than what is used"
  import Lib.Component;
  Components.Mass a;
  Components.Mass b;
end NameImportNone;

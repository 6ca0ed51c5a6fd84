// What scrolls by itself can be reached by the keyboard: wide tables and long lines of code.
document$.subscribe(() => {
  for (const one of document.querySelectorAll(".md-typeset__scrollwrap, .md-typeset pre > code, .md-sidebar__scrollwrap")) {
    one.tabIndex = 0;
  }
});

// Dates as the browser's language writes them: those of <time datetime="…"> elements, whenever they come.
{
  const STYLES = [ // what a text has of a date, and how that much is written
    [/^\d{4}-\d\d-\d\dT/, { dateStyle: "medium", timeStyle: "short" }],
    [/^\d{4}-\d\d-\d\d$/, { dateStyle: "medium", timeZone: "UTC" }],
    [/^\d{4}-\d\d$/, { year: "numeric", month: "long", timeZone: "UTC" }],
  ];

  /** A date of ISO 8601 (a day, a month, or with a time) in words; as it stands where it is no date. */
  window.halfmoveDate = (text) => {
    const style = STYLES.find(([form]) => form.test(text));
    const date = new Date(text);
    return style && !isNaN(date) ? new Intl.DateTimeFormat(navigator.languages, style[1]).format(date) : text;
  };
  const write = (time) => {
    const words = window.halfmoveDate(time.dateTime);
    if (words !== time.dateTime && time.textContent !== words) time.textContent = words;
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node.nodeType === Node.ELEMENT_NODE) {
          if (node.matches("time[datetime]")) write(node);
          node.querySelectorAll("time[datetime]").forEach(write);
        }
  }).observe(document.documentElement, { childList: true, subtree: true });
}

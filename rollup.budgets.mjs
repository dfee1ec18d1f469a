/** The most that may be sent, in thousands of brotli bytes; the build fails when one is over. */
const budgets = [
  { what: "embed loader", limitKb: 3, measure: (sizes) => sizes.whole("loader") },
  { what: "embed core, on the first open", limitKb: 8, measure: (sizes) => sizes.whole("core") },
  { what: "ES module, with what it loads at once", limitKb: 11, measure: (sizes) => sizes.whole("module") },
  { what: "widget until a visitor can type", limitKb: 25, measure: (sizes) => sizes.whole("frame") },
  { what: "hosted page until a visitor can type", limitKb: 25, measure: (sizes) => sizes.whole("hosted") },
  { what: "widget, largest part on demand", limitKb: 25, measure: (sizes) => sizes.largestLater("frame") },
  // Any screen may be the first one that somebody opens, so the largest counts.
  {
    what: "console, first screen",
    limitKb: 120,
    measure: (sizes) => sizes.whole("console") + sizes.largestLater("console"),
  },
  { what: "console, largest further screen", limitKb: 40, measure: (sizes) => sizes.largestLater("console") },
];

/** Gives each budget with what the built files really weigh; entries that do not exist yet have no row. */
export function weigh(manifest) {
  const sizes = measureFrom(manifest);
  return budgets.flatMap(({ what, limitKb, measure }) => {
    const bytes = measure(sizes);
    return Number.isNaN(bytes)
      ? []
      : [{ what, bytes, limit: limitKb * 1000, isOver: bytes > limitKb * 1000 }];
  });
}

function measureFrom({ entries, files }) {
  const sum = (urls) => urls.reduce((total, url) => total + files[url].br, 0);
  return {
    /** The entry and all that it imports at once. */
    whole: (name) => (entries[name] ? sum([entries[name].file, ...entries[name].preload]) : NaN),
    /** The heaviest part that is loaded later, without what is there already. */
    largestLater: (name) => {
      if (!entries[name]) return NaN;
      const there = new Set([entries[name].file, ...entries[name].preload]);
      return Math.max(0, ...entries[name].later.map((urls) => sum(urls.filter((url) => !there.has(url)))));
    },
  };
}

/** Prints the table, and throws when something weighs too much. */
export function holdBudgets(manifest) {
  const rows = weigh(manifest);
  for (const { what, bytes, limit, isOver } of rows) {
    console.log(
      `${isOver ? "OVER" : "  ok"}  ${String(bytes).padStart(7)} of ${String(limit).padStart(6)} B br  ${what}`,
    );
  }
  const over = rows.filter((row) => row.isOver);
  if (over.length) throw new Error(`Over budget: ${over.map(({ what }) => what).join("; ")}`);
}

import type { Manifest } from "./server/build.ts";

export interface Weight {
  what: string;
  bytes: number;
  limit: number;
  isOver: boolean;
}

interface Sizes {
  /** The entry and all that it imports at once. */
  whole(entry: string): number;
  /** A part that is loaded later, by its name, without what is there already. */
  part(entry: string, name: string): number;
  /** The heaviest part that is loaded later, without what is there already: the entry, and that part of it; `except` have rows of their own. */
  largestLater(entry: string, there?: string, except?: readonly string[]): number;
  /** A part that is loaded by another one, without what is there already. */
  within(entry: string, part: { name: string; by: string }): number;
}

/** The editor of workflows, and its other two views: nobody opens the console with them. */
const editor = ["StepsView", "Procedure", "Canvas"];

/** The most that may be sent, in thousands of brotli bytes; the build fails when one is over. */
const budgets: { what: string; limitKb: number; measure: (sizes: Sizes) => number }[] = [
  { what: "embed loader", limitKb: 3, measure: (sizes) => sizes.whole("loader") },
  { what: "embed core, on the first open", limitKb: 7.4, measure: (sizes) => sizes.whole("core") },
  { what: "ES module, with what it loads at once", limitKb: 11, measure: (sizes) => sizes.whole("module") },
  { what: "React binding, to be saved", limitKb: 3, measure: (sizes) => sizes.whole("react") },
  { what: "embed, largest part on demand", limitKb: 25, measure: (sizes) => sizes.largestLater("core") },
  { what: "widget until a visitor can type", limitKb: 23, measure: (sizes) => sizes.whole("frame") },
  {
    // Its scripts; the configuration, the chat's document and the agent's icon are 3.4 kB more, see tests/built/loads.test.ts.
    what: "widget, all that an opened chat loads",
    limitKb: 56.1,
    measure: (sizes) =>
      sizes.whole("loader") + sizes.whole("core") + sizes.whole("frame") + sizes.part("frame", "rest"),
  },
  {
    what: "widget, largest part on demand",
    limitKb: 25,
    measure: (sizes) => sizes.largestLater("frame", "rest"),
  },
  // Any screen may be the first one that somebody opens, so the largest counts.
  {
    what: "console, first screen",
    limitKb: 117.2,
    measure: (sizes) => sizes.whole("console") + sizes.largestLater("console", undefined, editor),
  },
  { what: "the inbox's service worker", limitKb: 2, measure: (sizes) => sizes.whole("worker") },
  {
    what: "console, largest further screen",
    limitKb: 29,
    measure: (sizes) => sizes.largestLater("console", undefined, editor),
  },
  {
    what: "console, editor of workflows",
    limitKb: 31,
    measure: (sizes) => sizes.part("console", "StepsView"),
  },
  {
    // It comes to who is in the editor already, and asks for the canvas.
    what: "console, canvas of workflows",
    limitKb: 75,
    measure: (sizes) => sizes.within("console", { name: "Canvas", by: "StepsView" }),
  },
];

/** Gives each budget with what the built files really weigh; entries that do not exist have no row. */
export function weigh(manifest: Manifest): Weight[] {
  const sizes = measureFrom(manifest);
  return budgets.flatMap(({ what, limitKb, measure }) => {
    const bytes = measure(sizes);
    return Number.isNaN(bytes)
      ? []
      : [{ what, bytes, limit: limitKb * 1000, isOver: bytes > limitKb * 1000 }];
  });
}

/** Prints the table, and throws when something weighs too much. */
export function holdBudgets(manifest: Manifest): void {
  const rows = weigh(manifest);
  for (const { what, bytes, limit, isOver } of rows) {
    const numbers = `${String(bytes).padStart(7)} of ${String(limit).padStart(6)} bytes`;
    console.log(`${isOver ? "OVER" : "  ok"}  ${numbers} (brotli)  ${what}`);
  }
  const over = rows.filter((row) => row.isOver);
  if (over.length) throw new Error(`Over budget: ${over.map(({ what }) => what).join("; ")}`);
}

function measureFrom({ entries, files }: Manifest): Sizes {
  const sum = (urls: Iterable<string>) => [...urls].reduce((total, url) => total + (files[url]?.br ?? 0), 0);
  const atOnce = (name: string) => {
    const entry = entries[name];
    return new Set(entry && [entry.file, ...entry.preload]);
  };
  const without = (there: Set<string>) => (urls: string[]) => sum(urls.filter((url) => !there.has(url)));
  const find = (name: string, part: string) =>
    entries[name]?.later.find(([url = ""]) => files[url]?.part === part) ?? [];
  return {
    whole: (name) => (entries[name] ? sum(atOnce(name)) : NaN),
    part: (name, part) => without(atOnce(name))(find(name, part)),
    largestLater: (name, part, except = []) => {
      const there = new Set([...atOnce(name), ...(part ? find(name, part) : [])]);
      const later = entries[name]?.later.filter(([url = ""]) => !except.includes(files[url]?.part ?? ""));
      return later ? Math.max(0, ...later.map(without(there))) : NaN;
    },
    within: (name, { name: part, by }) =>
      entries[name] ? without(new Set([...atOnce(name), ...find(name, by)]))(find(name, part)) : NaN,
  };
}

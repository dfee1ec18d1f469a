import type { LaterPart, Manifest } from "./server/build.ts";

export interface Weight {
  what: string;
  bytes: number;
  limit: number;
  isOver: boolean;
}

interface Sizes {
  /** The entry and all that it imports at once. */
  whole(entry: string): number;
  /** Parts that are loaded later, by their modules, without what is there already. */
  parts(entry: string, modules: readonly string[]): number;
  /**
   * The heaviest part that is loaded later, without what is there already: the entry, `there`, and what each part that asks
   * for it has loaded; `except` have rows of their own.
   */
  largestLater(entry: string, there?: string, except?: readonly string[]): number;
  /** The heaviest page: what one of the list of routes loads for its first picture, without the entry. */
  largestPage(entry: string): number;
  /** A part that is loaded by another one, without what is there already. */
  within(entry: string, part: { module: string; by: string }): number;
}

/** The list of the console's pages: what it asks for is a page. */
const routes = "console/routes.tsx";
/** All that follows the first picture of an opened chat. */
const rest = "widget/chat/afterFirst.ts";
/** The editor of workflows, and its other two views: nobody opens the console with them. */
const stepsView = "console/screens/workflows/editor/StepsView.tsx";
const canvas = "console/screens/workflows/canvas/Canvas.tsx";
const standaloneFrame = "console/shell/standalone/StandaloneFrame.tsx";
const editor = [stepsView, "console/screens/workflows/editor/Procedure.tsx", canvas];

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
      sizes.whole("loader") + sizes.whole("core") + sizes.whole("frame") + sizes.parts("frame", [rest]),
  },
  {
    what: "widget, largest part on demand",
    limitKb: 25,
    measure: (sizes) => sizes.largestLater("frame", rest),
  },
  // Any page may be the first one that somebody opens, so the largest counts.
  {
    what: "console, first screen",
    limitKb: 113.5,
    measure: (sizes) => sizes.whole("console") + sizes.largestPage("console"),
  },
  {
    // Its frame is a part of its own, and the console's is not loaded.
    what: "console, first screen of the inbox by itself",
    limitKb: 117,
    measure: (sizes) =>
      sizes.whole("console") +
      sizes.parts("console", [standaloneFrame, "console/screens/conversations/inbox/Inbox.tsx"]),
  },
  { what: "the inbox's service worker", limitKb: 2, measure: (sizes) => sizes.whole("worker") },
  {
    what: "console, largest further screen",
    limitKb: 30,
    measure: (sizes) => sizes.largestLater("console", undefined, [...editor, standaloneFrame]),
  },
  {
    what: "console, editor of workflows",
    limitKb: 31,
    measure: (sizes) => sizes.parts("console", [stepsView]),
  },
  {
    // It comes to who is in the editor already, and asks for the canvas.
    what: "console, canvas of workflows",
    limitKb: 75,
    measure: (sizes) => sizes.within("console", { module: canvas, by: stepsView }),
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
  // A part that was moved or joined is no part of nothing: its row would hold for ever.
  const find = (name: string, module: string) => {
    const found = entries[name]?.later.find((part) => part.module === module);
    if (!found) throw new Error(`The budgets name ${module}, which ${name} does not load by itself.`);
    return found.needs;
  };
  /** What is there wherever a part is asked for. */
  const before = (name: string, { by }: LaterPart): Set<string> => {
    const askers = entries[name]?.later.filter(({ has }) => by.some((module) => has.includes(module))) ?? [];
    const isAskedByEntry = by.some((module) => entries[name]?.has.includes(module));
    if (isAskedByEntry || askers.length === 0) return atOnce(name);
    const [first = new Set<string>(), ...others] = askers.map(({ needs }) => new Set(needs));
    const shared = [...first].filter((url) => others.every((needs) => needs.has(url)));
    return new Set([...atOnce(name), ...shared]);
  };
  const largest = (name: string, there: Set<string>, isCounted: (part: LaterPart) => boolean) => {
    const later = entries[name]?.later.filter(isCounted);
    return later
      ? Math.max(0, ...later.map((part) => without(new Set([...there, ...before(name, part)]))(part.needs)))
      : NaN;
  };
  return {
    whole: (name) => (entries[name] ? sum(atOnce(name)) : NaN),
    parts: (name, modules) =>
      entries[name]
        ? without(atOnce(name))([...new Set(modules.flatMap((module) => find(name, module)))])
        : NaN,
    largestLater: (name, part, except = []) =>
      largest(
        name,
        new Set([...atOnce(name), ...(part && entries[name] ? find(name, part) : [])]),
        ({ module }) => !except.includes(module),
      ),
    largestPage: (name) => largest(name, atOnce(name), ({ by }) => by.includes(routes)),
    within: (name, { module, by }) =>
      entries[name] ? without(new Set([...atOnce(name), ...find(name, by)]))(find(name, module)) : NaN,
  };
}

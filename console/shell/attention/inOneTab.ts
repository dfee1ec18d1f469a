import { keptForBrowser } from "../../state/platform/storage.ts";
import { newsWorthMs } from "./findNews.ts";

/** As long as two tabs may be apart in hearing of the same. */
const agreeMs = 5000;
/** The head start of tabs that somebody looks at: they may show the very thing. */
const headStartMs = { visible: 100, hidden: 400 };
/** How long after both have written it two tabs read the same. */
const settleMs = 200;
const keptName = "toldNews";
const me = String(Math.random());

/** When something was told, and by which tab. */
type Told = Record<string, { at: number; by: string } | undefined>;

/**
 * Does something in one tab of the browser, whichever hears of it first, or none where that has nothing to do; windows that are
 * seen side by side are tabs like others. One that comes later, and hears of it then, finds that it was done.
 */
export async function inOneTab(what: string, work?: () => Promise<void>): Promise<void> {
  if (work) await wait(headStartMs[document.hidden ? "hidden" : "visible"]);
  // An address without https has no locks.
  if (!navigator.locks) {
    if (await takeWithoutLock(what)) await work?.();
    return;
  }
  await navigator.locks.request(`pilothouse news ${what}`, { ifAvailable: true }, async (lock) => {
    if (!lock || isTaken(what)) return;
    takeHere(what);
    await work?.();
    await wait(agreeMs);
  });
}

/**
 * Does something once in each tab that somebody looks at: each shows it for itself. A hidden one does it where it hears of it
 * before all others.
 */
export async function inSeenTabs(what: string, work: () => Promise<void>): Promise<void> {
  if (document.hidden) return inOneTab(what, work);
  if (readTold()[what]?.by === me) return;
  takeHere(what);
  await wait(headStartMs.visible);
  await work();
}

/** Marks something as this tab's, whichever did it before: neither this tab nor a hidden one does it again. */
export function takeHere(what: string): void {
  keptForBrowser.write(keptName, JSON.stringify({ ...readTold(), [what]: { at: Date.now(), by: me } }));
}

/** Of those that write it together the last one has it. Where nothing can be kept, nobody knows of others. */
async function takeWithoutLock(what: string): Promise<boolean> {
  if (isTaken(what)) return false;
  takeHere(what);
  await wait(settleMs);
  return (readTold()[what]?.by ?? me) === me;
}

function isTaken(what: string): boolean {
  return what in readTold();
}

/** What was told lately, and could be told again. Where somebody else's hands were in the storage, nothing was. */
function readTold(): Told {
  const since = Date.now() - newsWorthMs;
  try {
    const told = JSON.parse(keptForBrowser.read(keptName) ?? "{}") as Told; // written by ourselves, above
    return Object.fromEntries(Object.entries(told).filter(([, one]) => one && one.at > since));
  } catch {
    return {};
  }
}

async function wait(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

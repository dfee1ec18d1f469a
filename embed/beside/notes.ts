import { proactiveQuietMs, visitEndsAfterMs } from "../../shared/domain/proactive.ts";

/** What is kept of a visitor, so that nothing is said twice. */
interface Kept {
  /** Which text of a rule was shown, and what page code said once. */
  shown: Record<string, string>;
  quietUntil: number;
  /** When the visit before began to be the last one, and when a page was last open. */
  visits: number;
  lastAt: number;
}

export interface Notes {
  wasShown(ruleId: string): boolean;
  noteShown(ruleId: string, textId: string): void;
  /** Whether it was not said before. */
  noteOnce(key: string): boolean;
  beQuiet(): void;
  isQuiet(): boolean;
  /** Counts this visit, once; gives whether there was one before. */
  isReturning(): boolean;
}

const key = "said";
/** How many notes are remembered; what is older may be said again. */
const mostShown = 200;

/** Reads and keeps what was said to this visitor, in one value. What may not be kept counts until the page is left. */
export function createNotes(kept: {
  get(key: string): string | null;
  set(key: string, value: string): unknown;
}): Notes {
  let notes: Kept | undefined;
  let isReturning: boolean | undefined;

  function read(): Kept {
    return (notes ??= { shown: {}, quietUntil: 0, visits: 0, lastAt: 0, ...parse(kept.get(key)) });
  }

  function write(changes: Partial<Kept>): void {
    notes = { ...read(), ...changes };
    kept.set(key, JSON.stringify(notes));
  }

  function noteShown(name: string, what: string): void {
    const shown = Object.entries({ ...read().shown, [name]: what });
    write({ shown: Object.fromEntries(shown.slice(-mostShown)) });
  }

  return {
    noteShown,
    wasShown: (ruleId) => Object.hasOwn(read().shown, ruleId),
    noteOnce(name) {
      const own = `say:${name}`;
      if (Object.hasOwn(read().shown, own)) return false;
      noteShown(own, "");
      return true;
    },
    beQuiet: () => write({ quietUntil: Date.now() + proactiveQuietMs }),
    isQuiet: () => Date.now() < read().quietUntil,
    isReturning() {
      if (isReturning === undefined) {
        const { visits, lastAt } = read();
        const isNew = Date.now() - lastAt > visitEndsAfterMs;
        write({ visits: visits + Number(isNew), lastAt: Date.now() });
        isReturning = read().visits > 1;
      }
      return isReturning;
    },
  };
}

function parse(text: string | null): Partial<Kept> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

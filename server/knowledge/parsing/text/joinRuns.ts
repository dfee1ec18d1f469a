import { writeLowered, writeRaised } from "./raised.ts";

/** A stretch of text in one form. */
export interface Run {
  text: string;
  place?: "raised" | "lowered" | undefined;
}

/** Joins the runs of a line or paragraph: a raised or lowered one is written so that its meaning is kept. */
export function joinRuns(runs: readonly Run[]): string {
  const joined = mergeRuns(runs);
  let text = "";
  joined.forEach(({ text: own, place }, index) => {
    // What holds more than a few signs is a sentence in small print.
    if (!place || own.trim() === "" || own.trim().length > longestRaised) {
      text += own;
      return;
    }
    const before = text.slice(text.lastIndexOf("\n") + 1).slice(-enoughBefore);
    const isOverLowered =
      /^\s*[/⁄∕]\s*$/.test(joined[index + 1]?.text ?? "") && joined[index + 2]?.place === "lowered";
    text += place === "raised" ? writeRaised(own, { before, isOverLowered }) : writeLowered(own, { before });
  });
  return text;
}

const longestRaised = 40;
const enoughBefore = 60;

/** Programs split a run wherever somebody stopped typing. */
function mergeRuns(runs: readonly Run[]): Run[] {
  const merged: Run[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (last && last.place === run.place) last.text += run.text;
    else if (run.text !== "") merged.push({ ...run });
  }
  return merged;
}

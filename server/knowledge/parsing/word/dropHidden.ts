import { applyChanges } from "./applyChanges.ts";
import type { Change } from "./applyChanges.ts";
import { findPrefix, readValue, walkPlaces } from "./walkPlaces.ts";

/** By these a setting of Word's is off; without a value it is on. */
const off = /^(?:0|false|off)$/i;

interface Run {
  depth: number;
  from: number;
  isHidden: boolean;
  /** It holds a mark of a field, which has to have all its marks. */
  hasMark: boolean;
}

/**
 * Gives a part of a Word document without the text that Word hides: who reads the document does not see it, so nobody is told
 * of it either, and no model hears what somebody hid there for it.
 */
export function dropHidden(xml: string): string {
  if (!/vanish[\s/>]/.test(xml)) return xml;
  const prefix = findPrefix(xml);
  const runs: Run[] = [];
  const changes: Change[] = [];
  walkPlaces(xml, {
    open({ name, tag, from, depth, attributes }) {
      const run = runs.at(-1);
      if (tag === `${prefix}r`) runs.push({ depth, from, isHidden: false, hasMark: false });
      else if (name === "fldChar" && run) run.hasMark = true;
      else if (name === "vanish" && run?.depth === depth - 2)
        run.isHidden = !off.test(readValue(attributes) ?? "");
    },
    close({ to, depth }) {
      if (runs.at(-1)?.depth !== depth) return;
      const run = runs.pop();
      if (!run?.isHidden || run.hasMark) return;
      // A box in it has runs of its own.
      while ((changes.at(-1)?.from ?? -1) >= run.from) changes.pop();
      changes.push({ from: run.from, to, text: "" });
    },
  });
  return applyChanges(xml, changes);
}

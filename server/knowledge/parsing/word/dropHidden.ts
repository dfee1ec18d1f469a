import type { LeftOut } from "../ParsedDocument.ts";
import { applyChanges } from "./applyChanges.ts";
import type { Change } from "./applyChanges.ts";
import { readSetting } from "./readUnseen.ts";
import type { Seen, SeenStyles } from "./readUnseen.ts";
import { findPrefix, readAttribute, walkPlaces } from "./walkPlaces.ts";

interface Run {
  depth: number;
  from: number;
  seen: Seen;
  style: string | undefined;
  text: string;
  /** It holds a mark of a field, which has to have all its marks. */
  hasMark: boolean;
}

interface Paragraph {
  depth: number;
  style: string | undefined;
  isShaded: boolean;
}

/**
 * Gives a part of a Word document without the text that Word shows nobody: hidden, struck out, of the color of paper or
 * as small as a dot. Readers of the document don't see it, so visitors don't get it either, and no model reads what was
 * hidden there for it.
 */
export function dropHidden(
  xml: string,
  { styles, leftOut }: { styles: SeenStyles; leftOut: LeftOut[] },
): string {
  const prefix = findPrefix(xml);
  const runs: Run[] = [];
  const paragraphs: Paragraph[] = [];
  const changes: Change[] = [];
  // Tables, boxes and pages may have colors of their own behind white letters.
  let colored = /<(?:\w+:)?background[\s/>]/.test(xml.slice(0, start)) ? 1 : 0;
  walkPlaces(xml, {
    open({ name, tag, from, depth, attributes }) {
      const run = runs.at(-1);
      const paragraph = paragraphs.at(-1);
      if (isColored.test(name)) colored++;
      if (tag === `${prefix}p`) paragraphs.push({ depth, style: undefined, isShaded: false });
      else if (tag === `${prefix}r`)
        runs.push({ depth, from, seen: {}, style: undefined, text: "", hasMark: false });
      else if (name === "fldChar" && run) run.hasMark = true;
      else if (run?.depth === depth - 2) {
        if (name === "rStyle") run.style = readAttribute(attributes, "val");
        else readSetting(run.seen, name, (one) => readAttribute(attributes, one));
      } else if (paragraph?.depth === depth - 2 && name === "pStyle")
        paragraph.style = readAttribute(attributes, "val");
      else if (paragraph?.depth === depth - 2 && name === "shd") {
        const seen: Seen = {};
        readSetting(seen, name, (one) => readAttribute(attributes, one));
        paragraph.isShaded = seen.isShaded === true;
      }
    },
    text(text) {
      const run = runs.at(-1);
      if (run) run.text += text;
    },
    close({ name, to, depth }) {
      if (isColored.test(name)) colored--;
      if (paragraphs.at(-1)?.depth === depth) paragraphs.pop();
      if (runs.at(-1)?.depth !== depth) return;
      const run = runs.pop();
      const why = run && !run.hasMark && explain(run);
      if (!run || !why) return;
      // A box in it has runs of its own.
      while ((changes.at(-1)?.from ?? -1) >= run.from) changes.pop();
      changes.push({ from: run.from, to, text: "" });
      if (run.text.trim()) leftOut.push({ why, text: run.text });
    },
  });
  return applyChanges(xml, changes);

  function explain(run: Run): string | undefined {
    const paragraph = paragraphs.at(-1);
    const seen = { ...styles.ofParagraph(paragraph?.style), ...styles.ofRun(run.style), ...run.seen };
    if (seen.isHidden) return "hidden";
    if (seen.isStruck) return "struck out";
    if (seen.isTiny) return "too small to read";
    const isOnPaper = !seen.isShaded && !paragraph?.isShaded && colored === 0;
    return seen.isWhite && isOnPaper ? "of the color of its background" : undefined;
  }
}

const start = 50_000;
const isColored = /^(?:tbl|txbxContent|drawing|pict)$/;

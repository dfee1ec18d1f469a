import { joinRuns } from "../text/joinRuns.ts";
import type { Run } from "../text/joinRuns.ts";

/** Takes in the XML of a text of a workbook, whose runs may be raised, lowered or struck out. */
export interface RichText {
  open(name: string, attributes: Record<string, string>): void;
  text(more: string): void;
  close(name: string): void;
  /** Gives what was taken in, and begins the next text. */
  finish(): string;
}

/** Makes the reader of such texts; readings that Japanese ones carry and what is struck out are left out. */
export function createRichText(): RichText {
  let runs: Run[] = [];
  let place: Run["place"];
  let isStruck = false;
  let isText = false;
  let isReading = false;
  return {
    open(name, { val = "" }) {
      if (name === "rPh") isReading = true;
      else if (name === "r") [place, isStruck] = [undefined, false];
      else if (name === "vertAlign") place = places[val];
      else if (name === "strike") isStruck = !/^(?:0|false)$/.test(val);
      isText = name === "t" && !isReading;
    },
    text(more) {
      if (isText && !isStruck) runs.push({ text: more, place });
    },
    close(name) {
      isText = false;
      if (name === "rPh") isReading = false;
      if (name === "r") [place, isStruck] = [undefined, false];
    },
    finish() {
      const text = joinRuns(runs);
      runs = [];
      return text;
    },
  };
}

const places: Record<string, Run["place"]> = { superscript: "raised", subscript: "lowered" };

import type { LeftOut } from "../ParsedDocument.ts";
import type { PageDocument } from "./page.ts";

/**
 * Takes out what its own style shows nobody: who puts it there writes for machines, mostly so that they obey (F1). What is
 * shown later, as tabs and what fades in are, stays; a style sheet is not read. Changes the document, and
 * gives what it took out.
 */
export function removeUnseen(document: PageDocument): LeftOut[] {
  const leftOut: LeftOut[] = [];
  for (const element of Array.from(document.querySelectorAll("[style]"))) {
    if (!isUnseen(readStyle(element.getAttribute("style") ?? ""))) continue;
    leftOut.push({ why: "hidden by its style", text: element.textContent ?? "" });
    element.remove();
  }
  return leftOut;
}

type Style = Map<string, string>;

function readStyle(text: string): Style {
  const declarations = text.toLowerCase().slice(0, longestStyle).split(";");
  return new Map(
    declarations.map((declaration) => {
      const [name = "", ...value] = declaration.split(":");
      return [name.trim(), value.join(":").replace("!important", "").trim()];
    }),
  );
}

const longestStyle = 5000;

function isUnseen(style: Style): boolean {
  if (patterns.some(([name, pattern]) => pattern.test(style.get(name) ?? ""))) return true;
  const colour = style.get("color");
  const background = style.get("background-color") ?? style.get("background");
  return colour !== undefined && background !== undefined && readColor(colour) === readColor(background);
}

const far = /^-\d{3,}(?:\.\d+)?(?:px|em|rem|vw)$/;
const patterns: [name: string, pattern: RegExp][] = [
  ["visibility", /^hidden$/],
  ["font-size", /^(?:0|0?\.\d+|1)(?:px|pt)?$|^0(?:\.0\d*)?(?:em|rem|%)$/],
  ["color", /^transparent$|^(?:rgb|hsl)a?\([^)]*[,/]\s*0(?:\.0+)?%?\)$/],
  ["text-indent", far],
  ["left", far],
  ["top", far],
  ["clip", /^rect\((?:[01](?:px)?[\s,]*){4}\)$/],
  ["clip-path", /^inset\((?:50|100)%\)$/],
  ["transform", /^scale\(0\)$/],
];

/** Two ways of writing one color are equal, as far as they are in use. */
function readColor(text: string): string {
  const named = names[text] ?? text;
  const [, short] = /^#([\da-f]{3})$/.exec(named) ?? [];
  if (short) return `#${[...short].map((digit) => digit + digit).join("")}`;
  const [, ...parts] = /^rgb\((\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\)$/.exec(named) ?? [];
  if (parts.length === 0) return named;
  return `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
}

const names: Record<string, string> = { white: "#ffffff", black: "#000000" };

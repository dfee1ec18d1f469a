import type { PageElement } from "./page.ts";

/** Gives a formula of a page (MathML) as one line: `m c^2`, `1/2`, `√(x+1)`. */
export function writeMath(math: PageElement): string {
  const written = writeElement(math, 0).replace(/\s+/g, " ").trim();
  return written || (math.getAttribute("alttext") ?? math.textContent ?? "").trim();
}

/** Nobody nests deeper; a page made to be deep ends here. */
const deepest = 60;

function writeElement(element: PageElement, depth: number): string {
  const name = element.nodeName.toLowerCase();
  if (/^annotation/.test(name) || depth > deepest) return "";
  const children = Array.from(element.children);
  if (children.length === 0) return writeToken(name, element.textContent ?? "");
  const parts = children.map((child) => writeElement(child, depth + 1).trim());
  const [one = "", two = "", three = ""] = parts;
  switch (name) {
    case "mfrac":
      return `${group(one)}/${group(two)}`;
    case "msup":
      return `${group(one)}^${group(two)}`;
    case "msub":
      return `${group(one)}_${group(two)}`;
    case "msubsup":
      return `${group(one)}_${group(two)}^${group(three)}`;
    case "msqrt":
      return `√(${parts.join("")})`;
    case "mroot":
      return `root_${group(two)}(${one})`;
    case "munder":
      return `${one}_${group(two)}`;
    case "mover":
      return /^[\p{L}\p{N}]+$/u.test(two) ? `${one}^${group(two)}` : one;
    case "munderover":
      return `${one}_${group(two)}^${group(three)}`;
    case "mtr":
    case "mlabeledtr":
      return `${parts.join(", ")}; `;
    case "mphantom":
      return "";
    default:
      return parts.join(name === "math" || name === "mrow" ? " " : "");
  }
}

function writeToken(name: string, text: string): string {
  return name === "mspace" ? " " : text.replace(/[\u2061-\u2064]/g, "").trim();
}

function group(text: string): string {
  return /^(?:-?[\p{L}\p{N}.,]+|\(.*\))$/u.test(text) ? text : `(${text})`;
}

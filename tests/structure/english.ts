import ts from "typescript";
import { lineOf, parseSource, visit } from "./imports.ts";

/** A shape of the old style, with what to write in its place. */
export interface Shape {
  name: string;
  found: RegExp;
  instead: string;
  /** So many are left of it, each for the reason beside it. The number only goes down: a new one fails. */
  left?: number;
  why?: string;
}

const rest = "from before the pass over all texts; each goes when its screen is reworked";

/** The words and shapes that marked texts as translated, and British spelling. */
export const shapes: readonly Shape[] = [
  { name: "colour", found: /\bcolou?r(?<=colour)(s|ed|ful|ing)?\b/i, instead: "color" },
  { name: "behaviour", found: /\bbehaviour/i, instead: "behavior" },
  {
    name: "organisation",
    found: /\borganisation/i,
    instead: "organization",
  },
  { name: "neighbour", found: /\bneighbour/i, instead: "neighbor" },
  {
    name: "recognise and the like",
    found: /\b(recogn|summar|custom|minim|maxim|author|real|synchron)is(e|ed|es|ing|ation)\b/i,
    instead: "-ize",
  },
  {
    name: "whoever",
    found: /\b(whoever|whomever)\b/i,
    instead: "the noun: visitors, members, the owner",
    left: 17,
    why: rest,
  },
  {
    name: "who does something, without a noun",
    found: /(^|[.;:] )Who (?!(is|are|was|does|can|may|has|did|will)\b[^.]*\?)[a-z]+ [^?]*$/,
    instead: "Visitors who …, Members who …",
    left: 17,
    why: rest,
  },
  { name: "stands here", found: /\bstands? (here|there)\b/i, instead: "appears here", left: 7, why: rest },
  {
    name: "meet",
    found: /\bvisitors meet\b|\bgo on meeting\b/i,
    instead: "visitors see",
    left: 1,
    why: rest,
  },
  { name: "in whole", found: /\bin whole\b/i, instead: "fully" },
  {
    name: "any more",
    found: /\bno more\b(?! than)|\bnot any more\b/i,
    instead: "no longer",
    left: 14,
    why: rest,
  },
  { name: "at once", found: /\bcounts? at once\b/i, instead: "takes effect immediately" },
  {
    name: "what … is called",
    found: /\bis called so\b|\blooked at\b/i,
    instead: "name it: No results, reviewed",
    left: 8,
    why: rest,
  },
  { name: "go on", found: /\bgo on (with|to|by)\b|\bGo on$/i, instead: "continue", left: 5, why: rest },
  {
    name: "is made of",
    found: /\b(is|are|was|were) made of\b/i,
    instead: "is made from, comes from",
    left: 7,
    why: rest,
  },
  { name: "nobody has", found: /\bNobody has\b/, instead: "No … yet" },
];

export interface Place {
  shape: string;
  where: string;
  text: string;
}

/** Gives where a source says something to people in one of the shapes. */
export function findShapes(path: string, source: string): Place[] {
  const file = parseSource(path, source);
  const found: Place[] = [];
  visit(file, (node) => {
    const text = textOf(node);
    if (text === null) return;
    for (const { name, found: shape } of shapes) {
      if (shape.test(text)) found.push({ shape: name, where: `${path}:${lineOf(file, node)}`, text });
    }
  });
  return found;
}

/** A sentence or a part of one; a single word may be a name of the wire. */
function textOf(node: ts.Node): string | null {
  const isText =
    ts.isJsxText(node) ||
    ts.isStringLiteral(node) ||
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node);
  if (!isText) return null;
  const text = node.text.replace(/\s+/g, " ").trim();
  // Statements of the database and styles are no sentences.
  return /^[^{}<>=]*\p{L}+ \p{L}[^{}<>=]*$/u.test(text) ? text : null;
}

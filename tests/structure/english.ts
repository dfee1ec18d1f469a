import ts from "typescript";
import { lineOf, parseSource, visit } from "./imports.ts";

/** A shape of the old style, with what to write in its place. */
export interface Shape {
  name: string;
  found: RegExp;
  instead: string;
  /** Where the words are wrong; everywhere, if it isn't said. */
  only?: "documents and comments" | "documents";
}

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
  { name: "cancelled", found: /\bcancell(ed|ing)\b/i, instead: "canceled, canceling" },
  {
    name: "whoever",
    found: /\b(whoever|whomever)\b/i,
    instead: "the noun: visitors, members, the owner",
  },
  {
    name: "who does something, without a noun",
    found: /(^|[.;:] )Who (?!(is|are|was|does|can|may|has|did|will)\b[^.]*\?)[a-z]+ [^?]*$/,
    instead: "Visitors who …, Members who …",
  },
  { name: "stands here", found: /\bstands? (here|there)\b/i, instead: "appears here" },
  {
    name: "meet",
    found: /\bvisitors meet\b|\bgo on meeting\b/i,
    instead: "visitors see",
  },
  { name: "in whole", found: /\bin whole\b/i, instead: "fully" },
  {
    name: "any more",
    found: /\bno more\b(?! (than|often|\p{L}+s\b))|\bnot any more\b/iu,
    instead: "no longer",
  },
  { name: "counts at once", found: /\bcounts? at once\b/i, instead: "takes effect immediately" },
  {
    name: "what … is called",
    found: /\bis called so\b|\blooked at\b/i,
    instead: "name it: No results, reviewed",
  },
  { name: "go on", found: /\bgo on (with|to|by)\b|\bGo on$/i, instead: "continue" },
  {
    name: "is made of",
    found: /\b(is|are|was|were) made of\b/i,
    instead: "is made from, comes from",
  },
  { name: "nobody has", found: /\bNobody has\b/, instead: "No … yet" },
  {
    name: "not … any more",
    found: /\bany more\b(?! than)/i,
    instead: "no longer",
    only: "documents and comments",
  },
  {
    name: "at once",
    found: /(?<!\b(calls|conversations|messages|files) )\bat once\b/i,
    instead: "immediately, at the same time",
    only: "documents",
  },
  { name: "alone", found: /(?<!leave |let )\balone\b/i, instead: "only", only: "documents" },
  {
    name: "stands in",
    found: /\bstand(s|ing)? (in|on|at|beside|behind|between)\b/i,
    instead: "is in, is written in, is next to",
    only: "documents",
  },
  { name: "goes on", found: /\bgo(es)? on\b/i, instead: "continues", only: "documents" },
  { name: "anew", found: /\banew\b/i, instead: "again", only: "documents and comments" },
  {
    name: "so many, as a limit",
    found: /(?<!\b(only|every) |, )\bso (many|much|long|often)\b(?![^.?!:;]*(?<!\bso )\b(that|as)\b)/i,
    instead: "how many, at most `most`, this long",
    only: "documents and comments",
  },
  {
    name: "tells of",
    found: /\b(tells?|told|hears?) of\b/i,
    instead: "reports, mentions",
    only: "documents",
  },
  {
    name: "letter",
    found: /\bletters? (about|that|to) |\ba letter's\b/i,
    instead: "mail, e-mail",
    only: "documents",
  },
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
    if (text !== null) found.push(...match(path, { line: lineOf(file, node), text }, []));
  });
  return found;
}

/** Gives where a Markdown document uses one of the shapes, outside of code. */
export function findShapesInDocument(path: string, source: string): Place[] {
  return readPassages(source).flatMap((passage) =>
    match(path, passage, ["documents", "documents and comments"]),
  );
}

/** Gives where a comment of a source uses one of the shapes. */
export function findShapesInComments(path: string, source: string): Place[] {
  return readComments(source).flatMap((comment) => match(path, comment, ["documents and comments"]));
}

interface Passage {
  line: number;
  text: string;
}

function match(path: string, { line, text }: Passage, places: NonNullable<Shape["only"]>[]): Place[] {
  return shapes
    .filter(({ found, only }) => (only === undefined || places.includes(only)) && found.test(text))
    .map(({ name }) => ({ shape: name, where: `${path}:${line}`, text }));
}

/** Paragraphs, list items, headings and table cells, without code and the targets of links. */
function readPassages(source: string): Passage[] {
  const passages: Passage[] = [];
  let isFenced = false;
  let open: Passage | null = null;
  for (const [index, raw] of source.split("\n").entries()) {
    const text = raw.trim();
    const line = index + 1;
    const isFence = /^(```|~~~)/.test(text);
    if (isFence) isFenced = !isFenced;
    if (isFence || isFenced || text === "") open = null;
    else if (text.startsWith("|")) {
      passages.push(...text.split(/(?<!\\)\|/).map((cell) => ({ line, text: cell.trim() })));
      open = null;
    } else if (open !== null && !/^([-*#]|\d+\.) /.test(text)) open.text += ` ${text}`;
    else passages.push((open = { line, text }));
  }
  return passages.map(({ line, text }) => ({ line, text: dropCode(text).replace(/^([-*#]+|\d+\.) /, "") }));
}

function dropCode(text: string): string {
  return text.replace(/`[^`]*`/g, "`…`").replace(/\]\([^)]*\)/g, "]");
}

/** Comments on lines of their own; lines that follow each other are one. */
function readComments(source: string): Passage[] {
  const comments: Passage[] = [];
  let open: Passage | null = null;
  let sign = "";
  for (const [index, raw] of source.split("\n").entries()) {
    const line = raw.replace(/\*\/$/, "");
    const [, begins = "", words = ""] = /^\s*(\/\/|\/\*\*?|\*(?=[ /]|$))(.*)$/.exec(line) ?? [];
    const text = dropCode(words.trim());
    if (open !== null && (begins === "*" || (begins === "//" && sign === "//"))) open.text += ` ${text}`;
    else if (begins === "" || begins === "*") open = null;
    else comments.push((open = { line: index + 1, text }));
    sign = begins;
  }
  return comments.map((comment) => ({ ...comment, text: comment.text.trim() }));
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
  return /^[^{}<>=]*\p{L}+ \p{L}[^{}<>=]*$|^\p{Lu}\p{Ll}+\.?$/u.test(text) ? text : null;
}

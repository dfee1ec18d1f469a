import { withoutCitations } from "./citations.ts";
/**
 * Gives a text in a form in which two ways of writing the same are equal: no case, accents, Markdown, citation marks or
 * typographic signs, and numbers without the separators of a country ("1.490,00" and "1,490" are both "1490").
 */
export function foldText(text: string): string {
  const plain = withoutCitations(text.replace(/\[([^\]]{0,500})\]\([^)\s]{0,2000}\)/g, "$1"))
    .replace(/\\([\\`*_{}[\]()#+\-.!|<>~:/])/g, "$1")
    .replace(/\*\*|__|`/g, "")
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßæœøłđı]/g, (letter) => plainLetters[letter] ?? letter)
    .replace(/[‘’‚‛′]/g, "'")
    .replace(/[“”„«»″]/g, '"')
    .replace(/[‐‑‒–—−]/g, "-");
  return foldNumbers(plain).replace(/\s+/g, " ").trim();
}

/**
 * Whether a text says another one, however it writes it. A number is found as a whole only ("60" is not in "160" or
 * "60.5"), a word from its beginning, with at most two letters of an ending behind it.
 */
export function saysText(text: string, wanted: string): boolean {
  const [inside, sought] = [foldText(text), foldText(wanted)];
  if (sought === "") return true;
  for (let at = inside.indexOf(sought); at >= 0; at = inside.indexOf(sought, at + 1)) {
    if (beginsThere(inside, at) && endsThere(inside, at + sought.length)) return true;
  }
  return false;
}

/** Whether an answer says that it did not find what was asked. What it quotes of pages does not count. */
export function saysNotFound(answer: string): boolean {
  const said = foldText(withoutQuotes(answer)).slice(0, beginning);
  return notFound.some((pattern) => pattern.test(said));
}

/** Whether an answer says that it does not talk about what was asked. */
export function saysDeclined(answer: string): boolean {
  const said = foldText(withoutQuotes(answer)).slice(0, beginning);
  return declined.some((pattern) => pattern.test(said));
}

/** Gives the numbers of a text, each once and as `foldText` writes them; those that only count lines are left out. */
export function readNumbers(text: string): string[] {
  const folded = foldText(text.replace(/^\s*(?:>\s*)?\d{1,2}[.)]\s/gm, ""));
  return [...new Set(folded.match(/\d+(?:[.:]\d+)*/g) ?? [])];
}

/** Gives how much two texts say in the same words, from 0 to 1. */
export function likeness(one: string, other: string): number {
  const [left, right] = [readWords(one), readWords(other)];
  if (left.size === 0 && right.size === 0) return 1;
  const both = [...left].filter((word) => right.has(word)).length;
  return (2 * both) / (left.size + right.size);
}

/** An answer says in its first sentences whether it has one. */
const beginning = 400;

const plainLetters: Record<string, string> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i" },
};

function foldNumbers(text: string): string {
  return text
    .replace(/(?<![\d.,])\d{1,3}(?:([.,' \u202f])\d{3})(?:\1\d{3})*(?!\d|\1\d)/g, (found) =>
      found.replace(/\D/g, ""),
    )
    .replace(/(\d),(?=\d)/g, "$1.")
    .replace(/(?<![\d.])(\d+)\.(\d*?)0+(?![\d.]\d|\d)/g, (_, whole: string, rest: string) =>
      rest === "" ? whole : `${whole}.${rest}`,
    );
}

function beginsThere(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  if (/\d/.test(text.charAt(at))) return !/\d$|\d\.$/.test(before) && !/\p{L}$/u.test(before);
  // Scripts without spaces between their words have no such beginning.
  return (
    !/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text.charAt(at)) ||
    !/[\p{L}\p{N}]$/u.test(before)
  );
}

function endsThere(text: string, end: number): boolean {
  const after = text.slice(end, end + 3);
  const last = text.charAt(end - 1);
  if (/\d/.test(last)) return !/^\d|^\.\d/.test(after);
  if (!/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(last)) return true;
  return !/^[\p{L}\p{N}]{3}/u.test(after);
}

function withoutQuotes(answer: string): string {
  return answer.replace(/^\s*>.*$/gm, " ");
}

function readWords(text: string): Set<string> {
  return new Set(foldText(text).match(/[\p{L}\p{N}]+(?:[.:]\d+)*/gu) ?? []);
}

/** What an answer calls what it was read from: a warranty that does not cover a thing, or a box, is an answer. */
const sources =
  "(?:pages?|passages?|sources?|documents?|documentation|context|knowledge(?: base)?|information)";
const quellen =
  "(?:(?:web)?seiten?|quellen?|passagen?|textstellen?|abschnitten?|dokumenten?|dokumentation|unterlagen|informationen|wissensdatenbank)";
const whose = "(?:(?:any|all|of|the|our|my|your|these|those|this|provided|available|given|current) )*";

/** The built-in model's own sentences, and what models say in their place. Accents are folded away here. */
const notFound = [
  /\b(?:did not|didn't|do not|don't|could not|couldn't|can not|cannot|can't|not able to|unable to) (?:find|locate|see)\b/,
  /\b(?:do not|don't) (?:have|contain|mention|say)\b.{0,40}\b(?:information|details?|answer|anything|this|that)\b/,
  /\bno (?:answer|information|mention|details?)\b.{0,60}\b(?:found|available|pages|passages|sources)\b/,
  /\b(?:is|are|was|were) not (?:mentioned|found|specified)\b/,
  new RegExp(`\\bnot (?:covered|listed) (?:anywhere )?(?:in|on|by|among) ${whose}${sources}\\b`),
  new RegExp(
    `\\b${sources} (?:(?:that )?i (?:have|know|can see) )?(?:do not|don't|does not|doesn't) (?:cover|include|list)\\b`,
  ),
  /\b(?:nicht|keine (?:antwort|information\w*|angabe\w*|hinweis\w*))\b.{0,60}\b(?:gefunden|finden|erwahnt)\b/,
  /\bich\b.{0,60}\bnichts\b.{0,40}\bfinden\b|\bnichts\b.{0,40}\bgefunden\b/,
  /\bkeine (?:antwort|information\w*|angabe\w*|hinweis\w*)\b.{0,60}\benthalten\b/,
  /\b(?:information(?:en)?|angaben?|antwort)(?: \w+){0,3} nicht enthalten\b/,
  new RegExp(
    `\\b(?:in|auf|im) (?:\\w+ ){0,2}${quellen}(?:, die ich kenne,)? (?:leider )?nichts? (?:\\w+ )?enthalten\\b`,
  ),
  new RegExp(`\\bnichts? (?:in|auf|im) (?:\\w+ ){0,2}${quellen}\\b.{0,30}\\benthalten\\b`),
  /\bn(?:'ai|'a|e)\b.{0,30}\b(?:pas|rien|aucune?)\b.{0,40}\b(?:trouve|information)/,
  /\bno (?:he |pude |puedo |se )?(?:encontr|hall)\w+/,
  /\bnon (?:ho |e stato |sono riuscit[oa] a )?trova\w+/,
  /\b(?:niet|geen)\b.{0,60}\b(?:gevonden|vinden)\b/,
  /\bnao (?:encontrei|encontro|consegui encontrar|foi encontrad)/,
  /لم اجد/,
];

const declined = [
  /\b(?:can not|cannot|can't|won't|will not|not able to|unable to|do not|don't) (?:help|assist|talk|discuss|speak|answer)\b/,
  /\b(?:dabei|damit|dazu)\b.{0,30}\b(?:nicht|keine)\b.{0,20}\b(?:helfen|weiterhelfen|sagen|sprechen)\b/,
  /\bne (?:peux|puis) pas\b.{0,20}\b(?:aider|repondre|parler)\b/,
  /\bno puedo (?:ayudar|responder|hablar)/,
  /\bnon posso (?:aiutar|rispondere|parlare)/,
  /\bhierbij kan ik\b.{0,20}\bniet helpen\b|\bkan ik\b.{0,20}\bniet (?:helpen|beantwoorden)\b/,
  /\bnao posso (?:ajudar|responder|falar)/,
  /لا يمكنني/,
];

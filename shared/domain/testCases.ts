import { foldText, saysDeclined, saysNotFound, saysText } from "./sayings.ts";

/** What is right: an answer, that it says it found none, or that it does not talk about this. */
export const caseKinds = ["answer", "not_found", "declined"] as const;
export type CaseKind = (typeof caseKinds)[number];

/** How many cases an agent has at most, and how much each of them asks for. */
export const maxTestCases = 200;
export const maxCaseTexts = 20;

/** What must hold of the answer to a case's question. */
export interface Expectation {
  kind: CaseKind;
  /** Texts that must be in the answer. */
  expected: readonly string[];
  /** Texts that must not. */
  forbidden: readonly string[];
  /** A page's title or address that must be cited; null for any. */
  source: string | null;
  /** One that must not be; runs that were begun by an older version do not say. */
  wrongSource?: string | null;
}

/** What the checks look at of an answer. */
export interface SeenAnswer {
  text: string;
  citations: readonly { title: string; url: string | null }[];
  /** Why it is not whole; null for a whole one. */
  error: string | null;
  /** A blocked topic stopped it before any model was asked. */
  isBlocked: boolean;
}

/** One check, and its result. */
export interface Check {
  what: "whole" | "kind" | "expected" | "forbidden" | "source";
  passed: boolean;
  /** A sentence for people. */
  text: string;
}

/** Gives what was checked of an answer; it passes where every check does. */
export function checkAnswer(wanted: Expectation, answer: SeenAnswer): Check[] {
  if (answer.error !== null)
    return [{ what: "whole", passed: false, text: `The answer is incomplete: ${answer.error}` }];
  return [
    checkKind(wanted.kind, answer),
    ...wanted.expected.map((text) => checkText("expected", text, answer)),
    ...wanted.forbidden.map((text) => checkText("forbidden", text, answer)),
    ...(wanted.source === null ? [] : [checkSource(wanted.source, answer)]),
    ...(wanted.wrongSource ? [checkWrongSource(wanted.wrongSource, answer)] : []),
  ];
}

export function hasPassed(checks: readonly Check[]): boolean {
  return checks.every(({ passed }) => passed);
}

/** Whether an answer says that it found nothing; one that declines did not look. */
export function isNotFound(answer: SeenAnswer): boolean {
  return !answer.isBlocked && saysNotFound(answer.text);
}

export function isDeclined(answer: SeenAnswer): boolean {
  return answer.isBlocked || (saysDeclined(answer.text) && answer.citations.length === 0);
}

function checkKind(kind: CaseKind, answer: SeenAnswer): Check {
  const seen = isDeclined(answer) ? "declined" : isNotFound(answer) ? "not_found" : "answer";
  const passed = seen === kind;
  const text = passed ? rightKind[kind] : `${wantedKind[kind]}, but ${seenKind[seen]}.`;
  return { what: "kind", passed, text };
}

const rightKind: Record<CaseKind, string> = {
  answer: "It answers.",
  not_found: "It says that it found nothing.",
  declined: "It does not talk about this.",
};
const wantedKind: Record<CaseKind, string> = {
  answer: "It should answer",
  not_found: "It should say that it found nothing",
  declined: "It should not talk about this",
};
const seenKind: Record<CaseKind, string> = {
  answer: "it answers",
  not_found: "it says that it found nothing",
  declined: "it declines",
};

function checkText(what: "expected" | "forbidden", text: string, answer: SeenAnswer): Check {
  const isThere = saysText(answer.text, text);
  const passed = isThere === (what === "expected");
  return { what, passed, text: isThere ? `It says “${text}”.` : `It does not say “${text}”.` };
}

function checkSource(source: string, { citations }: SeenAnswer): Check {
  const passed = citations.some((citation) => isSource(source, citation));
  const cited = [...new Set(citations.map(({ title }) => `“${title}”`))].join(", ");
  if (passed) return { what: "source", passed, text: `It cites “${source}”.` };
  const instead = cited === "" ? "it cites nothing" : `it cites ${cited}`;
  return { what: "source", passed, text: `It does not cite “${source}”: ${instead}.` };
}

function checkWrongSource(source: string, { citations }: SeenAnswer): Check {
  const isCited = citations.some((citation) => isSource(source, citation));
  const text = isCited ? `It cites “${source}”, which is wrong here.` : `It does not cite “${source}”.`;
  return { what: "source", passed: !isCited, text };
}

function isSource(source: string, { title, url }: { title: string; url: string | null }): boolean {
  if (foldText(title) === foldText(source)) return true;
  const wanted = plainAddress(source);
  const is = url === null ? "" : plainAddress(url);
  if (is === "" || wanted === "") return false;
  return wanted.startsWith("/") ? is.endsWith(wanted) : is === wanted;
}

/** An address without what does not tell pages apart: protocol, www, fragment, the last slash. */
function plainAddress(address: string): string {
  return address
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "")
    .replace(/#.*$/, "")
    .replace(/(?<=.)\/$/, "");
}

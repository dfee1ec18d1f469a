import { splitTerms } from "../../../knowledge/retrieval/terms/splitTerms.ts";

/** Longer texts are found by what is at their beginning. */
const mostCharacters = 20_000;
const longestTerm = 60;

/** Gives each term of a text once, as letters, digits and marks alone: what both stores' indices take as one word. */
export function termsOf(text: string): string[] {
  const terms = splitTerms(text.slice(0, mostCharacters)).map(({ text: term, plain = term }) =>
    encode(plain),
  );
  // Of an accent without a letter nothing is left, and Postgres refuses a word of nothing.
  return [...new Set(terms)].filter((term) => term !== "");
}

/** The word that an agent's messages have beside their own, so that no other's are read. */
export function agentTerm(agentId: string): string {
  return `agent${encode(agentId)}`;
}

function encode(term: string): string {
  return term
    .replace(/[^\p{L}\p{N}\p{M}]/gu, (sign) => `u${sign.codePointAt(0)?.toString(16)}u`)
    .slice(0, longestTerm);
}

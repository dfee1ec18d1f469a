import { listPlaceholders } from "./portable.ts";

/** What of an agent visitors or its model read, as far as a template may leave something open in it. */
export interface FillableTexts {
  instructions: string;
  guidance: readonly Readonly<{ text: string }>[];
  guardrails: Readonly<{ refusal: string }>;
}

/** Gives what is to be replaced by one's own facts in an agent, by where it is mended. */
export function findPlaceholdersIn(
  { instructions, guidance, guardrails }: FillableTexts,
  { welcome, sources }: { welcome: string; sources: readonly Readonly<FillableSource>[] },
): Record<"settings" | "deploy" | "datasources", string[]> {
  return {
    settings: listPlaceholders([instructions, guardrails.refusal, ...guidance.map(({ text }) => text)]),
    deploy: listPlaceholders([welcome]),
    datasources: listPlaceholders(sources.flatMap(textsOfSource)),
  };
}

/** A source with a text of its own. */
export interface FillableSource {
  kind: string;
  text?: string;
  questions?: readonly Readonly<{ question: string; answer: string }>[];
}

/** The texts that are typed in a source itself. */
export function textsOfSource({ text, questions }: Readonly<FillableSource>): string[] {
  return [
    ...(text === undefined ? [] : [text]),
    ...(questions ?? []).flatMap(({ question, answer }) => [question, answer]),
  ];
}

/** One place to fill, as it is listed, with the fact that takes its place. */
export interface Filled {
  placeholder: string;
  text: string;
}

/** What is asked for in a place to fill: the words in its brackets, or all of it where it is a number in a sentence. */
export function nameOfPlaceholder(placeholder: string): string {
  return /^\[([^\]]*)\]$/.exec(placeholder)?.[1] ?? placeholder;
}

/** The text with the facts in their places; everything else stays. */
export function fillPlaceholders(text: string, fills: readonly Filled[]): string {
  return fills.reduce((before, { placeholder, text: fact }) => {
    const filled = placeholder.replace(/\[[^[\]]*\]/, () => fact);
    return before.replaceAll(placeholder, () => filled);
  }, text);
}

import type { LanguageModelEntry } from "./models.ts";

/** How much a model reads and writes at once, in tokens. */
export interface ModelWindow {
  /** For the question and the answer together. */
  tokens: number;
  /** How much of the window is kept for the answer. */
  answer: number;
  /** Whether the provider is told that limit. */
  sendsAnswer: boolean;
}

/**
 * By family, the first that fits; the last part of the name counts, as many servers name a maker before it. Models that
 * think before they answer spend the same limit on that, so they are told none.
 */
const families: [name: RegExp, tokens: number, takesLimit: boolean][] = [
  [/^gpt-3\.5/, 16_000, true],
  [/^(?:gpt-4o|gpt-4-turbo|chatgpt-4o)/, 128_000, true],
  [/^gpt-4\.1/, 1_000_000, true],
  [/^gpt-4/, 8_000, true],
  [/^gpt-5/, 272_000, false],
  [/^o\d/, 128_000, false],
  [/^gemini-2\.0/, 1_000_000, true],
  [/^gemini/, 1_000_000, false],
  [/^claude/, 200_000, true],
  [/^deepseek-chat/, 64_000, true],
  [/^deepseek/, 64_000, false],
  [/^qwen-(?:turbo|plus)/, 128_000, true],
  [/^qwen-max/, 32_000, true],
  // Servers mostly run open models with less than the model could take.
  [/^llama-?[34]/, 16_000, false],
];

const unknownTokens = 8_000;
const longestAnswer = 4_000;
const answerShare = 0.25;

/** Gives the window of a model; a small one for those that are not known. */
export function findWindow({ name, provider }: Pick<LanguageModelEntry, "name" | "provider">): ModelWindow {
  const short = name.toLowerCase().replace(/^.*\//s, "");
  const [, tokens = unknownTokens, takesLimit = false] =
    families.find(([family]) => family.test(short)) ?? [];
  return {
    tokens,
    answer: Math.min(longestAnswer, Math.floor(tokens * answerShare)),
    // At an address of their own, people call any model by any name.
    sendsAnswer: takesLimit && provider !== "own",
  };
}

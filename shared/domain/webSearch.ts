import { builtinModel } from "./models.ts";
import type { LanguageModelEntry } from "./models.ts";

/** The providers that search the web for their models. */
const searching: readonly string[] = [
  "openai",
  "google",
  "anthropic",
] satisfies LanguageModelEntry["provider"][];

/** Why the provider of an agent's model can't search the web, in a sentence; null where it can. */
export function findSearchProblem(
  entry: Pick<LanguageModelEntry, "provider" | "value" | "label"> | undefined,
): string | null {
  if (entry && searching.includes(entry.provider)) return null;
  const name = !entry || entry.value === builtinModel ? "The built-in model" : entry.label;
  return `${name} can't search the web. Choose a model of OpenAI, Google or Anthropic, or another search engine.`;
}

import type { Model } from "../../../shared/contract/models/models.ts";
import { providers } from "../../../shared/domain/providers.ts";
import { plural } from "../../../shared/words/language.ts";

/** The name of a model's operator. */
export const providerNames: Record<string, string> = {
  ...Object.fromEntries(providers.map(({ value, label }) => [value, label])),
  builtin: "Pilothouse",
  meta: "Meta",
  own: "Your own keys",
};

/** Says what a message costs with this model. */
export function describeCredits({ creditsPerMessage }: Pick<Model, "creditsPerMessage">): string {
  return plural(creditsPerMessage, { one: "{count} credit a message", other: "{count} credits a message" });
}

/** Gives the models by provider, those with one that can be used first. */
export function groupByProvider<M extends Pick<Model, "provider" | "isAvailable">>(
  all: readonly M[],
): { provider: string; models: M[] }[] {
  const groups = new Map<string, M[]>();
  for (const model of all) groups.set(model.provider, [...(groups.get(model.provider) ?? []), model]);
  return [...groups]
    .map(([provider, models]) => ({ provider: providerNames[provider] ?? provider, models }))
    .sort((a, b) => Number(hasAvailable(b.models)) - Number(hasAvailable(a.models)));
}

function hasAvailable(models: readonly Pick<Model, "isAvailable">[]): boolean {
  return models.some(({ isAvailable }) => isAvailable);
}

import type { Snapshot } from "valtio";
import type { Template } from "../../../../shared/contract/agents/templates.ts";
import { nameFilePlace } from "../../../../shared/domain/filePlaces.ts";
import { plural } from "../../../../shared/words/language.ts";
import { providerNames } from "../modelWords.ts";

/** How often a template was used. */
export function describeUses(usedCount: number): string {
  if (usedCount === 0) return "New";
  return plural(usedCount, { one: "Used once", other: "Used {count} times" });
}

/** What has to be given to an agent of it, by name; empty where it works immediately. */
export function listNeeds({ models, providers, secrets }: Snapshot<Template["needs"]>): string[] {
  return [
    ...providers.map((provider) => `a key of ${providerNames[provider] ?? provider}`),
    ...models,
    ...secrets.map(nameFilePlace),
  ];
}

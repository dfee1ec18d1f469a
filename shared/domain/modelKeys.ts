import { readOwnModel, type LanguageModelEntry } from "./models.ts";

/** What a provider's model is for (specification 3, API key). */
export const modelTypes = ["completion", "embedding"] as const;
export type ModelType = (typeof modelTypes)[number];

/** A key as far as it tells to which models it leads. */
interface LeadingKey {
  id: string;
  provider: string;
  baseUrl: string | null;
  /** Whether its provider offered this model when it was last asked. */
  offers(name: string): boolean;
}

/** Whether a key leads to a model unless it is refused: of its provider, and one that it offers where it knows what it offers. */
export function leadsTo(
  { id, provider, baseUrl, offers }: LeadingKey,
  entry: Pick<LanguageModelEntry, "name" | "provider" | "value">,
): boolean {
  const own = readOwnModel(entry.value);
  if (own) return id === own.keyId;
  if (entry.provider === "meta") return baseUrl !== null && offers(entry.name);
  if (provider !== entry.provider) return false;
  // The providers' own lists leave out names that they take all the same, such as those that end in "latest".
  return baseUrl === null || offers(entry.name);
}

interface Typed {
  readonly id: string;
  readonly type: ModelType;
}

/** Groups models by what they are used for: code is written by the same ones as chat (specification 3). */
export function groupModels<Model extends Typed>(
  models: readonly Model[],
): Record<"chat" | "code" | "embedding", Model[]> {
  const completion = models.filter(({ type }) => type === "completion");
  return {
    chat: completion,
    code: completion,
    embedding: models.filter(({ type }) => type === "embedding"),
  };
}

/** The providers whose keys are kept; a server of one's own speaks as OpenAI does and has its own address. */
export const keyProviders = ["openai", "google", "anthropic", "deepseek", "alibaba"] as const;
export type KeyProvider = (typeof keyProviders)[number];

/** What a provider's model is for (specification 3, API key). */
export const modelTypes = ["completion", "embedding"] as const;
export type ModelType = (typeof modelTypes)[number];

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

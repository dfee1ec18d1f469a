import { readOwnModel, type Provider } from "./models.ts";

/** A model that makes vectors of texts, by which they are found by what they mean. */
export interface EmbeddingModelEntry {
  label: string;
  /** The provider's own id of the model. */
  name: string;
  provider: Provider;
  /** Our id of the model, as for language models. */
  value: string;
  /** What the model is asked for where it offers several; null for its own. */
  dimensions: number | null;
}

type EmbeddingRow = [value: string, label: string, provider: Provider, dimensions: number | null];

const embeddingRows: EmbeddingRow[] = [
  ["text-embedding-3-small", "OpenAI text-embedding-3-small", "openai", null],
  ["text-embedding-3-large", "OpenAI text-embedding-3-large", "openai", 1536],
  ["gemini-embedding-001", "Google gemini-embedding-001", "google", 1536],
  ["text-embedding-v4", "Alibaba text-embedding-v4", "alibaba", null],
];

/** The embedding models of the providers that have any. */
export const embeddingModels: EmbeddingModelEntry[] = embeddingRows.map(
  ([value, label, provider, dimensions]) => ({ label, name: value, provider, value, dimensions }),
);

/** The entry of an embedding model: the list's, or one made for a model that only an organization's own key knows. */
export function findEmbeddingModel(value: string): EmbeddingModelEntry | undefined {
  const own = readOwnModel(value);
  if (own) return { label: own.name, name: own.name, provider: "own", value, dimensions: null };
  return embeddingModels.find((model) => model.value === value);
}

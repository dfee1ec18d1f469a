import type { Snapshot } from "valtio";
import type { Receipt } from "../../../shared/contract/conversations/answers/receipts.ts";
import { findEmbeddingModel } from "../../../shared/domain/embeddingModels.ts";
import { plural } from "../../../shared/words/language.ts";

type Passage = Snapshot<Receipt>["passages"][number];

/** The place that words and meaning gave a passage, in a line; null where the words alone were asked. */
export function describeFound({ by }: Pick<Passage, "by">): string | null {
  if (!by) return null;
  const words = by.lexical ? `words ${by.lexical.rank}. (${by.lexical.score.toFixed(2)})` : "not by words";
  const meaning = by.vector ? `meaning ${by.vector.rank}. (${by.vector.score.toFixed(2)})` : "not by meaning";
  return `${words} · ${meaning}`;
}

/** How vectors helped to find what was found, or why they did not; null where none are wanted. */
export function describeVectors(vectors: Snapshot<Receipt>["vectors"]): string | null {
  if (!vectors) return null;
  const name = findEmbeddingModel(vectors.model)?.label ?? vectors.model;
  if (vectors.reason === null) return `Words and meaning, by ${name} in ${Math.round(vectors.ms)} ms`;
  return `Words only. ${name} failed: ${vectors.reason}`;
}

/** How many passages were found for an answer, as a sentence. */
export function countPassages({ passages }: Pick<Snapshot<Receipt>, "passages">): string {
  return plural(passages.length, found);
}

const found = { one: "{count} passage was found", other: "{count} passages were found" };

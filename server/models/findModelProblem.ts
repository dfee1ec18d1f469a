import { embeddingModels } from "../../shared/domain/embeddingModels.ts";
import type { ModelType } from "../../shared/domain/modelKeys.ts";
import { languageModels, readOwnModel } from "../../shared/domain/models.ts";
import { speechModels } from "../../shared/domain/speechModels.ts";
import type { Db } from "../database/store.ts";
import { readKeys, readOffered, readSpeechModels } from "./keys.ts";

/** What a model does: what a provider's list tells it is for, or writing down what is said, which no list tells. */
type Work = ModelType | "speech";

/** A model that somebody names for a kind of work, in an organization. */
export interface NamedForWork {
  organizationId: string;
  value: string;
  work: Work;
}

/**
 * Why a model can't be chosen, and what to do; null where it can. Chosen may be what the catalog has, and what a key of
 * the organization's own offers for such work: another organization's key is as unknown as one that does not exist.
 */
export async function findModelProblem(db: Db, { organizationId, value, work }: NamedForWork) {
  const own = readOwnModel(value);
  if (!own) return catalog[work].has(value) ? null : "Choose a model of the list.";
  const key = (await readKeys(db, organizationId)).find(({ id }) => id === own.keyId);
  if (!key)
    return "No key of this organization leads to this model. Choose a model of the list, or add its key.";
  const works: Work[] = [
    ...readOffered(key).flatMap(({ id, type }) => (id === own.name ? [type] : [])),
    ...(readSpeechModels(key).includes(own.name) ? (["speech"] as const) : []),
  ];
  if (works.includes(work)) return null;
  return works.length > 0
    ? otherWork[work]
    : `The key “${key.name}” offers no such model. Choose another one, or have the key checked again.`;
}

const catalog: Record<Work, Set<string>> = {
  completion: new Set(languageModels.map(({ value }) => value)),
  embedding: new Set(embeddingModels.map(({ value }) => value)),
  speech: new Set(speechModels.map(({ value }) => value)),
};
const otherWork: Record<Work, string> = {
  completion: "This model writes no answers. Choose one that does.",
  embedding: "This model makes no vectors. Choose one that does.",
  speech: "This model does not write down what is said. Choose one that does.",
};

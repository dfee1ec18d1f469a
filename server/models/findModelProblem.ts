import { embeddingModels } from "../../shared/domain/embeddingModels.ts";
import type { ModelType } from "../../shared/domain/modelKeys.ts";
import { languageModels, readOwnModel } from "../../shared/domain/models.ts";
import type { Db } from "../database/store.ts";
import { readKeys, readOffered } from "./keys.ts";

/** A model that somebody names for a kind of work, in an organisation. */
export interface NamedForWork {
  organizationId: string;
  value: string;
  type: ModelType;
}

/**
 * Why a model can't be chosen, and what to do; null where it can. Chosen may be what the catalogue has, and what a key of
 * the organisation's own offers for such work: another organisation's key is as unknown as one that does not exist.
 */
export async function findModelProblem(db: Db, { organizationId, value, type }: NamedForWork) {
  const own = readOwnModel(value);
  if (!own) return catalogue[type].has(value) ? null : "Choose a model of the list.";
  const key = (await readKeys(db, organizationId)).find(({ id }) => id === own.keyId);
  if (!key)
    return "No key of this organisation leads to this model. Choose a model of the list, or add its key.";
  const offered = readOffered(key).filter(({ id }) => id === own.name);
  if (offered.some((model) => model.type === type)) return null;
  return offered.length > 0
    ? otherWork[type]
    : `The key “${key.name}” offers no such model. Choose another one, or have the key checked again.`;
}

const catalogue: Record<ModelType, Set<string>> = {
  completion: new Set(languageModels.map(({ value }) => value)),
  embedding: new Set(embeddingModels.map(({ value }) => value)),
};
const otherWork: Record<ModelType, string> = {
  completion: "This model makes vectors and writes no answers. Choose one that does.",
  embedding: "This model writes answers and makes no vectors. Choose one that does.",
};

import { listEmbeddingModels, listModels, listSpeechModels } from "../../shared/contract/models/models.ts";
import type { EmbeddingModel, Model, SpeechModel } from "../../shared/contract/models/models.ts";
import { embeddingModels, findEmbeddingModel } from "../../shared/domain/embeddingModels.ts";
import type { EmbeddingModelEntry } from "../../shared/domain/embeddingModels.ts";
import { findModel, languageModels, nameOwnModel } from "../../shared/domain/models.ts";
import type { LanguageModelEntry } from "../../shared/domain/models.ts";
import { findSpeechModel, programSpeech, speechModels } from "../../shared/domain/speechModels.ts";
import type { SpeechModelEntry } from "../../shared/domain/speechModels.ts";
import type { Db } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { Route } from "../requests/handle.ts";
import { pickKey, readKeys, readOffered, readSpeechModels } from "./keys.ts";
import type { ModelKeyRow } from "./tables.ts";

export interface ModelCallDeps {
  db: Db;
  /** Whether the installation's own settings lead to a model. */
  isAvailable(entry: Pick<LanguageModelEntry, "provider" | "value">): boolean;
}

/** The calls that list the models. */
export function modelRoutes({ db, isAvailable }: ModelCallDeps): Route[] {
  return [
    handle(listModels, async ({ caller }) => ({
      items: await listModelsOf({ db, isAvailable }, caller.organizationId),
    })),
    handle(listEmbeddingModels, async ({ caller }) => ({
      items: await listEmbeddingModelsOf({ db, isAvailable }, caller.organizationId),
    })),
    handle(listSpeechModels, async ({ caller }) => ({
      items: await listSpeechModelsOf({ db, isAvailable }, caller.organizationId),
    })),
  ];
}

/** The models of the catalog and of an organization's keys, with whether there is a way to each. */
export async function listModelsOf(
  { db, isAvailable }: ModelCallDeps,
  organizationId: string,
): Promise<Model[]> {
  const keys = await readKeys(db, organizationId);
  return [...languageModels, ...keys.flatMap(listOwnModels)].map((entry) => ({
    ...entry,
    isAvailable: isAvailable(entry) || pickKey(keys, entry) !== undefined,
  }));
}

/** What a key of an organization offers beyond the catalog, for chats; the key's name tells two of one name apart. */
function listOwnModels(key: ModelKeyRow): LanguageModelEntry[] {
  return readOffered(key).flatMap(({ id, type }) => {
    if (type !== "completion" || languageModels.some(({ name }) => name === id)) return [];
    const entry = findModel(nameOwnModel(key.id, id));
    return entry ? [{ ...entry, label: `${entry.label} (${key.name})` }] : [];
  });
}

async function listEmbeddingModelsOf(
  { db, isAvailable }: ModelCallDeps,
  organizationId: string,
): Promise<EmbeddingModel[]> {
  const keys = await readKeys(db, organizationId);
  return [...embeddingModels, ...keys.flatMap(listOwnEmbeddingModels)].map(
    ({ label, name, provider, value }) => ({
      ...{ label, name, provider, value },
      isAvailable: isAvailable({ provider, value }) || pickKey(keys, { name, provider, value }) !== undefined,
    }),
  );
}

/** What a key offers beyond the list; a model of it that the provider itself has is reached by the list's entry. */
function listOwnEmbeddingModels(key: ModelKeyRow): EmbeddingModelEntry[] {
  return readOffered(key).flatMap(({ id, type }) => {
    if (type !== "embedding" || embeddingModels.some(({ name }) => name === id)) return [];
    const entry = findEmbeddingModel(nameOwnModel(key.id, id));
    return entry ? [{ ...entry, label: `${entry.label} (${key.name})` }] : [];
  });
}

async function listSpeechModelsOf(
  { db, isAvailable }: ModelCallDeps,
  organizationId: string,
): Promise<SpeechModel[]> {
  const keys = await readKeys(db, organizationId);
  const listed = [...speechModels, ...keys.flatMap(listOwnSpeechModels)].map((entry) => ({
    ...entry,
    isAvailable: isAvailable(entry) || pickKey(keys, entry) !== undefined,
  }));
  // A key would make the others available; only the operator can install programs.
  return listed.filter(({ value, isAvailable: isHere }) => value !== programSpeech || isHere);
}

function listOwnSpeechModels(key: ModelKeyRow): SpeechModelEntry[] {
  return readSpeechModels(key).flatMap((id) => {
    if (speechModels.some(({ name }) => name === id)) return [];
    const entry = findSpeechModel(nameOwnModel(key.id, id));
    return entry ? [{ ...entry, label: `${entry.label} (${key.name})` }] : [];
  });
}

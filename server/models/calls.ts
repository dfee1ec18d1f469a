import { listModels } from "../../shared/contract/models.ts";
import type { Model } from "../../shared/contract/models.ts";
import { findModel, languageModels, nameOwnModel } from "../../shared/domain/models.ts";
import type { LanguageModelEntry } from "../../shared/domain/models.ts";
import type { Db } from "../database/store.ts";
import { handle } from "../door/handle.ts";
import type { Route } from "../door/handle.ts";
import { pickKey, readKeys, readOffered } from "./keys.ts";
import type { ModelKeyRow } from "./tables.ts";

export interface ModelCallDeps {
  db: Db;
  /** Whether the installation's own settings lead to a model. */
  isAvailable(entry: LanguageModelEntry): boolean;
}

/** The call that lists the language models. */
export function modelRoutes({ db, isAvailable }: ModelCallDeps): Route[] {
  return [
    handle(listModels, async ({ caller }) => ({
      items: await listModelsOf({ db, isAvailable }, caller.organizationId),
    })),
  ];
}

/** The models of the catalogue and of an organisation's keys, with whether there is a way to each. */
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

/** What a key of an organisation offers beyond the catalogue, for chats; the key's name tells two of one name apart. */
function listOwnModels(key: ModelKeyRow): LanguageModelEntry[] {
  return readOffered(key).flatMap(({ id, type }) => {
    if (type !== "completion" || languageModels.some(({ name }) => name === id)) return [];
    const entry = findModel(nameOwnModel(key.id, id));
    return entry ? [{ ...entry, label: `${entry.label} (${key.name})` }] : [];
  });
}

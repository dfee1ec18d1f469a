import type { ModelKey, OfferedModel } from "../../shared/contract/models/modelKeys.ts";
import { leadsTo } from "../../shared/domain/modelKeys.ts";
import type { LanguageModelEntry } from "../../shared/domain/models.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { unsealOrNull, type Secrets } from "../database/secrets.ts";
import { statement } from "../database/statement.ts";
import type { Db } from "../database/store.ts";
import { connect, type Connection } from "./providers.ts";
import type { ModelKeyRow } from "./tables.ts";

/** How the keys are sealed. */
export const sealPurpose = "model-key";

/** The newest first, so that the newest one that fits is used. */
export function readKeys(db: Db, organizationId: string): Promise<ModelKeyRow[]> {
  return selectKeys(db, { organizationId });
}

const selectKeys = statement((db, { organizationId }: Pick<ModelKeyRow, "organizationId">) =>
  db
    .selectFrom("modelKeys")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc"),
);

/** One key of an organization; `not_found` for another one's as for none. */
export async function findKey(db: Db, key: { organizationId: string; keyId: string }): Promise<ModelKeyRow> {
  const row = await db
    .selectFrom("modelKeys")
    .selectAll()
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", key.keyId)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}

/**
 * Changes a key that is still as it was read; gives whether it was. What is heard of a key says nothing of the one that was
 * put in its place meanwhile.
 */
export async function changeSeen(
  db: Db,
  { organizationId, id, checkedAt }: ModelKeyRow,
  change: Partial<ModelKeyRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("modelKeys")
    .set(change)
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("checkedAt", "=", checkedAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** What leads to a model, whatever it is for. */
export type NamedModel = Pick<LanguageModelEntry, "name" | "provider" | "value">;

/** Picks the key that leads to a model. One that was refused is not tried until a look at it finds that it works again. */
export function pickKey(rows: readonly ModelKeyRow[], entry: NamedModel): ModelKeyRow | undefined {
  return listFitting(rows, entry).find(({ refusal }) => refusal === null);
}

/** Gives the keys that lead to a model unless they are refused. */
export function listFitting(rows: readonly ModelKeyRow[], entry: NamedModel): ModelKeyRow[] {
  return rows.filter((row) => leadsTo({ ...row, offers: (name) => offers(row, name) }, entry));
}

/** What is kept of a key that can't be opened, as a refusal is. */
export const cantOpenKey = "The key can’t be opened with this server’s secret key. Enter it again.";

/** The way to a key's provider; null where the installation's secret key is not the one that sealed it. */
export function connectBy(row: ModelKeyRow, seal: Pick<Secrets, "unseal">): Connection | null {
  const apiKey = row.sealedKey === null ? undefined : unsealOrNull(seal, row.sealedKey, sealPurpose);
  return apiKey === null ? null : connect(row.provider, { apiKey, baseURL: row.baseUrl ?? undefined });
}

/** What a key's provider offered when it was last asked. */
export function readOffered(row: ModelKeyRow): OfferedModel[] {
  return JSON.parse(row.models) as OfferedModel[]; // written by askModels
}

/** The ids of a key's models that write down what is said. */
export function readSpeechModels(row: ModelKeyRow): string[] {
  return JSON.parse(row.speechModels) as string[]; // written by askModels
}

/** A key as members see it: an allow-list, without the key. */
export function presentKey(row: ModelKeyRow): ModelKey {
  const { id, organizationId, name, provider, baseUrl, lastFour, refusal, checkedAt, createdAt } = row;
  return {
    ...{ id, organizationId, name, provider, baseUrl, lastFour, refusal, checkedAt, createdAt },
    models: readOffered(row),
    speechModels: readSpeechModels(row),
  };
}

function offers(row: ModelKeyRow, name: string): boolean {
  return readOffered(row).some(({ id }) => id === name) || readSpeechModels(row).includes(name);
}

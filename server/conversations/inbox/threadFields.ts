import type { Thread } from "../../../shared/contract/conversations/conversations.ts";
import type { ChangedFields } from "../../../shared/contract/conversations/inbox/customField.ts";
import { readValue, refuseValue, writeValue } from "../../../shared/domain/customFields.ts";
import type { FieldValue } from "../../../shared/domain/customFields.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { ThreadRow } from "../tables.ts";
import { choicesOf, refuse } from "./customFields.ts";

/** Writes what a thread that is held is to carry, and takes off what is null; gives whether that changed anything. */
export async function fillFields(
  tx: Tx,
  { organizationId, agentId, id: threadId }: ThreadRow,
  changed: ChangedFields = {},
): Promise<boolean> {
  const filled = await findFilled(tx, organizationId, changed);
  if (filled.length === 0) return false;
  const rows = await tx
    .selectFrom("threadFields")
    .select(["fieldKey", "value"])
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .execute();
  const before = new Map(rows.map(({ fieldKey, value }) => [fieldKey, value]));
  const news = filled.filter(({ key, value }) => (before.get(key) ?? null) !== value);
  for (const { key: fieldKey, value } of news) {
    const key = { organizationId, threadId, fieldKey };
    if (value === null) {
      await tx
        .deleteFrom("threadFields")
        .where("organizationId", "=", organizationId)
        .where("threadId", "=", threadId)
        .where("fieldKey", "=", fieldKey)
        .execute();
    } else {
      await tx
        .insertInto("threadFields")
        .values({ ...key, agentId, value })
        .onConflict((row) => row.columns(["organizationId", "threadId", "fieldKey"]).doUpdateSet({ value }))
        .execute();
    }
  }
  return news.length > 0;
}

/** Gives what a change writes, as rows hold it; throws where a field is not there or does not take its value. */
export async function findFilled(
  tx: Tx,
  organizationId: string,
  changed: ChangedFields = {},
): Promise<{ key: string; value: string | null }[]> {
  const wanted = Object.entries(changed);
  if (wanted.length === 0) return [];
  const rows = await tx
    .selectFrom("customFields")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("key", "in", Object.keys(changed))
    // In one order, so that no two wait for each other; a concurrent deletion waits for this.
    .orderBy("key")
    .forUpdate()
    .execute();
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return wanted.map(([key, value]) => {
    const row = byKey.get(key);
    if (!row) throw refuse(`customFields.${key}`, "This field no longer exists.");
    if (value === null) return { key, value };
    if (row.isArchived) throw refuse(`customFields.${key}`, "This field is archived.");
    const wrong = refuseValue({ kind: row.kind, choices: choicesOf(row) }, value);
    if (wrong) throw refuse(`customFields.${key}`, wrong);
    return { key, value: writeValue(value) };
  });
}

/** Gives by thread what each carries, in the order of the fields. */
export async function readThreadFields(
  db: Db,
  threads: readonly ThreadRow[],
): Promise<Map<string, Thread["customFields"]>> {
  const rows = await db
    .selectFrom("threadFields")
    .innerJoin("customFields", (join) =>
      join
        .onRef("customFields.organizationId", "=", "threadFields.organizationId")
        .onRef("customFields.key", "=", "threadFields.fieldKey"),
    )
    .select(["threadId", "key", "kind", "value"])
    .where("threadFields.organizationId", "=", threads[0]?.organizationId ?? "")
    .where(
      "threadId",
      "in",
      threads.map(({ id }) => id),
    )
    .orderBy("position")
    .execute();
  const byThread = Map.groupBy(rows, ({ threadId }) => threadId);
  return new Map(
    [...byThread].map(([id, all]) => [
      id,
      Object.fromEntries(
        all.map(({ key, kind, value }): [string, FieldValue] => [key, readValue(kind, value)]),
      ),
    ]),
  );
}

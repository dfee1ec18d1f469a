import type { BodyOf } from "../../../shared/contract/call.ts";
import type { CustomField } from "../../../shared/contract/conversations/inbox/customField.ts";
import type {
  CountedField,
  createCustomField,
  updateCustomField,
} from "../../../shared/contract/conversations/inbox/customFields.ts";
import { maxCustomFields } from "../../../shared/domain/customFields.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Db } from "../../database/store.ts";
import type { ConversationDeps } from "../deps.ts";
import type { CustomFieldRow } from "../tables.ts";
import { tellOfFields } from "./tellOfFields.ts";

export interface FieldKey {
  organizationId: string;
  key: string;
}

type Deps = Pick<ConversationDeps, "store" | "events" | "now">;

export function presentField({ key, name, kind, choices, isArchived }: CustomFieldRow): CustomField {
  return { key, name, kind, choices: choicesOf({ choices }), isArchived: isArchived === 1 };
}

/** Gives the custom fields of an organization in their order. */
export async function listFieldRows(db: Db, organizationId: string): Promise<CustomFieldRow[]> {
  return db
    .selectFrom("customFields")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .orderBy("position")
    .orderBy("key")
    .execute();
}

/** Gives the custom fields with how many conversations carry each, of these agents or of all; previews are not counted. */
export async function listCountedFields(
  db: Db,
  { organizationId, agentIds }: { organizationId: string; agentIds: readonly string[] | null },
): Promise<CountedField[]> {
  const [rows, counted] = await Promise.all([
    listFieldRows(db, organizationId),
    db
      .selectFrom("threadFields")
      .innerJoin("threads", (join) =>
        join
          .onRef("threads.organizationId", "=", "threadFields.organizationId")
          .onRef("threads.id", "=", "threadFields.threadId"),
      )
      .where("threadFields.organizationId", "=", organizationId)
      .$if(agentIds !== null, (found) => found.where("threadFields.agentId", "in", agentIds))
      .where("threads.preview", "=", 0)
      .groupBy("threadFields.fieldKey")
      .select(["threadFields.fieldKey", (row) => row.fn.countAll<number>().as("conversations")])
      .execute(),
  ]);
  const byKey = new Map(counted.map(({ fieldKey, conversations }) => [fieldKey, conversations]));
  return rows.map((row) => ({ ...presentField(row), conversations: byKey.get(row.key) ?? 0 }));
}

/** Makes a custom field, behind the others. */
export async function makeField(
  deps: Deps,
  organizationId: string,
  { key, name, kind, choices }: BodyOf<typeof createCustomField>["data"],
): Promise<CustomFieldRow> {
  return deps.store.transaction(async (tx) => {
    const known = await listFieldRows(tx, organizationId);
    if (known.some((one) => one.key === key)) {
      throw new AppError("name_taken", {
        fields: [{ path: "body.data.key", message: "Another field has this key." }],
      });
    }
    refuseSameName(known, name);
    if (known.length >= maxCustomFields) {
      const message = `An organization has at most ${maxCustomFields} custom fields. Delete one first.`;
      throw new AppError("conflict", { message });
    }
    const row: CustomFieldRow = {
      ...{ organizationId, key, name, kind, choices: JSON.stringify(choices), isArchived: 0 },
      ...{ position: (known.at(-1)?.position ?? -1) + 1, createdAt: deps.now() },
    };
    await tx.insertInto("customFields").values(row).execute();
    await tellOfFields(deps, tx, { organizationId });
    return row;
  });
}

/** Changes a custom field; what conversations carry of it stays. */
export async function changeField(
  deps: Deps,
  { organizationId, key }: FieldKey,
  { name, choices, isArchived, position }: BodyOf<typeof updateCustomField>["data"],
): Promise<CustomFieldRow> {
  return deps.store.transaction(async (tx) => {
    const known = await listFieldRows(tx, organizationId);
    const row = known.find((one) => one.key === key);
    if (!row) throw new AppError("not_found");
    const others = known.filter((one) => one !== row);
    if (name !== undefined) refuseSameName(others, name);
    if (choices && (row.kind === "choice") !== choices.length > 0) throw refuse("choices", wrongChoices);
    const changed = {
      ...row,
      ...(name !== undefined && { name }),
      ...(choices && { choices: JSON.stringify(choices) }),
      ...(isArchived !== undefined && { isArchived: Number(isArchived) }),
    };
    const ordered = position === undefined ? known : others.toSpliced(position, 0, row);
    for (const [place, one] of ordered.entries()) {
      const written = one === row ? { ...changed, position: place } : { position: place };
      if (one !== row && one.position === place) continue;
      await tx
        .updateTable("customFields")
        .set(written)
        .where("organizationId", "=", organizationId)
        .where("key", "=", one.key)
        .execute();
    }
    await tellOfFields(deps, tx, { organizationId });
    return changed;
  });
}

const wrongChoices = "Write at least one choice, and only for a choice of a list.";

/** Deletes a custom field and what conversations carry of it. */
export async function dropField(deps: Deps, { organizationId, key }: FieldKey): Promise<void> {
  await deps.store.transaction(async (tx) => {
    // It goes first: concurrent writers hold a lock on it, and what they write is deleted afterward.
    const { numDeletedRows } = await tx
      .deleteFrom("customFields")
      .where("organizationId", "=", organizationId)
      .where("key", "=", key)
      .executeTakeFirstOrThrow();
    if (Number(numDeletedRows) === 0) throw new AppError("not_found");
    await tx
      .deleteFrom("threadFields")
      .where("organizationId", "=", organizationId)
      .where("fieldKey", "=", key)
      .execute();
    await tellOfFields(deps, tx, { organizationId, facts: [{ type: "custom_field.deleted", key }] });
  });
}

/** What can be chosen of a field. */
export function choicesOf({ choices }: Pick<CustomFieldRow, "choices">): string[] {
  return JSON.parse(choices) as string[]; // written after the contract's check
}

function refuseSameName(others: readonly CustomFieldRow[], name: string): void {
  if (!others.some((one) => one.name.toLowerCase() === name.toLowerCase())) return;
  throw new AppError("name_taken", {
    fields: [{ path: "body.data.name", message: "Another field has this name." }],
  });
}

/** What is wrong with a part of the body. */
export function refuse(path: string, message: string): AppError {
  return new AppError("invalid_input", { fields: [{ path: `body.data.${path}`, message }] });
}

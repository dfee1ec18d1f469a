import type { FormField, FormValues } from "../../../shared/domain/forms.ts";
import { readRunSkill, findRun } from "../../actions/skills/runs.ts";
import type { Tx } from "../../database/store.ts";
import { checkTypes, readAttachments, takeOrRefuse } from "../files/attachments.ts";
import type { CheckedTypes } from "../files/attachments.ts";
import type { ConversationDeps } from "../deps.ts";
import type { ThreadWanted } from "../threads/find.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";

/** The files that were chosen in a form, by the IDs under which they were sent. */
export function listFileIds(
  fields: readonly Pick<FormField, "id" | "type">[],
  values: Readonly<Record<string, unknown>>,
): string[] {
  return fields.flatMap(({ id, type }) => {
    const value = type === "file" ? values[id] : undefined;
    return typeof value === "string" && value !== "" ? [value] : [];
  });
}

/** What was filled in with the names of files, as people and agents read it: the files stand with the message. */
export function nameFiles(
  fields: readonly Pick<FormField, "id" | "type">[],
  values: FormValues,
  attachments: string,
): FormValues {
  const names = new Map(readAttachments({ attachments }).map(({ id, name }) => [id, name]));
  const named = fields.flatMap(({ id, type }): [string, string][] => {
    const name = type === "file" ? names.get(String(values[id] ?? "")) : undefined;
    return name === undefined ? [] : [[id, name]];
  });
  return { ...values, ...Object.fromEntries(named) };
}

/** Looks at the files that a visitor chose on a card; before any transaction, because it reads them. */
export async function checkCardFiles(
  deps: Pick<ConversationDeps, "store" | "storage">,
  { organizationId, agentId, contactId }: ThreadWanted,
  { actionId, values = {} }: { actionId: string; values?: Record<string, unknown> },
): Promise<CheckedTypes> {
  if (contactId === undefined || Object.keys(values).length === 0) return new Map();
  const run = await findRun(deps.store.db, { organizationId, runId: actionId });
  const ids = run ? listFileIds(readRunSkill(run).inputs, values) : [];
  return checkTypes(deps, { organizationId, agentId, contactId }, ids);
}

/** Puts the files that were chosen on a card to its message, and gives what was filled in with their names. */
export async function takeCardFiles(
  tx: Tx,
  {
    thread,
    message,
    fields,
    values,
    types,
  }: {
    thread: ThreadRow;
    message: MessageRow;
    fields: readonly FormField[];
    values: FormValues;
    types: CheckedTypes;
  },
): Promise<FormValues> {
  const ids = listFileIds(fields, values);
  if (ids.length === 0) return values;
  const { organizationId, agentId, contactId } = thread;
  const sender = { organizationId, agentId, contactId };
  const taken = await takeOrRefuse(tx, { sender, ids, types, to: { messageId: message.id, contactId } });
  const attachments = JSON.stringify([
    ...readAttachments(message),
    ...readAttachments({ attachments: taken }),
  ]);
  await tx
    .updateTable("messages")
    .set({ attachments })
    .where("organizationId", "=", organizationId)
    .where("id", "=", message.id)
    .execute();
  return nameFiles(fields, values, taken);
}

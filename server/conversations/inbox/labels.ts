import type { Label } from "../../../shared/contract/conversations/conversations.ts";
import { maxLabels } from "../../../shared/contract/conversations/threads/threads.ts";
import type { CountedLabel, ThreadChange } from "../../../shared/contract/conversations/threads/threads.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { newId } from "../../database/ids.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { ConversationDeps } from "../deps.ts";
import { countLabels } from "../figures/count.ts";
import { forgetLabelFigures } from "../figures/fold.ts";
import type { EndFact } from "../threads/facts.ts";
import type { LabelRow, ThreadRow } from "../tables.ts";

export type LabelKey = AgentKey & { labelId: string };

type Deps = Pick<ConversationDeps, "store" | "events" | "now">;

export function presentLabel({ id, name, colour }: LabelRow): Label {
  return { id, name, colour };
}

/** Gives the labels of an agent, by name. */
export async function listLabelRows(db: Db, { organizationId, agentId }: AgentKey): Promise<LabelRow[]> {
  return db
    .selectFrom("labels")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .orderBy("nameKey")
    .execute();
}

/** Gives the labels of an agent, by name, with how many conversations carry each; previews are not counted. */
export async function listCountedLabels(db: Db, key: AgentKey): Promise<CountedLabel[]> {
  const [labels, counted] = await Promise.all([
    listLabelRows(db, key),
    db
      .selectFrom("threadLabels")
      .innerJoin("threads", (join) =>
        join
          .onRef("threads.organizationId", "=", "threadLabels.organizationId")
          .onRef("threads.id", "=", "threadLabels.threadId"),
      )
      .where("threads.organizationId", "=", key.organizationId)
      .where("threads.agentId", "=", key.agentId)
      .where("threads.preview", "=", 0)
      .groupBy("threadLabels.labelId")
      .select(["threadLabels.labelId", (row) => row.fn.countAll<number>().as("conversations")])
      .execute(),
  ]);
  const byLabel = new Map(counted.map(({ labelId, conversations }) => [labelId, conversations]));
  return labels.map((row) => ({ ...presentLabel(row), conversations: byLabel.get(row.id) ?? 0 }));
}

export async function findLabel(
  db: Db,
  { organizationId, agentId, labelId }: LabelKey,
): Promise<LabelRow | undefined> {
  return db
    .selectFrom("labels")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("id", "=", labelId)
    .executeTakeFirst();
}

/** Makes a label, or gives the one that has the name. */
export async function makeLabel(
  deps: Deps,
  { name, colour, ...key }: AgentKey & Pick<Label, "name" | "colour">,
): Promise<LabelRow> {
  return deps.store.transaction(async (tx) => {
    const now = deps.now();
    const known = await listLabelRows(tx, key);
    const same = known.find(({ nameKey }) => nameKey === keyOf(name));
    if (same) return same;
    if (known.length >= maxLabels) {
      throw new AppError("conflict", {
        message: `An agent has at most ${maxLabels} labels. Delete one first.`,
      });
    }
    const row: LabelRow = { ...key, id: newId(now), name, nameKey: keyOf(name), colour, createdAt: now };
    await tx.insertInto("labels").values(row).execute();
    await tellOfLabel(deps, tx, { ...key, labelId: row.id });
    return row;
  });
}

/** Changes a label, which every conversation then shows so. */
export async function changeLabel(
  deps: Deps,
  key: LabelKey,
  { name, colour }: { name?: string | undefined; colour?: string | undefined },
): Promise<LabelRow> {
  return deps.store.transaction(async (tx) => {
    const row = await findLabel(tx, key);
    if (!row) throw new AppError("not_found");
    const changed = {
      ...row,
      ...(name !== undefined && { name, nameKey: keyOf(name) }),
      ...(colour !== undefined && { colour }),
    };
    const others = (await listLabelRows(tx, key)).filter(({ id }) => id !== row.id);
    if (others.some(({ nameKey }) => nameKey === changed.nameKey)) throw new AppError("name_taken");
    await tx
      .updateTable("labels")
      .set(changed)
      .where("organizationId", "=", key.organizationId)
      .where("id", "=", row.id)
      .execute();
    await tellOfLabel(deps, tx, key);
    return changed;
  });
}

/** Deletes a label and takes it off every conversation. */
export async function dropLabel(deps: Deps, key: LabelKey): Promise<void> {
  await deps.store.transaction(async (tx) => {
    // It goes first: concurrent writers hold a lock on it, and what they write is deleted afterward.
    const { numDeletedRows } = await tx
      .deleteFrom("labels")
      .where("organizationId", "=", key.organizationId)
      .where("agentId", "=", key.agentId)
      .where("id", "=", key.labelId)
      .executeTakeFirstOrThrow();
    if (Number(numDeletedRows) === 0) throw new AppError("not_found");
    await tx
      .deleteFrom("threadLabels")
      .where("organizationId", "=", key.organizationId)
      .where("labelId", "=", key.labelId)
      .execute();
    await forgetLabelFigures(tx, key);
    await tellOfLabel(deps, tx, { ...key, facts: [{ type: "label.deleted", labelId: key.labelId }] });
  });
}

/** Puts labels on a thread that is held and takes some off; gives whether that changed anything. */
export async function labelThread(
  tx: Tx,
  thread: ThreadRow,
  { addLabelIds = [], removeLabelIds = [], now }: ThreadChange & { now: number },
): Promise<boolean> {
  const { organizationId, agentId, id: threadId } = thread;
  const added = [...new Set(addLabelIds)];
  await refuseMissingLabels(tx, { organizationId, agentId }, added);
  const before = await readLabelIds(tx, { organizationId, threadId });
  const isNew = (id: string) => !before.includes(id);
  const rows = added.filter(isNew).map((labelId) => ({ organizationId, threadId, labelId, createdAt: now }));
  if (rows.length > 0) await tx.insertInto("threadLabels").values(rows).execute();
  const gone = [...new Set(removeLabelIds)].filter((id) => before.includes(id));
  if (gone.length > 0) {
    await tx
      .deleteFrom("threadLabels")
      .where("organizationId", "=", organizationId)
      .where("threadId", "=", threadId)
      .where("labelId", "in", gone)
      .execute();
  }
  if (rows.length + gone.length > 0)
    await countLabels(tx, thread, { added: rows.map(({ labelId }) => labelId), gone });
  return rows.length + gone.length > 0;
}

/** Throws where one of these is no label of the agent's, or no longer. */
export async function refuseMissingLabels(
  tx: Tx,
  { organizationId, agentId }: AgentKey,
  labelIds: readonly string[] = [],
): Promise<void> {
  const wanted = [...new Set(labelIds)];
  if (wanted.length === 0) return;
  const known = await tx
    .selectFrom("labels")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("id", "in", wanted)
    // A concurrent deletion waits for this, and removes it here too.
    .forUpdate()
    .execute();
  if (known.length === wanted.length) return;
  const message = "This label no longer exists.";
  throw new AppError("invalid_input", { fields: [{ path: "body.data.addLabelIds", message }] });
}

/** Gives the labels that are on a thread. */
export async function readLabelIds(
  tx: Tx,
  { organizationId, threadId }: { organizationId: string; threadId: string },
): Promise<string[]> {
  const rows = await tx
    .selectFrom("threadLabels")
    .select("labelId")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .execute();
  return rows.map(({ labelId }) => labelId);
}

async function tellOfLabel(
  { events, now }: Deps,
  tx: Tx,
  { organizationId, agentId, labelId, facts }: LabelKey & { facts?: readonly EndFact[] },
): Promise<void> {
  const about = { organizationId, agentId, contactId: null, threadId: null, audience: "team" as const };
  await events.append(tx, { ...about, kind: "label", payload: { labelId, facts }, createdAt: now() });
}

function keyOf(name: string): string {
  return name.toLowerCase();
}

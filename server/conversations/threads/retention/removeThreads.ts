import type { AgentKey } from "../../../agents/parts.ts";
import type { Tx } from "../../../database/store.ts";
import type {} from "../../../answering/tables.ts";
import type {} from "../../../live/tables.ts";
import { isInThreads } from "../../files/attachmentSweep.ts";
import type { ConversationDeps } from "../../deps.ts";
import { answerChannel } from "../../answers/endAnswer.ts";
import { uncountThreads } from "../../figures/count.ts";
import { unindexMessages } from "../../messages/search/messageIndex.ts";
import { tellContact, tellGone } from "../tell.ts";
import { dueThreads } from "./dueThreads.ts";

/** How many are removed at a time, so that on SQLite nobody waits long for the writer. */
const atOnce = 50;

export interface Removed {
  conversations: number;
  files: number;
}

/** Deletes some of the threads that are due, each with all that was said, sent and told in it. */
export async function removeSomeThreads(
  deps: RemoveDeps & { forgetThreads: ForgetThreads },
  tx: Tx,
  { before, ...key }: AgentKey & { before: number },
): Promise<Removed> {
  const { organizationId } = key;
  const due = await dueThreads(tx, key, before)
    .select("threads.id")
    .orderBy("lastActivityAt")
    .limit(atOnce)
    // A visitor may write in one at this moment: the second transaction sees what the first did.
    .forUpdate()
    .skipLocked()
    .execute();
  const ids = due.map(({ id }) => id);
  if (ids.length === 0) return { conversations: 0, files: 0 };
  await deps.forgetThreads(tx, { organizationId, threadIds: ids });
  const files = await removeThreads(deps, tx, { ...key, threadIds: ids });
  return { conversations: ids.length, files };
}

export type RemoveDeps = Pick<ConversationDeps, "storage" | "events" | "bus" | "now">;

/** Deletes threads with all that was said, sent and told in them, and tells of that; gives how many files went. */
export async function removeThreads(
  deps: RemoveDeps,
  tx: Tx,
  { threadIds, ...key }: AgentKey & { threadIds: readonly string[] },
): Promise<number> {
  const { organizationId } = key;
  await uncountThreads(tx, { ...key, threadIds });
  const files = await tx
    .deleteFrom("attachments")
    .where(isInThreads({ organizationId, threadIds }))
    .returning("id")
    .execute();
  await deps.storage.removeFiles(
    tx,
    organizationId,
    files.map(({ id }) => id),
  );
  await unindexMessages(tx, { organizationId, threadIds });
  await haltAnswers(deps, tx, { organizationId, threadIds });
  const gone = [
    ...(["receipts", "liveEvents", "citedPassages", "threadLabels", "threadFields", "mentions"] as const),
    ...(["scheduledReplies", "skillRuns", "messages", "movedThreads", "mutedThreads"] as const),
  ];
  for (const table of gone) {
    await tx
      .deleteFrom(table)
      .where("organizationId", "=", organizationId)
      .where("threadId", "in", threadIds)
      .execute();
  }
  const threads = await tx
    .deleteFrom("threads")
    .where("organizationId", "=", organizationId)
    .where("id", "in", threadIds)
    .returning(["id", "preview"])
    .execute();
  await tellGone(deps, tx, { ...key, threads });
  return files.length;
}

/**
 * Makes writers of answers in these threads check for their row after its deletion: they stop, and readers are
 * released.
 */
async function haltAnswers(
  { bus }: RemoveDeps,
  tx: Tx,
  { organizationId, threadIds }: Parameters<ForgetThreads>[1],
): Promise<void> {
  const written = await tx
    .selectFrom("messages")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("threadId", "in", threadIds)
    .where("status", "=", "streaming")
    .execute();
  for (const { id } of written) tx.afterCommit(() => bus.publish(answerChannel(id), "gone"));
}

/** Deletes what capabilities above keep of these threads. */
export type ForgetThreads = (
  tx: Tx,
  threads: { organizationId: string; threadIds: readonly string[] },
) => Promise<void>;

/** Ends the sessions of these contacts; surfaces keep them. */
export type EndSessions = (
  tx: Tx,
  contacts: { organizationId: string; contactIds: readonly string[] },
) => Promise<void>;

/** Deletes what capabilities above keep of these contacts. */
export type ForgetContacts = (
  tx: Tx,
  contacts: { organizationId: string; contactIds: readonly string[] },
) => Promise<void>;

/** Deletes some of the visitors who have no conversation left and were not seen since then; gives how many went. */
export async function removeSomeContacts(
  deps: Pick<RemoveDeps, "events" | "now"> & { endSessions: EndSessions; forgetContacts: ForgetContacts },
  tx: Tx,
  { organizationId, agentId, before }: AgentKey & { before: number },
): Promise<number> {
  const contacts = await tx
    .selectFrom("contacts")
    .select(["contacts.id", "contacts.preview"])
    .where("contacts.organizationId", "=", organizationId)
    .where("contacts.agentId", "=", agentId)
    .where("contacts.lastSeenAt", "<", before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("threads")
            .select("threads.id")
            .whereRef("threads.organizationId", "=", "contacts.organizationId")
            .whereRef("threads.contactId", "=", "contacts.id"),
        ),
      ),
    )
    .limit(atOnce)
    .forUpdate()
    .skipLocked()
    .execute();
  const contactIds = contacts.map(({ id }) => id);
  if (contactIds.length === 0) return 0;
  await deps.endSessions(tx, { organizationId, contactIds });
  await deps.forgetContacts(tx, { organizationId, contactIds });
  for (const table of [
    "contactNotes",
    "contactConsents",
    "contactAliases",
    "contactMerges",
    "contactIdentities",
  ] as const) {
    await tx
      .deleteFrom(table)
      .where("organizationId", "=", organizationId)
      .where("contactId", "in", contactIds)
      .execute();
  }
  await tx
    .deleteFrom("contacts")
    .where("organizationId", "=", organizationId)
    .where("id", "in", contactIds)
    .execute();
  const shown = contacts.filter(({ preview }) => preview === 0);
  const gone = { organizationId, agentId, facts: [{ type: "contact.deleted" as const }], now: deps.now() };
  const told = shown.map(({ id }) => ({ ...gone, contactId: id }));
  await tellContact(deps, tx, ...told);
  return contactIds.length;
}

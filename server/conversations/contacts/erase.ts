import { eraseAction } from "../../../shared/domain/contacts.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { AuditRecord } from "../../requests/audit.ts";
import type { JobTools, NamedJobKind } from "../../jobs/kinds.ts";
import type { JobRow } from "../../jobs/tables.ts";
import { eraseAttachments, removeAttachments } from "../files/attachmentSweep.ts";
import type { ConversationDeps } from "../deps.ts";
import { forgetCopies } from "../threads/removal/forgetCopies.ts";
import type { Forgets } from "../threads/removal/forgets.ts";
import { removeThreads } from "../threads/retention/removeThreads.ts";
import type { EndSessions, RemoveDeps } from "../threads/retention/removeThreads.ts";
import { compactIndex } from "../messages/search/compactIndex.ts";
import type { ContactRow } from "../tables.ts";
import { tellContact } from "../threads/tell.ts";
import { holdContact } from "./findContact.ts";
import type { ContactAddress } from "./findContact.ts";

const kind = "conversations.erase";
/** How many conversations are erased at a time, so that on SQLite nobody waits long for the writer. */
const atOnce = 20;

export interface EraseDeps extends RemoveDeps, Forgets, Pick<ConversationDeps, "store" | "jobs"> {
  endSessions: EndSessions;
  /** Writes into the audit log. */
  record: (done: AuditRecord) => Promise<void>;
}

/** Erases a person. */
export function erasingJob(deps: EraseDeps): NamedJobKind {
  return { kind, handler: (job, tools) => erase(deps, job, tools) };
}

/** Ends a person's sessions and queues the job that erases all that is held about them; asked again, it is the same job. */
export function askToErase(deps: EraseDeps, address: ContactAddress): Promise<ContactRow> {
  return deps.store.transaction(async (tx) => {
    const contact = await holdContact(tx, address);
    const { organizationId, agentId, contactId } = address;
    const eraseAskedAt = contact.eraseAskedAt ?? deps.now();
    await tx
      .updateTable("contacts")
      .set({ eraseAskedAt })
      .where("organizationId", "=", organizationId)
      .where("id", "=", contactId)
      .execute();
    await deps.endSessions(tx, { organizationId, contactIds: [contactId] });
    await deps.jobs.enqueue(tx, { organizationId, kind, key: contactId, payload: { agentId } });
    await tellContact(deps, tx, { ...address, now: deps.now() });
    return { ...contact, eraseAskedAt };
  });
}

/** Goes on with whatever is left, so that a process which died before changes nothing but the time. */
async function erase(deps: EraseDeps, job: JobRow, { signal, progress }: JobTools): Promise<void> {
  const { organizationId, key: contactId } = job;
  const { agentId } = JSON.parse(job.payload) as { agentId: string }; // written by askToErase
  const address = { organizationId, agentId, contactId };
  // Known only for as long as the conversations are there: a process that dies after this has done it for all of them.
  const ids = new Set([contactId, ...(await listThreadIds(deps, address))]);
  await forgetCopies(deps, { organizationId, ids });
  for (let conversations = 0; ;) {
    signal.throwIfAborted();
    const erased = await eraseSome(deps, address);
    if (erased === 0) break;
    conversations += erased;
    progress({ conversations });
  }
  await eraseRest(deps, address);
  // A program may have written to them meanwhile.
  await forgetCopies(deps, { organizationId, ids });
  await compactIndex(deps.store, signal);
  await deps.record({
    ...{ userId: null, organizationId, action: eraseAction, outcome: "done" },
    targets: { productId: agentId, contactId },
    ...{ address: "", requestId: job.id },
  });
}

async function listThreadIds(
  { store }: EraseDeps,
  { organizationId, contactId }: ContactAddress,
): Promise<string[]> {
  const threads = await store.reader
    .selectFrom("threads")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", contactId)
    .execute();
  return threads.map(({ id }) => id);
}

async function eraseSome(deps: EraseDeps, address: ContactAddress): Promise<number> {
  const { store, forgetWords, forgetAbout } = deps;
  const { organizationId, agentId, contactId } = address;
  const threads = await store.db
    .selectFrom("threads")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", contactId)
    .limit(atOnce)
    .execute();
  const threadIds = threads.map(({ id }) => id);
  if (threadIds.length === 0) return 0;
  await eraseAttachments(deps, { organizationId, threadIds });
  await store.transaction(async (tx) => {
    // A concurrent write to one of them finishes first, or finds it gone.
    await tx
      .selectFrom("threads")
      .select("id")
      .where("organizationId", "=", organizationId)
      .where("id", "in", threadIds)
      .orderBy("id")
      .forUpdate()
      .execute();
    await forgetWords(tx, { organizationId, agentId, threadIds });
    await forgetAbout(tx, { organizationId, ids: threadIds });
    await removeThreads(deps, tx, { organizationId, agentId, threadIds });
  });
  return threadIds.length;
}

/** What is left of a person without conversations. */
async function eraseRest(deps: EraseDeps, address: ContactAddress): Promise<void> {
  const { store, forgetAbout } = deps;
  const { organizationId, contactId } = address;
  await eraseAttachments(deps, { organizationId, contactId });
  await store.transaction(async (tx) => {
    // A process that died at this point had come to the end.
    const contact = await holdContact(tx, address).catch(noneIfGone);
    if (!contact) return;
    await deps.endSessions(tx, { organizationId, contactIds: [contactId] });
    await forgetAbout(tx, { organizationId, ids: [contactId] });
    await removeAttachments(deps, tx, address);
    for (const table of [
      ...(["contactNotes", "contactConsents", "contactAliases", "contactMerges"] as const),
      "contactIdentities" as const,
      "liveEvents" as const,
    ]) {
      await tx
        .deleteFrom(table)
        .where("organizationId", "=", organizationId)
        .where("contactId", "=", contactId)
        .execute();
    }
    await tx
      .deleteFrom("contacts")
      .where("organizationId", "=", organizationId)
      .where("id", "=", contactId)
      .execute();
    // After what was told of them before is gone: all that this one says is that they are.
    const facts = [{ type: "contact.deleted" as const }];
    await tellContact(deps, tx, { ...address, facts, now: deps.now() });
  });
}

function noneIfGone(error: unknown): null {
  if (error instanceof AppError && error.code === "not_found") return null;
  throw error;
}

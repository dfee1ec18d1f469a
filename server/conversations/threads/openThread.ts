import { AppError } from "../../../shared/errors/errors.ts";
import { shorten } from "../../answering/plainText.ts";
import { newId } from "../../database/ids.ts";
import { statement } from "../../database/statement.ts";
import type { Tx } from "../../database/store.ts";
import type { VisitorCaller } from "../../requests/handle.ts";
import { countReturn } from "../figures/count.ts";
import { verifiedOf } from "../contacts/contacts.ts";
import { beginOn } from "../visitors/pages.ts";
import type { VisitedPage } from "../visitors/pages.ts";
import type { ThreadRow } from "../tables.ts";
import { noBrowser } from "../visitors/visitorBrowser.ts";
import type { VisitorBrowser } from "../visitors/visitorBrowser.ts";

export interface NewThread {
  caller: Pick<VisitorCaller, "organizationId" | "agentId" | "contactId" | "surfaceType" | "preview"> & {
    /** Null where the visitor is not there. */
    sessionId: string | null;
  };
  title: string;
  page: VisitedPage | undefined;
  /** Left out where a program or the team begins. */
  browser?: VisitorBrowser | undefined;
  /** The id that the visitor's browser made for it. */
  id: string | undefined;
  /** The member who starts it, and has it from the first message on. */
  begunBy?: string;
  now: number;
}

/** Begins a visitor's conversation. An id that somebody else's conversation has is passed over, which tells nobody of it. */
export async function openThread(tx: Tx, thread: NewThread): Promise<ThreadRow> {
  const { caller, title, page, browser = noBrowser, id, begunBy, now } = thread;
  const row: Omit<ThreadRow, "contactVerified"> = {
    organizationId: caller.organizationId,
    id: id !== undefined && (await isFree(tx, caller.organizationId, id)) ? id : newId(now),
    agentId: caller.agentId,
    contactId: caller.contactId,
    surfaceType: caller.surfaceType,
    title,
    status: "open",
    snoozedUntil: null,
    sessionId: caller.sessionId,
    priority: 0,
    handledBy: begunBy === undefined ? "ai" : "human",
    assigneeId: begunBy ?? null,
    teamId: null,
    unread: 0,
    preview: caller.preview ? 1 : 0,
    ...beginOn(page),
    ...browser,
    personRequestedAt: null,
    ...{ waitingSince: null, replyDueAt: null, replyDue: null, approvals: 0 },
    silentSince: begunBy === undefined ? null : now,
    firstReplyAt: null,
    firstAnswerAt: null,
    returnedAt: null,
    visitorReadTo: 0,
    teamReadTo: 0,
    context: null,
    firstForm: null,
    summary: null,
    teamSummary: null,
    agentNoteIds: null,
    rating: null,
    hadPerson: 0,
    byProcedure: 0,
    begunByTeam: begunBy === undefined ? 0 : 1,
    lastFeedback: null,
    resolution: null,
    resolutionReason: null,
    resolutionAt: null,
    lastMessageRole: null,
    lastMessageText: null,
    lastMessageAt: null,
    nextPosition: 0,
    lastActivityAt: now,
    createdAt: now,
  };
  const [added] = await putThread(tx, row);
  if (!added) throw new Error("The thread was just added.");
  if (begunBy === undefined && row.preview === 0) await countReturn(tx, { ...row, now });
  return { ...row, ...added };
}

const putThread = statement((db, row: Omit<ThreadRow, "contactVerified">) =>
  db
    .insertInto("threads")
    .values({ ...row, contactVerified: verifiedOf(row) })
    .returning("contactVerified"),
);

async function isFree(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const taken = await tx
    .selectFrom("threads")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
  return taken === undefined;
}

const longestTitle = 80;

/** Gives the title of a conversation that begins with this text. */
export function titleOf(content: string): string {
  return shorten(content.replace(/\s+/g, " ").trim(), longestTitle);
}

/**
 * Keeps when the visitor was last there, and holds their contact, before anything of theirs. A contact that is gone
 * became another's while this request was on its way: another try comes as that person. So does who is being erased
 * come again.
 */
export async function sawContact(
  tx: Tx,
  { organizationId, contactId }: Pick<VisitorCaller, "organizationId" | "contactId">,
  now: number,
): Promise<void> {
  const [seen] = await putSeen(tx, { organizationId, contactId, now });
  if (seen && seen.blockedAt !== null) throw new AppError("visitor_blocked");
  if (!seen || seen.eraseAskedAt !== null) throw new AppError("unavailable", { retryAfterSeconds: 1 });
}

const putSeen = statement((db, { organizationId, contactId, now }: Seen) =>
  db
    .updateTable("contacts")
    .set({ lastSeenAt: now })
    .where("organizationId", "=", organizationId)
    .where("id", "=", contactId)
    .returning(["blockedAt", "eraseAskedAt"]),
);

interface Seen extends Pick<VisitorCaller, "organizationId" | "contactId"> {
  now: number;
}

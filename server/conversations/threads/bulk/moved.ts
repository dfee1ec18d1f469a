import type { FieldValue } from "../../../../shared/domain/customFields.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import { priorities } from "../../../../shared/contract/conversations/conversations.ts";
import type { ThreadChange } from "../../../../shared/contract/conversations/threads/threads.ts";
import type { Db, Tx } from "../../../database/store.ts";
import { readLabelIds } from "../../inbox/labels.ts";
import { readThreadFields } from "../../inbox/threadFields.ts";
import { readUnseenMentions } from "../../messages/notes/mentions.ts";
import { releaseInPlace } from "../release.ts";
import { listWaitingIds } from "../../messages/scheduled/resume.ts";
import type { ThreadRow } from "../../tables.ts";
import type { DecidedChange } from "../decidedChange.ts";

/** What a member sees of a decision; who decides about one of these again wants it as it is then. */
const decided = [
  ...(["status", "snoozedUntil", "priority", "handledBy", "assigneeId", "teamId", "unread"] as const),
];
/** What follows from a decision: since when it waits, and how it came out. */
const followers = [
  ...(["personRequestedAt", "waitingSince", "silentSince", "hadPerson", "byProcedure"] as const),
  ...(["resolution", "resolutionReason", "resolutionAt"] as const),
];
type Decided = Pick<ThreadRow, (typeof decided)[number]>;

/** A conversation as far as a change can move it, with those of its parts alone that the change names. */
export interface Movable {
  thread: ThreadRow;
  labelIds: string[];
  customFields: Record<string, FieldValue>;
  mentions: Mentions;
  /** The scheduled replies that wait for their time. */
  waitingIds: string[];
}

/** The notes that name who decides and that they have not read. */
interface Mentions {
  userId: string;
  messageIds: string[];
}

/** What a change moved of a conversation: what of it was, and what it became. */
export interface Moved {
  was: Partial<Decided>;
  became: Partial<Decided>;
  /** What followed from that, as it was; absent where it is the same. */
  followed?: Pick<ThreadRow, (typeof followers)[number]>;
  lastMessageAt: number | null;
  added: string[];
  removed: string[];
  fieldsWere: Record<string, FieldValue | null>;
  fieldsBecame: Record<string, FieldValue | null>;
  /** Those that were read by it. */
  mentions: Mentions;
  /** The scheduled replies that it held; absent where there are none. */
  heldIds?: string[];
}

/** Reads what a change can move of a thread that is held. */
export async function readMovable(
  tx: Tx,
  thread: ThreadRow,
  { change, userId }: { change: ThreadChange; userId: string },
): Promise<Movable> {
  const { organizationId, id: threadId } = thread;
  const hasLabels = change.addLabelIds ?? change.removeLabelIds;
  return {
    thread,
    labelIds: hasLabels ? await readLabelIds(tx, { organizationId, threadId }) : [],
    customFields: change.customFields ? await readFields(tx, thread) : {},
    mentions: {
      userId,
      messageIds: change.read ? await readUnseenMentions(tx, { organizationId, threadId, userId }) : [],
    },
    waitingIds: change.status === "resolved" ? await listWaitingIds(tx, thread) : [],
  };
}

/** Gives what lies between a conversation before a change and after it. */
export function compare(before: Movable, after: Movable): Moved {
  const names = decided.filter((name) => before.thread[name] !== after.thread[name]);
  const keys = [...new Set([before, after].flatMap(({ customFields }) => Object.keys(customFields)))].filter(
    (key) => before.customFields[key] !== after.customFields[key],
  );
  const fieldsOf = ({ customFields }: Movable) =>
    Object.fromEntries(keys.map((key) => [key, customFields[key] ?? null]));
  const heldIds = before.waitingIds.filter((id) => !after.waitingIds.includes(id));
  const hasFollowed = followers.some((name) => before.thread[name] !== after.thread[name]);
  return {
    was: pick(before.thread, names),
    became: pick(after.thread, names),
    ...(hasFollowed && { followed: pick(before.thread, followers) }),
    lastMessageAt: after.thread.lastMessageAt,
    added: after.labelIds.filter((id) => !before.labelIds.includes(id)),
    removed: before.labelIds.filter((id) => !after.labelIds.includes(id)),
    fieldsWere: fieldsOf(before),
    fieldsBecame: fieldsOf(after),
    // What names them since is a reply of theirs that it held.
    mentions: {
      ...before.mentions,
      messageIds: before.mentions.messageIds.filter((id) => !after.mentions.messageIds.includes(id)),
    },
    ...(heldIds.length > 0 && { heldIds }),
  };
}

/** Throws where somebody has changed since what is to be put back. */
export async function refuseMovedSince(tx: Tx, thread: ThreadRow, moved: Moved): Promise<void> {
  const { became, added, removed, fieldsBecame } = moved;
  const { organizationId, id: threadId } = thread;
  const labelIds =
    added.length + removed.length > 0 ? await readLabelIds(tx, { organizationId, threadId }) : [];
  const fields = Object.keys(fieldsBecame).length > 0 ? await readFields(tx, thread) : {};
  const isAsLeft =
    decided.every((name) => !(name in became) || became[name] === thread[name]) &&
    added.every((id) => labelIds.includes(id)) &&
    !removed.some((id) => labelIds.includes(id)) &&
    Object.entries(fieldsBecame).every(([key, value]) => (fields[key] ?? null) === value);
  if (!isAsLeft) throw new AppError("conflict", { message: "It was changed since, so it stays as it is." });
}

/** The decision that puts a conversation back, each part to its own former value. */
export function planBack(
  { was, became, followed, ...moved }: Moved,
  now: number,
): Omit<DecidedChange, "key" | "member"> {
  const isGivenBack = was.handledBy === "ai" && became.handledBy === "human";
  return {
    ...(isGivenBack && { handledBy: "ai" as const }),
    ...(was.status && { status: was.status }),
    ...(was.snoozedUntil && { status: "snoozed", snoozedUntil: was.snoozedUntil }),
    ...(was.priority !== undefined && { priority: priorities[was.priority] }),
    ...(was.assigneeId !== undefined && !isGivenBack && { assigneeId: was.assigneeId }),
    ...(was.teamId !== undefined && { teamId: was.teamId }),
    ...(moved.removed.length > 0 && { addLabelIds: moved.removed }),
    ...(moved.added.length > 0 && { removeLabelIds: moved.added }),
    ...(Object.keys(moved.fieldsWere).length > 0 && { customFields: moved.fieldsWere }),
    restored: (thread) => {
      // A visitor who wrote meanwhile waits from then on, whichever member has it.
      const row = { ...was, ...(thread.lastMessageAt === moved.lastMessageAt && followed) };
      const next = { ...thread, ...row };
      const isSomebodys = next.assigneeId !== null || next.personRequestedAt !== null;
      if (next.handledBy === "ai" || isSomebodys) return row;
      // The member who had it has left, or the agent answered meanwhile: a visitor without a reply waits for any
      // member.
      return { ...row, ...releaseInPlace(next, now) };
    },
  };
}

async function readFields(tx: Db, thread: ThreadRow): Promise<Record<string, FieldValue>> {
  return (await readThreadFields(tx, [thread])).get(thread.id) ?? {};
}

function pick<Name extends keyof ThreadRow>(row: ThreadRow, names: readonly Name[]): Pick<ThreadRow, Name> {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<ThreadRow, Name>; // of these names
}

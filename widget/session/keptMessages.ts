import type { Attachment } from "../../shared/contract/conversations/files/attachment.ts";
import type { Attributes } from "../../shared/frame/messages.ts";

/** An unsent message as it is kept over a reload. */
export interface KeptMessage {
  clientId: string;
  content: string;
  /** Files that go along; they are on the server already. */
  attachments: Attachment[];
  /** What earlier versions kept has none. */
  meta?: Attributes | null;
  createdAt: number;
  /** Null where its conversation had none yet. */
  threadId: string | null;
  /** Under which id its conversation is to begin; what earlier versions kept has none. */
  newThreadId?: string | null;
  /** Why the server did not take it; null where it is still to be sent. */
  refusal: string | null;
}

/** What is older than this is no longer sent without asking. */
const keptForMs = 24 * 60 * 60 * 1000;

/** Puts this tab's unsent messages beside those that other tabs keep; of its own only those that are left stay. */
export function mergeKept({
  before,
  mine,
  own,
}: {
  before: string | null;
  mine: KeptMessage[];
  own: ReadonlySet<string>;
}): string | null {
  const others = parse(before).filter(({ clientId }) => !own.has(clientId));
  const all = [...others, ...mine];
  return all.length > 0 ? JSON.stringify(all) : null;
}

/** Reads what was kept; a message that has waited for too long comes back as one that was not sent. */
export function readKept(text: string | null): KeptMessage[] {
  const isOld = ({ createdAt }: KeptMessage) => Date.now() - createdAt > keptForMs;
  return parse(text).map((one) => (isOld(one) ? { ...one, refusal: one.refusal ?? "" } : one));
}

function parse(text: string | null): KeptMessage[] {
  try {
    const kept = JSON.parse(text ?? "[]") as unknown; // whatever stands in the storage
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(one: Partial<KeptMessage> | null): one is KeptMessage {
  return (
    typeof one?.clientId === "string" &&
    typeof one.content === "string" &&
    typeof one.createdAt === "number" &&
    isAttachments(one.attachments) &&
    (one.threadId === null || typeof one.threadId === "string") &&
    (one.refusal === null || typeof one.refusal === "string")
  );
}

function isAttachments(list: unknown): list is Attachment[] {
  return Array.isArray(list) && list.every((one: Partial<Attachment> | null) => typeof one?.id === "string");
}

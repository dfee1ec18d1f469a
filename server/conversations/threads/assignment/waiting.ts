import { isAwaitingPerson } from "../../../../shared/domain/queues.ts";
import type { ThreadRow } from "../../tables.ts";

/** Whether a conversation is in the queue for any member; one of the preview does not. */
export function isInQueue(thread: ThreadRow): boolean {
  return thread.preview === 0 && isAwaitingPerson(thread);
}

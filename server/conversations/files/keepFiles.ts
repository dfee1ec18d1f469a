import type { Tx } from "../../database/store.ts";
import { readAttachments, takeOrRefuse } from "./attachments.ts";
import type { Taking } from "./attachments.ts";
import { removeAttachments } from "./attachmentSweep.ts";
import type { ConversationDeps } from "../deps.ts";

/** Keeps those files of a canned or scheduled reply that are named and takes what is new; gives what it has then. */
export async function keepFiles(
  deps: Pick<ConversationDeps, "storage">,
  tx: Tx,
  { row, ids, ...taking }: Omit<Taking, "to"> & { row: { id: string; attachments: string } },
): Promise<string> {
  const { organizationId } = taking.sender;
  const replyId = row.id;
  const had = readAttachments(row);
  const gone = had.filter(({ id }) => !ids.includes(id)).map(({ id }) => id);
  if (gone.length > 0) await removeAttachments(deps, tx, { organizationId, replyId, ids: gone });
  const added = ids.filter((id) => !had.some((one) => one.id === id));
  const taken = await takeOrRefuse(tx, { ...taking, ids: added, to: { replyId } });
  const kept = had.filter(({ id }) => ids.includes(id));
  return JSON.stringify([...kept, ...readAttachments({ attachments: taken })]);
}

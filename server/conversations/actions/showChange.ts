import type { MessageAction } from "../../../shared/contract/conversations/actions/messageAction.ts";
import type { SkillRunRow } from "../../actions/skills/tables.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Tx } from "../../database/store.ts";
import type { ConversationDeps } from "../deps.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";
import { tell } from "../threads/tell.ts";
import { changeCard } from "./cards.ts";
import { keepApprovals } from "./keepApprovals.ts";

export interface ShownChange {
  /** Locked. */
  thread: ThreadRow;
  run: Pick<SkillRunRow, "organizationId" | "id" | "messageId">;
  changes: Partial<MessageAction>;
  now: number;
}

/** Shows on the card what became of a run, to the visitor and the team, and gives the card's message. */
export async function showChange(
  deps: ConversationDeps,
  tx: Tx,
  { thread, run, changes, now }: ShownChange,
): Promise<MessageRow> {
  const message = await findCardMessage(tx, run);
  if (!message) throw new AppError("not_found");
  const changed = await changeCard(tx, message, { ...changes, id: run.id, now });
  const updated = await keepApprovals(deps, tx, { thread, now });
  await tell(deps, tx, { thread: updated, before: thread, messages: [changed], now });
  return changed;
}

/** The agent's message below which a run's card stands. */
export async function findCardMessage(
  tx: Tx,
  { organizationId, messageId }: ShownChange["run"],
): Promise<MessageRow | undefined> {
  if (messageId === null) return undefined;
  return tx
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", messageId)
    .executeTakeFirst();
}

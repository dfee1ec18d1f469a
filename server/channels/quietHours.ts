import { findOpening } from "../../shared/domain/openingHours.ts";
import { findAnsweringAgent } from "../agents/find.ts";
import type { Db } from "../database/store.ts";
import type { ChannelDeps } from "./deps.ts";
import type { Outgoing } from "./kind.ts";
import { findChannel, readFields } from "./open.ts";
import type { ChannelDeliveryRow } from "./tables.ts";

/** Somebody who wrote this recently is answered, also by what no answer of the agent's begins, such as a workflow's. */
const recentMs = 24 * 60 * 60_000;

/** Gives until when quiet hours hold a message back that nobody asked for; null where it may go out now, or is gone. */
export async function findWait(
  { now }: Pick<ChannelDeps, "now">,
  db: Db,
  row: ChannelDeliveryRow,
): Promise<number | null> {
  if (row.state !== "queued") return null;
  const channel = await findChannel(db, row);
  const { quiet, quietFrom = "", quietTo = "", quietZone = "" } = readFields(channel?.settings ?? "{}");
  if (channel?.enabled !== 1 || quiet !== "yes") return null;
  const agent = await findAnsweringAgent(db, row, { preview: false });
  const timeZone = quietZone || agent?.configuration.hours?.timeZone || "UTC";
  // What is not quiet is open.
  const span = { opens: quietTo, closes: quietFrom };
  const { opensAt } = findOpening({ timeZone, week: [span, span, span, span, span, span, span] }, now());
  return opensAt !== null && (await isUnasked(db, row)) ? opensAt : null;
}

/** Whether somebody gets a message without having written before it, or since. */
async function isUnasked(
  db: Db,
  { organizationId, threadId, messageId, content, createdAt }: ChannelDeliveryRow,
): Promise<boolean> {
  if ((JSON.parse(content) as Outgoing).template) return true; // written by putInLine and putTemplate
  const message = await db
    .selectFrom("messages")
    .select(["role", "inReplyTo"])
    .where("organizationId", "=", organizationId)
    .where("id", "=", messageId)
    .executeTakeFirst();
  if (!message || message.inReplyTo !== null) return false;
  const written = await db
    .selectFrom("messages")
    .select("createdAt")
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("role", "=", "user")
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!written) return true;
  // A member who answers late still answers.
  return message.role === "assistant" && written.createdAt < createdAt - recentMs;
}

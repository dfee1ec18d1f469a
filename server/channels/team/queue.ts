import { newId } from "../../database/ids.ts";
import type { Tx } from "../../database/store.ts";
import type { ChannelDeps } from "../deps.ts";
import type { Telling, TeamPostRow, TeamSendRow } from "./tables.ts";

export const teamSendingKind = "channels.team";

/** What the job is about. */
export type TeamSendPayload = Pick<TeamSendRow, "postId">;

type NewSend = Pick<TeamSendRow, "what"> & { subject?: string; telling?: Telling };

/** Puts something for the team into line, once; an update goes out again, as it is then. */
export async function queueSend(
  { jobs, now }: Pick<ChannelDeps, "jobs" | "now">,
  tx: Tx,
  { post, what, subject = "", telling }: NewSend & { post: TeamPostRow },
): Promise<void> {
  const at = now();
  const { organizationId, agentId, threadId, id: postId } = post;
  const again = { state: "queued" as const, jobId: null, attempts: 0, updatedAt: at };
  const added = await tx
    .insertInto("teamSends")
    .values({
      ...{ organizationId, id: newId(at), agentId, threadId, postId, what, subject, ...again },
      ...{ content: telling ? JSON.stringify(telling) : null, problem: null, createdAt: at },
    })
    .onConflict((conflict) =>
      what === "update"
        ? conflict.columns(["organizationId", "postId", "what", "subject"]).doUpdateSet(again)
        : conflict.doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  if (!added) return;
  const payload: TeamSendPayload = { postId };
  // A job that is about to end would not see this one: each has its own.
  await jobs.enqueue(tx, { organizationId, kind: teamSendingKind, key: newId(at), payload });
}

/** Keeps a post, once for its subject; undefined where there is one. */
export async function addPost(
  { now }: Pick<ChannelDeps, "now">,
  tx: Tx,
  post: Pick<TeamPostRow, "organizationId" | "agentId" | "threadId" | "kind" | "subject" | "isOpen"> &
    Partial<Pick<TeamPostRow, "userId" | "reason">>,
): Promise<TeamPostRow | undefined> {
  const at = now();
  return tx
    .insertInto("teamPosts")
    .values({
      ...{ id: newId(at), userId: null, reason: null, channel: null, ts: null, shown: null, createdAt: at },
      ...post,
    })
    .onConflict((conflict) => conflict.columns(["organizationId", "kind", "subject"]).doNothing())
    .returningAll()
    .executeTakeFirst();
}

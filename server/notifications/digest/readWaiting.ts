import type { Thread } from "../../../shared/contract/conversations/conversations.ts";
import type { ThreadFilter } from "../../../shared/contract/conversations/inbox/threadFilter.ts";
import { may } from "../../../shared/domain/access.ts";
import { maxDigestNames } from "../../../shared/domain/digest.ts";
import { findMember } from "../../accounts/members.ts";
import type { Db } from "../../database/store.ts";
import { readConfiguration } from "../../agents/present.ts";
import { countInboxRows, listInboxRows } from "../../conversations/inbox/inboxRows.ts";
import { describeThreads } from "../../conversations/threads/describeThreads.ts";
import type { MemberKey } from "../settings.ts";

/** Why conversations are in a digest. */
export type WaitingKind = "assigned" | "unassigned" | "mentions" | "approvals";

/** Conversations of one agent that wait for the same reason. */
export interface Waiting {
  agent: { id: string; name: string };
  kind: WaitingKind;
  filter: ThreadFilter;
  count: number;
  /** How many more the filter finds, which the member muted. */
  muted: number;
  /** Those that wait longest, as far as the letter has room. */
  threads: Thread[];
}

/**
 * Reads what waits for a member, agent by agent: nothing for members who may no longer read conversations. A
 * conversation that waits for two reasons is counted for both.
 */
export async function readWaiting(db: Db, member: MemberKey): Promise<Waiting[]> {
  const { organizationId, userId } = member;
  const found = await findMember(db, member);
  if (!found || !may(found.roles, "conversations.read")) return [];
  const agents = await db
    .selectFrom("agents")
    .select(["id", "configuration"])
    .where("organizationId", "=", organizationId)
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
  const all: Waiting[] = [];
  let room = maxDigestNames;
  for (const { id, configuration } of agents) {
    const agent = { id, name: readConfiguration(configuration).name };
    for (const [kind, filter] of reasonsOf(userId)) {
      // What is theirs by name is in it also where they muted it, as a push of it comes.
      const leavesMutedOut = kind === "unassigned" || kind === "approvals";
      const wanted = { organizationId, agentId: agent.id, userId, filter };
      const page = { page: 1, limit: Math.max(room, 1), sort: "waiting" as const };
      const told = { ...wanted, ...(leavesMutedOut && { muted: "out" as const }) };
      const { rows, total } = await listInboxRows(db, { ...told, ...page });
      if (total === 0) continue;
      const muted = leavesMutedOut ? await countInboxRows(db, { ...wanted, muted: "alone" }) : 0;
      const threads = await describeThreads(db, rows.slice(0, room));
      room -= threads.length;
      all.push({ agent, kind, filter, count: total, muted, threads });
    }
  }
  return all;
}

function reasonsOf(userId: string): [WaitingKind, ThreadFilter][] {
  return [
    ["assigned", { queue: "waiting", assigneeId: userId }],
    ["unassigned", { queue: "waiting", assigneeId: "none" }],
    ["mentions", { queue: "mentions" }],
    ["approvals", { queue: "approvals" }],
  ];
}

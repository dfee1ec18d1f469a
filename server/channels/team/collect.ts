import { findEventNews } from "../../../shared/domain/eventNews.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { readCards } from "../../conversations/actions/cards.ts";
import { listNamedIds } from "../../conversations/messages/notes/mentions.ts";
import type { MessageRow, ThreadRow } from "../../conversations/tables.ts";
import type { EventFacts } from "../../conversations/threads/facts.ts";
import type { Db, Tx } from "../../database/store.ts";
import { createFollower } from "../../live/follower.ts";
import type { Batch, Follower } from "../../live/follower.ts";
import type { ChannelDeps } from "../deps.ts";
import { findTeamNotices, readList, teamFollower, wants } from "./find.ts";
import { addPost, queueSend } from "./queue.ts";
import type { TeamNoticesRow, TeamPostRow } from "./tables.ts";

/** What was just said, with its conversation as it is now. */
interface Said {
  message: MessageRow;
  thread: ThreadRow;
  /** Whom a note names. */
  namedIds: string[];
}

/** Begins the client ids of what members wrote in Slack: that is there already. */
export const slackClientId = "slack-";

interface Telling {
  deps: ChannelDeps;
  tx: Tx;
  settings: TeamNoticesRow;
}

/** Follows the agents whose teams are told outside of the console, and puts into line what they are told, once. */
export function createTeamFollower(deps: ChannelDeps): Follower {
  const { store, now, report } = deps;
  return createFollower({
    ...{ name: teamFollower, store, now, report },
    selectSubscribers: (db) =>
      db
        .selectFrom("teamNotices")
        .select(["organizationId", (row) => row.val("").as("subscriberId")])
        .where("enabled", "=", 1)
        .distinct(),
    async take(batch) {
      const settings = await findTeamNotices(store.reader, batch);
      if (settings?.enabled !== 1) return { write: async () => true };
      const said = await readSaid(store.reader, batch);
      return {
        async write(tx) {
          for (const one of said) await tell({ deps, tx, settings }, one);
          await updateOpen(deps, tx, batch);
          return true;
        },
      };
    },
  });
}

async function readSaid(db: Db, { organizationId, agentId, events }: Batch): Promise<Said[]> {
  const ids = events.flatMap(({ kind, payload }) => {
    if (kind !== "message") return [];
    const { messageId, facts = [] } = JSON.parse(payload) as EventFacts & { messageId?: string }; // written with the event
    return messageId === undefined || facts.some(({ type }) => type === "message.updated") ? [] : messageId;
  });
  if (ids.length === 0) return [];
  const messages = await db
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("id", "in", [...new Set(ids)])
    .where("role", "!=", "assistant")
    .orderBy("createdAt")
    .orderBy("position")
    .execute();
  const said: Said[] = [];
  for (const message of messages) {
    const thread = await db
      .selectFrom("threads")
      .selectAll()
      .where("organizationId", "=", organizationId)
      .where("id", "=", message.threadId)
      .where("preview", "=", 0)
      .executeTakeFirst();
    if (thread) said.push({ message, thread, namedIds: await listNamedIds(db, message) });
  }
  return said;
}

async function tell(telling: Telling, said: Said): Promise<void> {
  const { message } = said;
  const news = findEventNews(message);
  if (news === "asked" || news === "back") return tellHandoff(telling, said);
  if (news === "approval") return tellApprovals(telling, said);
  if (message.kind !== "text") return;
  if (message.role === "support" && message.audience === "team") return tellMentioned(telling, said);
  return tellSaid(telling, said);
}

/** One post for as long as the team has the conversation. */
async function tellHandoff({ deps, tx, settings }: Telling, { message, thread }: Said): Promise<void> {
  const isTeams = thread.handledBy === "human" && (thread.status === "open" || thread.status === "pending");
  if (!isTeams || !wants(settings, "handoffs") || (await findOpenHandoff(tx, thread))) return;
  const post = await addPost(deps, tx, {
    ...placeOf(thread),
    ...{ kind: "handoff", subject: message.id, reason: message.content, isOpen: 1 },
  });
  if (post) await announce({ deps, tx, settings }, post);
}

async function tellApprovals({ deps, tx, settings }: Telling, { thread }: Said): Promise<void> {
  if (!wants(settings, "approvals")) return;
  for (const runId of await listWaiting(tx, thread)) {
    const post = await addPost(deps, tx, {
      ...placeOf(thread),
      ...{ kind: "approval", subject: runId, isOpen: 1 },
    });
    if (post) await announce({ deps, tx, settings }, post);
  }
}

async function listWaiting(tx: Tx, { organizationId, id }: ThreadRow): Promise<string[]> {
  const messages = await tx
    .selectFrom("skillRuns as run")
    .innerJoin("messages", (join) =>
      join
        .onRef("messages.organizationId", "=", "run.organizationId")
        .onRef("messages.id", "=", "run.messageId"),
    )
    .select(["messages.actions", "run.id as runId"])
    .where("run.organizationId", "=", organizationId)
    .where("run.threadId", "=", id)
    .where("run.state", "=", "waiting")
    .where("run.risk", "=", "approval")
    .execute();
  return messages.flatMap(({ runId, actions }) =>
    readCards({ actions }).some((card) => card.id === runId && card.by === "team") ? runId : [],
  );
}

async function announce({ deps, tx, settings }: Telling, post: TeamPostRow): Promise<void> {
  if (settings.channelId !== null) await queueSend(deps, tx, { post, what: "post" });
  for (const subject of readList(settings.userIds))
    await queueSend(deps, tx, { post, what: "mail", subject });
}

async function tellMentioned({ deps, tx, settings }: Telling, { message, thread, namedIds }: Said) {
  if (settings.workspaceId === null || !wants(settings, "mentions")) return;
  for (const userId of namedIds) {
    const post = await addPost(deps, tx, {
      ...placeOf(thread),
      ...{ kind: "mention", subject: `${message.id}:${userId}`, userId, isOpen: 0 },
    });
    if (post) await queueSend(deps, tx, { post, what: "post" });
  }
}

/** What visitor and team write goes on in the thread below the hand-over. */
async function tellSaid({ deps, tx, settings }: Telling, { message, thread }: Said): Promise<void> {
  if (settings.channelId === null || message.clientId?.startsWith(slackClientId)) return;
  const post = await findOpenHandoff(tx, thread);
  if (!post || !(await isBehind(tx, post, message))) return;
  await queueSend(deps, tx, { post, what: "message", subject: message.id });
}

/** What was said before the hand-over stands in its post. */
async function isBehind(tx: Tx, { organizationId, subject }: TeamPostRow, { position }: MessageRow) {
  const event = await tx
    .selectFrom("messages")
    .select("position")
    .where("organizationId", "=", organizationId)
    .where("id", "=", subject)
    .executeTakeFirst();
  return event === undefined || position > event.position;
}

async function findOpenHandoff(tx: Tx, { organizationId, id }: ThreadRow): Promise<TeamPostRow | undefined> {
  return tx
    .selectFrom("teamPosts")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", id)
    .where("kind", "=", "handoff")
    .where("isOpen", "=", 1)
    .executeTakeFirst();
}

/** Whatever happened in a conversation, its posts are checked again; one that shows the same stays as it is. */
async function updateOpen(deps: ChannelDeps, tx: Tx, { organizationId, events }: Batch): Promise<void> {
  const threadIds = [...new Set(events.flatMap(({ threadId }) => threadId ?? []))];
  if (threadIds.length === 0) return;
  const posts = await tx
    .selectFrom("teamPosts")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("threadId", "in", threadIds)
    .where("isOpen", "=", 1)
    .execute();
  for (const post of posts) await queueSend(deps, tx, { post, what: "update" });
}

function placeOf({ organizationId, agentId, id }: ThreadRow): AgentKey & { threadId: string } {
  return { organizationId, agentId, threadId: id };
}

import type { WorkflowEvent } from "../../../shared/domain/workflows/triggers.ts";
import type { EventFacts, Fact } from "../../conversations/threads/facts.ts";
import type { ThreadRow } from "../../conversations/tables.ts";
import type { Db, Tx } from "../../database/store.ts";
import { createFollower } from "../../live/follower.ts";
import type { Follower } from "../../live/follower.ts";
import { beginNow } from "../../live/positions.ts";
import type { LiveEventRow } from "../../live/tables.ts";
import { workflowFollower } from "../deps.ts";
import type { WorkflowDeps } from "../deps.ts";
import { pauseOrGoOn } from "../running/resume.ts";
import { giveEvent, startByEvent } from "./procedures.ts";

type Deps = Pick<WorkflowDeps, "store" | "jobs" | "now" | "report">;

/** Something that happened in a conversation. */
interface Happened {
  event: WorkflowEvent | null;
  about: Record<string, unknown>;
  threadId: string | null;
  contactId: string | null;
  onceKey: string;
  /** Whose turn it is changed, or the conversation is gone: its runs have to look. */
  turns: boolean;
}

/** Follows agents with published workflows, starts what events call for, and goes on with what waits for one. */
export function createWorkflowFollower(deps: Deps): Follower {
  const { store, now, report } = deps;
  return createFollower({
    ...{ name: workflowFollower, store, now, report },
    selectSubscribers: (db) => selectFollowing(db).distinct(),
    async take({ events, organizationId, agentId }) {
      const happened = events.flatMap(readEvent);
      return {
        async write(tx) {
          for (const one of happened) await tellOf(deps, tx, { organizationId, agentId, ...one });
          return true;
        },
      };
    },
  });
}

/** One that is turned off still has runs that wait for events. */
function selectFollowing(db: Db) {
  return db
    .selectFrom("workflows")
    .select(["organizationId", (row) => row.val("").as("subscriberId")])
    .where("version", "is not", null)
    .where("agentId", "is not", null);
}

/** Has an organization that begins to follow do so with what happens from now on. Called before its first workflow is published. */
export async function followNow(tx: Tx, organizationId: string): Promise<void> {
  const known = await selectFollowing(tx)
    .where("organizationId", "=", organizationId)
    .limit(1)
    .executeTakeFirst();
  if (!known) await beginNow(tx, { organizationId, follower: workflowFollower, subscriberId: "" });
}

function readEvent(event: LiveEventRow): Happened[] {
  const { facts = [] } = JSON.parse(event.payload) as EventFacts; // written by conversations, absent elsewhere
  const { threadId, contactId, agentId, number } = event;
  return facts.flatMap((fact, index) => {
    const named = nameFact(fact);
    return named ? [{ ...named, threadId, contactId, onceKey: `event:${agentId}:${number}:${index}` }] : [];
  });
}

function nameFact(fact: Fact): Pick<Happened, "event" | "about" | "turns"> | null {
  switch (fact.type) {
    case "conversation.created":
      return { event: "conversation.started", about: {}, turns: false };
    case "conversation.handed_over":
      return {
        event: fact.to === "human" ? "conversation.handed_over" : "conversation.handed_back",
        ...{ about: {}, turns: true },
      };
    case "conversation.status_changed":
      return fact.to === "resolved" ? { event: "conversation.resolved", about: {}, turns: false } : null;
    case "conversation.rated":
      return fact.to === null
        ? null
        : { event: "conversation.rated", about: { rating: fact.to }, turns: false };
    case "contact.identified":
    case "contact.updated":
      return { event: "contact.changed", about: {}, turns: false };
    case "conversation.deleted":
      return { event: null, about: {}, turns: true };
    default:
      return null;
  }
}

async function tellOf(
  deps: Deps,
  tx: Tx,
  { organizationId, agentId, ...one }: Happened & { organizationId: string; agentId: string },
): Promise<void> {
  const { event, about, threadId, turns, onceKey } = one;
  if (turns && threadId !== null) await pauseOrGoOn(deps, tx, { organizationId, threadId });
  if (event === null) return;
  const thread = await findPlace(tx, { organizationId, agentId, ...one });
  if (!thread) return;
  await giveEvent(deps, tx, { thread, event, about });
  await startByEvent(deps, tx, { thread, event, about, onceKey });
}

/** The conversation that an event is about; of a contact's its newest one. */
async function findPlace(
  tx: Tx,
  {
    organizationId,
    agentId,
    threadId,
    contactId,
  }: Pick<Happened, "threadId" | "contactId"> & { organizationId: string; agentId: string },
): Promise<ThreadRow | undefined> {
  if (threadId === null && contactId === null) return undefined;
  return tx
    .selectFrom("threads")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .$if(threadId !== null, (query) => query.where("id", "=", threadId ?? ""))
    .$if(threadId === null, (query) =>
      query
        .where("contactId", "=", contactId ?? "")
        .orderBy("id", "desc")
        .limit(1),
    )
    .executeTakeFirst();
}

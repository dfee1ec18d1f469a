import { listEventsOf } from "../../../shared/domain/eventNews.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Db } from "../../database/store.ts";
import type { Place } from "./chooseRecipients.ts";

/** A conversation in which a visitor waits for the team again. */
export interface Back extends Place {
  name: string;
}

interface Wanted extends AgentKey {
  /** The recipient. */
  userId: string;
  now: number;
}

/**
 * Gives all of an agent's conversations that wait for the team again and concern a member, the longest wait first:
 * theirs by team, neither muted nor open right now. The message is the one that says that it lost its assignee.
 */
export async function listBack(db: Db, wanted: Wanted): Promise<Back[]> {
  const { organizationId, agentId, userId, now } = wanted;
  return db
    .selectFrom("threads as thread")
    .innerJoin("contacts as contact", (join) =>
      join
        .onRef("contact.organizationId", "=", "thread.organizationId")
        .onRef("contact.id", "=", "thread.contactId"),
    )
    .innerJoin("messages as message", (join) =>
      join
        .onRef("message.organizationId", "=", "thread.organizationId")
        .onRef("message.threadId", "=", "thread.id"),
    )
    .where("thread.organizationId", "=", organizationId)
    .where("thread.agentId", "=", agentId)
    .where("thread.personRequestedAt", "is not", null)
    .where("thread.assigneeId", "is", null)
    .where("thread.handledBy", "=", "human")
    .where("thread.status", "in", ["open", "pending"])
    .where("thread.preview", "=", 0)
    .where(({ or, eb, selectFrom }) =>
      or([
        eb("thread.teamId", "is", null),
        eb(
          "thread.teamId",
          "in",
          selectFrom("groupMembers")
            .select("groupId")
            .where("organizationId", "=", organizationId)
            .where("userId", "=", userId),
        ),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("mutedThreads as muted")
            .select("muted.threadId")
            .where("muted.organizationId", "=", organizationId)
            .where("muted.userId", "=", userId)
            .whereRef("muted.threadId", "=", "thread.id"),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("threadLooks as look")
            .select("look.threadId")
            .where("look.organizationId", "=", organizationId)
            .where("look.userId", "=", userId)
            .whereRef("look.threadId", "=", "thread.id")
            .where("look.until", ">", now),
        ),
      ),
    )
    .where("message.content", "in", listEventsOf("back"))
    .where("message.position", "=", ({ selectFrom }) =>
      selectFrom("messages as event")
        .select(({ fn }) => fn.max("event.position").as("position"))
        .whereRef("event.organizationId", "=", "thread.organizationId")
        .whereRef("event.threadId", "=", "thread.id")
        .where("event.kind", "=", "event")
        .where("event.content", "in", listEventsOf("asked", "back")),
    )
    .orderBy("thread.waitingSince")
    .orderBy("thread.id")
    .select(["thread.id as threadId", "message.id as messageId", "contact.name"])
    .execute();
}

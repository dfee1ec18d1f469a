import type { AnswerEvent } from "../../../shared/contract/conversations/conversations.ts";
import type { VisitorCaller } from "../../requests/handle.ts";
import { cutAnswer } from "../answers/cut.ts";
import { followAnswer } from "../answers/follow.ts";
import type { Writer } from "../answers/writer.ts";
import type { ConversationDeps } from "../deps.ts";
import { acceptMessage } from "../messages/accept.ts";
import { findContact } from "../contacts/findContact.ts";
import type { ContactAddress } from "../contacts/findContact.ts";
import { findThread } from "./find.ts";
import type { WantedIds } from "./find.ts";
import { requestHandoff } from "./handoff.ts";

/** What a visitor says in a call. */
export interface SpokenWords extends WantedIds {
  caller: VisitorCaller;
  clientId: string;
  content: string;
  signal: AbortSignal;
}

/** What a call does in a conversation, as its visitor. */
export interface SpeakIn {
  /** Says something; `answer` is null where a person answers or is waited for. */
  say(words: SpokenWords): Promise<{
    threadId: string;
    messageId: string;
    answer: { id: string; events: AsyncIterable<AnswerEvent> } | null;
  }>;
  /** Takes away what was not heard of an answer. */
  cut(heard: { caller: VisitorCaller; threadId: string; messageId: string; length: number }): Promise<void>;
  /** Whether people have the conversation, or are waited for. */
  isWithPeople(where: { caller: VisitorCaller; threadId: string }): Promise<boolean>;
  /** Whether a member has the conversation, and not only the queue. */
  hasAssignee(where: { caller: VisitorCaller; threadId: string }): Promise<boolean>;
  /** Puts the conversation into the team's queue, once for each clientId; gives its id. */
  askForPerson(asked: WantedIds & { caller: VisitorCaller; clientId: string }): Promise<string>;
  /** The contact as who calls; null where nothing more is taken from them. */
  findCaller(
    contact: ContactAddress,
    call: { id: string; surfaceType: string },
  ): Promise<VisitorCaller | null>;
}

/** Makes what calls do in conversations: the same as a message that is typed, in the same order. */
export function createSpeakIn(deps: ConversationDeps, writer: Writer): SpeakIn {
  const wantedOf = ({ caller, threadId }: { caller: VisitorCaller; threadId: string }) => {
    const { organizationId, agentId, contactId } = caller;
    return { organizationId, agentId, contactId, threadId };
  };
  return {
    async say({ signal, ...said }) {
      const { thread, message, answer } = await acceptMessage(deps, writer, { ...said, attachments: [] });
      const { organizationId } = thread;
      const from = answer && { organizationId, messageId: answer.id, generation: answer.generation };
      return {
        threadId: thread.id,
        messageId: message.id,
        answer: from && {
          id: from.messageId,
          events: followAnswer(deps, writer, { ...from, offset: 0, signal }),
        },
      };
    },
    cut: ({ messageId, length, ...where }) =>
      cutAnswer(deps, writer, { wanted: wantedOf(where), messageId, length }),
    async isWithPeople(where) {
      return (await findThread(deps.store.db, wantedOf(where))).handledBy === "human";
    },
    async hasAssignee(where) {
      const { handledBy, assigneeId } = await findThread(deps.store.db, wantedOf(where));
      return handledBy === "human" && assigneeId !== null;
    },
    askForPerson: async (asked) => (await requestHandoff(deps, writer, asked)).id,
    async findCaller(contact, { id: sessionId, surfaceType }) {
      const { blockedAt, eraseAskedAt } = await findContact(deps.store.db, contact);
      if (blockedAt !== null || eraseAskedAt !== null) return null;
      const known = { isBlocked: false, preview: false, mustIdentify: false };
      return { kind: "visitor", sessionId, surfaceType, ...contact, ...known };
    },
  };
}

import { pickContactTexts } from "../../../shared/domain/contactFields.ts";
import type { Message } from "../../../shared/contract/conversations/conversations.ts";
import type { AgentKey } from "../../agents/parts.ts";
import { newId } from "../../database/ids.ts";
import { followAnswer } from "../answers/follow.ts";
import type { Writer } from "../answers/writer.ts";
import { openContact } from "../contacts/contacts.ts";
import type { ConversationDeps } from "../deps.ts";
import { acceptMessage } from "../messages/accept.ts";
import { retryOnDuplicate } from "../messages/retryOnDuplicate.ts";
import { actFor } from "./actFor.ts";
import { findThread } from "./find.ts";

/** What somebody says who comes by another way than the chat. */
export interface Said extends AgentKey {
  /** The visitor; null for one of whom nothing is known, or for the one of the conversation. */
  contactId: string | null;
  sessionId: string;
  /** The conversation; left out, another one begins. */
  threadId?: string;
  content: string;
  signal: AbortSignal;
}

export interface Conversed {
  threadId: string;
  /** Whole; null where none follows: a person answers or is waited for. */
  answer: Message | null;
}

export type Converse = (said: Said) => Promise<Conversed>;

/** Makes what says something in a conversation as its visitor, and waits for the whole answer. */
export function createConverse(deps: ConversationDeps, writer: Writer): Converse {
  const { store, events, now } = deps;

  async function findContactId({ contactId, threadId, organizationId, agentId }: Said): Promise<string> {
    const key = { organizationId, agentId };
    if (contactId !== null) return contactId;
    if (threadId !== undefined) return (await findThread(store.db, { ...key, threadId })).contactId;
    const unknown = { ...pickContactTexts({}), name: null, attributes: {} };
    return retryOnDuplicate(() =>
      store.transaction((tx) => openContact({ events }, tx, { ...key, ...unknown, now: now() })),
    );
  }

  return async (said) => {
    const { organizationId, agentId, sessionId, threadId, content, signal } = said;
    const contactId = await findContactId(said);
    const caller = await actFor(deps, { organizationId, sessionId }, { agentId, contactId });
    const sent = { caller, clientId: newId(), content, attachments: [] };
    const { thread, answer } = await acceptMessage(deps, writer, {
      ...sent,
      ...(threadId !== undefined && { threadId }),
    });
    if (!answer) return { threadId: thread.id, answer: null };
    const following = {
      organizationId,
      messageId: answer.id,
      generation: answer.generation,
      offset: 0,
      signal,
    };
    let whole: Message | null = null;
    for await (const event of followAnswer(deps, writer, following))
      if (event.type === "done" || event.type === "failed") whole = event.message;
    return { threadId: thread.id, answer: whole };
  };
}

import type { AgentKey } from "../../agents/parts.ts";
import type { Writer } from "../answers/writer.ts";
import type { ConversationDeps } from "../deps.ts";
import { acceptMessage } from "../messages/accept.ts";
import { actFor } from "./actFor.ts";

/** What somebody wrote by a channel. */
export interface ReceivedMessage extends AgentKey {
  contactId: string;
  /** The conversation; where none has this id, it begins with it. */
  threadId: string;
  surfaceType: string;
  /** The same for every repeat of this message. */
  clientId: string;
  content: string;
}

export interface Receipt {
  /** False where it had been stored before. */
  isNew: boolean;
  /** The agent answers; else a person does. */
  isAnswered: boolean;
}

export type Receive = (message: ReceivedMessage) => Promise<Receipt>;

/** Makes what stores a channel's message as its visitor's, once however often it is repeated; the answer is written meanwhile. */
export function createReceive(deps: ConversationDeps, writer: Writer): Receive {
  return async ({ organizationId, agentId, contactId, threadId, surfaceType, clientId, content }) => {
    const known = await actFor(deps, { organizationId, sessionId: contactId }, { agentId, contactId });
    const { isNew, answer } = await acceptMessage(deps, writer, {
      caller: { ...known, surfaceType },
      ...{ newThreadId: threadId, clientId, content, attachments: [] },
    });
    return { isNew, isAnswered: answer !== null };
  };
}

import type { EventAbout } from "../../../shared/contract/conversations/conversations.ts";
import type { Tx } from "../../database/store.ts";
import type { ConversationDeps, ThreadKey } from "../deps.ts";
import type { ThreadRow } from "../tables.ts";
import { addMessages } from "../messages/write.ts";
import { sumUpLater } from "../messages/assist/sumUpCalls.ts";
import { newId } from "../../database/ids.ts";
import { takeOrRefuse } from "../files/attachments.ts";
import { recordingType } from "../files/keepRecording.ts";
import type { KeptRecording } from "../files/keepRecording.ts";
import { lockThread } from "./find.ts";

/** What a conversation says of its calls, to the team alone. */
export interface CallMarks {
  /** The conversation goes on in a call from here. */
  began(tx: Tx, key: ThreadKey): Promise<void>;
  /** The call is over: says how long it was, and has the conversation summed up. */
  ended(tx: Tx, key: ThreadKey, call: EndedCall): Promise<void>;
}

export interface EndedCall {
  id: string;
  seconds: number;
  /** Left out where the visitor did not agree to one. */
  recording?: KeptRecording | undefined;
}

interface Mark {
  content: "callBegan" | "callEnded";
  about?: EventAbout;
  recording?: KeptRecording | undefined;
}

/** Creates the functions that mark calls in conversations, each call once. */
export function createCallMarks(deps: ConversationDeps): CallMarks {
  async function mark(tx: Tx, key: ThreadKey, { content, about, recording }: Mark): Promise<ThreadRow> {
    const thread = await lockThread(tx, key);
    const event = { role: "system", kind: "event", content, audience: "team" } as const;
    const id = newId(deps.now());
    const attachments = recording ? await takeRecording(tx, key, { messageId: id, recording }) : "[]";
    const messages = [{ ...event, id, attachments, ...(about && { about: JSON.stringify(about) }) }];
    await addMessages(deps, tx, { thread, messages, now: deps.now() });
    return thread;
  }
  return {
    async began(tx, key) {
      await mark(tx, key, { content: "callBegan" });
    },
    async ended(tx, key, { id, seconds, recording }) {
      const about = { seconds, ...(recording && { recordedFrom: recording.from }) };
      const { preview } = await mark(tx, key, { content: "callEnded", about, recording });
      // Nobody goes on with what was only tried.
      if (preview === 0) await sumUpLater(deps, tx, { ...key, callId: id });
    },
  };
}

/** Gives the files of a recording to the message that tells of the call's end. */
function takeRecording(
  tx: Tx,
  { organizationId, agentId }: ThreadKey,
  { messageId, recording }: { messageId: string; recording: KeptRecording },
): Promise<string> {
  const { ids, contactId } = recording;
  const types = new Map(ids.map((id) => [id, recordingType]));
  const sender = { organizationId, agentId, contactId };
  return takeOrRefuse(tx, { sender, ids, to: { messageId, contactId }, types });
}

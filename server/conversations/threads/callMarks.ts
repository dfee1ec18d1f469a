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
import { changedAt } from "../messages/changedAt.ts";
import { findTeamMessage, lockThread } from "./find.ts";
import { tell } from "./tell.ts";

/** What a conversation says of its calls, to the team alone. */
export interface CallMarks {
  /** The conversation goes on in a call from here. */
  began(tx: Tx, key: ThreadKey): Promise<void>;
  /** The call is over: says how long it was, and has the conversation summed up. Gives the message that says it. */
  ended(tx: Tx, key: ThreadKey, call: EndedCall): Promise<string>;
  /** The same with a recording that came later. */
  addRecording(tx: Tx, key: ThreadKey, late: { messageId: string; recording: KeptRecording }): Promise<void>;
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
  async function mark(
    tx: Tx,
    key: ThreadKey,
    { content, about, recording }: Mark,
  ): Promise<{ thread: ThreadRow; id: string }> {
    const thread = await lockThread(tx, key);
    const event = { role: "system", kind: "event", content, audience: "team" } as const;
    const id = newId(deps.now());
    const attachments = recording ? await takeRecording(tx, key, { messageId: id, recording }) : "[]";
    const messages = [{ ...event, id, attachments, ...(about && { about: JSON.stringify(about) }) }];
    await addMessages(deps, tx, { thread, messages, now: deps.now() });
    return { thread, id };
  }
  return {
    async began(tx, key) {
      await mark(tx, key, { content: "callBegan" });
    },
    async ended(tx, key, { id, seconds, recording }) {
      const about = { seconds, ...aboutRecording(recording) };
      const marked = await mark(tx, key, { content: "callEnded", about, recording });
      // Nobody goes on with what was only tried.
      if (marked.thread.preview === 0) await sumUpLater(deps, tx, { ...key, callId: id });
      return marked.id;
    },
    async addRecording(tx, key, { messageId, recording }) {
      const thread = await lockThread(tx, key);
      const message = await findTeamMessage(tx, thread, messageId);
      const before = JSON.parse(message.about ?? "{}") as EventAbout; // written by ended
      const now = deps.now();
      const changes = {
        about: JSON.stringify({ ...before, ...aboutRecording(recording) }),
        attachments: await takeRecording(tx, key, { messageId, recording }),
        updatedAt: changedAt(message, now),
      };
      await tx
        .updateTable("messages")
        .set(changes)
        .where("organizationId", "=", key.organizationId)
        .where("id", "=", messageId)
        .execute();
      await tell(deps, tx, { thread, messages: [{ ...message, ...changes }], audience: "team", now });
    },
  };
}

function aboutRecording(recording: KeptRecording | undefined): EventAbout {
  if (!recording) return {};
  return {
    ...(recording.ids.length > 0 && { recordedFrom: recording.from }),
    ...(!recording.isWhole && { isRecordingCut: true }),
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

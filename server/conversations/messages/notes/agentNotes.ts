import type { EventAbout } from "../../../../shared/contract/conversations/conversations.ts";
import { mostAgentNotes } from "../../../../shared/domain/limits.ts";
import type { Db, Tx } from "../../../database/store.ts";
import type { Member } from "../../threads/planChange.ts";
import type { MessageRow, ThreadRow } from "../../tables.ts";
import type { NewMessage } from "../write.ts";

/** What a note to the agent says of itself; of no other message. */
const aboutAgent = JSON.stringify({ forAgent: true });

/** Whether a message is a note that the agent is told. */
export function isForAgent({ about }: Pick<MessageRow, "about">): boolean {
  return (JSON.parse(about ?? "{}") as EventAbout).forAgent === true; // written by planChange, writeNote and here
}

/** A note that the agent is handed a conversation back with: the team's own, as all notes. */
export function writeAgentNote(
  { userId, name }: Member,
  { id, content }: { id: string; content: string },
): NewMessage {
  const author = { authorId: userId, authorName: name };
  return {
    ...{ id, role: "support", kind: "text", audience: "team", about: aboutAgent },
    ...author,
    content,
  };
}

/** The ids of a thread's newest notes to the agent, with one more. */
export function addAgentNote({ agentNoteIds }: Pick<ThreadRow, "agentNoteIds">, id: string): string {
  return JSON.stringify([...readIds(agentNoteIds), id].slice(-mostAgentNotes));
}

/** Gives what the team told the agent about a thread, oldest first, as it stands now; a deleted note says nothing more. */
export async function readAgentNotes(
  db: Db | Tx,
  {
    organizationId,
    threadId,
    agentNoteIds,
  }: Pick<ThreadRow, "organizationId" | "agentNoteIds"> & {
    threadId: string;
  },
): Promise<string[]> {
  const ids = readIds(agentNoteIds);
  if (ids.length === 0) return [];
  const notes = await db
    .selectFrom("messages")
    .select("content")
    .where("organizationId", "=", organizationId)
    .where("id", "in", ids)
    .where("threadId", "=", threadId)
    .where("kind", "=", "text")
    .orderBy("position")
    .execute();
  return notes.map(({ content }) => content);
}

function readIds(agentNoteIds: string | null): string[] {
  return agentNoteIds === null ? [] : (JSON.parse(agentNoteIds) as string[]); // written by addAgentNote
}

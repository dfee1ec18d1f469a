import type { AnsweringAgent } from "../../agents/find.ts";
import type { ThreadKey } from "../deps.ts";
import type { MessageRow, ThreadRow, ContactRow } from "../tables.ts";

/** A message as a model reads it. */
export type SaidRow = Pick<MessageRow, "id" | "position" | "role" | "content" | "attachments">;

/** A conversation as its agent is asked in it. */
export interface Talk {
  key: ThreadKey;
  agent: AnsweringAgent;
  thread: Pick<
    ThreadRow,
    | "preview"
    | "context"
    | "firstForm"
    | "pageUrl"
    | "latestPageUrl"
    | "surfaceType"
    | "contactId"
    | "summary"
  > &
    Pick<ContactRow, "verified" | "email" | "externalId" | "signedEmail" | "signedMore">;
  /** What was said to everybody, newest first. */
  said: SaidRow[];
  /** What the team told the agent when it handed the conversation back, oldest first. */
  teamNotes: string[];
  /** The agent's last live event before it was read: what is deleted later is told with a higher number. */
  reached: number;
}

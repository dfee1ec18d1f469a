import type { RunState } from "../../../shared/contract/skills/skills.ts";
import type { SkillRisk } from "../../../shared/domain/skills.ts";

/** A skill of an agent's draft. Versions keep what it was, but for its secret. */
export interface SkillRow {
  organizationId: string;
  id: string;
  agentId: string;
  /** The name in lower case: an agent has it once. Its ID where it is deleted. */
  nameKey: string;
  /** JSON of SkillDraft. */
  body: string;
  /** What signs in; null where nothing does. */
  sealedSecret: string | null;
  secretEnding: string;
  /** JSON of SealedKeys: the keys of web searches; null where there are none. */
  searchKeys: string | null;
  /** JSON of RecordedResponse: what the last real test got, to be replayed; null where none was kept. */
  recorded: string | null;
  /** Deleted from the draft; the row stays for its secret, which versions may need. */
  deletedAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** One run of a skill for a visitor, or one that waits for somebody's word. */
export interface SkillRunRow {
  organizationId: string;
  id: string;
  agentId: string;
  skillId: string;
  /** JSON of StoredSkill: what was confirmed is what runs. */
  skill: string;
  threadId: string;
  /** The agent's message that shows it; null for what ran at once. */
  messageId: string | null;
  state: RunState;
  risk: SkillRisk;
  /** JSON of FormValues: all inputs, also those that the server filled in. */
  inputs: string;
  /** The same for the same skill with the same inputs in one conversation. */
  effectKey: string;
  /** Who decided: a member's name, or `visitor`. */
  decidedBy: string | null;
  /** JSON of SentRequest and of GotResponse. */
  request: string | null;
  response: string | null;
  /** What of the response the agent was given. */
  picked: string | null;
  /** The page that shows what came of it as an app; null where none does. */
  appPageId: string | null;
  /** JSON of what the tool gave, as an app is told it; null where no app is. */
  appResult: string | null;
  /** The run whose app asked for this one; null for all that the agent does. */
  appOf: string | null;
  /** JSON of where it stands with a far side that asked for something; null for what asks nothing. */
  exchange: string | null;
  error: string | null;
  /** The tab whose page does it; null as long as none has taken it up. */
  holder: string | null;
  /** How that tab called its beginning, so that saying it again is no second one. */
  beginId: string | null;
  ms: number | null;
  /** 1: a member tried it in the preview. */
  preview: number;
  createdAt: number;
  /** Until when it waits for somebody's word. */
  expiresAt: number | null;
  /** When the request was about to leave: a process that dies after that has perhaps sent it. */
  sentAt: number | null;
  endedAt: number | null;
}

/** Options that were read from an address for fields of an agent's skills. */
export interface FieldOptionsRow {
  organizationId: string;
  agentId: string;
  /** Of address and expression. */
  key: string;
  /** JSON: the texts; empty as long as none were read. */
  options: string;
  /** Null as long as none were read. */
  readAt: number | null;
  triedAt: number;
}

declare module "../../database/store.ts" {
  interface Tables {
    skills: SkillRow;
    skillRuns: SkillRunRow;
    fieldOptions: FieldOptionsRow;
  }
}

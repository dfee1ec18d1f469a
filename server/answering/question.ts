import type { FormValues } from "../../shared/domain/forms.ts";
import type { SignedVisitor } from "../../shared/domain/skills.ts";
import type { Audience } from "../../shared/domain/sourceAudience.ts";
import type { RunPlace } from "../actions/skills/runs.ts";
import type { StoredSkill } from "../actions/skills/stored.ts";
import type { AnsweringAgent } from "../agents/find.ts";
import type { PastSummary } from "./history.ts";
import type { PastMessage } from "./rewrite.ts";
import type { AskedFile } from "./askedFile.ts";

/** What is asked of an agent. */
export interface Question {
  agent: AnsweringAgent;
  /** The conversation before the question, oldest first; a person's replies stand as the agent's. */
  history: PastMessage[];
  question: string;
  /** What the older part of the conversation said, in short, where that was written before. */
  summary?: PastSummary | null;
  /** Keeps a summary for the answers that follow; without it none is written. */
  keepSummary?: (summary: PastSummary) => Promise<void>;
  /** What the team told the agent when it handed the conversation back, oldest first: private, and to be acted on. */
  teamNotes?: readonly string[];
  /** Tells whether a person can be asked for here; without it none can. */
  offersPerson?: () => Promise<boolean>;
  /** A team member sends it, in their own name, once they have changed it: nothing may be done by it. */
  isDraft?: boolean;
  /** What went along with the question; it may be all there is of it. */
  files?: AskedFile[];
  /** What wrote down the recordings that the question was said in, just now. */
  heard?: Heard | null;
  /** What the page around the chat says of itself: data, which the visitor can change at will. */
  context: Record<string, unknown> | null;
  /** The data sources that are looked into, of those that the agent answers from; all where it is left out. */
  sourceIds?: readonly string[] | undefined;
  /** Where and who asks, for rules and budgets. */
  asker: Asker;
  /** The conversation in which it is asked. Without one it is a test: nothing is done, and nothing is shown to decide on. */
  place?: RunPlace;
  /** What came of an action that somebody decided on. It is told in place of an answer to the question. */
  done?: DoneAction | null;
  /** Ends the answer, and the provider's work on it. */
  signal: AbortSignal;
}

/** A question's recordings were written down: by what, in how long, for what. */
export interface Heard {
  /** The provider's own id of the model. */
  model: string;
  ms: number;
  credits: number;
}

/** An action after somebody's decision. */
export interface DoneAction {
  skill: StoredSkill;
  inputs: FormValues;
  state: "done" | "failed" | "declined" | "unknown";
  /** What of the response the agent is given. */
  picked: string | null;
  error: string | null;
}

export interface Asker extends Audience {
  contactId: string;
  /** Where they write; a test is written nowhere. */
  surfaceType?: string;
  /** The page from which they ask. */
  pageUrl: string | null;
  /** What the site has signed of a verified visitor. */
  signed?: SignedVisitor;
  /** The console's preview: never counted. */
  preview: boolean;
  /** The same for each process that writes this answer, another one when it is asked for again. */
  answerKey: string;
}

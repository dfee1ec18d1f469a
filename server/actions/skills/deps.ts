import type { HttpConfig } from "../../../shared/contract/skills/skills.ts";
import type { FieldValue, FormValues } from "../../../shared/domain/forms.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Secrets } from "../../database/secrets.ts";
import type { Store, Tx } from "../../database/store.ts";
import type { Models } from "../../models/models.ts";
import type { Egress } from "../../egress/egress.ts";
import type { Mail } from "../../mail/mail.ts";
import type { Limits } from "../../requests/limits.ts";
import type { SkillOutcome } from "./http/sendRequest.ts";
import type { RunPlace } from "./runs.ts";
import type { CollectionConfig, McpConfig, OtherConfig, StoredSkill } from "./stored.ts";

/** Skills that come from elsewhere than the draft: the tools of MCP servers, workflows, and what is written into collections. */
export interface OtherSkills {
  /** Those that an agent may use now, under names that are none of these. */
  list(agent: AgentKey, taken: readonly string[]): Promise<StoredSkill[]>;
  /** Looks at what somebody is to be asked about, before they are. */
  prepare(preparing: Preparing): Promise<Prepared>;
  /** Does what one of them does, once. What goes wrong is in the outcome; it throws only where the signal ended it. */
  execute(use: OtherUse): Promise<SkillOutcome>;
  /** Puts what somebody answered to the far side's question into the exchange. */
  answer(exchange: string, answer: GivenAnswer): string;
  /** What was answered so far, as people read it. */
  listAnswers(exchange: string): { label: string; value: FieldValue }[];
  apps: SkillApps;
}

/** The apps by which tools of MCP servers show their results. */
export interface SkillApps {
  /** Where an app's page is shown from; null where it or its tool is gone, or the server shows no apps any longer. */
  openPage(
    page: Record<"organizationId" | "id" | "mcpId" | "name", string>,
  ): Promise<{ url: string; hasBorder: boolean } | null>;
  /** The tool that an app of this server may call, by its server's name for it; null where there is none that is on. */
  findTool(wanted: AgentKey & { mcpId: string; name: string }): Promise<StoredSkill | null>;
  /** A tool's input as its server knows it. */
  toInput(inputSchema: Record<string, unknown>, values: FormValues): Record<string, unknown>;
}

/** The tools of MCP servers alone. */
export type McpSkills = Omit<OtherSkills, "execute" | "prepare"> & {
  execute(use: OtherUse<McpConfig>): Promise<SkillOutcome>;
};

/** What is written into data collections alone. */
export type CollectionSkills = Pick<OtherSkills, "list" | "prepare"> & {
  execute(use: OtherUse<CollectionConfig>): Promise<SkillOutcome>;
};

export interface Preparing extends AgentKey {
  config: CollectionConfig;
  inputs: FormValues;
}

/** Why it can't be done, in a sentence; or what stands where it writes, as people read it: null where nothing does. */
export type Prepared = { problem: string } | { before: string | null };

/** Somebody's word on what the far side asked. */
export interface GivenAnswer {
  action: "accept" | "decline";
  values: FormValues;
}

export interface OtherUse<Config = OtherConfig> extends AgentKey {
  skillId: string;
  config: Config;
  inputs: FormValues;
  /** Where it is used, and for whom; left out where nobody asks. */
  threadId: string | undefined;
  contactId: string | null;
  /** The agent's message that uses it; left out where none does. */
  answerId?: string | undefined;
  /** The run that was confirmed; left out where nobody was asked. */
  runId?: string | undefined;
  idempotencyKey: string;
  /** Where the run stands that was asked for something, with what was answered. */
  exchange: string | null;
  signal: AbortSignal;
}

/** The access to other services that people gave, with which requests of skills are signed. */
export interface Connections {
  /** What is wrong with a request that uses a connection, and where in it; null where nothing is. */
  check(agent: AgentKey, config: HttpConfig): Promise<{ path: string; message: string } | null>;
  /** The service at which a visitor has to sign in before a skill is used for them; null where they need not. */
  findSignIn(place: RunPlace, skill: StoredSkill): Promise<SignInNeeded | null>;
  /** Gives a visitor's contact the access that belongs to a code; false where there is none, or it has expired. */
  acceptSignIn(tx: Tx, word: SignInWord): Promise<boolean>;
  /** Sends it, once. What goes wrong is in the outcome; it throws only where the signal ended it. */
  send(use: ConnectedUse): Promise<SkillOutcome>;
}

export interface SignInNeeded {
  service: string;
  integrationId: string;
}

/** The code that a visitor enters in the chat after a sign-in for a run that waits. */
export interface SignInWord {
  organizationId: string;
  runId: string;
  contactId: string;
  code: string;
}

export interface ConnectedUse extends AgentKey {
  config: HttpConfig;
  inputs: FormValues;
  timeoutSeconds: number;
  idempotencyKey: string;
  /** The visitor for whom it is done; null where there is none, as in a test. */
  contactId: string | null;
  signal: AbortSignal;
}

/** The services that skills use. */
export interface SkillDeps {
  store: Store;
  seal: Secrets;
  egress: Egress;
  mail: Pick<Mail, "isConfigured" | "send">;
  limits: Pick<Limits, "take">;
  others: OtherSkills;
  connections: Connections;
  models: Pick<Models, "openSearcher">;
  now: () => number;
  /** Is told of faults that no caller waits for. */
  report: (error: unknown) => void;
}

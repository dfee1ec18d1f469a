import type { FieldValue, FormValues } from "../../../shared/domain/forms.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Secrets } from "../../database/secrets.ts";
import type { Store } from "../../database/store.ts";
import type { Egress } from "../../egress/egress.ts";
import type { SkillOutcome } from "./http/sendRequest.ts";
import type { McpConfig, StoredSkill } from "./stored.ts";

/** Skills that come from elsewhere than the draft: the tools of MCP servers. */
export interface OtherSkills {
  /** Those that an agent may use now, under names that are none of these. */
  list(agent: AgentKey, taken: readonly string[]): Promise<StoredSkill[]>;
  /** Does what one of them does, once. What goes wrong is in the outcome; it throws only where the signal ended it. */
  execute(use: OtherUse): Promise<SkillOutcome>;
  /** Puts what somebody answered to the far side's question into the exchange. */
  answer(exchange: string, answer: GivenAnswer): string;
  /** What was answered so far, as people read it. */
  listAnswers(exchange: string): { label: string; value: FieldValue }[];
}

/** Somebody's word on what the far side asked. */
export interface GivenAnswer {
  action: "accept" | "decline";
  values: FormValues;
}

export interface OtherUse extends AgentKey {
  skillId: string;
  config: McpConfig;
  inputs: FormValues;
  /** Where the run stands that was asked for something, with what was answered. */
  exchange: string | null;
  signal: AbortSignal;
}

/** The services that skills use. */
export interface SkillDeps {
  store: Store;
  seal: Secrets;
  egress: Egress;
  others: OtherSkills;
  now: () => number;
  /** Is told of faults that no caller waits for. */
  report: (error: unknown) => void;
}

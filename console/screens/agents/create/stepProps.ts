import type { NewAgent } from "./newAgent.ts";

/** What every step of the form is given. */
export interface StepProps {
  orgId: string;
  agent: NewAgent;
  onChange: (agent: NewAgent) => void;
  /** What is wrong, by field. */
  problems: Readonly<Record<string, string | undefined>>;
}

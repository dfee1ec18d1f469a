/** What happens in a simulation, and what is expected, in this order. */
export type Turn =
  /** The visitor's message that begins the run, or answers it. */
  | { kind: "visitor"; text: string }
  /** Fills in the form, by the names of its fields. */
  | { kind: "form"; values: Record<string, string> }
  | { kind: "team"; decision: "approve" | "decline" }
  /** What a step gives that is not carried out: JSON, or why it fails. It counts from the beginning, wherever it stands. */
  | { kind: "result"; stepId: string; value: string; fails: boolean }
  /** Expects that the visitor reads these words from here on. */
  | { kind: "says"; text: string }
  /** Expects that the run comes to a step. */
  | { kind: "reaches"; stepId: string };
export type TurnKind = Turn["kind"];

export const turnKinds: Record<TurnKind, string> = {
  visitor: "Visitor writes",
  form: "Visitor sends the form",
  team: "Member decides",
  result: "A step gives",
  says: "Expect the workflow to say",
  reaches: "Expect to reach a step",
};

/** A run of the draft with a customer who follows a script: nothing is sent, changed or kept. */
export interface Simulation {
  id: string;
  name: string;
  /** JSON of an object: the workflow's inputs, or the body of its webhook. */
  input: string;
  turns: Turn[];
  /**
   * A model that plays the customer in place of the script, which then only says what is expected, given and decided. Left
   * out or null: the script is the customer.
   */
  customer?: Customer | null;
}

/** A customer whom a model plays. */
export interface Customer {
  /** What they want and know, in plain words. */
  goal: string;
  /** The most messages and forms that they send. */
  mostTurns: number;
}

export const mostCustomerTurns = 20;

export const maxSimulations = 20;
export const maxTurns = 50;

import type { FormField } from "../../../shared/domain/forms.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import type { Customer } from "../../../shared/domain/workflows/simulations.ts";
import type { SimulationLine } from "../../../shared/contract/workflows/simulations.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { AnsweringAgent } from "../../agents/find.ts";
import { findWriter } from "../../models/writeWhole.ts";
import type { WorkflowDeps } from "../deps.ts";

/** A customer whom a model plays. */
export interface PlayedCustomer {
  /** What the model has cost so far, as a budget counts it. */
  readonly credits: number;
  /** Their next message; null where they leave. */
  write(lines: readonly SimulationLine[]): Promise<string | null>;
  /** What they fill in; null where they leave. */
  fillIn(
    lines: readonly SimulationLine[],
    fields: readonly FormField[],
  ): Promise<Record<string, string> | null>;
}

/** Lets the agent's model play a customer; null where there is no way to it. */
export async function openCustomer(
  { models }: Pick<WorkflowDeps, "models">,
  { agent, customer, signal }: { agent: AnsweringAgent; customer: Customer; signal: AbortSignal },
): Promise<PlayedCustomer | null> {
  const { organizationId, configuration } = agent;
  if (configuration.model === builtinModel) return null;
  const writer = await findWriter(models, organizationId, configuration.model);
  if (!writer) return null;
  let credits = 0;
  const ask = async (task: string, lines: readonly SimulationLine[]): Promise<string | null> => {
    const content = `${lines.map(writeLine).join("\n") || "(Nothing was said yet.)"}\n\n${task}`;
    const text = (await writer.write({ system: writeRole(customer), content, signal })).trim();
    credits += writer.credits;
    return text === "" || text.includes(leaves) ? null : text;
  };
  return {
    get credits() {
      return credits;
    },
    write: async (lines) =>
      (await ask("Write the customer’s next message.", lines))?.slice(0, longest) ?? null,
    async fillIn(lines, fields) {
      const asked = fields.map(({ id, label, type, options }) => ({ id, label, type, options }));
      const task = `The customer has a form before them: ${JSON.stringify(asked)}. Write one JSON object from field IDs to texts.`;
      const text = await ask(task, lines);
      return text === null ? null : readValues(text);
    },
  };
}

const leaves = "[END]";
const longest = 4000;

function writeRole({ goal }: Customer): string {
  return [
    "You play a customer who chats with a company, to test the company’s workflow. Never help the company and never say that you are a model.",
    `The customer: ${goal}`,
    "Answer what is asked, briefly, as this customer would, with made-up details where none are given.",
    `Write nothing but the message itself. Write only ${leaves} once the customer has what they want, or gives up.`,
  ].join("\n");
}

function writeLine({ by, text }: SimulationLine): string {
  return `${{ visitor: "Customer", workflow: "Company", team: "Company’s team", event: "Event" }[by]}: ${text}`;
}

function readValues(text: string): Record<string, string> {
  try {
    const value = JSON.parse(/\{[\s\S]*\}/.exec(text)?.[0] ?? "") as Record<string, unknown>; // it begins with a brace
    return Object.fromEntries(
      Object.entries(value).map(([id, one]) => [id, typeof one === "string" ? one : JSON.stringify(one)]),
    );
  } catch (error) {
    throw new AppError("model_failed", { message: "The model didn’t fill in the form.", cause: error });
  }
}

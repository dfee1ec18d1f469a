import { checkForm, toJsonSchema } from "../../../shared/domain/forms.ts";
import type { FormField, FormValues } from "../../../shared/domain/forms.ts";
import { listAudiences } from "../../../shared/domain/sourceAudience.ts";
import type { Audience } from "../../../shared/domain/sourceAudience.ts";
import { findAnsweringAgent } from "../../agents/find.ts";
import type { AnsweringAgent } from "../../agents/find.ts";
import { pieces } from "../../answering/pieces.ts";
import { readGiven } from "../../answering/skills/readGiven.ts";
import { findWriter } from "../../models/writeWhole.ts";
import { noteInput } from "../running/session.ts";
import { StepProblem, needAgent } from "./context.ts";
import type { OutsideStep, StepView } from "./context.ts";

/** Gets a text, or fields, from the agent's model; the built-in one answers from the agent's sources. */
export const model: OutsideStep<"model"> = {
  is: "outside",
  async take(view, signal) {
    const { step, row, fill, run, deps } = view;
    const { instructions, prompt, fields, saveAs } = step.config;
    const agent = await openAgent(view);
    const [system, content] = [fill(instructions), fill(prompt)];
    noteInput(row, { instructions: system, prompt: content });
    const writer = await findWriter(deps.models, run.organizationId, agent.configuration.model);
    const write = writer?.write;
    if (fields.length > 0) {
      const values = write
        ? await writeTyped(async (given) => write({ ...given, signal }), { system, content, fields })
        : readGiven(content, {
            inputs: fields.map((field) => ({ ...field, options: [...field.options], from: null })),
          });
      return { is: "done", save: { [saveAs]: values }, output: values };
    }
    const text = write
      ? await write({ system: system || "Answer briefly and only what is asked.", content, signal })
      : await answerBuiltin(view, { agent, content, signal });
    return { is: "done", save: { [saveAs]: text }, output: text };
  },
};

/** Finds passages in the agent's sources that everyone may read, or the run's visitor. */
export const search: OutsideStep<"search"> = {
  is: "outside",
  async take(view, signal) {
    const { step, row, run, deps, fill } = view;
    const { organizationId, agentId } = needAgent(run);
    const question = fill(step.config.question);
    noteInput(row, question);
    const passages = await deps.retrieve({
      organizationId,
      agentId,
      question,
      audiences: listAudiences(await readAudience(view)),
      limit: step.config.limit,
      signal,
    });
    const found = passages.map(({ title, url, text }) => ({ title, url, text }));
    return { is: "done", save: { [step.config.saveAs]: found }, output: found };
  },
};

/** The live agent; a test asks the draft. */
export async function openAgent({
  deps,
  run,
}: Pick<StepView<"model">, "deps" | "run">): Promise<AnsweringAgent> {
  const agent = await findAnsweringAgent(deps.store.db, needAgent(run), { preview: run.version === null });
  if (!agent) throw new StepProblem("This workflow’s agent was deleted.");
  return agent;
}

async function answerBuiltin(
  view: StepView<"model">,
  { agent, content, signal }: { agent: AnsweringAgent; content: string; signal: AbortSignal },
): Promise<string> {
  const { deps, row, run } = view;
  const audience = await readAudience(view);
  const asker = { ...audience, contactId: run.contactId ?? "", isTeam: false, pageUrl: null };
  const answer = deps.answering.answer({
    ...{ agent, history: [], question: content, context: null, signal },
    asker: { ...asker, preview: true, answerKey: row.id },
  });
  let text = "";
  for await (const piece of pieces(answer.speak)) text += piece;
  const { error } = answer.outcome();
  if (error) throw new StepProblem(error.message, { isFinal: false });
  return text;
}

/** Whose sources a run may read: those of its visitor. */
async function readAudience({
  deps,
  run: { organizationId, contactId },
}: Pick<StepView<"model">, "deps" | "run">): Promise<Audience> {
  const contact = await deps.store.db
    .selectFrom("contacts")
    .select(["verified", "email"])
    .where("organizationId", "=", organizationId)
    .where("id", "=", contactId ?? "")
    .executeTakeFirst();
  return { isVerified: contact?.verified === 1, isIdentified: (contact?.email ?? null) !== null };
}

type Write = (request: { system: string; content: string }) => Promise<string>;

async function writeTyped(
  write: Write,
  { system, content, fields }: { system: string; content: string; fields: readonly FormField[] },
): Promise<FormValues> {
  const schema = JSON.stringify(toJsonSchema(fields));
  const rules = `Answer with one JSON object and nothing else. It follows this JSON Schema: ${schema}`;
  const text = await write({ system: `${system}\n\n${rules}`.trim(), content });
  const checked = checkForm(fields, readObject(text));
  if ("values" in checked) return checked.values;
  const wrong = Object.entries(checked.errors).map(([name, message]) => `${name}: ${message}`);
  throw new StepProblem(`The model’s answer doesn’t match the fields. ${wrong.join(", ")}`, {
    isFinal: false,
  });
}

function readObject(text: string): Record<string, unknown> {
  const [json = ""] = /\{[\s\S]*\}/.exec(text) ?? [];
  try {
    return JSON.parse(json) as Record<string, unknown>; // it begins with a brace
  } catch {
    throw new StepProblem("The model didn’t return JSON.", { isFinal: false });
  }
}

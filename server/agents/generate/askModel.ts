import * as v from "valibot";
import { generatedAgent, generatedWelcome } from "../../../shared/contract/agents/generate.ts";
import { colour } from "../../../shared/contract/shapes.ts";
import type { GenerateUseCase } from "../../../shared/domain/generate.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { darkenUntilReadable } from "./color.ts";
import { isAnswered } from "./isAnswered.ts";
import { namesForeignSite } from "./namesForeignSite.ts";
import type { Drafts, GenerateTask } from "./task.ts";
import { writePrompt } from "./writePrompt.ts";

/** Has a model write one whole text; throws `model_failed` where it gives none or it is cut. */
export type Write = (request: { system: string; content: string; signal: AbortSignal }) => Promise<string>;

const parts = {
  agent: generatedAgent,
  theme: v.strictObject({ primary: colour }),
  welcome_content: generatedWelcome,
};

/** The same sentence for every way of being wrong: what came is not used, not even in part. */
const unusable = "The model’s draft could not be read. Try again, choose another model, or continue by hand.";

/** Has a language model draft, and takes its answer only where all of it is as it was asked for. */
export async function askModel(task: GenerateTask, write: Write, signal: AbortSignal): Promise<Drafts> {
  const { useCases, site } = task;
  const text = await write({ ...writePrompt(task), signal });
  const { agent, theme, welcome_content: welcome } = readAnswer(text, useCases);
  if (namesForeignSite([agent, welcome], site)) throw refuse("it names another website");
  const kept = (welcome?.suggestions ?? []).filter((one) => !site || isAnswered(one, site));
  const minimised = (welcome?.minimisedSuggestions ?? []).filter((one) => !site || isAnswered(one, site));
  const droppedCount = (welcome?.suggestions.length ?? 0) - kept.length;
  return {
    agent: agent ? { ...agent, icon: site?.icon ?? null } : null,
    theme: theme ? { primary: darkenUntilReadable(theme.primary) } : null,
    welcome_content: welcome ? { ...welcome, suggestions: kept, minimisedSuggestions: minimised } : null,
    notes: [
      site
        ? "Written by the model from the pages that we read."
        : "Written by the model from your description.",
      ...(agent && site?.icon ? ["The icon is the website’s own."] : []),
      ...(droppedCount > 0 ? [sayDropped(droppedCount)] : []),
    ],
  };
}

function readAnswer(text: string, useCases: readonly GenerateUseCase[]) {
  const asked = new Set(useCases);
  const schema = v.strictObject({
    agent: asked.has("agent") ? parts.agent : v.optional(v.undefined()),
    theme: asked.has("theme") ? parts.theme : v.optional(v.undefined()),
    welcome_content: asked.has("welcome_content") ? parts.welcome_content : v.optional(v.undefined()),
  });
  // Models like to fence what they are told to write bare.
  const bare = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text;
  const parsed = v.safeParse(schema, parse(bare));
  if (!parsed.success)
    throw refuse(parsed.issues.map((issue) => v.getDotPath(issue) ?? issue.type).join(", "));
  return parsed.output;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refuse(error);
  }
}

function refuse(cause: unknown): AppError {
  return new AppError("model_failed", { message: unusable, cause });
}

function sayDropped(count: number): string {
  return count === 1
    ? "One suggestion was left out, because the pages do not answer it."
    : `${count} suggestions were left out, because the pages do not answer them.`;
}

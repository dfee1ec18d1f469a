import { builtinModel, findModel } from "../../shared/domain/models.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Takes } from "./present.ts";

/** What is said of a chat that offers no files. */
export const noFiles = new AppError("attachments_refused").message;

interface Asked {
  organizationId: string;
  /** The agent's. */
  model: string;
  takes: Pick<Takes, "files">;
}

/** Says why the model of an agent whose chat offers files is given none; null where it is given them. */
export async function whyNoFiles({ organizationId, model, takes }: Asked): Promise<string | null> {
  if (await takes.files(organizationId, model)) return null;
  const entry = findModel(model);
  const takesSome = entry?.isAttachmentsSupported === true;
  const name = model === builtinModel ? "the built-in one" : entry?.label;
  // What a team calls a model of its own is nothing for visitors.
  if (name === undefined) return "This agent's model does not read files.";
  const why = takesSome ? "is not set up on this installation" : "does not read files";
  return `This agent does not accept files: its model, ${name}, ${why}.`;
}

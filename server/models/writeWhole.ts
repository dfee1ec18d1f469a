import { AppError } from "../../shared/errors/errors.ts";
import { ModelFault } from "./fault.ts";
import type { Models } from "./models.ts";

/** Has a model write one whole text. Throws `model_failed`, also where the text was cut at its limit. */
export type WriteWhole = (request: {
  system: string;
  content: string;
  signal: AbortSignal;
}) => Promise<string>;

const longestMs = 90_000;

/** A model that writes, and the credits that each text costs. */
export interface Writer {
  write: WriteWhole;
  credits: number;
}

/** Gives the way to have a model write for somebody of the organization; null where there is no way to it. */
export async function findWriter(
  models: Models,
  organizationId: string,
  value: string,
): Promise<Writer | null> {
  const found = await models.open(organizationId, value);
  if (!found) return null;
  const write: WriteWhole = async ({ system, content, signal: given }) => {
    const signal = AbortSignal.any([given, AbortSignal.timeout(longestMs)]);
    let text = "";
    let isWhole = false;
    try {
      await found.model.stream({ system, messages: [{ role: "user", content }], signal }, (part) => {
        if (part.type === "attempt") text = "";
        else if (part.type === "text") text += part.text;
        else if (part.type === "finish") isWhole = part.reason === "stop";
      });
    } catch (error) {
      given.throwIfAborted();
      if (signal.aborted) throw new AppError("model_failed", { message: tooSlow, cause: error });
      if (!(error instanceof ModelFault)) throw error;
      throw new AppError("model_failed", { message: error.message, cause: error });
    }
    if (!isWhole) throw new AppError("model_failed", { message: cutOff });
    return text;
  };
  return { write, credits: found.entry.creditsPerMessage };
}

const tooSlow = "The model took too long. Try again, or choose another one.";
const cutOff = "The model’s answer was cut off. Please try again.";

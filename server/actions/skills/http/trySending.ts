import type { FormValues } from "../../../../shared/domain/forms.ts";
import type { Egress } from "../../../egress/egress.ts";
import type { StoredSkill } from "../stored.ts";
import { TemplateProblem } from "./fillTemplate.ts";
import { sendRequest } from "./sendRequest.ts";
import type { SkillOutcome } from "./sendRequest.ts";
import { writeRequest } from "./writeRequest.ts";

export interface Attempt {
  skill: Pick<StoredSkill, "config" | "timeoutSeconds">;
  inputs: FormValues;
  secret: string | null;
  /** Null where a repeat does no harm. */
  idempotencyKey: string | null;
  signal: AbortSignal;
}

/** Writes a request and sends it; an input that can't be written is a failure in words. */
export async function trySending(
  egress: Egress,
  { skill: { config, timeoutSeconds }, inputs, secret, idempotencyKey, signal }: Attempt,
): Promise<SkillOutcome> {
  if (config.kind !== "http") throw new Error("Only requests are sent.");
  try {
    const key = config.method === "GET" ? null : idempotencyKey;
    const request = writeRequest({ config, values: inputs, secret, idempotencyKey: key });
    return await sendRequest(egress, {
      ...{ request, secret },
      pick: config.pick,
      timeoutMs: timeoutSeconds * 1000,
      signal,
    });
  } catch (error) {
    if (error instanceof TemplateProblem) return failed(error.message);
    throw error;
  }
}

/** What did not even begin, and why. */
export function failed(error: string): SkillOutcome {
  return { request: null, response: null, picked: null, data: null, error, ms: 0 };
}

import { setTimeout as wait } from "node:timers/promises";
import { CallFailed } from "../kit/client.ts";

const refusedForMs = 1000;

/** Gives what the last try gives: one session may ask only so often, and what is refused for that is asked again. */
export async function askUntilLet<Given>(ask: () => Promise<Given>): Promise<Given> {
  for (;;)
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof CallFailed) || error.code !== "too_many") throw error;
      await wait(refusedForMs);
    }
}

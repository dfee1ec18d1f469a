import { ModelFault } from "./fault.ts";
import type { FaultKind } from "./fault.ts";
import type { OwnWay } from "./ownWay.ts";

/** Asks by a way to a model, for a number of credits, and tells the way what came of it. */
export async function tellWay<T>(way: OwnWay, credits: number, ask: () => Promise<T>): Promise<T> {
  const giveBack = credits > 0 ? await way.take?.(credits) : undefined;
  // Taken before it is asked, so that many at once pass no bound together.
  if (giveBack === null) throw new ModelFault("allowance");
  let answer;
  try {
    answer = await ask();
  } catch (error) {
    if (error instanceof ModelFault) {
      if (unpaid.has(error.kind)) await giveBack?.();
      await way.noteFault(error);
    }
    throw error;
  }
  await way.noteAnswer();
  return answer;
}

/** Of these the provider wrote nothing that it takes money for. */
const unpaid: ReadonlySet<FaultKind> = new Set([
  ...["key", "funds", "no_way", "unknown_model", "no_access", "request", "file", "tools"],
  ...["busy", "unavailable", "unreachable"],
] as const);

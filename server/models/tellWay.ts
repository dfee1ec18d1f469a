import { ModelFault } from "./fault.ts";
import type { OwnWay } from "./ownWay.ts";

/** Asks by a way to a model, and tells the way what came of it. */
export async function tellWay<T>(way: OwnWay, ask: () => Promise<T>): Promise<T> {
  let answer;
  try {
    answer = await ask();
  } catch (error) {
    if (error instanceof ModelFault) await way.noteFault(error);
    throw error;
  }
  await way.noteAnswer();
  return answer;
}

import { ModelFault, faultTable } from "../../models/fault.ts";

/** Asks a provider once more where that may help: nobody waits in a call for longer. */
export async function tryTwice<T>(ask: () => Promise<T>, mayAgain: () => boolean = () => true): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const passes = error instanceof ModelFault && (faultTable[error.kind].again || error.kind === "timeout");
    if (!passes || !mayAgain()) throw error;
    return ask();
  }
}

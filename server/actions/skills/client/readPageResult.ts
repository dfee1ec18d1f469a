import { findProblem } from "../../findProblem.ts";
import { pickResponse } from "../http/pickResponse.ts";
import type { Picked } from "../http/pickResponse.ts";

/** Gives what of a page's result the agent sees, or why it can't be used. It is JSON of any form, and a stranger's. */
export function readPageResult(
  result: string,
  { resultSchema, pick }: { resultSchema: string; pick: string },
): Picked {
  const value = parse(result);
  if (value === undefined) return { problem: "The page's result is not JSON." };
  if (resultSchema !== "") {
    const problem = findProblem(JSON.parse(resultSchema) as Record<string, unknown>, value); // the contract's check
    if (problem !== null) return { problem: `The page's result does not fit its schema. ${problem}` };
  }
  return pickResponse(result, pick);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

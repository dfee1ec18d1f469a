import type { JSONValue } from "@jmespath-community/jmespath";
import { searchJson } from "../../searchJson.ts";

/** The most that an agent sees of a response. */
export const mostPicked = 24_000;

/** What of a response the agent sees, or why that can't be said. */
export type Picked = { text: string; data: unknown } | { problem: string };

/** Picks from a response by a JMESPath expression; an empty one takes all of it. */
export function pickResponse(body: string, expression: string): Picked {
  const parsed = parse(body);
  if (expression.trim() === "") return { text: cut(body), data: parsed ?? body };
  if (parsed === undefined) return { problem: "The response is not JSON, so no values can be selected." };
  try {
    const data = searchJson(parsed, expression);
    return { text: cut(typeof data === "string" ? data : JSON.stringify(data)), data };
  } catch (error) {
    return {
      problem: `The expression can't be used: ${error instanceof Error ? error.message : "it is not JMESPath"}`,
    };
  }
}

function parse(body: string): JSONValue | undefined {
  try {
    return JSON.parse(body) as JSONValue;
  } catch {
    return undefined;
  }
}

function cut(text: string): string {
  return text.length > mostPicked ? `${text.slice(0, mostPicked).toWellFormed()}\n(The rest was cut.)` : text;
}

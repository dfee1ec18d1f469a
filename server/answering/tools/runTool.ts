import type { AnswerStep } from "../../../shared/contract/conversations/answers/receipts.ts";
import type { Tool, ToolResult } from "./tool.ts";

export interface ToolRun {
  /** Undefined where the model wrote no JSON. */
  input: unknown;
  signal: AbortSignal;
  patienceMs: number;
}

export interface RunTool extends ToolResult {
  outcome: AnswerStep["outcome"];
}

const longestText = 24_000;

/** Runs a tool once, where its input and, for one with effects, a rule or the visitor allow it. It never throws. */
export async function runTool(tool: Tool, { input, signal, patienceMs }: ToolRun): Promise<RunTool> {
  if (input === undefined) return say("invalid", "The input is not JSON.");
  const checked = tool.check(input);
  if ("problem" in checked) return say("invalid", `The input was not accepted. ${checked.problem}`);
  const objection = tool.hasEffects ? tool.findObjection(checked.input) : null;
  if (objection !== null) return say("refused", objection);
  const patience = AbortSignal.timeout(patienceMs);
  const both = AbortSignal.any([signal, patience]);
  try {
    // A tool that does not heed its signal is left behind.
    const { text, summary, usage } = await Promise.race([tool.run(checked.input, both), ended(both)]);
    const given = text.length > longestText ? `${text.slice(0, longestText)}\n(The rest was cut.)` : text;
    return { outcome: "done", text: given, summary, usage };
  } catch {
    if (both.aborted) return say("timeout", "The tool took too long.");
    return say("failed", "The tool failed.");
  }
}

function say(outcome: AnswerStep["outcome"], text: string): RunTool {
  return { outcome, text, summary: text };
}

function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error); // whatever ended it
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}

import type { Mask } from "../../../shared/domain/personalData.ts";
import type { AnswerStep } from "../../../shared/contract/conversations/answers/receipts.ts";
import type { ToolCall, ToolDescription } from "../../models/chatModel.ts";
import { ModelFault } from "../../models/fault.ts";
import { runTool } from "./runTool.ts";
import type { Tool, ToolResult } from "./tool.ts";

/** The tools of one answer, and what bounds their use. */
export interface Toolbox {
  descriptions: ToolDescription[];
  /** Whether a further call would be run. */
  isOpen(): boolean;
  /** Ends with the answer, and when the tools' time is over. */
  signal: AbortSignal;
  /** Does what a model asks for, where that may be done, and gives what it is told. It never throws but where the answer ends. */
  run(call: ToolCall): Promise<string>;
  close(): void;
}

export interface ToolboxOptions {
  tools: Tool[];
  /** The answer's own. */
  signal: AbortSignal;
  mask: Mask | null;
  /** Is told of each call, also of those that were not run, and what a tool gave beside passages. */
  note(step: AnswerStep, given?: string): void;
  /** Is told what tools took of the agent's model. */
  noteUsage?(usage: NonNullable<ToolResult["usage"]>): void;
  limits?: Partial<ToolLimits>;
}

export interface ToolLimits {
  /** Calls that are run, and requests to the model, for one answer. */
  steps: number;
  /** From the answer's beginning, once a tool was used. */
  longestMs: number;
  /** For one call. */
  patienceMs: number;
}

export const toolLimits: ToolLimits = { steps: 8, longestMs: 120_000, patienceMs: 30_000 };

const mostRepeats = 2;
const mostNoted = 32;
const longestInput = 20_000;
const longestNoted = 2000;

/** Opens the tools for one answer (F1, F3, F8): at most 8 steps and 120 s in all, and no call twice. */
export function openToolbox({
  tools,
  signal,
  mask,
  note,
  noteUsage,
  limits: given,
}: ToolboxOptions): Toolbox {
  const limits = { ...toolLimits, ...given };
  const byName = new Map<string, Tool>();
  // The first one keeps the name: added tools never replace ours.
  for (const tool of tools) if (!byName.has(tool.name)) byName.set(tool.name, tool);
  const openedAt = performance.now();
  const deadline = new AbortController();
  const within = AbortSignal.any([signal, deadline.signal]);
  const before = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let steps = 0;
  let repeats = 0;
  let noted = 0;

  function keep(step: AnswerStep, given?: string): void {
    noted += 1;
    if (noted > mostNoted) return;
    const rounded = Math.round(step.ms * 10) / 10;
    note({ ...step, input: cut(step.input), result: cut(step.result), ms: rounded }, given);
  }

  /** What is between the call and its run: the outcome, and what the model is told. */
  function findObstacle(tool: Tool | undefined, key: string): [AnswerStep["outcome"], string] | null {
    if (!tool) return ["unknown", "There is no such tool."];
    if (before.has(key)) return ["repeated", "You asked for exactly this before; its result stands above."];
    if (steps >= limits.steps) return ["limit", "No further tool can be used. Answer with what you have."];
    return null;
  }

  return {
    descriptions: [...byName.values()].map(({ name, description, inputSchema }) => ({
      ...{ name, description, inputSchema },
    })),
    isOpen: () => byName.size > 0 && steps < limits.steps && repeats < mostRepeats,
    signal: within,
    async run({ name, input }) {
      const left = Math.max(0, limits.longestMs - (performance.now() - openedAt));
      timer ??= setTimeout(() => deadline.abort(new ModelFault("timeout")), left);
      const startedAt = performance.now();
      const tool = byName.get(name);
      // What was hidden from the model is put back, so that a tool looks for what the visitor wrote.
      const written = mask?.restore(input) ?? input;
      const read = readInput(written);
      const key = `${name} ${JSON.stringify(read) ?? written}`;
      const obstacle = findObstacle(tool, key);
      before.set(key, steps);
      const about = { tool: name.slice(0, 100), input: written };
      if (!tool || obstacle) {
        const [outcome, told] = obstacle ?? ["unknown", ""];
        if (outcome === "repeated" || outcome === "unknown") repeats += 1;
        keep({ ...about, result: told, outcome, ms: 0 });
        return told;
      }
      steps += 1;
      const { outcome, text, summary, usage } = await runTool(tool, {
        ...{ input: read, signal: within, patienceMs: limits.patienceMs },
      });
      signal.throwIfAborted();
      if (usage) noteUsage?.(usage);
      const isGiven = outcome === "done" && tool.isPublic !== true;
      keep(
        { ...about, result: summary, outcome, ms: performance.now() - startedAt },
        isGiven ? text : undefined,
      );
      if (outcome !== "done") return text;
      return tool.isPublic === true ? fence(text, ourMarks) : fence(mask?.hide(text) ?? text, allMarks);
    },
    close: () => clearTimeout(timer),
  };
}

/** Gives what a model wrote as a value; undefined where it is no JSON, or too much of it. */
function readInput(text: string): unknown {
  if (text.length > longestInput) return undefined;
  try {
    return JSON.parse(text.trim() === "" ? "{}" : text);
  } catch {
    return undefined;
  }
}

/** Passages are ours where they come from the pages: a page's own text has lost such marks before. */
const ourMarks = /<(?=\s*\/?\s*(?:result|page-context|file))/gi;
const allMarks = /<(?=\s*\/?\s*(?:result|passage|page-context|file))/gi;

/** What a tool gives is data: text that imitates our marks loses its angle brackets, so that nothing ends its own fence. */
function fence(text: string, marks: RegExp): string {
  return `<result>\n${text.toWellFormed().replace(marks, "‹")}\n</result>`;
}

function cut(text: string): string {
  const plain = text.toWellFormed().replaceAll("\u0000", "\ufffd");
  return plain.length > longestNoted ? `${plain.slice(0, longestNoted - 1)}…` : plain;
}

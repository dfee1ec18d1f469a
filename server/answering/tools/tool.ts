import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import type { FoundPassage } from "../../knowledge/retrieve.ts";
import type { ToolDescription } from "../../models/chatModel.ts";

/** What a tool gives: the text is for the model and is data to it; the summary is for the team's eyes. */
export interface ToolResult {
  text: string;
  summary: string;
  /** What it took of the agent's model, which the answer costs too. */
  usage?: { tokensIn: number | null; tokensOut: number | null } | undefined;
}

interface AnyTool extends ToolDescription {
  /** Gives the input as `run` takes it, or says to the model what is wrong with it. */
  check(input: unknown): { input: unknown } | { problem: string };
  /** What it gives is on public pages: no personal data is hidden in it. */
  isPublic?: boolean;
  /** Does it once. It ends with the signal; what it throws is told to the model as a failure, without its message. */
  run(input: unknown, signal: AbortSignal): Promise<ToolResult>;
}

/** A tool that changes nothing. */
export interface ReadingTool extends AnyTool {
  hasEffects: false;
}

/** A tool that changes something: without a rule of the owner's or the visitor's consent it never runs. */
export interface ActingTool extends AnyTool {
  hasEffects: true;
  /** Gives null where a rule or the visitor lets it run, else what the model is told. It never looks at pages or results. */
  findObjection(input: unknown): string | null;
}

/** Something that a model may ask us to do while it answers. */
export type Tool = ReadingTool | ActingTool;

/** Tools that were found for an answer, once it is known what can be cited; what they find themselves goes behind it. */
export type FoundTools = (passages: FoundPassage[]) => Tool[];

/** Names and checks a tool's input by a schema of ours; tools that people describe bring their own JSON Schema. */
export function describeInput<Schema extends v.GenericSchema<unknown, Record<string, unknown>>>(
  schema: Schema,
): Pick<AnyTool, "inputSchema" | "check"> {
  const { $schema: _, ...inputSchema } = toJsonSchema(schema, { typeMode: "input", errorMode: "ignore" });
  return {
    inputSchema: inputSchema as Record<string, unknown>, // a schema is an object
    check(input) {
      const checked = v.safeParse(schema, input);
      if (checked.success) return { input: checked.output };
      const [issue] = checked.issues;
      return { problem: `${v.getDotPath(issue) ?? "the input"}: ${issue.message}` };
    },
  };
}

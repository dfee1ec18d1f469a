import { toJsonSchema } from "./forms.ts";
import type { FormField } from "./forms.ts";

/** An action that runs in the visitor's page, as far as its page has to know it. */
export interface PageTool {
  name: string;
  description: string;
  inputs: readonly FormField[];
  config: { resultSchema: string };
}

/** Gives the TypeScript types of what a page has to offer for these actions. */
export function writeToolTypes(tools: readonly PageTool[]): string {
  const members = tools.map((tool) => {
    const given = writeType(toJsonSchema(tool.inputs), "  ");
    const result = writeType(parse(tool.config.resultSchema), "  ");
    return `  /** ${toComment(tool.description)} */\n  ${quote(tool.name)}(args: ${given}, signal: AbortSignal): ${result} | Promise<${result}>;`;
  });
  return `export interface PilothouseTools {\n${members.join("\n")}\n}`;
}

/** Gives the lines by which a page offers one of them. */
export function writeToolExample({ name, description, inputs, config }: PageTool): string {
  const parameters = JSON.stringify(toJsonSchema(inputs), null, 2).replaceAll("\n", "\n  ");
  const example = JSON.stringify(exampleOf(parse(config.resultSchema)));
  return `window.Pilothouse=window.Pilothouse||function(){(Pilothouse.q=Pilothouse.q||[]).push(arguments)};
Pilothouse("addTool", {
  name: ${JSON.stringify(name)},
  description: ${JSON.stringify(toComment(description))},
  parameters: ${parameters},
  async run(args, signal) {
    // Your code. What it returns goes to the agent.
    return ${example};
  },
});`;
}

type Json = Record<string, unknown>;

function parse(text: string): Json {
  try {
    const schema: unknown = JSON.parse(text);
    return isRecord(schema) ? schema : {};
  } catch {
    return {};
  }
}

function writeType(schema: unknown, indent: string, depth = 0): string {
  if (!isRecord(schema) || depth > deepest) return "unknown";
  const { type, items, properties } = schema;
  if (Array.isArray(schema["enum"]))
    return schema["enum"].map((one) => JSON.stringify(one)).join(" | ") || "never";
  if (type === "string" || type === "boolean" || type === "null") return type;
  if (type === "number" || type === "integer") return "number";
  if (type === "array") return `Array<${writeType(items, indent, depth + 1)}>`;
  if (type !== "object" || !isRecord(properties))
    return type === "object" ? "Record<string, unknown>" : "unknown";
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, property]) => {
    const about =
      isRecord(property) && typeof property["description"] === "string" ? property["description"] : "";
    const comment = about ? `${inner}/** ${toComment(about)} */\n` : "";
    const mark = required.includes(name) ? "" : "?";
    return `${comment}${inner}${quote(name)}${mark}: ${writeType(property, inner, depth + 1)};`;
  });
  return lines.length > 0 ? `{\n${lines.join("\n")}\n${indent}}` : "Record<string, never>";
}

function exampleOf(schema: unknown, depth = 0): unknown {
  if (!isRecord(schema) || depth > deepest) return {};
  const { type, properties, items } = schema;
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  if (type === "string") return "";
  if (type === "boolean") return true;
  if (type === "number" || type === "integer") return 0;
  if (type === "array") return [exampleOf(items, depth + 1)];
  return Object.fromEntries(
    Object.entries(isRecord(properties) ? properties : {}).map(([name, one]) => [
      name,
      exampleOf(one, depth + 1),
    ]),
  );
}

const deepest = 6;

function quote(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** Nothing that an owner writes ends a comment. */
function toComment(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("*/", "* /").trim();
}

function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import { createHash } from "node:crypto";
import {
  maxMcpTools,
  maxToolDescription,
  maxToolReferences,
  maxToolSchema,
} from "../../../shared/domain/mcps.ts";
import { readToolApp } from "./apps/readToolApp.ts";
import type { ListedTool } from "./client.ts";

/** A tool as it is kept. */
export interface VettedTool {
  name: string;
  title: string;
  description: string;
  /** JSON. */
  inputSchema: string;
  fingerprint: string;
  /** JSON of ToolApp; null where it says nothing of apps. */
  app: string | null;
}

export interface VettedTools {
  tools: VettedTool[];
  leftOut: { name: string; why: string }[];
}

const longestTitle = 120;
const mostReasons = 50;

/** Takes of a server's tools those that can be used, and says of the others why they can't (F5, F7). */
export function vetTools(listed: readonly ListedTool[]): VettedTools {
  const tools = new Map<string, VettedTool>();
  const leftOut: VettedTools["leftOut"] = [];
  for (const tool of listed) {
    const inputSchema = JSON.stringify(tool.inputSchema);
    const why = tools.has(tool.name)
      ? "Another tool of this server has its name."
      : tools.size >= maxMcpTools
        ? `More than ${maxMcpTools} tools of one server can't be used.`
        : findFault(tool, inputSchema);
    if (why !== null) leftOut.push({ name: clean(tool.name).slice(0, longestTitle), why });
    else tools.set(tool.name, keep(tool, inputSchema));
  }
  return { tools: [...tools.values()], leftOut: leftOut.slice(0, mostReasons) };
}

function findFault({ name, description = "" }: ListedTool, inputSchema: string): string | null {
  if (!/^[A-Za-z0-9_.-]{1,128}$/.test(name))
    return "Its name has other signs than letters, digits, _ . and -.";
  if (description.length > maxToolDescription)
    return `Its description is longer than ${maxToolDescription} characters.`;
  if (inputSchema.length > maxToolSchema)
    return `Its input schema is longer than ${maxToolSchema} characters.`;
  const references = [...inputSchema.matchAll(/"\$(?:dynamic|recursive)?[Rr]ef":("?)(.)/g)];
  if (references.length > maxToolReferences)
    return `Its input schema has more than ${maxToolReferences} references.`;
  if (references.some(([, quote, first]) => quote === '"' && first !== "#"))
    return "Its input schema refers to another address, which is not fetched.";
  return null;
}

function keep({ name, title = "", description = "", _meta }: ListedTool, inputSchema: string): VettedTool {
  const kept = { title: clean(title).slice(0, longestTitle), description: clean(description), inputSchema };
  const fingerprint = createHash("sha256").update(JSON.stringify(kept)).digest("hex").slice(0, 32);
  const app = readToolApp(_meta);
  return { name, ...kept, fingerprint, app: app && JSON.stringify(app) };
}

/** Both stores keep it, and nothing in it is invisible: such signs hide instructions from people who look at it. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(
      /[\u0000-\u0008\u000b-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|[\u{e0000}-\u{e007f}]/gu,
      "",
    )
    .trim();
}

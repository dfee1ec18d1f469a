import { asList, asText } from "../json.ts";
import type { MapContext } from "../mapping.ts";

/** How Dify's references to variables are written here. */
export interface DifyTexts {
  /** A text with `{{#node.field#}}` in it. */
  fill: (text: string) => string;
  /** A selector, `[node, field]`, as a text with that variable. */
  select: (selector: unknown) => string;
  /** A selector as a path, for expressions; empty where it names nothing. */
  path: (selector: unknown) => string;
  /** What an item of a loop is called. */
  itemOf: (loopId: string) => string;
}

/** The field of a node that is what it gives itself; others are parts of it. */
const wholes = new Set(["text", "result", "output", "body", "answer"]);
const system: Record<string, string> = {
  query: "message.text",
  user_id: "contact.id",
  conversation_id: "conversation.id",
  workflow_run_id: "run.id",
};

/** Makes what writes the variables of one file. */
export function createDifyTexts({ flow, variableOf, variableNamed }: MapContext): DifyTexts {
  const byId = new Map(flow.nodes.map((node) => [node.id, node]));

  function read(parts: readonly string[]): string {
    const [owner = "", name = "", ...rest] = parts;
    if (owner === "sys") return system[name] ?? `message.${name.replace(/\W/g, "_")}`;
    if (owner === "env" || owner === "conversation") return join(variableNamed(`${owner}.${name}`), rest);
    const node = byId.get(owner);
    if (!node) return "";
    if (node.type === "start") return join(variableNamed(`start.${name}`), rest);
    if ((node.type === "iteration" || node.type === "loop") && (name === "item" || name === "index"))
      return name === "item" ? join(itemOf(owner), rest) : `${itemOf(owner)}Index`;
    const isWhole = wholes.has(name) || !name || node.type === "variable-aggregator" || node.type === "code";
    if (name === "structured_output") return join(variableOf(owner), rest);
    return join(variableOf(owner), isWhole ? rest : [name, ...rest]);
  }

  function itemOf(loopId: string): string {
    return `${variableOf(loopId).slice(0, 50)}_item`;
  }

  const path = (selector: unknown) => read(asList(selector).map(asText));
  return {
    fill: (text) =>
      text
        .replace(/\{\{#([^#{}]{1,200})#\}\}/g, (_all, inner: string) => {
          if (inner === "context") return "";
          const found = read(inner.split("."));
          return found && `{{${found}}}`;
        })
        .slice(0, 8000),
    select: (selector) => {
      const found = path(selector);
      return found && `{{${found}}}`;
    },
    path,
    itemOf,
  };
}

function join(name: string, rest: readonly string[]): string {
  return [name, ...rest.filter((part) => /^\w+$/.test(part))].join(".");
}

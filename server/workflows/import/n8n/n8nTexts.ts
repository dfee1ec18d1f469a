import type { ForeignNode } from "../foreign.ts";
import { asText } from "../json.ts";
import type { MapContext } from "../mapping.ts";
import { toName } from "../names.ts";
import { withoutTags } from "../texts.ts";

/** How n8n's expressions are written here. */
export interface N8nTexts {
  /** A value of a node; an expression begins with `=` there. */
  fill: (value: unknown) => string;
  /** What the node before gives. */
  before: () => string;
  /** Expressions that are more than a path, which nothing stands in for. */
  lost: () => readonly string[];
}

const accessor = /^(?:\.([A-Za-z_]\w*)|\[\s*["']([^"'\]]{1,100})["']\s*\]|\[(\d+)\])/;

/** Makes what turns the expressions of one node into our variables. */
export function createN8nTexts({ id }: ForeignNode, { flow, variableOf }: MapContext): N8nTexts {
  const lost: string[] = [];
  const known = new Set(flow.nodes.map((node) => node.id));

  /** What a node gives: a chat's message, a webhook's body, or the variable in which its step keeps it. */
  function dataOf(nodeId: string, seen = new Set<string>()): string {
    const kind =
      flow.nodes
        .find((node) => node.id === nodeId)
        ?.type.split(".")
        .at(-1) ?? "";
    if (kind === "webhook") return "trigger";
    if (/chatTrigger/i.test(kind)) return "message";
    if (kind === "set") return "";
    // These hand on what they were given.
    if (
      ["if", "filter", "switch", "noOp", "merge", "wait", "splitInBatches"].includes(kind) &&
      !seen.has(nodeId)
    ) {
      seen.add(nodeId);
      const before = flow.edges.find(({ to, out }) => to === nodeId && /^\d+$/.test(out));
      return before ? dataOf(before.from, seen) : "";
    }
    return variableOf(nodeId);
  }

  function before(): string {
    const edge = flow.edges.find(({ to, out }) => to === id && /^\d+$/.test(out));
    return edge ? dataOf(edge.from) : "";
  }

  function read(expression: string): string | null {
    const named =
      /^\$\(\s*["']([^"']{1,200})["']\s*\)(?:\.(?:item|first\(\)|last\(\)|all\(\)\[0\]))?\.json/.exec(
        expression,
      ) ?? /^\$node\[\s*["']([^"']{1,200})["']\s*\]\.json/.exec(expression);
    const own = /^\$json|^\$input\.(?:item|first\(\))\.json/.exec(expression);
    const start = named ?? own;
    if (!start) return null;
    const [, owner] = named ?? [];
    if (owner !== undefined && !known.has(owner)) return null;
    const parts: string[] = [];
    let rest = expression.slice(start[0].length);
    for (let found = accessor.exec(rest); found; found = accessor.exec(rest)) {
      parts.push(toName(found[1] ?? found[2] ?? "") || (found[3] ?? ""));
      rest = rest.slice(found[0].length);
    }
    if (rest.trim() !== "") return null;
    const base = owner === undefined ? before() : dataOf(owner);
    if (base === "message") return parts[0] === "sessionId" ? "conversation.id" : "message.text";
    const path = [base, ...parts].filter(Boolean).join(".");
    return /^[A-Za-z_]/.test(path) ? path : null;
  }

  return {
    fill: (value) => {
      const text = asText(value);
      if (!text.startsWith("=")) return withoutTags(text).slice(0, 8000);
      return withoutTags(text.slice(1))
        .replace(/\{\{([^{}]{1,500})\}\}/g, (_all, inner: string) => {
          const found = read(inner.trim());
          if (found === null) lost.push(inner.trim());
          return found === null ? "" : `{{${found}}}`;
        })
        .slice(0, 8000);
    },
    before,
    lost: () => lost,
  };
}

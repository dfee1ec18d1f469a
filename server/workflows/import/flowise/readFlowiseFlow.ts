import type { ForeignFlow, ForeignNode } from "../foreign.ts";
import { asObject, asObjects, asText } from "../json.ts";
import type { Json } from "../json.ts";

/** Whether a file is a Flowise export of any generation. */
export function isFlowise(file: Json): boolean {
  return asObjects(file.nodes).some(
    (node) => asObject(node.data).inputParams !== undefined || isOfCanvas(node),
  );
}

function isOfCanvas({ type }: Json): boolean {
  return type === "agentFlow" || type === "customNode" || type === "stickyNote" || type === "iteration";
}

/** Reads the graph of a Flowise flow. */
export function readFlowiseFlow(file: Json): ForeignFlow {
  return {
    name: asText(file.name),
    description: asText(file.description),
    nodes: asObjects(file.nodes).map(readNode),
    edges: asObjects(file.edges).map(({ source, sourceHandle, target }) => ({
      from: asText(source),
      out: readOut(asText(sourceHandle)),
      to: asText(target),
    })),
  };
}

/** `humanInputAgentflow_0-output-1` is the second way out; a way with a node's name is its only one. */
function readOut(handle: string): string {
  const out = /-output-(.*)$/.exec(handle)?.[1] ?? "";
  return /^\d+$/.test(out) ? out : "";
}

function readNode(node: Json): ForeignNode {
  const data = asObject(node.data);
  const type = asText(data.name) || asText(node.type);
  return {
    id: asText(node.id),
    type,
    title: asText(data.label) || type,
    data,
    parent: asText(node.parentNode) || null,
  };
}

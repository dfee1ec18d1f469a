import type { ForeignEdge, ForeignFlow } from "../foreign.ts";
import { asList, asObject, asObjects, asText } from "../json.ts";
import type { Json } from "../json.ts";

/** Whether a file is an n8n workflow. */
export function isN8n(file: Json): boolean {
  return Array.isArray(file.nodes) && typeof file.connections === "object" && file.connections !== null;
}

/** Reads the graph of an n8n workflow, whose connections go by the nodes' names. */
export function readN8nFlow(file: Json): ForeignFlow {
  const nodes = asObjects(file.nodes).map((node) => {
    const type = asText(node.type);
    const title = asText(node.name) || type;
    return { id: title, type, title, data: node, parent: null };
  });
  const edges = Object.entries(asObject(file.connections)).flatMap(([from, ways]) =>
    Object.entries(asObject(ways)).flatMap(([kind, outputs]) => readEdges({ from, kind, outputs })),
  );
  return { name: asText(file.name), description: asText(asObject(file.meta).description), nodes, edges };
}

/** Edges of the kind `main` are the way of the run; all others hand a model, a memory or a tool to a node. */
function readEdges({ from, kind, outputs }: { from: string; kind: string; outputs: unknown }): ForeignEdge[] {
  return asList(outputs).flatMap((targets, index) =>
    asObjects(targets).map(({ node }) => ({
      from,
      out: kind === "main" ? String(index) : kind,
      to: asText(node),
    })),
  );
}

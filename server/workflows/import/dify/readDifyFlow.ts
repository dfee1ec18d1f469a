import type { ForeignEdge, ForeignFlow, ForeignNode } from "../foreign.ts";
import { asObject, asObjects, asText } from "../json.ts";
import type { Json } from "../json.ts";

/** Whether a file is a Dify export with a graph. */
export function isDify(file: Json): boolean {
  return asObject(asObject(file.workflow).graph).nodes !== undefined;
}

/** Reads the graph of a Dify app. */
export function readDifyFlow(file: Json): ForeignFlow {
  const app = asObject(file.app);
  const graph = asObject(asObject(file.workflow).graph);
  const nodes = asObjects(graph.nodes).map(readNode);
  const edges = asObjects(graph.edges).map(({ source, sourceHandle, target }) => ({
    from: asText(source),
    out: sourceHandle === "source" ? "" : asText(sourceHandle),
    to: asText(target),
  }));
  return {
    name: asText(app.name),
    description: asText(app.description),
    nodes,
    edges: [...edges, ...findBodies(nodes, edges)],
  };
}

function readNode(node: Json): ForeignNode {
  const data = asObject(node.data);
  const type = asText(data.type) || asText(node.type);
  return {
    id: asText(node.id),
    type,
    title: asText(data.title).trim() || type,
    data,
    parent: asText(node.parentId) || asText(data.iteration_id) || asText(data.loop_id) || null,
  };
}

/** A loop leads to the first of the nodes within it. */
function findBodies(nodes: readonly ForeignNode[], edges: readonly ForeignEdge[]): ForeignEdge[] {
  const led = new Set(edges.map(({ to }) => to));
  return nodes
    .filter(({ type }) => type === "iteration" || type === "loop")
    .flatMap(({ id, data }) => {
      const named = nodes.find((node) => node.id === asText(data.start_node_id));
      const first = named ?? nodes.find(({ parent, id: inner }) => parent === id && !led.has(inner));
      return first ? [{ from: id, out: "each", to: first.id }] : [];
    });
}

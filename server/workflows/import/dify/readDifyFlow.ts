import type { ForeignFlow, ForeignNode } from "../foreign.ts";
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
  return {
    name: asText(app.name),
    description: asText(app.description),
    nodes: asObjects(graph.nodes).map(readNode),
    edges: asObjects(graph.edges).map(({ source, sourceHandle, target }) => ({
      from: asText(source),
      out: sourceHandle === "source" ? "" : asText(sourceHandle),
      to: asText(target),
    })),
  };
}

function readNode(node: Json): ForeignNode {
  const data = asObject(node.data);
  const type = asText(data.type) || asText(node.type);
  return {
    id: asText(node.id),
    type,
    title: asText(data.title) || type,
    data,
    parent: asText(node.parentId) || asText(data.iteration_id) || asText(data.loop_id) || null,
  };
}

import type { ForeignEdge, ForeignFlow, ForeignNode } from "../foreign.ts";
import { asObject, asObjects, asText } from "../json.ts";
import type { Json } from "../json.ts";

/** Whether a file is a Flowise export of any generation. */
export function isFlowise(file: Json): boolean {
  if (isTool(file)) return true;
  return asObjects(file.nodes).some(
    (node) => asObject(node.data).inputParams !== undefined || isOfCanvas(node),
  );
}

function isOfCanvas({ type }: Json): boolean {
  return type === "agentFlow" || type === "customNode" || type === "stickyNote" || type === "iteration";
}

/** Reads the graph of a Flowise flow. */
export function readFlowiseFlow(file: Json): ForeignFlow {
  if (isTool(file)) return readTool(file);
  const nodes = asObjects(file.nodes).map(readNode);
  const edges = asObjects(file.edges).map(({ source, sourceHandle, target }) => ({
    from: asText(source),
    out: readOut(asText(sourceHandle)),
    to: asText(target),
  }));
  return {
    name: asText(file.name),
    description: asText(file.description),
    nodes,
    edges: [...edges, ...findReturns(nodes), ...findBodies(nodes, edges)],
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

/** A tool is exported by itself: its code and what it takes. */
function isTool({ func, schema }: Json): boolean {
  return typeof func === "string" && typeof schema === "string";
}

function readTool({ name, description, func }: Json): ForeignFlow {
  const inputs = { customFunctionJavascriptFunction: func };
  const tool = {
    id: "tool",
    type: "customTool",
    title: asText(name) || "Tool",
    data: { inputs },
    parent: null,
  };
  return { name: asText(name), description: asText(description), nodes: [tool], edges: [] };
}

/** A loop node names the node that it leads back to: `agentAgentflow_0-Email Reply Agent`, or its label. */
function findReturns(nodes: readonly ForeignNode[]): ForeignEdge[] {
  return nodes.flatMap(({ id, data }) => {
    const inputs = asObject(data.inputs);
    const named = asText(inputs.loopBackToNode) || asText(inputs.loopToName);
    const target = nodes.find(
      (node) =>
        named !== "" &&
        (node.id === named.split("-")[0] ||
          node.title === named ||
          asText(asObject(node.data.inputs).llmNodeName) === named ||
          asText(asObject(node.data.inputs).agentName) === named),
    );
    return target ? [{ from: id, out: "", to: target.id }] : [];
  });
}

/** An iteration leads to the first of the nodes within it. */
function findBodies(nodes: readonly ForeignNode[], edges: readonly ForeignEdge[]): ForeignEdge[] {
  const led = new Set(edges.map(({ to }) => to));
  return nodes
    .filter(({ type }) => type === "iterationAgentflow")
    .flatMap(({ id }) => {
      const first = nodes.find((node) => node.parent === id && !led.has(node.id));
      return first ? [{ from: id, out: "each", to: first.id }] : [];
    });
}

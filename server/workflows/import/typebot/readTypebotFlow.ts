import type { ForeignEdge, ForeignFlow, ForeignNode } from "../foreign.ts";
import { asObject, asObjects, asText } from "../json.ts";
import type { Json } from "../json.ts";
import { readTypebotVariables } from "./typebotTexts.ts";

/** Whether a file is a Typebot export, which has groups of blocks. */
export function isTypebot(file: Json): boolean {
  return Array.isArray(file.groups) && Array.isArray(file.edges);
}

/**
 * Reads the graph of a Typebot: a block of a group is followed by the next one, unless it is the last or an edge leaves it.
 * Edges lead to a group, or to one of its blocks.
 */
export function readTypebotFlow(file: Json): ForeignFlow {
  const groups = asObjects(file.groups).map((group) => ({
    id: asText(group.id),
    title: asText(group.title),
    blocks: asObjects(group.blocks),
  }));
  const firstOf = new Map(groups.map(({ id, blocks }) => [id, asText(blocks[0]?.id)]));
  const targets = new Map(
    asObjects(file.edges).map((edge) => {
      const to = asObject(edge.to);
      return [asText(edge.id), asText(to.blockId) || (firstOf.get(asText(to.groupId)) ?? "")] as const;
    }),
  );
  const starts = asObjects(file.events).filter(({ type }) => type === "start");
  const nodes: ForeignNode[] = starts.map((event) => ({
    ...{ id: asText(event.id), type: "start", title: "Start", data: event, parent: null },
  }));
  const edges: ForeignEdge[] = [];
  const addEdge = (from: string, out: string, edgeId: unknown) => {
    const to = targets.get(asText(edgeId));
    if (to) edges.push({ from, out, to });
    return Boolean(to);
  };
  for (const event of starts) addEdge(asText(event.id), "", event.outgoingEdgeId);
  for (const { title, blocks } of groups) {
    for (const [at, block] of blocks.entries()) {
      const id = asText(block.id);
      nodes.push({
        id,
        type: asText(block.type),
        title: describeBlock(block, title),
        data: block,
        parent: null,
      });
      for (const [index, item] of asObjects(block.items).entries())
        addEdge(id, asText(item.id) || String(index), item.outgoingEdgeId);
      const jump = asObject(block.options);
      if (asText(block.type) === "Jump") {
        const to = asText(jump.blockId) || (firstOf.get(asText(jump.groupId)) ?? "");
        if (to) edges.push({ from: id, out: "", to });
        continue;
      }
      const next = asText(blocks[at + 1]?.id);
      if (!addEdge(id, "", block.outgoingEdgeId) && next) edges.push({ from: id, out: "", to: next });
    }
  }
  return { name: asText(file.name), description: "", nodes, edges, variables: readTypebotVariables(file) };
}

function describeBlock({ type }: Json, group: string): string {
  return group ? `${group}: ${asText(type)}` : asText(type);
}

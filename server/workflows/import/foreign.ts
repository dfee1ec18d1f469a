import type { Json } from "./json.ts";

/** What all builders have the same: named nodes, and edges that leave them by named ways. */
export interface ForeignFlow {
  name: string;
  description: string;
  nodes: ForeignNode[];
  edges: ForeignEdge[];
  /** Those that the file lists, where its builder has them by ID. */
  variables?: { id: string; name: string; value: string }[];
}

export interface ForeignNode {
  id: string;
  type: string;
  /** As the other builder's canvas names it. */
  title: string;
  data: Json;
  /** The loop that it stands in. */
  parent: string | null;
}

export interface ForeignEdge {
  from: string;
  /** Empty where the node has one way out. */
  out: string;
  to: string;
}

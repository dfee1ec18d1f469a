/** The vector of a passage in the index, by the model that made it. */
export interface PassageVectorRow {
  organizationId: string;
  sourceId: string;
  /** Our id of the model, as in the organization's choice. */
  model: string;
  /** The passage's number in its source. */
  number: number;
  /** Of the text that was made a vector: the same text is not asked for twice in an organization. */
  hash: string;
  /** See quantise.ts; its length says how many dimensions there are. */
  data: Uint8Array;
}

/** The signs of some vectors of a source; written once and never changed. */
export interface VectorBlockRow {
  organizationId: string;
  sourceId: string;
  model: string;
  block: string;
  /** See block.ts. */
  data: Uint8Array;
}

/** How far the vectors of a source by one model are. */
export interface SourceVectorsRow {
  organizationId: string;
  sourceId: string;
  model: string;
  state: "queued" | "running" | "ready" | "failed";
  /** 1: passages may have come since the job last looked. */
  isStale: number;
  /** 1: all passages had one once, so that questions may be asked by this model. */
  isWhole: number;
  dimensions: number | null;
  /** Passages that have one, of how many. */
  done: number;
  total: number;
  /** Why it failed, for people. */
  error: string | null;
  updatedAt: number;
}

declare module "../../database/store.ts" {
  interface Tables {
    passageVectors: PassageVectorRow;
    vectorBlocks: VectorBlockRow;
    sourceVectors: SourceVectorsRow;
  }
}

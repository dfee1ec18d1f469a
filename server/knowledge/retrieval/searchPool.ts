import type { AgentKey } from "../../agents/parts.ts";
import type { Store } from "../../database/store.ts";
import type { LikePassages } from "../hygiene/findLikePassages.ts";
import type { VectorOwner, VectorPlan } from "../vectors/planVectors.ts";
import { createPool } from "../threads/pool.ts";
import type { Asker } from "../threads/pool.ts";
import { startWorkerThread } from "../threads/startWorkerThread.ts";
import type { FoundPassages } from "./findPassages.ts";
import type { IndexOwner } from "./indexPassages.ts";
import { applyMerge } from "./mergeSegments.ts";
import type { Merge } from "./mergeSegments.ts";
import type { OldSegment } from "./planTerms.ts";
import type { RankedHit } from "./fuse.ts";
import type { SearchQuestion } from "./search.ts";
import type { EncodedSegment } from "./segment/encodeSegment.ts";
import { sweepSegments } from "./sweepSegments.ts";
import type { SearchPlace, SearchTask, SearchAnswer, SegmentChange } from "./searchTask.ts";

/** The heavy half of retrieval on threads of its own, so that neither a question nor a sync holds up the server. */
export interface SearchPool {
  /** Gives the best passages for a question, as `search` does. */
  search(question: SearchQuestion): Promise<RankedHit[]>;
  /** Gives them as they are in the store, in the same trip to the thread. */
  find(question: SearchQuestion): Promise<FoundPassages>;
  /** Encodes a batch, to be stored by `writeSegment` in the transaction that stores its passages. */
  encode(change: SegmentChange, owner: Pick<IndexOwner, "organizationId">): Promise<EncodedSegment>;
  /** Does the merges that are due: planned on a thread, written by short transactions here. Call it after each batch. */
  merge(owner: IndexOwner): Promise<void>;
  /** Makes the terms of a segment again from its passages. One that was merged meanwhile is left as it is. */
  renewTerms(old: OldSegment): Promise<void>;
  /** Compares all passages of an agent: about nine seconds for 100,000, in which syncs wait and questions do not. */
  findLikePassages(agent: AgentKey): Promise<LikePassages>;
  /** Says which passages of a source have no vector by a model yet, and how its blocks are to be folded. */
  planVectors(owner: VectorOwner): Promise<VectorPlan>;
  close(): Promise<void>;
}

/** Opens the pool beside a store; questions have a thread of their own, which a sync never occupies. */
export function createSearchPool(
  store: Store,
  { threads = 1, cacheMb = 96 }: { threads?: number; cacheMb?: number } = {},
): SearchPool {
  const data: SearchPlace = {
    file: store.file,
    databaseUrl: store.databaseUrl,
    cacheBytes: cacheMb * 1024 * 1024,
  };
  const script = new URL("./search.worker.ts", import.meta.url);
  const questions = createPool<SearchTask, SearchAnswer>({
    start: () => startWorkerThread(script, data),
    most: threads,
    timeoutMs: longestSearchMs,
  });
  const chores = createPool<SearchTask, SearchAnswer>({
    start: () => startWorkerThread(script, { ...data, cacheBytes: headsCacheBytes }),
    most: 1,
    timeoutMs: longestChoreMs,
    idleMs: 60_000,
  });
  const takeResult = (answer: SearchAnswer): unknown => {
    if ("message" in answer) throw new Error(answer.message);
    return answer.result;
  };
  const ask = async (task: SearchTask, { organizationId }: Pick<Asker, "organizationId">) =>
    takeResult(await ("question" in task ? questions : chores).run(task, { organizationId }));

  return {
    // The thread answers each kind of task with what the function of that name gives.
    search: async (question) => (await ask({ kind: "search", question }, question)) as RankedHit[],
    find: async (question) => (await ask({ kind: "find", question }, question)) as FoundPassages, // as above
    encode: async (change, owner) => (await ask({ kind: "encode", change }, owner)) as EncodedSegment, // as above
    merge: async (owner) => {
      for (;;) {
        const merge = (await ask({ kind: "planMerge", owner }, owner)) as Merge | undefined; // as above
        if (!merge) return sweepSegments(store, owner);
        await applyMerge(store, { ...owner, merge });
      }
    },
    renewTerms: async (old) => {
      const merge = (await ask({ kind: "planTerms", old }, old)) as Merge | undefined; // as above
      if (merge) await applyMerge(store, { ...old, merge });
    },
    findLikePassages: async (agent) =>
      (await ask({ kind: "findLikePassages", agent }, agent)) as LikePassages, // as above
    planVectors: async (owner) => (await ask({ kind: "planVectors", owner }, owner)) as VectorPlan, // as above
    close: async () => {
      await Promise.all([questions.close(), chores.close()]);
    },
  };
}

/** Chores remember the heads of segments only: a million passages have 16 MB of them. */
const headsCacheBytes = 24 * 1024 * 1024;
const longestSearchMs = 20_000;
const longestChoreMs = 10 * 60_000;

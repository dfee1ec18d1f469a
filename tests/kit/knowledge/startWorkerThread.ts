import type { Runner } from "../../../server/knowledge/threads/pool.ts";
import { createSearcher } from "../../../server/knowledge/retrieval/createSearcher.ts";
import type {
  SearchAnswer,
  SearchPlace,
  SearchTask,
} from "../../../server/knowledge/retrieval/searchTask.ts";

/**
 * Replaces server/knowledge/threads/startWorkerThread.ts where a test's server runs in the test's own process: each of
 * hundreds of servers would load the search again in two threads, for half of all the time that the tests compute. What
 * is asked and answered is copied as between threads. Servers in processes of their own have real threads.
 */
export function startWorkerThread(_script: URL, data: unknown): Runner<SearchTask, SearchAnswer> {
  const searcher = createSearcher(data as SearchPlace); // what searchPool.ts gives
  const ended = Promise.withResolvers<void>();
  return {
    ask: async (task) => structuredClone(await searcher.answer(structuredClone(task))),
    ended: ended.promise,
    stop: () => void searcher.close().then(ended.resolve, ended.resolve),
    hold: () => {},
  };
}

import { parentPort, workerData } from "node:worker_threads";
import { createSearcher } from "./createSearcher.ts";
import type { SearchPlace, SearchTask } from "./searchTask.ts";

// Only searchPool.ts starts this file, with the place of the database as its data.
const searcher = createSearcher(workerData as SearchPlace);

parentPort?.on("message", (task: SearchTask) => {
  void searcher.answer(task).then((answer) => parentPort?.postMessage(answer));
});

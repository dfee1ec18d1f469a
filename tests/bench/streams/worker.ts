/** Tries the recordings that it is given, one after the other, and tells of each. */
import { parentPort, workerData } from "node:worker_threads";
import type { Recording } from "./recordings.ts";
import { startRecordedProvider } from "./serve.ts";
import { tryRecording } from "./tryRecording.ts";

const { recordings, every, isFull } = workerData as {
  recordings: Recording[];
  every: number;
  isFull: boolean;
}; // see streams.ts
// Most replays end in a fault that is meant: nobody reads where in the code it was made.
Error.stackTraceLimit = 3;
const progress = (cuts: number) => parentPort?.postMessage({ cuts });
const provider = await startRecordedProvider();
for (const recording of recordings) {
  const tried = await tryRecording(recording, { serve: provider.serve, every, isFull, progress });
  parentPort?.postMessage({ tried });
}
await provider.close();

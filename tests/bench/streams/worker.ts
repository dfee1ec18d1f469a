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
const provider = await startRecordedProvider();
for (const recording of recordings) {
  parentPort?.postMessage(await tryRecording(recording, { serve: provider.serve, every, isFull }));
}
await provider.close();

import { parentPort, workerData } from "node:worker_threads";
import { createReader } from "./createReader.ts";
import type { ReaderQuestion } from "./createReader.ts";

// Only startReaderThread.ts starts this file, with the path of the database as its data.
const reader = createReader((workerData as { path: string }).path);

parentPort?.on("message", (question: ReaderQuestion) => parentPort?.postMessage(reader.answer(question)));

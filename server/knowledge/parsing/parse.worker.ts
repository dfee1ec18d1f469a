import { parentPort } from "node:worker_threads";
import type { ParseAnswer, ParseTask } from "./createParser.ts";
import { ParseError } from "./ParseError.ts";

// A document must not be able to call anybody: the libraries that read it find no way out of this thread.
for (const name of ["fetch", "WebSocket", "EventSource", "XMLHttpRequest"])
  Reflect.deleteProperty(globalThis, name);
// What libraries have to say about a bad document is in our answer already.
const silent = () => {};
Object.assign(console, { log: silent, info: silent, warn: silent, error: silent, debug: silent });
// A fault in a library's own promise belongs to the document at hand, and the answer to that is on its way.
process.on("unhandledRejection", () => {});

const { parseDocument } = await import("./parseDocument.ts");

parentPort?.on("message", (task: ParseTask) => {
  void answer(task).then((result) => parentPort?.postMessage(result));
});

async function answer({ input, limits }: ParseTask): Promise<ParseAnswer> {
  try {
    return { document: await parseDocument(input, limits) };
  } catch (error) {
    const { reason, message } = error instanceof ParseError ? error : new ParseError("broken");
    return { reason, message };
  }
}

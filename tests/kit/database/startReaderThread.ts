import { createReader } from "../../../server/database/createReader.ts";
import type { ReaderThread } from "../../../server/database/startReaderThread.ts";

/**
 * Replaces server/database/startReaderThread.ts where a test's server runs in the test's own process: each of hundreds of
 * servers would start a thread and load the reader again. It answers later, and with copies, as a thread does. Servers in
 * processes of their own have real threads, as have the tests of the database.
 */
export function startReaderThread(path: string): ReaderThread {
  const reader = createReader(path);
  let isStopped = false;
  return {
    ask: ({ question, resolve, reject }, done) =>
      void setImmediate(() => {
        if (isStopped) return reject(new Error("The thread that read the database ended."));
        const answer = structuredClone(reader.answer(structuredClone(question)));
        done(true);
        if (answer.rows) resolve(answer.rows);
        else reject(Object.assign(new Error(answer.message), answer.fields));
      }),
    stop: async () => {
      isStopped = true;
      reader.close();
    },
  };
}

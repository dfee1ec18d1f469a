import { noteFailure } from "./noteFailure.ts";

type Later = typeof import("./later.ts");

/** What is not needed before an answer comes with the first need. */
export function onLater(work: (later: Later) => unknown): void {
  import("./later.ts").then(work).catch(noteFailure);
}

import { getDataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import { RequestError } from "../../../shared/client/requestError.ts";
import { callSources } from "./callSources.ts";
import { sourceParams, takeSource } from "./dataSources.ts";
import type { SourcePlace } from "./dataSources.ts";

const lookEveryMs = 600;
const mostLooks = 100;

/** Ends once nothing of a source is being read. Throws where that failed, takes a minute, or `signal` ends it. */
export async function waitUntilRead(place: SourcePlace, signal: AbortSignal): Promise<void> {
  for (let looks = 0; looks < mostLooks; looks += 1) {
    const { data } = await callSources(getDataSource, { params: sourceParams(place), signal });
    takeSource(data);
    if (data.lastRun === null || data.lastRun.endedAt !== null) {
      if (data.lastRun?.status === "failed")
        throw new RequestError("internal", data.error ?? "It was not read.");
      return;
    }
    await pause(signal);
  }
  throw new RequestError(
    "timeout",
    "The answer waits behind other work. Ask the draft in the playground later.",
  );
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, lookEveryMs);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

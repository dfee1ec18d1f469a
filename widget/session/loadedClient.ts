import type { Client, ClientOptions } from "../../shared/client/client.ts";
import { createClient } from "../../shared/client/createClient.ts";
import { waitByTimer } from "../../shared/client/wait.ts";

let delayMs = 0;

/** Delays every call by `ms`, so that the console's preview shows the chat on a slow network. */
export function delayCalls(ms: number): void {
  delayMs = ms;
}

/** The typed client of a visitor. */
export function createLoadedClient(options: ClientOptions): Client {
  const client = createClient(options);
  const delay = async (signal?: AbortSignal) => void (delayMs > 0 && (await waitByTimer(delayMs, signal)));
  return {
    async call(call, ...input) {
      await delay(input[0]?.signal);
      return client.call(call, ...input);
    },
    async *stream(call, input) {
      await delay(input.signal);
      yield* client.stream(call, input);
    },
  };
}

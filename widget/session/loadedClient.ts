import type { Client, ClientOptions } from "../../shared/client/client.ts";

/**
 * The typed client, which comes right after the first bundle: nobody needs it before something was typed. When it can't
 * be loaded, a call fails like one that finds no server, and the next one loads it again.
 */
export function createLoadedClient(options: ClientOptions): Client {
  let loading: Promise<Client> | undefined;

  function load(): Promise<Client> {
    loading ??= import("../../shared/client/createClient.ts").then(
      ({ createClient }) => createClient(options),
      (cause) => {
        loading = undefined;
        options.onReachable?.(false);
        throw cause;
      },
    );
    return loading;
  }

  void load().catch(() => {});
  return {
    call: async (call, ...input) => (await load()).call(call, ...input),
    async *stream(call, input) {
      yield* (await load()).stream(call, input);
    },
  };
}

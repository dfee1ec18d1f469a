import { EgressError, isPassing } from "../egress/EgressError.ts";
import { ChannelProblem } from "./ChannelProblem.ts";
import type { ChannelDeps } from "./deps.ts";
import type { FetchedFile, Fetching } from "./kind.ts";
import { tooLarge } from "./readBytes.ts";

/** How long a file may take. */
export const fileMs = 30_000;

export type FetchMedia = (
  url: string,
  fetching: Fetching & { headers?: Record<string, string> },
) => Promise<FetchedFile>;

/**
 * Makes what fetches a file from an address that came with a message: as one that somebody typed, since who wrote may have
 * had a say in it. What goes along in `headers` is left out where the address redirects to another server.
 */
export function createFetchMedia({ egress }: Pick<ChannelDeps, "egress">, provider: string): FetchMedia {
  return async (url, { headers = {}, signal, mostBytes }) => {
    const answer = await egress
      .fetch(url, { headers, signal, maxBytes: mostBytes, timeoutMs: fileMs })
      .catch((error: unknown) => {
        signal.throwIfAborted();
        throw describe(error, { provider, mostBytes });
      });
    if (answer.status === 429 || answer.status >= 500)
      throw new ChannelProblem("later", `${provider} does not give it at the moment (${answer.status}).`);
    if (answer.status !== 200)
      throw new ChannelProblem("message", `${provider} does not give it (${answer.status}).`);
    return { bytes: answer.body, contentType: answer.headers["content-type"] ?? null };
  };
}

function describe(error: unknown, { provider, mostBytes }: { provider: string; mostBytes: number }): unknown {
  if (!(error instanceof EgressError)) return error;
  if (error.reason === "tooLarge") return tooLarge(mostBytes);
  return new ChannelProblem(
    isPassing(error) ? "later" : "message",
    `It could not be fetched from ${provider}.`,
  );
}

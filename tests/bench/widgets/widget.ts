import { createHash } from "node:crypto";
import { createClient } from "../../../shared/client/createClient.ts";
import type { Client, SessionKey } from "../../../shared/client/client.ts";
import { signatureHeaders } from "../../../shared/domain/signature.ts";
import { fetchStream } from "../fetchStream.ts";

/** A visitor's chat as a page would have it, without the page: the product's own client, a session and a conversation. */
export interface Widget {
  client: Client;
  agentId: string;
  session: SessionKey;
  /** Null before the first message. */
  threadId: string | null;
}

/** Makes the chat of a session that was opened before. */
export function createWidget(url: string, opened: { session: SessionKey; agentId: string }): Widget {
  forwardWidgets();
  const { session, agentId } = opened;
  const client = createClient({
    session: { read: () => session },
    baseUrls: { public: `${url}/api/public` },
    credentials: "omit",
  });
  return { client, agentId, session, threadId: null };
}

let isForwarding = false;

/** Gives every session an address of its own from now on, as a proxy would tell it: limits hold for one visitor each. */
function forwardWidgets(): void {
  if (isForwarding) return;
  isForwarding = true;
  const send = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    const session = headers.get(signatureHeaders.session);
    if (session === null || input instanceof Request) return send(input, init);
    headers.set("x-forwarded-for", addressOf(session));
    const isStream = headers.get("accept") === "text/event-stream";
    return isStream ? fetchStream(String(input), { ...init, headers }) : send(input, { ...init, headers });
  };
}

function addressOf(sessionId: string): string {
  return `10.${[...createHash("sha256").update(sessionId).digest().subarray(0, 3)].join(".")}`;
}

const firstPauseMs = 500;
const longestPauseMs = 8000;

/** Waits before another try as the widget does: growing, half of it chance, at least as long as the server asked for. */
export function pause(failures: number, atLeastMs = 0): Promise<void> {
  const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
  const ms = Math.max(atLeastMs, longest / 2 + (longest / 2) * Math.random());
  return new Promise((resolve) => setTimeout(resolve, ms));
}

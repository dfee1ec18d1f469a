import type { Client } from "../../shared/client/client.ts";
import { createLoadedClient } from "./loadedClient.ts";
import { toRequestError } from "../../shared/client/requestError.ts";
import { openChatWidget, renewTicket } from "../../shared/contract/surfaces.ts";
import type { FrameDocument } from "../../shared/contract/surfaces.ts";
import type { Keep } from "./keep.ts";

/** What is kept of an anonymous session: the public id, the key that signs, and whose it is. */
interface Session {
  id: string;
  key: string;
  agentId: string;
}

/** The visitor as the server knows them; nobody until the first message is sent. */
export interface Visitor {
  client: Client;
  /** The agent whose session this is, null before there is one. */
  agentId(): string | null;
  /** Which session this is, to notice that another one took its place. */
  sessionId(): string | null;
  /** Reads a session that an earlier visit kept. */
  restore(): Promise<boolean>;
  /** Opens a session if there is none; gives the agent's id. */
  open(): Promise<string>;
  /** The server knows the session no more. */
  forget(): void;
  /** Another ticket: the console's preview brings one for the draft, and its sessions are never kept. */
  usePreview(ticket: string): void;
}

interface VisitorDeps {
  frame: Pick<FrameDocument, "token" | "ticket">;
  keep: Keep;
  onReachable: (isReachable: boolean) => void;
}

export function createVisitor({ frame, keep, onReachable }: VisitorDeps): Visitor {
  let session: Session | null = null;
  let opening: Promise<string> | null = null;
  let { ticket } = frame;
  let isPreview = false;
  const client = createLoadedClient({ session: { read: () => session }, credentials: "omit", onReachable });

  async function open(): Promise<string> {
    // Another tab may have opened one since: both then speak as one visitor.
    session ??= readSession(await keep.read("session"));
    if (session) return session.agentId;
    const { data } = await exchangeTicket();
    session = { id: data.session.id, key: data.session.key, agentId: data.agentId };
    const kept = JSON.stringify(session);
    keep.update("session", () => kept);
    return session.agentId;
  }

  /** An expired ticket is renewed once; what the server says of the second one counts. */
  async function exchangeTicket() {
    const tryIt = () =>
      client.call(openChatWidget, { body: { data: { ticket, locale: navigator.language.slice(0, 35) } } });
    try {
      return await tryIt();
    } catch (thrown) {
      if (toRequestError(thrown).code !== "ticket_expired" || isPreview) throw thrown;
    }
    ({ ticket } = await client.call(renewTicket, { body: { ticket } }));
    return tryIt();
  }

  return {
    client,
    agentId: () => session?.agentId ?? null,
    sessionId: () => session?.id ?? null,
    async restore() {
      const kept = readSession(await keep.read("session"));
      if (!isPreview) session ??= kept;
      return session !== null;
    },
    async open() {
      if (session) return session.agentId;
      return (opening ??= withLock(`ph:${frame.token}`, open).finally(() => (opening = null)));
    },
    forget() {
      const lost = session?.id;
      session = null;
      keep.update("session", (before) => (readSession(before)?.id === lost ? null : before));
    },
    usePreview(text) {
      // A renewed ticket goes on with the session that the first one opened.
      if (!isPreview) session = null;
      isPreview = true;
      ticket = text;
    },
  };
}

/** Lets one tab after the other work, where the browser has locks and gives them to this frame. */
async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  let hasBegun = false;
  try {
    return (await navigator.locks.request(name, () => {
      hasBegun = true;
      return work();
    })) as T; // its type wraps the promise a second time
  } catch (thrown) {
    if (hasBegun) throw thrown;
    return work();
  }
}

function readSession(text: string | null): Session | null {
  try {
    const kept = JSON.parse(text ?? "null") as Partial<Session> | null; // whatever stands in the storage
    return kept?.id && kept.key && kept.agentId
      ? { id: kept.id, key: kept.key, agentId: kept.agentId }
      : null;
  } catch {
    return null;
  }
}

import type { Client } from "../../shared/client/client.ts";
import { createClient } from "../../shared/client/createClient.ts";
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
  /** Reads a session that an earlier visit kept. */
  restore(): Promise<boolean>;
  /** Opens a session if there is none; gives the agent's id. */
  open(): Promise<string>;
  /** The server knows the session no more. */
  forget(): void;
  /** Another ticket: the console's preview brings one for the draft, and its sessions are never kept. */
  usePreview(ticket: string, expiresAt: number): void;
}

/** A ticket is renewed a little before it ends. */
const renewBeforeMs = 30_000;

export function createVisitor(frame: FrameDocument, keep: Keep): Visitor {
  let session: Session | null = null;
  let opening: Promise<string> | null = null;
  let ticket = { text: frame.ticket, expiresAt: frame.ticketExpiresAt };
  let isPreview = false;
  const client = createClient({ session: { read: () => session }, credentials: "omit" });

  async function open(): Promise<string> {
    if (session) return session.agentId;
    if (!isPreview && Date.now() > ticket.expiresAt - renewBeforeMs) {
      const renewed = await client.call(renewTicket, { body: { ticket: ticket.text } });
      ticket = { text: renewed.ticket, expiresAt: renewed.expiresAt };
    }
    const { data } = await client.call(openChatWidget, {
      body: { data: { ticket: ticket.text, locale: navigator.language } },
    });
    session = { id: data.session.id, key: data.session.key, agentId: data.agentId };
    if (!isPreview) keep.write("session", JSON.stringify(session));
    return session.agentId;
  }

  return {
    client,
    agentId: () => session?.agentId ?? null,
    async restore() {
      if (session || isPreview) return session !== null;
      const kept = readSession(await keep.read("session"));
      session ??= isPreview ? null : kept;
      return session !== null;
    },
    open: () => (opening ??= open().finally(() => (opening = null))),
    forget() {
      session = null;
      if (!isPreview) keep.write("session", null);
    },
    usePreview(text, expiresAt) {
      // A renewed ticket goes on with the session that the first one opened.
      if (!isPreview) session = null;
      isPreview = true;
      ticket = { text, expiresAt };
    },
  };
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

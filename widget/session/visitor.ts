import type { Client } from "../../shared/client/client.ts";
import { RequestError, toRequestError } from "../../shared/client/requestError.ts";
import { closeSession, identifyVisitor } from "../../shared/contract/surfaces/surfaces.ts";
import type { FrameDocument } from "../../shared/contract/surfaces/surfaces.ts";
import type { Identity } from "../../shared/frame/messages.ts";
import type { Keep } from "./keep.ts";
import { readKeptSession, removeKeptSession, writeKeptSession, type Session } from "./keptSession.ts";
import { createLoadedClient } from "./loadedClient.ts";
import { withLock } from "./lock.ts";
import type { Person } from "./person.ts";
import { chat } from "./state.ts";
import { createTicket } from "./ticket.ts";

/**
 * The visitor as the server knows them; nobody until the first message is sent. A session that belongs to a verified
 * person is continued only once the page has identified that same person: on a shared computer the next one never meets
 * it.
 */
export interface Visitor {
  client: Client;
  /** The agent whose session this is, null before there is one. */
  agentId(): string | null;
  /** Which session this is, to notice that another one took its place. */
  sessionId(): string | null;
  /** As whom the server knows the visitor: another one once they became a verified person, whose stream is another, too. */
  contactId(): string | null;
  /** The verified person whose session this is. */
  userId(): string | null;
  /** Reads a session that an earlier visit kept; false where there is none, or none for the current visitor. */
  restore(): Promise<boolean>;
  /** Opens a session if there is none; gives the agent's id. Where the visitor has to sign in first, it waits for that. */
  open(): Promise<string>;
  /** Like `open`, but only for a person whom the page named as signed: they may have conversations from elsewhere. */
  openForPerson(): Promise<string | null>;
  /** Tells the server who the visitor is, where there is a session, or a kept one of theirs; else the next one does. */
  identify(identity: Identity): Promise<void>;
  /** Calls `hear` whenever a session was opened or proved to be this visitor's. */
  onSession(hear: () => void): void;
  /** Takes a refusal that is about who the visitor is, and gives true: `open` waits until the page says more. */
  isRefused(thrown: unknown): boolean;
  /** The server no longer has the session. */
  forget(): void;
  /** Ends the session, here at once and on the server as soon as it hears of it. */
  close(): Promise<void>;
  /** Another ticket: the console's preview brings one for the draft, and its sessions are never kept. */
  usePreview(ticket: string): void;
}

interface VisitorDeps {
  frame: Pick<FrameDocument, "token" | "ticket">;
  keep: Keep;
  person: Person;
  onReachable: (isReachable: boolean) => void;
}

export function createVisitor({ frame, keep, person, onReachable }: VisitorDeps): Visitor {
  let session: Session | null = null;
  let opening: Promise<string> | null = null;
  const tickets = createTicket(frame.ticket);
  const lock = `ph:${frame.token}`;
  let isPreview = false;
  /** The identity that the server was told in this session. */
  let told: Identity | null = null;
  /** Counts who was here, so that what was asked for one is not given to the next. */
  let turn = 0;
  /** Signs the call that proves a kept session to be this visitor's, which it is not before. */
  let proving: Session | null = null;
  const listeners: (() => void)[] = [];
  const client = createLoadedClient({
    session: { read: () => proving ?? session },
    credentials: "omit",
    onReachable,
  });

  function isTold(): boolean {
    return told === person.identity();
  }

  /** The server answered as whom it knows the visitor of this session. */
  function settle(next: Session, identity: Identity | null): void {
    session = next;
    told = identity;
    if (!isPreview) writeKeptSession(keep, next);
    person.accepted(next.userId);
    for (const hear of listeners) hear();
  }

  async function open(): Promise<string> {
    const before = turn;
    // Another tab may have opened one since: both then speak as one visitor.
    if (await takeUp()) return agentOf(before);
    const identity = person.identity();
    const { session: opened, agentId, contactId, userId } = (await tickets.exchange(client, identity)).data;
    if (before !== turn) throw left();
    keep.takeOver();
    settle({ id: opened.id, key: opened.key, agentId, contactId, userId }, identity);
    return agentId;
  }

  /** Takes up the session of this document or a kept one, if the current visitor may continue it. */
  async function takeUp(): Promise<boolean> {
    const before = turn;
    const kept = isPreview || session ? null : await readKeptSession(keep);
    if (before !== turn) throw left();
    const candidate = session ?? kept;
    if (!candidate) return false;
    if (candidate.userId !== null && candidate.userId !== person.claimed()) {
      session = null;
      keep.hold();
      return false;
    }
    const identity = person.identity();
    if (identity === null || (session && isTold())) session = candidate;
    else if (!(await tellIdentity(candidate, identity))) return false;
    keep.release();
    return true;
  }

  /** Gives false where the session is somebody else's, or gone; then another one is opened. */
  async function tellIdentity(asked: Session, identity: Identity): Promise<boolean> {
    const before = turn;
    proving = asked;
    try {
      const input = { params: { productId: asked.agentId }, body: { data: identity } };
      const { data } = await client.call(identifyVisitor, input);
      if (before !== turn) throw left();
      settle({ ...asked, ...data }, identity);
      return true;
    } catch (thrown) {
      if (before !== turn) throw left();
      const { code, status } = toRequestError(thrown);
      const isLost = code === "identity_changed" || code === "unauthenticated" || status === 404;
      if (!isLost) {
        if (asked.userId !== null) keep.hold();
        throw thrown;
      }
      if (session?.id === asked.id) session = null;
      removeKeptSession(keep, asked.id);
      return false;
    } finally {
      proving = null;
    }
  }

  function agentOf(before: number): string {
    if (before !== turn || !session) throw left();
    return session.agentId;
  }

  function forget(): void {
    const lost = session?.id;
    session = null;
    told = null;
    if (lost !== undefined) removeKeptSession(keep, lost);
  }

  /** Goes on until there is a session, over every identity that the server refuses. */
  async function openAtLast(): Promise<string> {
    for (;;) {
      await person.ready();
      const identity = person.identity();
      try {
        return await withLock(lock, open);
      } catch (thrown) {
        if (!person.refused(thrown, identity)) throw thrown;
      }
    }
  }

  async function openShared(): Promise<string> {
    if (session && isTold() && person.isReady() && opening === null) return session.agentId;
    return (opening ??= openAtLast().finally(() => (opening = null)));
  }

  return {
    client,
    agentId: () => session?.agentId ?? null,
    sessionId: () => session?.id ?? null,
    contactId: () => session?.contactId ?? null,
    userId: () => session?.userId ?? null,
    async restore() {
      const identity = person.identity();
      try {
        return await takeUp();
      } catch (thrown) {
        if (toRequestError(thrown).code !== "cancelled" && !person.refused(thrown, identity)) throw thrown;
        return false;
      }
    },
    open: openShared,
    async openForPerson() {
      if (person.claimed() !== null) return openShared();
      return session?.agentId ?? null;
    },
    async identify(identity) {
      const before = person.claimed();
      person.set(identity);
      const isOther = before !== null && before !== person.claimed();
      if (isOther) turn += 1;
      if (isOther || (session?.userId ?? person.claimed()) !== person.claimed()) forget();
      try {
        await withLock(lock, takeUp);
      } catch (thrown) {
        person.refused(thrown, identity);
        throw thrown;
      }
    },
    onSession: (hear) => void listeners.push(hear),
    isRefused: (thrown) => person.refused(thrown, person.identity()),
    forget,
    async close() {
      const closed = session;
      turn += 1;
      forget();
      person.set(null);
      if (!closed) return;
      // Its own client: the visitor's signs for the next session, or for none.
      const leaving = createLoadedClient({ session: { read: () => closed }, credentials: "omit" });
      await leaving.call(closeSession, {
        params: { productId: closed.agentId },
        query: { consent: chat.consent },
      });
    },
    usePreview(text) {
      // A renewed ticket continues with the session that the first one opened.
      if (!isPreview) session = null;
      isPreview = true;
      told = null;
      tickets.usePreview(text);
      person.ignore();
    },
  };
}

function left(): RequestError {
  return new RequestError("cancelled", "The visitor left.");
}

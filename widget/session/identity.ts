import { toRequestError, type RequestError } from "../../shared/client/requestError.ts";
import { setAttributes } from "../../shared/contract/surfaces/surfaces.ts";
import type { Attributes, Identity } from "../../shared/frame/messages.ts";
import { claimedUser, saysWho } from "./claimedUser.ts";
import type { Keep } from "./keep.ts";
import type { Tell } from "./tell.ts";
import type { Visitor } from "./visitor.ts";

/**
 * What a page says about its visitor. A document makes, in this order: `createKeep`, `createTell`, `createPerson(tell,
 * configuration.isIdentityRequired)`, `createVisitor({ person, … })`, `createIdentity`. A kept session that is a verified
 * person's is taken up only after `identify` named that same person, so `onTaken` may come long after `visitor.restore()`
 * gave false; the kept outbox is then readable, too (`outbox.start` again).
 */
export interface IdentityActions {
  /**
   * The page's `identify`. Without a session the identity is kept for the one to come, and `verified` is false until
   * the server has seen it: the event `identity` tells. With one, or a kept one of that person, the server is asked at
   * once. Another verified person than before: what is shown goes, and the next message opens a session of theirs.
   * Rejects with `identity_refused` or `identity_expired` where the server says so, and nothing is sent until the page
   * identifies again.
   */
  identify(identity: Identity): Promise<{ verified: boolean }>;
  /** The page's `logout`: nothing of the visitor is left here, in other tabs, or on the page; the server ends the session. */
  logout(): Promise<void>;
  /** Adds to what the team knows of the visitor; kept until there is a session. Null takes an attribute away. */
  setAttributes(attributes: Attributes): void;
  /** Stops listening to other tabs. */
  close(): void;
}

interface IdentityDeps {
  token: string;
  visitor: Visitor;
  keep: Keep;
  tell: Pick<Tell, "event">;
  /** A kept session was taken up, or this one became a person's: read their conversation, and connect again. */
  onTaken: () => void;
  /** The visitor left: empty screen, composer, outbox and lists. Called before anything of the next one is known. */
  onLeft: () => void;
}

export function createIdentity({
  token,
  visitor,
  keep,
  tell,
  onTaken,
  onLeft,
}: IdentityDeps): IdentityActions {
  const otherTabs = openChannel(`ph:${token}:identity`);
  let queued: Attributes | null = null;
  /** Could not be told, because nobody was reached. */
  let untold: Identity | null = null;
  let isSending = false;

  async function flush(): Promise<void> {
    const productId = visitor.agentId();
    if (!queued || !productId || isSending) return;
    const sent = queued;
    queued = null;
    isSending = true;
    try {
      await visitor.client.call(setAttributes, { params: { productId }, body: { data: sent } });
    } catch (thrown) {
      const error = toRequestError(thrown);
      const { code, message } = error;
      // The next session or attribute tries again, and the network when it is back.
      if (isFinal(error) && error.status !== 401) tell.event("error", { code, message });
      else queued = { ...sent, ...(queued as Attributes | null) };
      return;
    } finally {
      isSending = false;
    }
    void flush();
  }

  function add(attributes: Attributes): void {
    queued = { ...queued, ...attributes };
    void flush();
  }

  async function identify(identity: Identity): Promise<{ verified: boolean }> {
    if (!saysWho(identity)) {
      add(identity.attrs ?? {});
      return { verified: visitor.userId() !== null };
    }
    const contact = visitor.contactId();
    const isOther = visitor.userId() !== null && visitor.userId() !== claimedUser(identity);
    if (isOther) onLeft();
    untold = identity;
    try {
      await visitor.identify(identity);
    } catch (thrown) {
      if (isFinal(toRequestError(thrown))) untold = null;
      throw thrown;
    }
    untold = null;
    if (visitor.contactId() !== null && visitor.contactId() !== contact) onTaken();
    return { verified: visitor.userId() !== null };
  }

  async function leave(): Promise<void> {
    queued = null;
    untold = null;
    const closing = visitor.close();
    keep.wipe();
    onLeft();
    // A server that can't be reached keeps a session whose key is lost.
    await closing.catch(() => {});
  }

  function tryAgain(): void {
    if (untold) void identify(untold).catch(() => {});
    void flush();
  }

  visitor.onSession(() => void flush());
  addEventListener("online", tryAgain);
  if (otherTabs) otherTabs.onmessage = () => void leave();
  return {
    identify,
    async logout() {
      // The first to end the session tells how the visitor leaves: it is this tab, which knows.
      const leaving = leave();
      otherTabs?.postMessage("logout");
      await leaving;
    },
    setAttributes: add,
    close() {
      removeEventListener("online", tryAgain);
      otherTabs?.close();
    },
  };
}

/** The server will say the same again. */
function isFinal({ status }: RequestError): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** Tabs of one site hear each other; a browser that has no channels, or denies them to this frame, has no tabs to tell. */
function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

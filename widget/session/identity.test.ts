import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { until } from "../../tests/kit/until.ts";
import { fail } from "../../tests/kit/surfaces/visitorServer.ts";
import { signatureHeaders } from "../../shared/domain/signature.ts";
import type { KeepPolicy } from "../../shared/frame/keepPolicy.ts";
import type { Identity } from "../../shared/frame/messages.ts";

/** A server that knows visitors by `token`s like `.BASE64.right`; everything else is refused as the real one refuses it. */
function createIdentityServer() {
  const asked: { what: string; session: string | null; body: unknown }[] = [];
  const sessions = new Map<string, { contactId: string; userId: string | null }>();
  const server = {
    asked,
    sessions,
    isRequired: false,
    isDown: false,
    /** Requests that found nobody. */
    misses: 0,
    /** Answers wait for this. */
    after: Promise.resolve() as Promise<unknown>,
    names: () => asked.map(({ what }) => what),
  };

  function judge({ token }: Identity): string | null | Response {
    if (token === undefined) return null;
    const [, body = "", signature] = token.split(".");
    if (signature === "old") return fail(401, "identity_expired");
    if (signature !== "right") return fail(401, "identity_refused");
    return (JSON.parse(atob(body)) as { sub: string }).sub;
  }

  async function fetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    if (server.isDown) {
      server.misses += 1;
      throw new TypeError("Failed to fetch");
    }
    const path = new URL(String(input), "http://localhost").pathname.replace(/.*\//, "");
    const session = new Headers(init.headers).get(signatureHeaders.session);
    const body = (init.body ? JSON.parse(String(init.body)) : null) as {
      data: Identity & { identity?: Identity };
    };
    asked.push({ what: `${init.method} ${path}`, session, body: body?.data ?? null });
    await server.after;
    const known = sessions.get(session ?? "");
    if (path === "open-chat-widget") return open(body.data.identity ?? {});
    if (!known) return fail(401, "unauthenticated");
    if (path === "session") sessions.delete(session ?? "");
    if (path !== "identity") return new Response(null, { status: 204 });
    const userId = judge(body.data);
    if (userId instanceof Response) return userId;
    if (known.userId !== null && known.userId !== userId) return fail(409, "identity_changed");
    if (userId !== null) Object.assign(known, { userId, contactId: `contact of ${userId}` });
    return Response.json({ data: { contactId: known.contactId, userId: known.userId } });
  }

  function open(identity: Identity): Response {
    const userId = judge(identity);
    if (userId instanceof Response) return userId;
    if (server.isRequired && userId === null) return fail(401, "identity_required");
    const id = `session-${sessions.size + 1}`;
    const contactId = userId ? `contact of ${userId}` : `contact-${id}`;
    sessions.set(id, { contactId, userId });
    return Response.json({
      data: { session: { id, key: "key", time: 0 }, agentId: "agent", contactId, userId },
    });
  }

  return Object.assign(server, { fetch });
}

const signed = (sub: string, signature = "right"): Identity => ({
  token: `h.${btoa(JSON.stringify({ sub }))}.${signature}`,
});

let server: ReturnType<typeof createIdentityServer>;
let closings: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  localStorage.clear();
  sessionStorage.clear();
  server = createIdentityServer();
  vi.stubGlobal("fetch", server.fetch);
});

afterEach(() => {
  for (const close of closings) close();
  closings = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A document of the frame, as far as it knows who is there. */
async function openDocument(policy: Partial<KeepPolicy> = {}) {
  vi.resetModules();
  const [{ createKeep }, { createPerson }, { createVisitor }, { createIdentity }, { chat }] =
    await Promise.all([
      import("./keep.ts"),
      import("./person.ts"),
      import("./visitor.ts"),
      import("./identity.ts"),
      import("./state.ts"),
    ]);
  const events: string[] = [];
  const tell = {
    event: (name: string, detail: object) => void events.push([name, ...Object.values(detail)].join(" ")),
    state: () => {},
  };
  const keep = createKeep("T", { storage: "local", consent: "granted", ...policy });
  const person = createPerson(tell, server.isRequired);
  const visitor = createVisitor({ frame: { token: "T", ticket: "t" }, keep, person, onReachable: () => {} });
  const identity = createIdentity({
    ...{ token: "T", visitor, keep, tell },
    onTaken: () => void events.push("taken"),
    onLeft: () => void events.push("left"),
  });
  closings.push(identity.close);
  await visitor.restore();
  return { keep, visitor, identity, events, chat };
}

const kept = () => JSON.parse(localStorage.getItem("ph:T:session") ?? "null");

describe("who the visitor is", () => {
  it("waits for the first message: nothing is asked before, and the identity comes with the session", async () => {
    const { identity, visitor, events, chat } = await openDocument();
    expect(await identity.identify(signed("ada"))).toEqual({ verified: false });
    expect(server.asked).toEqual([]);
    await visitor.open();
    expect(server.asked).toMatchObject([
      { what: "POST open-chat-widget", body: { identity: signed("ada") } },
    ]);
    expect([visitor.userId(), chat.isVerified, kept().userId]).toEqual(["ada", true, "ada"]);
    expect(events).toEqual(["identity true"]);
  });

  it("is told at once where there is a session, which becomes that person's", async () => {
    const { identity, visitor, events } = await openDocument();
    await visitor.open();
    const before = visitor.contactId();
    expect(await identity.identify(signed("ada"))).toEqual({ verified: true });
    expect(visitor.contactId()).not.toBe(before);
    expect(visitor.sessionId()).toBe("session-1");
    expect(events).toEqual(["identity true", "taken"]);
    expect(kept()).toMatchObject({ id: "session-1", userId: "ada" });
  });

  it("is what they say, where nobody signed it", async () => {
    const { identity, visitor, events, chat } = await openDocument();
    await visitor.open();
    expect(await identity.identify({ phone: "+4930123456" })).toEqual({ verified: false });
    expect(events).toEqual(["identity false"]);
    expect(chat.isVerified).toBe(false);
  });

  it("C3: takes up a person's kept session only once that same person was identified", async () => {
    const first = await openDocument();
    await first.identity.identify(signed("ada"));
    await first.visitor.open();
    first.keep.update("outbox", () => "what Ada wrote");

    const again = await openDocument();
    expect(again.visitor.agentId()).toBeNull();
    expect(await again.keep.read("outbox")).toBeNull();
    expect(await again.identity.identify(signed("ada"))).toEqual({ verified: true });
    expect(again.visitor.sessionId()).toBe("session-1");
    expect(again.events).toEqual(["identity true", "taken"]);
    expect(await again.keep.read("outbox")).toBe("what Ada wrote");
  });

  it.each<[string, Identity | null]>([
    ["nobody", null],
    ["another person", signed("eve")],
    ["somebody who only says to be her", { userId: "ada", email: "ada@shop.test" }],
  ])("C3: leaves nothing of a person on a shared computer for %s", async (_, next) => {
    const first = await openDocument();
    await first.identity.identify(signed("ada"));
    await first.visitor.open();
    first.keep.update("outbox", () => "what Ada wrote");

    const { identity, visitor, keep } = await openDocument();
    if (next) await identity.identify(next);
    expect(visitor.agentId()).toBeNull();
    keep.update("outbox", () => "what the next one wrote");
    expect(localStorage.getItem("ph:T:outbox")).toBe("what Ada wrote");
    await visitor.open();
    expect(visitor.sessionId()).toBe("session-2");
    expect(localStorage.getItem("ph:T:outbox")).toBe("what the next one wrote");
    expect(server.asked.at(-1)?.session).toBeNull();
  });

  it("C3: shows nothing of a kept session whose person could not be proved", async () => {
    const first = await openDocument();
    await first.identity.identify(signed("ada"));
    await first.visitor.open();
    const { identity, visitor, events, chat } = await openDocument();
    await expect(identity.identify(signed("ada", "forged"))).rejects.toMatchObject({
      code: "identity_refused",
    });
    expect([visitor.agentId(), visitor.userId(), chat.isVerified, chat.signIn]).toEqual([
      ...[null, null, false, "needed"],
    ]);
    expect(events).toEqual(["error identity_refused The server says identity_refused."]);
  });

  it("is another person from the moment the page says so, and opens a session of theirs", async () => {
    const { identity, visitor, events, chat } = await openDocument();
    await identity.identify(signed("ada"));
    await visitor.open();
    const next = identity.identify(signed("eve"));
    expect(events).toEqual(["identity true", "left", "identity false"]);
    expect(visitor.agentId()).toBeNull();
    await next;
    expect([visitor.agentId(), chat.isVerified]).toEqual([null, false]);
    await visitor.open();
    expect([visitor.sessionId(), visitor.userId()]).toEqual(["session-2", "eve"]);
  });

  it("opens another session where the server says that this one is somebody else's", async () => {
    const { identity, visitor } = await openDocument();
    await visitor.open();
    // Another tab made it a person's in the meantime.
    Object.assign(server.sessions.get("session-1") ?? {}, { userId: "eve" });
    expect(await identity.identify(signed("ada"))).toEqual({ verified: false });
    await visitor.open();
    expect([visitor.sessionId(), visitor.userId()]).toEqual(["session-2", "ada"]);
  });

  it("asks the page for a fresh token, and sends what was written once it is there", async () => {
    const { identity, visitor, events, chat } = await openDocument();
    await identity.identify(signed("ada", "old"));
    const opened = visitor.open();
    await until(() => expect(events).toEqual(["token:expired"]));
    expect(chat.signIn).toBe("ended");
    await identity.identify(signed("ada"));
    await opened;
    expect([visitor.userId(), chat.signIn]).toEqual(["ada", null]);
  });

  it("is never quietly anonymous after a refused identity", async () => {
    const { identity, visitor, chat } = await openDocument();
    await identity.identify(signed("ada", "forged"));
    const opened = visitor.open();
    await until(() => expect(chat.signIn).toBe("needed"));
    expect(server.names()).toEqual(["POST open-chat-widget"]);
    await identity.identify(signed("ada"));
    await opened;
    expect(server.sessions.get("session-1")?.userId).toBe("ada");
  });

  it("has to be signed where the surface asks for that, before anything is asked", async () => {
    server.isRequired = true;
    const { identity, visitor, chat } = await openDocument();
    expect(chat.signIn).toBe("needed");
    const opened = visitor.open();
    await identity.identify({ email: "ada@shop.test" });
    expect([chat.signIn, server.asked]).toEqual(["needed", []]);
    await identity.identify(signed("ada"));
    await opened;
    expect([chat.signIn, visitor.userId()]).toEqual([null, "ada"]);
  });

  it("is told when the network is back, with the conversation of theirs that was kept", async () => {
    const first = await openDocument();
    await first.identity.identify(signed("ada"));
    await first.visitor.open();
    const { identity, visitor, events } = await openDocument();
    server.isDown = true;
    await expect(identity.identify(signed("ada"))).rejects.toMatchObject({ code: "offline" });
    expect(visitor.agentId()).toBeNull();
    server.isDown = false;
    dispatchEvent(new Event("online"));
    await until(() => expect(events).toEqual(["identity true", "taken"]));
    expect(visitor.sessionId()).toBe("session-1");
  });

  it("has a session for their list of conversations, which nobody else needs one for", async () => {
    const { identity, visitor } = await openDocument();
    expect(await visitor.openForPerson()).toBeNull();
    await identity.identify({ email: "ada@shop.test" });
    expect([await visitor.openForPerson(), server.asked]).toEqual([null, []]);
    await identity.identify(signed("ada"));
    expect(await visitor.openForPerson()).toBe("agent");
    expect(visitor.userId()).toBe("ada");
  });

  it("is told before the next message, where the server could not be reached", async () => {
    const { identity, visitor } = await openDocument();
    await visitor.open();
    server.isDown = true;
    await expect(identity.identify(signed("ada"))).rejects.toMatchObject({ code: "offline" });
    server.isDown = false;
    await visitor.open();
    expect([visitor.sessionId(), visitor.userId()]).toEqual(["session-1", "ada"]);
  });
});

describe("logging out", () => {
  it("leaves no trace: here, in the browser, or on the server", async () => {
    const { identity, visitor, keep, events, chat } = await openDocument();
    await identity.identify(signed("ada"));
    await visitor.open();
    keep.update("outbox", () => "a");
    sessionStorage.setItem("ph:T:sound", "on");
    localStorage.setItem("ph:OTHER:session", "another widget's");
    await identity.logout();
    expect({ ...localStorage, ...sessionStorage }).toEqual({ "ph:OTHER:session": "another widget's" });
    expect(server.asked.at(-1)).toMatchObject({ what: "DELETE session", session: "session-1" });
    expect([visitor.agentId(), chat.isVerified]).toEqual([null, false]);
    expect(events).toEqual(["identity true", "identity false", "left"]);
    await visitor.open();
    expect(server.sessions.get(visitor.sessionId() ?? "")?.userId).toBeNull();
  });

  it("sends nothing any more that waited for the one who left", async () => {
    server.isRequired = true;
    const { identity, visitor } = await openDocument();
    const waiting = visitor.open();
    await identity.logout();
    await expect(waiting).rejects.toMatchObject({ code: "cancelled" });
  });

  it("gives a session that was on its way to nobody", async () => {
    const { identity, visitor } = await openDocument();
    await identity.identify(signed("ada"));
    let answer = () => {};
    server.after = new Promise<void>((resolve) => (answer = resolve));
    const opening = visitor.open();
    await until(() => expect(server.names()).toEqual(["POST open-chat-widget"]));
    const leaving = identity.logout();
    answer();
    await leaving;
    await expect(opening).rejects.toMatchObject({ code: "cancelled" });
    expect([visitor.agentId(), kept()]).toEqual([null, null]);
  });

  it("reaches the other tabs", async () => {
    const one = await openDocument();
    await one.identity.identify(signed("ada"));
    await one.visitor.open();
    const other = await openDocument();
    await other.identity.identify(signed("ada"));
    await one.identity.logout();
    await until(() => expect(other.events).toContain("left"));
    expect(other.visitor.agentId()).toBeNull();
  });

  it("works where the server can't be reached", async () => {
    const { identity, visitor } = await openDocument();
    await visitor.open();
    server.isDown = true;
    await identity.logout();
    expect([visitor.agentId(), kept()]).toEqual([null, null]);
  });
});

describe("attributes", () => {
  it("wait for a session and go there together, the last value of each", async () => {
    const { identity, visitor } = await openDocument();
    identity.setAttributes({ plan: "free", seats: 1 });
    identity.setAttributes({ plan: "gold", seats: null });
    expect(server.asked).toEqual([]);
    await visitor.open();
    await until(() => expect(server.names()).toEqual(["POST open-chat-widget", "PUT attributes"]));
    expect(server.asked[1]?.body).toEqual({ plan: "gold", seats: null });
  });

  it("go again when the network is back, with what was added since", async () => {
    const { identity, visitor } = await openDocument();
    await visitor.open();
    server.isDown = true;
    identity.setAttributes({ plan: "gold" });
    await until(() => expect(server.misses).toBe(1));
    server.isDown = false;
    identity.setAttributes({ page: 2 });
    await until(() => {
      dispatchEvent(new Event("online"));
      expect(server.asked.at(-1)?.body).toEqual({ plan: "gold", page: 2 });
    });
  });

  it("are all that an identity says which names nobody", async () => {
    const { identity, visitor, events } = await openDocument();
    await identity.identify(signed("ada"));
    await visitor.open();
    expect(await identity.identify({ attrs: { step: 2 } })).toEqual({ verified: true });
    await until(() =>
      expect(server.asked.at(-1)).toMatchObject({ what: "PUT attributes", body: { step: 2 } }),
    );
    expect(events).toEqual(["identity true"]);
  });

  it("of one who left are not told of the next", async () => {
    const { identity, visitor } = await openDocument();
    identity.setAttributes({ plan: "gold" });
    await identity.logout();
    await visitor.open();
    identity.setAttributes({ page: 1 });
    await until(() => expect(server.asked.at(-1)?.body).toEqual({ page: 1 }));
    expect(server.names()).toEqual(["POST open-chat-widget", "PUT attributes"]);
  });
});

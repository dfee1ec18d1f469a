import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  createModelKey,
  listKeyModels,
  setModelDefaults,
  updateModelKey,
} from "../../../shared/contract/models/modelKeys.ts";
import { refuseKey } from "../../../server/models/refuseKey.ts";
import { readLetter, startMailServer } from "../../kit/network/mailServer.ts";
import type { MailServer } from "../../kit/network/mailServer.ts";
import { refuse, say as sayAs } from "../../kit/models/modelProvider.ts";
import type { Reply } from "../../kit/models/modelProvider.ts";
import { stores } from "../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";

const minuteMs = 60_000;
const secret = "sk-test-0123456789-abcd";

const list =
  (...ids: string[]): Reply =>
  (response) =>
    response.end(JSON.stringify({ object: "list", data: ids.map((id) => ({ id, object: "model" })) }));

describe.each(stores())("the mail about a refused model key on $name", (store) => {
  let mail: MailServer;
  beforeAll(async () => {
    mail = await startMailServer();
    return () => mail.stop();
  });

  it("goes to owners and admins, with the key's users and the fallback, and without secrets", async () => {
    const app = await setUp();
    const { talk, owner } = app;
    const admin = await talk.server.createMember(talk.owner.organizationId, "admin");
    const builder = await talk.server.createMember(talk.owner.organizationId, "collaborator");
    const other = { provider: "anthropic" as const, key: "sk-other-0123456789" };
    await owner.call(createModelKey, { body: { data: other } });
    const named = (name: string, fallbackModel: string | null = null) =>
      talk.createAgent("gpt-4o", { name, fallbackModel });
    await named("Pier", "claude-4-sonnet");
    await named("Dock", "gpt-4o-mini");
    await talk.createAgent("claude-4-sonnet", { name: "Buoy", fallbackModel: "gpt-4o-mini" });
    await talk.createAgent("claude-4-sonnet", { name: "Elsewhere" });
    await owner.call(setModelDefaults, {
      body: { data: { chat: "gpt-4o", embedding: "text-embedding-3-small" } },
    });
    app.replies.list = refuse(401);
    await app.look();
    await app.untilTold(2);
    const lettersTo = (email: string) => app.letters().filter(({ to }) => to.includes(email));
    expect(lettersTo(builder.user.email)).toEqual([]);
    expect(lettersTo(talk.owner.user.email)).toHaveLength(1);
    const [letter] = lettersTo(admin.user.email);
    const { subject, text, html } = readLetter(letter ?? expect.unreachable());
    expect(subject).toBe('The model key "Harbour key" stopped working');
    for (const line of [
      '"Harbour key" (OpenAI)',
      "Agents and their replacement models: 3",
      "- Pier: Claude 4 Sonnet",
      "- Dock: the built-in model",
      "- Buoy, as its fallback: the built-in model",
      "- New agents: the built-in model",
      "- Knowledge: keyword search only",
      `${talk.server.origin}/accounts/${talk.owner.organizationId}/account/models`,
    ])
      expect(text).toContain(line);
    expect(text).not.toContain("Elsewhere");
    for (const written of [text, html]) expect(written).not.toMatch(/sk-|abcd/);
  });

  it("says that another key of the same provider answers", async () => {
    const app = await setUp();
    await app.talk.createAgent("gpt-4o", { name: "Pier" });
    const spare = { provider: "openai" as const, key: "sk-second-0123456789", name: "Spare key" };
    await app.owner.call(createModelKey, { body: { data: spare } });
    const keys = app.talk.server.store.db.updateTable("modelKeys");
    await keys.set({ createdAt: 1 }).where("name", "=", "Spare key").execute();
    app.replies.list = refuse(401);
    await app.look();
    await app.untilTold(1);
    expect(app.newest().text).toContain('- Pier: the key "Spare key"');
  });

  it("is sent once while the key stays refused, and again after it has worked since", async () => {
    const app = await setUp();
    const agent = await app.talk.createAgent("gpt-4o");
    const ask = async () => {
      const visitor = await app.talk.openVisitor(agent);
      return (await listen(say(app.talk.server, visitor, { content: "Hello?" }))).text;
    };
    const untilLookedAt = async () => {
      app.talk.server.clock.advance(11 * minuteMs);
      await ask();
      await expect.poll(app.readRow).toMatchObject({ refusal: null });
    };
    app.replies.answer = refuse(402);
    await ask();
    await app.untilTold(1);
    // Its models can be listed without credit: that is no sign that it works.
    await untilLookedAt();
    await ask();
    expect((await app.readRow())?.refusal).toContain("no credit left");
    await untilLookedAt();
    app.replies.answer = sayAs("responses", ["Five years."]);
    expect(await ask()).toBe("Five years.");
    await expect.poll(app.readRow).toMatchObject({ toldAt: null });
    app.replies.answer = refuse(401);
    await ask();
    await app.untilTold(2);
    expect(await app.countQueued()).toBe(2);
  });

  it("is sent again for a replacement key", async () => {
    const app = await setUp();
    app.replies.list = refuse(401);
    await app.look();
    await app.look();
    await app.untilTold(1);
    app.replies.list = list("gpt-4o");
    const { params } = app;
    await app.owner.call(updateModelKey, { params, body: { data: { key: "sk-new-wxyz" } } });
    app.replies.list = refuse(402);
    await app.look();
    await app.untilTold(2);
    expect(await app.countQueued()).toBe(2);
  });

  it("is sent once when several processes see the refusal at once", async () => {
    const app = await setUp();
    const { store: own, clock } = app.talk.server;
    const row = (await app.readRow()) ?? expect.unreachable();
    const posted: string[] = [];
    const deps = {
      ...{ store: own, now: clock.now, lookOrigin: async () => null, isAvailable: () => false },
      mail: { post: async (_: unknown, letter: { to: string }) => void posted.push(letter.to) },
    };
    await Promise.all([1, 2, 3, 4].map(() => refuseKey(deps, row, "It is refused.")));
    expect(posted).toEqual([app.talk.owner.user.email]);
  });

  it("leaves out its button when the console's address is unknown", async () => {
    const app = await setUp({ publicOrigin: null });
    app.replies.list = refuse(401);
    await app.look();
    await app.untilTold(1);
    const { text } = app.newest();
    expect(text).not.toContain("http");
    expect(text).toContain("Settings › Model keys");
    expect(text).toContain("No agent and no default model uses it");
  });

  /** A server with one key, whose provider lists and answers as `replies` says at the time. */
  async function setUp(options: { publicOrigin?: null } = {}) {
    const talk = await startTalkingServer(store, {
      models: {},
      mail: { smtpUrl: mail.url, from: undefined },
      ...options,
    });
    const from = mail.letters.length;
    const model = await talk.useProvider();
    const replies = { list: list("gpt-4o", "gpt-4o-mini"), answer: refuse(500) };
    model.script((response, body, request) =>
      (request.method === "GET" ? replies.list : replies.answer)(response, body, request),
    );
    const owner = talk.server.as(talk.owner);
    const body = { data: { provider: "openai" as const, key: secret, name: "Harbour key" } };
    const { data: key } = await owner.call(createModelKey, { body });
    const params = { keyId: key.id };
    const letters = () => mail.letters.slice(from).filter(({ source }) => source.includes("model key"));
    const { db } = talk.server.store;
    return {
      ...{ talk, owner, params, replies, letters },
      newest: () => readLetter(letters().at(-1) ?? expect.unreachable()),
      untilTold: (count: number) => vi.waitUntil(() => letters().length >= count),
      readRow: () => db.selectFrom("modelKeys").selectAll().where("id", "=", key.id).executeTakeFirst(),
      look: () => expect(owner.call(listKeyModels, { params })).rejects.toMatchObject({ status: 422 }),
      /** Sent or not. */
      async countQueued() {
        const { count } = await db
          .selectFrom("jobs")
          .select((row) => row.fn.countAll<number>().as("count"))
          .where("kind", "=", "mail")
          .executeTakeFirstOrThrow();
        return Number(count);
      },
    };
  }
});

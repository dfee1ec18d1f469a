import { afterEach, describe, expect, it, vi } from "vitest";
import { listVisitorMessages } from "../../../shared/contract/conversations/conversations.ts";
import type { LiveEvent } from "../../../shared/contract/conversations/conversations.ts";
import { listMessages, listThreads } from "../../../shared/contract/conversations/threads/threads.ts";
import { say as answerWith } from "../../kit/models/modelProvider.ts";
import { bothStores } from "../../kit/database/stores.ts";
import type { StoreKind } from "../../kit/database/stores.ts";
import {
  beginAnswer,
  listen,
  listenUntil,
  newClientId,
  say,
  startTalkingServer,
} from "../../kit/conversations/threads/talks.ts";
import { startTcpProxy } from "../../kit/network/tcpProxy.ts";
import type { TcpProxy } from "../../kit/network/tcpProxy.ts";
import { watch } from "../../kit/live/watching.ts";

const patient = { interval: 50 };
const away = { status: 503, code: "unavailable" };

let line: TcpProxy | undefined;
afterEach(() => line?.stop());

// The embedded one is a file beside the server, and never away.
describe.each(bothStores())("a database that goes away on $name", (store) => {
  const itOnServer = it.runIf(store.name === "postgres");

  itOnServer(
    "is reported to callers meanwhile, and loses and duplicates nothing that was acknowledged (faults 31, 38)",
    async () => {
      const { talk, database } = await startBehindLine(store);
      const agent = await talk.createAgent();
      const [visitor] = await talk.openVisitors(agent, 1);
      if (!visitor) throw new Error("there is one");
      (await talk.useProvider()).script(answerWith("chat", ["Yes."]));
      const params = { productId: agent.id };
      const { threadId } = await listen(say(talk.server, visitor, { content: "said.0" }));
      const watched = { server: talk.server, agentId: agent.id };
      const before = watch(talk.owner, watched);
      const after = await before.ready;
      before.stop();
      for (let round = 1; round <= 3; round += 1) {
        const content = `said.${round}`;
        const clientId = newClientId();
        const send = () => listen(say(talk.server, visitor, { content, clientId, threadId }));
        database.setDown(true);
        await expect(send()).rejects.toMatchObject(away);
        await expect(talk.server.as(talk.owner).call(listThreads, { params })).rejects.toMatchObject(away);
        const hook = await talk.server.request("/api/webhooks/v1/datasources/sync/no-such-token", {
          method: "POST",
        });
        expect([hook.status, Number(hook.headers.get("retry-after"))]).toEqual([503, expect.any(Number)]);
        // A minute of the server's own time.
        talk.server.clock.advance(60_000);
        await expect(send()).rejects.toMatchObject(away);
        database.setDown(false);
        await vi.waitFor(send, patient);
        expect((await send()).end?.content).toBe("Yes.");
      }
      // Whose stream broke goes on from the last event that they saw.
      const team = watch(talk.owner, { ...watched, after });
      const isSaid = (event: LiveEvent) => event.type === "message" && event.message.role === "user";
      const told = await team.until((events) => events.filter(isSaid).length === 3);
      expect(told.filter(isSaid)).toMatchObject(
        [1, 2, 3].map((round) => ({ message: { content: `said.${round}` } })),
      );
      team.stop();
      const { items } = await talk.server
        .as(visitor)
        .call(listVisitorMessages, { params: { ...params, threadId } });
      expect(items.map(({ content }) => content)).toEqual([
        ...["said.0", "Yes.", "said.1", "Yes."],
        ...["said.2", "Yes.", "said.3", "Yes."],
      ]);
    },
  );

  itOnServer("delays an answer in progress, which is complete afterwards", async () => {
    const { talk, database } = await startBehindLine(store);
    const agent = await talk.createAgent();
    const { held, thread } = await beginAnswer(talk, agent, "The lamp ");
    database.setDown(true);
    held.say("is lit.");
    held.end();
    database.setDown(false);
    const whole = async () => {
      const { items } = await talk.server.as(talk.owner).call(listMessages, { ...thread, query: {} });
      expect(items.at(-1)).toMatchObject({ status: "sent", content: "The lamp is lit." });
    };
    await vi.waitFor(whole, patient);
  });

  itOnServer(
    "for a minute loses no answer that ended meanwhile, which is written again once (fault 31)",
    async () => {
      const { talk, database } = await startBehindLine(store);
      const agent = await talk.createAgent();
      const { held, provider, thread, visitor, ear, stream } = await beginAnswer(talk, agent, "The lamp ");
      database.setDown(true);
      held.say("is lit.");
      held.end();
      // Its reader hears the line break once its end was tried again and again, and could not be stored.
      await expect(listenUntil(stream, ear, ({ end }) => end !== undefined)).rejects.toThrow();
      expect(ear.text).toBe("The lamp is lit.");
      talk.server.clock.advance(60_000);
      provider.script(answerWith("chat", ["The lamp is lit."]));
      database.setDown(false);
      const read = async () =>
        (await talk.server.as(talk.owner).call(listMessages, { ...thread, query: {} })).items;
      const whole = async () =>
        expect(await read()).toMatchObject([
          { role: "user", content: "Tell me" },
          { role: "assistant", status: "sent", content: "The lamp is lit.", generation: 1 },
        ]);
      await vi.waitFor(whole, patient);
      provider.script(answerWith("chat", ["Yes."]));
      const { threadId } = thread.params;
      const after = await listen(say(talk.server, visitor, { content: "Still?", threadId }));
      expect(after.end?.content).toBe("Yes.");
      expect(await read()).toHaveLength(4);
    },
  );
});

/** A server whose database lies behind a line that can go down. */
async function startBehindLine(store: StoreKind) {
  const { place } = await store.open();
  const { url, database } = await through(place.databaseUrl ?? "");
  const behind = { ...place, databaseUrl: url };
  const kind = { ...store, open: async () => ({ store: await store.openAt(behind), place: behind }) };
  return { talk: await startTalkingServer(kind), database };
}

async function through(databaseUrl: string): Promise<{ url: string; database: TcpProxy }> {
  const address = new URL(databaseUrl);
  const folder = address.searchParams.get("host");
  const port = Number(address.port) || 5432;
  const database = await startTcpProxy(folder ? `${folder}/.s.PGSQL.${port}` : port);
  line = database;
  const { hostname, port: ownPort } = new URL(database.origin);
  address.searchParams.delete("host");
  Object.assign(address, { hostname, port: ownPort });
  return { url: address.href, database };
}

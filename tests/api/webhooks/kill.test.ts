import { describe, expect, it, vi } from "vitest";
import { openSecrets } from "../../../server/database/secrets.ts";
import { updateAgentStatus } from "../../../shared/contract/agents/agents.ts";
import { sendForVisitor, startThread } from "../../../shared/contract/conversations/threads/startThread.ts";
import { createWebhook } from "../../../shared/contract/webhooks/webhooks.ts";
import { clientOf, openSpawnedApp, spawnedOwner } from "../../kit/processes/spawnedApp.ts";
import { rounds } from "../../kit/rounds.ts";
import { spawnServer } from "../../kit/processes/spawnServer.ts";
import { startTestServer } from "../../kit/server.ts";
import { bothStores } from "../../kit/database/stores.ts";
import type { StoreKind } from "../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import { startWebhookReceiver } from "../../kit/webhooks/webhookReceiver.ts";
import type { ArrivedDelivery, WebhookReceiver } from "../../kit/webhooks/webhookReceiver.ts";

const { numRuns: kills } = rounds({ some: 2, whole: 5 });

it("a server that is killed again and again skips no webhook event, and each keeps its id and its order (fault 1)", async () => {
  const receiver = await startWebhookReceiver();
  const overlaps = watchOverlaps(receiver);
  let server = await spawnServer({ env: { ...spawnedOwner, EGRESS_ALLOW: "127.0.0.0/8" } });
  const { owner, productId, program: key } = await openSpawnedApp(server);
  await clientOf(server, owner).call(createWebhook, {
    body: { data: { name: "Hook", url: receiver.url, events: ["message.created"] } },
  });
  const acknowledged: string[] = [];
  for (let round = 0; round <= kills; round += 1) {
    const program = clientOf(server, key);
    const contact = { userId: `person-${round}` };
    const first = await program.call(startThread, {
      params: { productId },
      body: { data: { contact, clientId: newClientId(), content: `${round}.0` } },
    });
    acknowledged.push(first.data.message.id);
    const params = { productId, threadId: first.data.thread.id };
    for (let index = 1; index < 6; index += 1) {
      const body = { data: { clientId: newClientId(), content: `${round}.${index}` } };
      acknowledged.push((await program.call(sendForVisitor, { params, body })).data.message.id);
    }
    // Later and later into the sending of what was just said.
    if (round === kills) break;
    const before = receiver.arrived.length;
    await vi.waitUntil(() => receiver.arrived.length >= before + round);
    await server.end("SIGKILL");
    server = await server.restart();
  }
  const ids = () => new Set(receiver.arrived.map(messageOf));
  await vi.waitUntil(() => ids().size === acknowledged.length);
  expect([...ids()].toSorted()).toEqual(acknowledged.toSorted());
  const pairs = new Set(receiver.arrived.map((delivery) => `${messageOf(delivery)} ${delivery.id}`));
  expect(pairs.size).toBe(acknowledged.length);
  expect(new Set(receiver.arrived.map(({ id }) => id)).size).toBe(acknowledged.length);
  expectOrder(receiver.arrived);
  expect(overlaps).toEqual([]);
  await receiver.stop();
});

describe.each(bothStores().filter(({ name }) => name === "postgres"))("two processes on $name", (store) => {
  it("send each event once, in the order of its conversation", async () => {
    const receiver = await startWebhookReceiver();
    const overlaps = watchOverlaps(receiver);
    const opened = await store.open();
    const [one, two] = [at(store, opened), at(store, opened)];
    const secrets = openSecrets(opened.place);
    const options = { secrets, egressAllow: ["127.0.0.0/8"] };
    const talk = await startTalkingServer(one, options);
    await startTestServer({ ...options, store: two });
    const agent = await talk.createAgent();
    const owner = talk.server.as(talk.owner);
    const status = { data: { status: "paused" as const } };
    await owner.call(updateAgentStatus, { params: { productId: agent.id }, body: status });
    await owner.call(createWebhook, {
      body: { data: { name: "Hook", url: receiver.url, events: ["message.created"] } },
    });
    const visitors = await talk.openVisitors(agent, 8);
    const talkAll = visitors.map(async (visitor) => {
      let threadId: string | undefined;
      for (let index = 0; index < 10; index += 1) {
        const saying = { content: `said.${index}`, ...(threadId && { threadId }) };
        ({ threadId } = await listen(say(talk.server, visitor, saying)));
      }
    });
    await Promise.all(talkAll);
    const arrived = await receiver.until(80);
    expect(new Set(arrived.map(messageOf)).size).toBe(80);
    expect(arrived).toHaveLength(80);
    expectOrder(arrived);
    expect(overlaps).toEqual([]);
    await receiver.stop();
  });
});

type Opened = Awaited<ReturnType<StoreKind["open"]>>;

/** A kind that opens one more connection to a place. */
function at(store: StoreKind, { place }: Opened): StoreKind {
  return { ...store, open: async () => ({ store: await store.openAt(place), place }) };
}

function messageOf({ body }: ArrivedDelivery): string {
  return (body.data["message"] as { id: string }).id; // as message.created has it
}

/** Takes deliveries slowly, and notes those that come while another of their conversation is not answered yet. */
function watchOverlaps(receiver: WebhookReceiver): string[] {
  const busy = new Set<unknown>();
  const overlaps: string[] = [];
  receiver.react(({ id, body }, response) => {
    const thread = body.data["threadId"];
    if (busy.has(thread)) overlaps.push(id);
    busy.add(thread);
    response.on("close", () => busy.delete(thread));
    const answer = () => {
      busy.delete(thread);
      response.writeHead(204).end();
    };
    setTimeout(answer, 15);
  });
  return overlaps;
}

/** Of each conversation what is new comes in the order in which it was said; what comes again may come late. */
function expectOrder(arrived: ArrivedDelivery[]): void {
  const seen = new Set<string>();
  const fresh = arrived.filter(({ id }) => !seen.has(id) && seen.add(id));
  for (const [thread, own] of Map.groupBy(fresh, ({ body }) => String(body.data["threadId"]))) {
    const said = own.map(({ body }) => (body.data["message"] as { position: number }).position); // the same
    expect(said, thread).toEqual(said.toSorted((a, b) => a - b));
  }
}

import { describe, expect, it, vi } from "vitest";
import { openSecrets } from "../../../../server/database/secrets.ts";
import { createOrganization, getOrganizationToken } from "../../../../shared/contract/accounts/accounts.ts";
import { createAgent, listAgents, updateAgentStatus } from "../../../../shared/contract/agents/agents.ts";
import { createApiKey } from "../../../../shared/contract/accounts/apiKeys.ts";
import {
  createScheduledReply,
  listScheduledReplies,
} from "../../../../shared/contract/conversations/messages/scheduledReplies.ts";
import { loginWithPassword } from "../../../../shared/contract/accounts/signIn.ts";
import { startThread } from "../../../../shared/contract/conversations/threads/startThread.ts";
import { listMessages, updateThread } from "../../../../shared/contract/conversations/threads/threads.ts";
import { createTestClient } from "../../../kit/client.ts";
import type { TestClient } from "../../../kit/client.ts";
import { readCookie } from "../../../kit/factories.ts";
import { rounds } from "../../../kit/rounds.ts";
import { spawnServer } from "../../../kit/processes/spawnServer.ts";
import type { SpawnedServer } from "../../../kit/processes/spawnServer.ts";
import { startTestServer } from "../../../kit/server.ts";
import { stores } from "../../../kit/database/stores.ts";
import type { StoreKind } from "../../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";

const email = "owner@example.com";
const password = "a long test password";
const { numRuns: kills } = rounds({ some: 2, whole: 4 });

it("a server that is killed again and again sends each scheduled reply once (fault 1)", async () => {
  let server = await spawnServer({ env: { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } });
  const { connect, at } = await prepare(server);
  const contents = Array.from({ length: 20 }, (_, index) => `said.${index}`);
  // One after the other falls due, while the server works, dies, is away, or comes back.
  const firstAt = Date.now() + 10_000;
  for (const [index, content] of contents.entries())
    await schedule(connect(server), at, { content, sendAt: firstAt + index * 400 });
  for (let round = 0; round < kills; round += 1) {
    const said = async () => (await supportIn(connect(server), at)).length;
    await vi.waitUntil(async () => (await said()) > round * 3);
    await server.end("SIGKILL");
    server = await server.restart();
  }
  const client = connect(server);
  const isDone = async () => (await client.call(listScheduledReplies, at)).data.length === 0;
  await vi.waitUntil(isDone);
  expect((await supportIn(client, at)).toSorted()).toEqual(contents.toSorted());
});

describe.each(stores().filter(({ name }) => name === "postgres"))("two processes on $name", (store) => {
  it("send each scheduled reply once", async () => {
    const opened = await store.open();
    const [one, two] = [onto(store, opened), onto(store, opened)];
    const options = { secrets: openSecrets(opened.place) };
    const talk = await startTalkingServer(one, options);
    const other = await startTestServer({ ...options, store: two });
    const agent = await talk.server.createAgent(talk.owner);
    const owner = talk.server.as(talk.owner);
    const visitors = await talk.openVisitors(agent, 2);
    const places = await Promise.all(
      visitors.map(async (visitor) => {
        const { threadId } = await listen(say(talk.server, visitor, { content: "Hello?" }));
        return { params: { productId: agent.id, threadId } };
      }),
    );
    const sendAt = talk.server.clock.now() + 60 * 60_000;
    const contents = Array.from({ length: 10 }, (_, index) => `said.${index}`);
    for (const at of places) {
      for (const content of contents) await schedule(owner, at, { content, sendAt });
    }
    for (const { clock } of [talk.server, other]) clock.advance(60 * 60_000 + 1);
    for (const at of places) {
      const isDone = async () => (await owner.call(listScheduledReplies, at)).data.length === 0;
      await vi.waitUntil(isDone);
      expect((await supportIn(owner, at)).toSorted()).toEqual(contents.toSorted());
    }
  });
});

type Place = { params: { productId: string; threadId: string } };

async function schedule(client: TestClient, at: Place, reply: { content: string; sendAt: number }) {
  await client.call(createScheduledReply, { ...at, body: { data: { clientId: newClientId(), ...reply } } });
}

/** What the team has said in a conversation. */
async function supportIn(client: TestClient, at: Place): Promise<string[]> {
  const { items } = await client.call(listMessages, { ...at, query: { limit: 100 } });
  return items.filter(({ role }) => role === "support").map(({ content }) => content);
}

/** A kind that opens one more connection to a place. */
function onto(store: StoreKind, { place }: Awaited<ReturnType<StoreKind["open"]>>): StoreKind {
  return { ...store, open: async () => ({ store: await store.openAt(place), place }) };
}

async function prepare(server: SpawnedServer) {
  const address = "127.0.0.1";
  const login = await createTestClient(reach(server), { address }).send(loginWithPassword, {
    body: { email, password },
  });
  const { session } = await login.json();
  const person = { address, session, cookie: readCookie(login) };
  const { data: organization } = await createTestClient(reach(server), person).call(createOrganization, {
    body: { data: { name: "Acme" } },
  });
  const organizationId = organization.org_id;
  const { data } = await createTestClient(reach(server), person).call(getOrganizationToken, {
    params: { orgId: organizationId },
  });
  const owner = createTestClient(reach(server), { ...person, organizationId, bearer: data.token });
  await owner.call(createAgent, { body: { data: { name: "Lumi" } } });
  const [agent] = (await owner.call(listAgents, {})).items;
  const productId = agent?.id ?? "";
  await owner.call(updateAgentStatus, { params: { productId }, body: { data: { status: "paused" } } });
  const made = await owner.call(createApiKey, {
    body: { data: { name: "CRM", scopes: ["conversations.read", "conversations.reply"] } },
  });
  const key = { address, organizationId, bearer: made.data.key };
  const connect = (to: SpawnedServer) => createTestClient(reach(to), key);
  const first = await connect(server).call(startThread, {
    params: { productId },
    body: { data: { contact: { userId: "person-1" }, clientId: newClientId(), content: "Hello" } },
  });
  const at: Place = { params: { productId, threadId: first.data.thread.id } };
  await connect(server).call(updateThread, { ...at, body: { data: { handledBy: "human" } } });
  return { connect, at };
}

function reach(server: SpawnedServer) {
  return { send: (request: Request) => fetch(request), origin: server.url, now: Date.now };
}

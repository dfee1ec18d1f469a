import { expect, it } from "vitest";
import { createOrganization, getOrganizationToken } from "../../../../shared/contract/accounts/accounts.ts";
import { loginWithPassword } from "../../../../shared/contract/accounts/signIn.ts";
import { createAgent, listAgents } from "../../../../shared/contract/agents/agents.ts";
import {
  editMessage,
  listVisitorMessages,
  listVisitorThreads,
  sendMessage,
} from "../../../../shared/contract/conversations/conversations.ts";
import type { AnswerEvent } from "../../../../shared/contract/conversations/conversations.ts";
import { createPreviewTicket, openChatWidget } from "../../../../shared/contract/surfaces/surfaces.ts";
import { createTestClient } from "../../../kit/client.ts";
import type { Actor, TestClient } from "../../../kit/client.ts";
import { readCookie } from "../../../kit/factories.ts";
import { startModelProvider } from "../../../kit/models/modelProvider.ts";
import type { ModelProvider, Reply } from "../../../kit/models/modelProvider.ts";
import { rounds } from "../../../kit/rounds.ts";
import { spawnServer } from "../../../kit/processes/spawnServer.ts";
import type { SpawnedServer } from "../../../kit/processes/spawnServer.ts";
import { hear, newClientId, newEar } from "../../../kit/conversations/threads/talks.ts";
import type { Heard } from "../../../kit/conversations/threads/talks.ts";

const email = "owner@example.com";
const password = "a long test password";
const { numRuns: kills } = rounds({ some: 3, whole: 6 });

it("a server that is killed again and again during answers loses and duplicates nothing (fault 1)", async () => {
  const provider = await startModelProvider();
  provider.script(speakSlowly(40));
  let server = await spawnServer({ env: settingsFor(provider) });
  const visitor = await openVisitor(server);
  for (let round = 0; round < kills; round += 1) {
    const message = { clientId: newClientId(), content: `Question ${round}` };
    const [before, after] = [newEar(), newEar()];
    // From right after the acknowledgement to far into the text.
    const send = sending(message);
    await readUntilLost(server, visitor, { open: send, ear: before, killAfter: 1 + 2 * round });
    server = await server.restart();
    await readUntilLost(server, visitor, { open: send, ear: after, killAfter: Infinity });
    expect(after.message?.id).toBe(before.message?.id);
    expect(after.end).toMatchObject({ status: "sent", content: whole });
    expect(after.text).toBe(whole);
    if (round % 3 !== 0) continue;
    const [lost, found] = [newEar(), newEar()];
    const edit = editing(after, `Changed ${round}`);
    await readUntilLost(server, visitor, { open: edit, ear: lost, killAfter: 2 + round });
    server = await server.restart();
    await readUntilLost(server, visitor, { open: edit, ear: found, killAfter: Infinity });
    // Begun by the edit, and once more by the server that came after the kill, where that was in time.
    expect(found.end).toMatchObject({ id: after.end?.id, status: "sent", content: whole });
    expect(found.end?.generation).toBe((lost.answer?.generation ?? 0) + (lost.end ? 0 : 1));
    expect(found).toMatchObject({ text: whole, message: { content: `Changed ${round}` } });
  }
  const client = createTestClient(reach(server), visitor);
  const params = { productId: visitor.agentId };
  const threads = await client.call(listVisitorThreads, { params, query: { limit: 100 } });
  expect(threads.items).toHaveLength(kills);
  for (const { id } of threads.items) {
    const { items } = await client.call(listVisitorMessages, { params: { ...params, threadId: id } });
    expect(items.map(({ role, status }) => [role, status])).toEqual([
      ["user", "sent"],
      ["assistant", "sent"],
    ]);
  }
});

it("a server that is told to stop finishes an answer first, and serves meanwhile", async () => {
  const provider = await startModelProvider();
  provider.script(speakSlowly(60));
  const server = await spawnServer({ env: settingsFor(provider) });
  const visitor = await openVisitor(server);
  const client = createTestClient(reach(server), visitor);
  const params = { productId: visitor.agentId };
  const ear = newEar();
  let ending: Promise<number | null> | undefined;
  let isServed: Promise<unknown> | undefined;
  for await (const event of sending({ clientId: newClientId(), content: "Go on" })(client, visitor.agentId)) {
    hear(ear, event);
    if (event.type !== "delta" || ending) continue;
    ending = server.end();
    isServed = client.call(listVisitorThreads, { params, query: {} });
  }
  expect(ear.end).toMatchObject({ status: "sent", content: whole, generation: 0 });
  await expect(isServed).resolves.toMatchObject({ items: [{}] });
  expect(await ending).toBe(0);
});

const pieces = Array.from({ length: 12 }, (_, index) => `piece ${index} `);
const whole = pieces.join("");

/** Says a piece every few milliseconds, as models do. */
function speakSlowly(everyMs: number): Reply {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const rest = [...pieces];
    const timer = setInterval(() => {
      const content = rest.shift();
      const finish = rest.length === 0 ? "stop" : null;
      const choices = [{ index: 0, delta: { content }, finish_reason: finish }];
      response.write(
        `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices })}\n\n`,
      );
      if (finish) response.end("data: [DONE]\n\n");
      if (finish) clearInterval(timer);
    }, everyMs);
    response.on("close", () => clearInterval(timer));
  };
}

type Open = (client: TestClient, productId: string) => AsyncIterable<AnswerEvent>;

function sending(data: { clientId: string; content: string }): Open {
  return (client, productId) => client.stream(sendMessage, { params: { productId }, body: { data } });
}

function editing({ threadId, message }: Heard, content: string): Open {
  const place = { threadId, messageId: message?.id ?? "none" };
  return (client, productId) =>
    client.stream(editMessage, { params: { productId, ...place }, body: { data: { content } } });
}

interface Reading {
  open: Open;
  ear: Heard;
  /** After this many events the server is killed. */
  killAfter: number;
}

async function readUntilLost(
  server: SpawnedServer,
  visitor: Actor & { agentId: string },
  { open, ear, killAfter }: Reading,
): Promise<void> {
  const client = createTestClient(reach(server), visitor);
  try {
    for await (const event of open(client, visitor.agentId)) {
      hear(ear, event);
      if (ear.events.length >= killAfter) await server.end("SIGKILL");
    }
  } catch (error) {
    if (killAfter === Infinity) throw error;
  }
  // A busy machine tells the answer in fewer events.
  if (killAfter !== Infinity) await server.end("SIGKILL");
}

function settingsFor(provider: ModelProvider): Record<string, string> {
  return {
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: password,
    OPENAI_API_KEY: "key-1",
    OPENAI_BASE_URL: `${provider.url}/v1`,
  };
}

async function openVisitor(server: SpawnedServer) {
  const address = "127.0.0.1";
  const anyone = createTestClient(reach(server), { address });
  const login = await anyone.send(loginWithPassword, { body: { email, password } });
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
  await owner.call(createAgent, { body: { data: { name: "Lumi", model: "gpt-4o" } } });
  const [agent] = (await owner.call(listAgents, {})).items;
  const productId = agent?.id ?? "";
  const ticket = await owner.call(createPreviewTicket, { params: { productId } });
  const opened = await anyone.call(openChatWidget, { body: { data: { ticket: ticket.data.ticket } } });
  return { address, session: opened.data.session as Actor["session"], agentId: productId };
}

function reach(server: SpawnedServer) {
  return { send: (request: Request) => fetch(request), origin: server.url, now: Date.now };
}

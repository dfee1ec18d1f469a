import { expect, it, onTestFinished } from "vitest";
import {
  getAgent,
  publishAgent,
  updateAgent,
  updateAgentStatus,
} from "../../../shared/contract/agents/agents.ts";
import { getThreadChannel, updateChannel } from "../../../shared/contract/channels/channels.ts";
import {
  listMessages,
  listThreads,
  sendReply,
} from "../../../shared/contract/conversations/threads/threads.ts";
import { caseOf } from "../../kit/channels/channelCases.ts";
import { startProviderServer } from "../../kit/channels/providerServer.ts";
import { newClientId } from "../../kit/conversations/threads/talks.ts";
import { holdReply, say, startModelProvider } from "../../kit/models/modelProvider.ts";
import type { Reply } from "../../kit/models/modelProvider.ts";
import { clientOf, openSpawnedApp, spawnedOwner } from "../../kit/processes/spawnedApp.ts";
import { spawnServer } from "../../kit/processes/spawnServer.ts";

/** Starts a server with an agent on a channel, whose providers stay when it is killed. */
async function openChannelServer(surface: "whatsapp" | "slack") {
  const providers = await startProviderServer();
  onTestFinished(() => providers.stop());
  const models = await startModelProvider();
  const { meta, slack } = providers.addresses;
  let server = await spawnServer({
    env: {
      ...spawnedOwner,
      ...{ META_BASE_URL: meta, SLACK_BASE_URL: slack, OPENAI_BASE_URL: `${models.url}/v1` },
      ...{ OPENAI_API_KEY: "key-1" },
    },
  });
  const { owner, productId } = await openSpawnedApp(server);
  const inAgent = { params: { productId } };
  const team = () => clientOf(server, owner);
  const { type, settings, secrets, body, sign, textOf } = caseOf(surface);
  const saved = await team().call(updateChannel, {
    params: { productId, surfaceType: type },
    body: { data: { revision: 0, enabled: true, settings, secrets } },
  });
  const path = new URL(saved.data.webhookUrl ?? "").pathname;
  const { data: agent } = await team().call(getAgent, inAgent);
  const configuration = { ...agent.configuration, model: "gpt-4o" };
  await team().call(updateAgent, { ...inAgent, body: { data: { revision: agent.revision, configuration } } });
  await team().call(publishAgent, inAgent);
  await team().call(updateAgentStatus, { ...inAgent, body: { data: { status: "live" } } });
  const write = async (text: string, id: string) => {
    const content = body(text, id);
    const headers = { "content-type": "application/json", ...sign(content, "") };
    return (await fetch(server.url + path, { method: "POST", body: content, headers })).status;
  };
  /** Kills the server and starts it again; `replies` are what the model answers from then on. */
  const kill = async (...replies: Reply[]) => {
    await server.end("SIGKILL");
    if (replies.length > 0) models.script(...replies);
    server = await server.restart();
  };
  return { providers, models, inAgent, productId, team, textOf, write, kill };
}

it("G2: takes each message once and sends each answer once, whenever the server is killed", async () => {
  const { providers, models, inAgent, productId, team, textOf, write, kill } =
    await openChannelServer("whatsapp");
  const findAt = async () => {
    const { items } = await team().call(listThreads, inAgent);
    expect(items).toHaveLength(1);
    return { params: { productId, threadId: items[0]?.id ?? "" } };
  };
  const said = async (wanted: string) =>
    (await team().call(listMessages, await findAt())).items
      .filter(({ role, status }) => role === wanted && status === "sent")
      .map(({ content }) => content);
  const sent = () => providers.taken.map((message) => textOf(message.body));

  // Acknowledged, and not answered yet.
  models.script(holdReply().reply);
  expect(await write("First", "wamid.1")).toBe(200);
  await kill(say("chat", ["First answer."]));
  expect(await write("First", "wamid.1")).toBe(200);
  await expect.poll(sent).toEqual([expect.stringContaining("First answer.")]);
  expect(await said("user")).toEqual(["First"]);

  // While the answer is written.
  const held = holdReply();
  models.script(held.reply);
  expect(await write("Second", "wamid.2")).toBe(200);
  await held.asked;
  await kill(say("chat", ["Second answer."]));
  await expect.poll(sent).toHaveLength(2);
  expect(sent()[1]).toContain("Second answer.");

  // While it is sent: it may have arrived or not, so nobody sends it again but a member.
  const { promise, resolve } = Promise.withResolvers<void>();
  providers.held.set("messages", promise);
  const at = await findAt();
  const reply = (content: string) =>
    team().call(sendReply, { ...at, body: { data: { clientId: newClientId(), content } } });
  const deliveries = async () => (await team().call(getThreadChannel, at)).data?.deliveries ?? [];
  await reply("From Ana.");
  await expect.poll(async () => (await deliveries()).at(-1)?.state).toBe("sending");
  await kill();
  providers.held.clear();
  resolve();
  await expect
    .poll(async () => (await deliveries()).at(-1))
    .toMatchObject({
      state: "failed",
      problem: expect.stringContaining("may have arrived or not"),
    });
  await reply("Again.");
  await expect.poll(sent).toContain("Again.");
  expect(sent().filter((text) => text === "From Ana.").length).toBeLessThanOrEqual(1);
  expect(await said("user")).toEqual(["First", "Second"]);
  expect((await said("assistant")).map((text) => text.trim())).toEqual(["First answer.", "Second answer."]);
});

it("G2: completes the message in Slack that grew when the server was killed", async () => {
  const { providers, models, write, kill } = await openChannelServer("slack");
  const held = holdReply();
  models.script(held.reply);
  expect(await write("Hello", "1700000300.000001")).toBe(200);
  await held.asked;
  const { slack } = providers;
  await expect.poll(() => (held.say("Half "), slack.shown.length)).toBe(1);
  models.script(say("chat", ["The whole answer."]));
  await kill();
  await expect.poll(() => slack.shown.map(({ text }) => text)).toEqual(["The whole answer."]);
});

import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import {
  getAgent,
  publishAgent,
  updateAgent,
  updateAgentStatus,
} from "../../../shared/contract/agents/agents.ts";
import { updateChannel } from "../../../shared/contract/channels/channels.ts";
import { openTalk, phoneSettings, ring, startPhoneServer } from "../../kit/channels/phoneServer.ts";
import { runServer } from "../../kit/processes/runServer.ts";
import { clientOf, openSpawnedApp, spawnedOwner } from "../../kit/processes/spawnedApp.ts";
import type { Row } from "../printRows.ts";
import { median, percentile } from "../statistics.ts";

const calls = 10;
const questionsEach = 10;

/**
 * Measures what this server adds between a caller's question and the first word of its answer: from the prompt to the
 * model's provider, and from the provider's first word to the telephone.
 */
export async function measurePhone(): Promise<Row[]> {
  const model = await startModel();
  const phones = await startPhoneServer();
  const port = await findPort();
  // Beside the address that providers are told, which is nowhere.
  const started = await runServer({
    port,
    env: {
      ...{
        ...spawnedOwner,
        PUBLIC_URL: "https://agents.example.com",
        TWILIO_BASE_URL: phones.addresses.twilio,
      },
      ...{ OPENAI_API_KEY: "key", OPENAI_BASE_URL: `${model.url}/v1` },
    },
  });
  const server = { ...started, url: `http://127.0.0.1:${port}` };
  const { owner, productId } = await openSpawnedApp(server);
  const client = clientOf(server, owner);
  const params = { productId };
  const { data: agent } = await client.call(getAgent, { params });
  const configuration = { ...agent.configuration, model: "gpt-4o" };
  await client.call(updateAgent, { params, body: { data: { revision: agent.revision, configuration } } });
  await client.call(publishAgent, { params });
  await client.call(updateAgentStatus, { params, body: { data: { status: "live" } } });
  const { data: channel } = await client.call(updateChannel, {
    params: { productId, surfaceType: "call" },
    body: { data: { revision: 0, enabled: true, ...phoneSettings.twilio } },
  });
  const line = {
    provider: "twilio" as const,
    webhookUrl: channel.webhookUrl ?? "",
    server: {
      clock: { now: Date.now },
      request: (path: string, init?: RequestInit) => fetch(server.url + path, init),
    },
  };
  const ends: (() => void)[] = [];
  const asks: number[] = [];
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const ringing = await ring(line, { from: `+49301${String(call).padStart(6, "0")}` });
    const talk = await openTalk(port, {
      ...ringing,
      atEnd: (end) => ends.push(end),
    });
    for (let question = 0; question < questionsEach; question += 1) {
      const askedAt = performance.now();
      const from = talk.frames.length;
      talk.say("How long do refunds take?");
      while (talk.frames.length === from) await new Promise((resolve) => setImmediate(resolve));
      const heardAt = performance.now();
      await talk.heard();
      asks.push(model.askedAt - askedAt);
      times.push(heardAt - model.saidAt);
    }
    talk.hangUp();
  }
  ends.forEach((end) => end());
  await server.end("SIGKILL");
  await Promise.all([model.stop(), phones.stop()]);
  const counted = times.slice(questionsEach);
  return [
    { what: "first token to phone, median", measured: median(counted), budget: 10, unit: "ms" },
    { what: "first token to phone, p95", measured: percentile(counted, 95), budget: null, unit: "ms" },
    {
      what: "a caller's words stored, and the model asked, median",
      measured: median(asks.slice(questionsEach)),
      budget: null,
      unit: "ms",
    },
  ];
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // it listens on TCP
  server.close();
  await once(server, "close");
  return port;
}

/** A model's provider that keeps when it was asked last, and when it said its first word. */
async function startModel() {
  const model = { askedAt: 0, saidAt: 0 };
  const chunk = (delta: object, finish: string | null = null) =>
    `data: ${JSON.stringify({
      ...{ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1770933892, model: "gpt-4o" },
      choices: [{ index: 0, delta, finish_reason: finish }],
    })}\n\n`;
  const server = createServer((request, response) => {
    model.askedAt = performance.now();
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    setTimeout(() => {
      model.saidAt = performance.now();
      response.write(chunk({ role: "assistant", content: "Five " }));
      response.write(chunk({ content: "days." }));
      response.end(`${chunk({}, "stop")}data: [DONE]\n\n`);
    }, 50);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(model, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on TCP
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

/**
 * `npm run bench:tools`: what the server adds to a tool call: from the last byte in which a model asks for an HTTP action
 * to the next request to the model, with an API that answers immediately. Server, model and API share this machine.
 */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { publishAgent } from "../../shared/contract/agents/agents.ts";
import { sendMessage } from "../../shared/contract/conversations/conversations.ts";
import { createSkill } from "../../shared/contract/skills/skills.ts";
import { buildIfMissing } from "../../server/build.ts";
import { endServers, npmStart, runServer } from "../kit/processes/runServer.ts";
import { printRows } from "./printRows.ts";
import { median, percentile } from "./statistics.ts";
import { openModelApp, openVisitor } from "./visitor.ts";

const { values } = parseArgs({ options: { calls: { type: "string", default: "200" } } });
const calls = Number(values.calls);
const warmUp = 40;
/** Below the limit of a visitor's sends. */
const callsEach = 5;

const added: number[] = [];
let askedAt = Number.NaN;
let reached = 0;

/** The model asks for a tool, and says something once it has a result; everything else is the API. */
const both = createServer((request, response) => {
  const arrivedAt = performance.now();
  if (!request.url?.endsWith("/chat/completions")) {
    reached += 1;
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"status":"shipped"}');
    return;
  }
  let text = "";
  request.on("data", (piece: Buffer) => (text += piece.toString()));
  request.on("end", () => {
    const { messages } = JSON.parse(text) as { messages: { role: string }[] }; // as our own server sends it
    if (messages.at(-1)?.role === "tool") {
      added.push(arrivedAt - askedAt);
      return speak(response, { content: "It is shipped." }, "stop");
    }
    const name = "order_status";
    const call = { name, arguments: JSON.stringify({ order: randomUUID() }) };
    const tool = { index: 0, id: randomUUID(), type: "function", function: call };
    response.on("finish", () => (askedAt = performance.now()));
    speak(response, { tool_calls: [tool] }, "tool_calls");
  });
});

function speak(response: ServerResponse, delta: object, finish: string): void {
  const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1770933892, model: "m" };
  const choices = [
    { index: 0, delta: { role: "assistant", ...delta }, finish_reason: null },
    { index: 0, delta: {}, finish_reason: finish },
  ];
  response.writeHead(200, { "content-type": "text/event-stream" });
  const events = choices.map((choice) => `data: ${JSON.stringify({ ...head, choices: [choice] })}\n\n`);
  response.end(`${events.join("")}data: [DONE]\n\n`);
}

try {
  buildIfMissing();
  await new Promise<void>((resolve) => both.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(both.address() as AddressInfo).port}`; // of a TCP port
  const server = await runServer({
    script: npmStart,
    env: {
      ...{ OPENAI_BASE_URL: `${origin}/v1`, OPENAI_API_KEY: "bench", TRUST_PROXY: "1" },
      EGRESS_ALLOW: "127.0.0.0/8",
    },
  });
  const app = await openModelApp(server);
  const params = { productId: app.agentId };
  await app.client.call(createSkill, { params, body: { data: orderStatus(origin) } });
  await app.client.call(publishAgent, { params });
  for (let at = 0; at < warmUp + calls; at += callsEach) {
    const visitor = await openVisitor(app, server, `10.1.${Math.floor(at / 250)}.${at % 250}`);
    for (let turn = 0; turn < callsEach; turn += 1) {
      const body = { data: { clientId: randomUUID(), content: "Where is my order?" } };
      for await (const _ of visitor.stream(sendMessage, { params, body }));
    }
  }
  const measured = added.slice(warmUp);
  if (reached < warmUp + calls || measured.length < calls)
    throw new Error(`Of ${warmUp + calls} calls, ${reached} reached the API.`);
  printRows([
    { what: "added to a tool call at the median", measured: median(measured), budget: 10, unit: "ms" },
    { what: "the same for 95 of 100", measured: percentile(measured, 95), budget: null, unit: "ms" },
  ]);
} finally {
  await endServers();
  both.close();
}

function orderStatus(origin: string) {
  return {
    ...{ name: "order_status", title: "Order status", description: "Says where an order is.", examples: [] },
    inputs: [
      {
        ...{ id: "order", type: "text" as const, label: "Order", description: "", options: [], from: null },
        validations: { required: true },
      },
    ],
    ...({ enabled: true, risk: "read", verifiedOnly: false, oncePerConversation: false } as const),
    ...{ timeoutSeconds: 5, answer: "" },
    config: {
      ...({ kind: "http", method: "GET", url: `${origin}/orders/{{order}}`, bodyType: "none" } as const),
      ...{ query: [], headers: [], body: "", auth: { type: "none" as const }, pick: "status" },
    },
  };
}

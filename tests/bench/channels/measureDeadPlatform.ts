import { setTimeout as wait } from "node:timers/promises";
import { listThreads, sendReply } from "../../../shared/contract/conversations/threads/threads.ts";
import type { Row } from "../printRows.ts";
import { median } from "../statistics.ts";
import type { ChannelServer } from "./openChannelServer.ts";

const replies = 20;
const withinMs = 30_000;

/** Measures how long replies by Slack take while WhatsApp takes messages and never answers. */
export async function measureDeadPlatform(opened: ChannelServer): Promise<Row[]> {
  for (let person = 0; person < replies; person += 1) await opened.sendSlack("Hello", `U${person}`);
  await waitForThreads(opened, replies);
  const alone = await sendReplies(opened, "alone");
  opened.setMetaDead(true);
  const now = String(Math.floor(Date.now() / 1000));
  for (let person = 0; person < replies; person += 1)
    await opened.sendWhatsapp({
      ...{ id: `wamid.dead.${person}`, from: `4950${String(person).padStart(6, "0")}` },
      ...{ timestamp: now, type: "text", text: { body: "Hello" } },
    });
  await wait(2000);
  const { items } = await opened.client.call(listThreads, {
    params: { productId: opened.productId },
    query: { surface: "whatsapp", limit: "20" },
  });
  await Promise.all(items.map(({ id }) => reply(opened, id, "Into the void")));
  const beside = await sendReplies(opened, "beside");
  opened.setMetaDead(false);
  return [
    { what: "a reply by Slack arrives, median", measured: alone, budget: null, unit: "ms" },
    {
      what: "the same while WhatsApp does not answer",
      measured: beside,
      budget: Math.max(1500, alone * 2),
      unit: "ms",
    },
  ];
}

async function waitForThreads({ client, productId }: ChannelServer, count: number): Promise<void> {
  for (let look = 0; look < 60; look += 1) {
    const query = { surface: "slack", limit: "100" };
    const { items } = await client.call(listThreads, { params: { productId }, query });
    if (items.length >= count) return;
    await wait(500);
  }
  throw new Error("What was written by Slack did not become conversations.");
}

async function sendReplies(opened: ChannelServer, word: string): Promise<number> {
  const { items } = await opened.client.call(listThreads, {
    params: { productId: opened.productId },
    query: { surface: "slack", limit: "100" },
  });
  const times: number[] = [];
  for (const { id } of items) {
    const text = `${word} ${id}`;
    const sentAt = performance.now();
    await reply(opened, id, text);
    while (performance.now() - sentAt < withinMs) {
      if (opened.providers.taken.some(({ body }) => body["markdown_text"] === text)) break;
      await wait(5);
    }
    times.push(performance.now() - sentAt);
  }
  return median(times);
}

let count = 0;

async function reply({ client, productId }: ChannelServer, threadId: string, content: string): Promise<void> {
  count += 1;
  const data = { clientId: `bench-${String(count).padStart(8, "0")}`, content };
  await client.call(sendReply, { params: { productId, threadId }, body: { data } });
}

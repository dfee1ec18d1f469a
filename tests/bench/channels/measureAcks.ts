import { setTimeout as wait } from "node:timers/promises";
import { listMessages, listThreads } from "../../../shared/contract/conversations/threads/threads.ts";
import { askUntilLet } from "../askUntilLet.ts";
import type { Row } from "../printRows.ts";
import { percentile } from "../statistics.ts";
import type { ChannelServer } from "./openChannelServer.ts";

interface Load {
  rate: number;
  seconds: number;
  updates: number;
}

const people = 100;
const repeatedShare = 0.3;
/** Providers deliver what was written within a moment in any order: this many updates are mixed. */
const mixedAtOnce = 50;
const startedAt = 1_700_000_000;

/** Measures how fast webhooks are acknowledged, and whether each message is there once and in order, over a kill. */
export async function measureAcks(opened: ChannelServer, { rate, seconds, updates }: Load): Promise<Row[]> {
  const times: number[] = [];
  const acked = { count: 0 };
  const first = await sendAtRate(opened, { rate, count: rate * seconds, times });
  const unique = Math.round(updates * (1 - repeatedShare));
  const numbers = Array.from({ length: unique }, (_, index) => index);
  const repeats = Array.from({ length: updates - unique }, () => Math.floor(Math.random() * unique));
  const all = [...numbers, ...repeats].toSorted((one, other) => one - other);
  for (let from = 0; from < all.length; from += mixedAtOnce) {
    const mixed = all.slice(from, from + mixedAtOnce).toSorted(() => Math.random() - 0.5);
    const statuses = await Promise.all(mixed.map((number) => opened.sendWhatsapp(messageOf("load", number))));
    acked.count += statuses.filter((status) => status === 200).length;
    // Acknowledged and not read yet: nothing of that may be lost.
    if (from < all.length / 2 && from + mixedAtOnce >= all.length / 2) await opened.kill();
  }
  const stored = await readWhenDone(opened, unique);
  const wrong = [...stored.values()].filter((contents) => !isInOrder(contents)).length;
  const total = [...stored.values()].reduce((sum, contents) => sum + contents.length, 0);
  const doubled = total - new Set([...stored.values()].flat()).size;
  return [
    { what: `webhooks at ${rate} a second`, measured: first, budget: null, unit: "" },
    { what: "acknowledged, median", measured: percentile(times, 50), budget: 50, unit: "ms" },
    { what: "acknowledged, 99 of 100", measured: percentile(times, 99), budget: 500, unit: "ms" },
    {
      what: "updates, 30 of 100 repeated, all mixed, with a kill",
      measured: updates,
      budget: null,
      unit: "",
    },
    { what: "not acknowledged", measured: updates - acked.count, budget: 0, unit: "" },
    { what: "messages missing", measured: unique - total + doubled, budget: 0, unit: "" },
    { what: "messages doubled", measured: doubled, budget: 0, unit: "" },
    { what: "conversations out of order", measured: wrong, budget: 0, unit: "" },
  ];
}

function messageOf(kind: string, number: number) {
  const person = number % people;
  return {
    ...{
      id: `wamid.${kind}.${number}`,
      from: `49${kind === "load" ? 30 : 40}${String(person).padStart(6, "0")}`,
    },
    ...{ timestamp: String(startedAt + number), type: "text", text: { body: `${kind} ${number}` } },
  };
}

async function sendAtRate(
  opened: ChannelServer,
  { rate, count, times }: { rate: number; count: number; times: number[] },
): Promise<number> {
  const begun = performance.now();
  const sending: Promise<void>[] = [];
  for (let number = 0; number < count; number += 1) {
    const due = begun + (number * 1000) / rate;
    if (due > performance.now()) await wait(due - performance.now());
    const sentAt = performance.now();
    sending.push(
      opened.sendWhatsapp(messageOf("paced", number)).then(() => void times.push(performance.now() - sentAt)),
    );
  }
  await Promise.all(sending);
  return count;
}

/** What was stored by conversation, once there is no more to come. */
async function readWhenDone(opened: ChannelServer, expected: number): Promise<Map<string, string[]>> {
  let stored = new Map<string, string[]>();
  let before = -1;
  for (let look = 0; look < 120; look += 1) {
    stored = await readStored(opened);
    const total = [...stored.values()].reduce((sum, contents) => sum + contents.length, 0);
    if (total >= expected && total === before) break;
    before = total;
    await wait(1000);
  }
  return stored;
}

async function readStored({ client, productId }: ChannelServer): Promise<Map<string, string[]>> {
  const stored = new Map<string, string[]>();
  for (let page = 1; ; page += 1) {
    const { items } = await askUntilLet(() =>
      client.call(listThreads, { params: { productId }, query: { page: String(page), limit: "100" } }),
    );
    for (const { id: threadId } of items) {
      const contents: string[] = [];
      let before: string | undefined;
      for (;;) {
        const query = { limit: "100", ...(before !== undefined && { before }) };
        const answer = await askUntilLet(() =>
          client.call(listMessages, { params: { productId, threadId }, query }),
        );
        contents.unshift(...answer.items.filter(({ role }) => role === "user").map(({ content }) => content));
        const [oldest] = answer.items;
        if (!answer.hasMore || !oldest) break;
        before = String(oldest.position);
      }
      if (contents[0]?.startsWith("load")) stored.set(threadId, contents);
    }
    if (items.length < 100) return stored;
  }
}

function isInOrder(contents: string[]): boolean {
  const numbers = contents.map((content) => Number(content.split(" ")[1]));
  return numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
}

import { randomUUID } from "node:crypto";
import { sendMessage } from "../../../shared/contract/conversations/conversations.ts";
import type { RunningServer } from "../../kit/processes/runServer.ts";
import type { Row } from "../printRows.ts";
import { percentile } from "../statistics.ts";
import { openSession } from "../visitor.ts";
import type { BenchApp } from "../visitor.ts";
import { ask } from "../widgets/ask.ts";
import { inTurns } from "../widgets/inTurns.ts";
import { createWidget } from "../widgets/widget.ts";
import type { Widget } from "../widgets/widget.ts";
import { startBalancer } from "./balancer.ts";
import { whilePaused } from "./whilePaused.ts";

/** Below the limit of a visitor's sends. */
const messagesEach = 10;
const visitorsAtOnce = 16;

/** Times visitors' messages until they are acknowledged, with the web processes behind a balancer. */
export async function measureMessages(
  app: BenchApp,
  webs: readonly RunningServer[],
  messages: number,
): Promise<Row[]> {
  const balancer = await startBalancer(webs.map(({ url }) => Number(new URL(url).port)));
  try {
    const widgets: Widget[] = [];
    const count = Math.ceil(messages / messagesEach);
    await inTurns(Array.from({ length: count }).keys(), visitorsAtOnce, async (index) => {
      const opened = await openSession(app, balancer, `198.51.100.${index % 250}`);
      widgets.push(createWidget(balancer.url, opened));
    });
    const timesMs: number[] = [];
    await whilePaused(app, () =>
      inTurns(widgets, visitorsAtOnce, async (widget) => {
        for (let sent = 0; sent < messagesEach; sent += 1) timesMs.push(await timeMessage(widget));
      }),
    );
    return [
      { what: "messages of 16 visitors at once", measured: timesMs.length, budget: null, unit: "" },
      {
        what: "a message until acknowledged",
        measured: percentile(timesMs, 50),
        budget: null,
        unit: "ms p50",
      },
      {
        what: "a message until acknowledged",
        measured: percentile(timesMs, 99),
        budget: null,
        unit: "ms p99",
      },
    ];
  } finally {
    await balancer.stop();
  }
}

/** Gives how long a visitor's message took until it was acknowledged, in ms. */
export async function timeMessage(widget: Widget): Promise<number> {
  const startedAt = performance.now();
  const asked = await ask(widget, { clientId: randomUUID(), content: "Is anybody there?" });
  if (!asked.message) throw new Error(`${sendMessage.path} did not take the message.`);
  return performance.now() - startedAt;
}

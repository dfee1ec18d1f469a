import { randomUUID } from "node:crypto";
import { listVisitorMessages } from "../../../shared/contract/conversations/conversations.ts";
import type { RunningServer } from "../../kit/processes/runServer.ts";
import type { Row } from "../printRows.ts";
import { percentile } from "../statistics.ts";
import { openSession } from "../visitor.ts";
import type { BenchApp } from "../visitor.ts";
import { ask } from "../widgets/ask.ts";
import { inTurns } from "../widgets/inTurns.ts";
import { createWidget } from "../widgets/widget.ts";
import type { Widget } from "../widgets/widget.ts";
import { isWhole } from "../widgets/widgetCommands.ts";
import { startBalancer } from "./balancer.ts";

/** The processes of an installation. Visitors are led to those that answer, and all are restarted. */
interface Processes {
  webs: readonly RunningServer[];
  workers?: readonly RunningServer[];
}

interface Sizes {
  streams: number;
  /** Of each answer. */
  pieces: number;
}

const openAtOnce = 8;
/** A restart that hands over has no reader without a word for longer (safety, fault 3). */
const longestGapMs = 3000;

/** Restarts the processes, one after the other, while answers stream to readers behind a balancer. */
export async function measureRollingRestart(
  app: BenchApp,
  { webs, workers = [] }: Processes,
  { streams, pieces }: Sizes,
): Promise<Row[]> {
  const balancer = await startBalancer(webs.map(({ url }) => Number(new URL(url).port)));
  try {
    const widgets: Widget[] = [];
    await inTurns(Array.from({ length: streams }).keys(), openAtOnce, async (index) => {
      const opened = await openSession(app, balancer, `203.0.113.${index % 250}`);
      widgets.push(createWidget(balancer.url, opened));
    });
    const begun = widgets.map(() => Promise.withResolvers<void>());
    const asking = widgets.map((widget, index) =>
      ask(
        widget,
        { clientId: randomUUID(), content: "How long is the guarantee?" },
        begun[index]?.resolve as () => void,
      ),
    );
    await Promise.all(begun.map(({ promise }) => promise));

    const restartMs: number[] = [];
    for (const server of [...webs, ...workers]) {
      const startedAt = performance.now();
      await server.end();
      await server.restart();
      restartMs.push(performance.now() - startedAt);
    }
    const asked = await Promise.all(asking);
    const gaps = asked.map((one) => one.longestGapMs);
    let doubled = 0;
    await inTurns(widgets, openAtOnce, async ({ client, agentId, threadId }) => {
      const params = { productId: agentId, threadId: threadId ?? "" };
      const { items } = await client.call(listVisitorMessages, { params });
      doubled += Math.abs(items.length - 2);
    });
    return [
      { what: "answers streaming over a rolling restart", measured: streams, budget: null, unit: "" },
      {
        what: "answers lost or not whole",
        measured: asked.filter((one) => !isWhole(one, pieces)).length,
        ...{ budget: 0, outOf: asked.length, unit: "" },
      },
      {
        what: "messages doubled or missing",
        measured: doubled,
        budget: 0,
        outOf: 2 * asked.length,
        unit: "",
      },
      {
        what: "streams cut and gone on with",
        measured: asked.reduce((all, { cuts }) => all + cuts, 0),
        budget: null,
        unit: "",
      },
      {
        what: "longest time without a word, median",
        measured: percentile(gaps, 50),
        budget: null,
        unit: "ms",
      },
      { what: "longest time without a word", measured: Math.max(...gaps), budget: longestGapMs, unit: "ms" },
      {
        what: "longest time without a word in a stream that stayed open",
        measured: Math.max(...asked.map((one) => one.longestOpenGapMs)),
        budget: null,
        unit: "ms",
      },
      {
        what: "end and new start of a process, the longer one",
        measured: Math.max(...restartMs),
        budget: null,
        unit: "ms",
      },
    ];
  } finally {
    await balancer.stop();
  }
}

import { getCreditsToday } from "../../../shared/contract/agents/agents.ts";
import { findModel } from "../../../shared/domain/models.ts";
import { npmStart, runServer } from "../../kit/processes/runServer.ts";
import { startTcpProxy } from "../../kit/network/tcpProxy.ts";
import type { Row } from "../printRows.ts";
import { startProvider } from "../startProvider.ts";
import { openModelApp } from "../visitor.ts";
import { shareOf, startWidgetProcesses } from "../widgets/widgetProcesses.ts";

/** Below the limit of a visitor's sends, each repeated five times and some of those again. */
const sendsEach = 3;
const lostShare = 0.1;

/** Measures whether repeated sends are stored, answered and charged once each, over a line that loses every tenth answer. */
export async function measureRepeats({
  sends,
  processes,
}: {
  sends: number;
  processes: number;
}): Promise<Row[]> {
  const provider = await startProvider();
  const server = await runServer({
    script: npmStart,
    env: {
      OPENAI_BASE_URL: `${provider.url}/timed/5/5/v1`,
      OPENAI_API_KEY: "bench",
      TRUST_PROXY: "1",
    },
  });
  const proxy = await startTcpProxy(Number(new URL(server.url).port));
  const clients = startWidgetProcesses(processes);
  const visitors = Math.ceil(sends / sendsEach);
  try {
    const app = await openModelApp(server);
    console.error(`Opening ${visitors} sessions.`);
    await clients.tell("open", (index) => ({
      ...{ url: proxy.origin, token: app.token },
      ...shareOf(visitors, processes, index),
    }));
    proxy.setLoss(lostShare);
    console.error(`${visitors} visitors send ${sendsEach} messages each, one to five times.`);
    const repeated = await clients.tell("repeat", { each: sendsEach });
    const { data } = await app.client.call(getCreditsToday, { params: { productId: app.agentId } });
    const total = (read: (one: (typeof repeated)[number]) => number) =>
      repeated.reduce((all, one) => all + read(one), 0);
    const sent = total((one) => one.sent);
    const off = (count: number) => Math.abs(count - sent);
    const charged = data.credits / (findModel("gpt-4o")?.creditsPerMessage ?? Number.NaN);
    return [
      { what: "messages sent", measured: sent, budget: null, unit: "" },
      { what: "sends with their repeats", measured: total((one) => one.requests), budget: null, unit: "" },
      { what: "answers lost on the line", measured: total((one) => one.cuts), budget: null, unit: "" },
      {
        what: "messages stored more or fewer",
        measured: off(total((one) => one.stored)),
        budget: 0,
        unit: "",
      },
      {
        what: "messages answered more or fewer",
        measured: off(total((one) => one.answered)),
        budget: 0,
        unit: "",
      },
      { what: "messages charged more or fewer", measured: off(charged), budget: 0, unit: "" },
      {
        what: "sends whose repeats were told different things",
        measured: total((one) => one.differing),
        budget: 0,
        unit: "",
      },
    ];
  } finally {
    clients.end();
    provider.end();
    await proxy.stop();
    await server.end("SIGKILL");
  }
}

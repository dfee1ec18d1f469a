import { openStore } from "../../server/database/openStore.ts";
import { createLabel, getThreadFilters } from "../../shared/contract/conversations/threads/threads.ts";
import { npmStart, runServer } from "../kit/processes/runServer.ts";
import { fillInbox } from "./fillInbox.ts";
import type { InboxSize } from "./fillInbox.ts";
import { openBenchApp } from "./visitor.ts";

/** Starts a server, fills its one agent's inbox while it is stopped, and starts it again. */
export async function openFilled(size: InboxSize, env: Record<string, string>) {
  const first = await runServer({ script: npmStart, env });
  const app = await openBenchApp(first);
  const params = { productId: app.agentId };
  const label = await app.client.call(createLabel, {
    params,
    body: { data: { name: "Bench", colour: "#1a73e8" } },
  });
  const { data: filters } = await app.client.call(getThreadFilters, { params });
  await first.end();
  const store = await openStore({ dataDir: first.dataDir, databaseUrl: env["DATABASE_URL"] });
  const startedAt = performance.now();
  const { organizationId, agentId } = app;
  const owner = { organizationId, agentId, userId: filters.people[0]?.id ?? "", labelId: label.data.id };
  await fillInbox(store, owner, size).finally(() => store.close());
  const fillSeconds = Math.round((performance.now() - startedAt) / 1000);
  return { server: await first.restart(), app, owner, fillSeconds };
}

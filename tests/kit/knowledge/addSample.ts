import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { watchEvents } from "../../../shared/contract/conversations/conversations.ts";
import { createDataSource, getDataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import type { TalkingServer } from "../conversations/threads/talks.ts";

/** Gives an agent the sample pages, and resolves once they are read. */
export async function addSample({ server, owner }: TalkingServer, agent: Agent): Promise<void> {
  const leave = new AbortController();
  const params = { productId: agent.id };
  const events = server.as(owner).stream(watchEvents, { params, signal: leave.signal });
  await events.next();
  const { data } = await server
    .as(owner)
    .call(createDataSource, { params, body: { data: { config: { kind: "sample" } } } });
  for await (const event of events) {
    if (event.type !== "sync") continue;
    const source = await server
      .as(owner)
      .call(getDataSource, { params: { ...params, datasourceId: data.id } });
    if (source.data.status === "ready") break;
    if (source.data.status === "failed") throw new Error(source.data.error ?? "The sample failed.");
  }
  leave.abort();
}

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWebhook } from "../../../shared/contract/webhooks/webhooks.ts";
import type { WebhookEvent } from "../../../shared/domain/webhooks.ts";
import { corruptEvents } from "../../kit/live/corruptEvents.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import { startWebhookReceiver } from "../../kit/webhooks/webhookReceiver.ts";
import type { WebhookReceiver } from "../../kit/webhooks/webhookReceiver.ts";

describe.each(bothStores())("webhooks beside an agent with unreadable events on $name", (store) => {
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
  });
  afterEach(() => receiver.stop());

  it("report the agents before and after it", async () => {
    const { server, owner, openVisitor } = await startTalkingServer(store, { egressAllow: ["127.0.0.0/8"] });
    const { organizationId } = owner;
    const first = await server.createAgent(owner);
    const between = await server.createAgent(owner);
    const last = await server.createAgent(owner);
    const events: WebhookEvent[] = ["message.created"];
    const data = { name: "Copy", url: receiver.url, events };
    await server.as(owner).call(createWebhook, { body: { data } });
    for (const { id: agentId } of [first, last]) await corruptEvents(server, { organizationId, agentId });
    await listen(say(server, await openVisitor(between), { content: "Are you open?" }));
    const [arrived] = await receiver.until(1);
    expect(arrived?.body.type).toBe("message.created");
  });

  it("report the agent itself once, and again after an hour", async () => {
    const { server, owner, openVisitor } = await startTalkingServer(store, { egressAllow: ["127.0.0.0/8"] });
    const { organizationId } = owner;
    const corrupted = await server.createAgent(owner);
    const other = await server.createAgent(owner);
    const events: WebhookEvent[] = ["message.created"];
    for (const name of ["Copy", "Second copy"])
      await server.as(owner).call(createWebhook, { body: { data: { name, url: receiver.url, events } } });
    await corruptEvents(server, { organizationId, agentId: corrupted.id });
    const reports = () =>
      server.readLog().split(`The events of agent ${corrupted.id} can't be read`).slice(1);
    // What arrives at both was collected in a look of its own, as several messages are.
    const lookOnce = async () => {
      const arrived = receiver.arrived.length;
      await listen(say(server, await openVisitor(other), { content: "Are you open?" }));
      await receiver.until(arrived + 2);
    };
    for (const _ of [1, 2, 3]) await lookOnce();
    expect(reports()).toHaveLength(1);
    expect(server.readLog()).not.toContain(other.id);
    server.clock.advance(61 * 60_000);
    for (const _ of [1, 2]) await lookOnce();
    expect(reports()).toHaveLength(2);
    expect(reports()[1]).toMatch(/^, as in \d+ looks since this was reported/);
  });
});

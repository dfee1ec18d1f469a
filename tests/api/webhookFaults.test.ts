import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createWebhook } from "../../shared/contract/webhooks.ts";
import type { WebhookEvent } from "../../shared/domain/webhooks.ts";
import { spoilEvents } from "../kit/spoilEvents.ts";
import { stores } from "../kit/stores.ts";
import { listen, say, startTalkingServer } from "../kit/talks.ts";
import { startWebhookReceiver } from "../kit/webhookReceiver.ts";
import type { WebhookReceiver } from "../kit/webhookReceiver.ts";

describe.each(stores())("webhooks beside what can't be read on $name", (store) => {
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
  });
  afterEach(() => receiver.stop());

  it("are told of the agents before and behind one whose events can't be read", async () => {
    const { server, owner, openVisitor } = await startTalkingServer(store, { egressAllow: ["127.0.0.0/8"] });
    const { organizationId } = owner;
    const first = await server.createAgent(owner);
    const between = await server.createAgent(owner);
    const last = await server.createAgent(owner);
    const events: WebhookEvent[] = ["message.created"];
    const data = { name: "Copy", url: receiver.url, events };
    await server.as(owner).call(createWebhook, { body: { data } });
    for (const { id: agentId } of [first, last]) await spoilEvents(server, { organizationId, agentId });
    await listen(say(server, await openVisitor(between), { content: "Are you open?" }));
    const [arrived] = await receiver.until(1);
    expect(arrived?.body.type).toBe("message.created");
  });
});

import { describe, expect, it } from "vitest";
import { createModelKey } from "../../../shared/contract/models/modelKeys.ts";
import { findModel } from "../../../shared/domain/models.ts";
import { createAllowance } from "../../../server/billing/allowance.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { refuse, say as sayAs } from "../../kit/models/modelProvider.ts";

const dayMs = 24 * 60 * 60_000;
const model = "gpt-4o-mini";
const cost = findModel(model)?.creditsPerMessage ?? 0;

describe.each(stores())("an organization's use of the installation's model keys, on $name", (store) => {
  it("is limited per day, including test chats, and a failed answer costs nothing", async () => {
    const talk = await startTalkingServer(store, { modelCreditsPerDay: 2 * cost });
    const provider = await talk.useProvider();
    const agent = await talk.createAgent(model);
    const ask = async (preview: boolean) => {
      const visitor = await talk.openVisitor(agent, { preview });
      return (await listen(say(talk.server, visitor, { content: "What do you sell?" }))).text;
    };
    provider.script(refuse(401), sayAs("chat", ["From the model."]));
    await ask(false);
    expect(await ask(true)).toBe("From the model.");
    expect(await ask(false)).toBe("From the model.");
    const asked = provider.requests.length;
    expect(await ask(false)).not.toBe("From the model.");
    expect(await ask(true)).not.toBe("From the model.");
    expect(provider.requests).toHaveLength(asked);

    talk.server.clock.advance(dayMs);
    expect(await ask(false)).toBe("From the model.");
  });

  it("has no limit with a key of its own", async () => {
    const talk = await startTalkingServer(store, { modelCreditsPerDay: 0 });
    const provider = await talk.useProvider();
    const list = (response: import("node:http").ServerResponse) =>
      response.end(JSON.stringify({ object: "list", data: [{ id: model, object: "model" }] }));
    provider.script(list, sayAs("responses", ["By the own key."]));
    const data = { provider: "openai" as const, key: "sk-own-0123456789" };
    await talk.server.as(talk.owner).call(createModelKey, { body: { data } });
    const visitor = await talk.openVisitor(await talk.createAgent(model));
    const { text } = await listen(say(talk.server, visitor, { content: "What do you sell?" }));
    expect(text).toBe("By the own key.");
  });

  it("stays within the limit with any number of answers at once, and is counted for each organization", async () => {
    const { store: data } = await store.open();
    const take = createAllowance({ store: data, now: Date.now, perDay: 10 });
    const taken = await Promise.all(Array.from({ length: 50 }, () => take("one", 3)));
    expect(taken.filter((one) => one !== null)).toHaveLength(3);
    expect(await take("other", 3)).not.toBeNull();
    await taken.find((one) => one !== null)?.();
    expect([await take("one", 4), await take("one", 3)]).toEqual([expect.any(Function), null]);
  });
});

import { describe, expect, it } from "vitest";
import { removeAgent } from "../../../shared/contract/agents/agents.ts";
import { retryAnswer } from "../../../shared/contract/conversations/conversations.ts";
import { restoreAgent } from "../../../shared/contract/agents/deletedAgents.ts";
import { getReceipt, listMessages } from "../../../shared/contract/conversations/threads/threads.ts";
import { say } from "../../kit/models/modelProvider.ts";
import { startTestServer } from "../../kit/server.ts";
import { shareStore } from "../../kit/database/shareStore.ts";
import { bothStores } from "../../kit/database/stores.ts";
import type { StoreKind } from "../../kit/database/stores.ts";
import {
  beginAnswer,
  listen,
  listenUntil,
  startTalkingServer,
} from "../../kit/conversations/threads/talks.ts";

const closed = { code: "surface_disabled", message: "This chat was closed before the answer was finished." };
const price = 5;

describe.each(bothStores())("an answer whose agent is deleted on $name", (store) => {
  it("ends at once with its text so far, tells its visitor why, and is charged once", async () => {
    const { provider, held, ear, stream, thread, remove, restore, owner, readCharges } = await begin("Half");
    await remove();
    await provider.closedEarly;
    held.say(" and whole");
    held.end();
    await listenUntil(stream, ear, ({ end }) => end !== undefined);
    expect((await stream.next()).done).toBe(true);
    expect(ear.text).toBe("Half");
    const end = { status: "failed", content: "Half", error: closed, generation: 0 };
    expect(ear.end).toMatchObject(end);
    expect(await readCharges()).toEqual([price]);
    await restore();
    const { items } = await owner.call(listMessages, thread);
    expect(items.at(-1)).toMatchObject(end);
    const params = { ...thread.params, messageId: ear.end?.id ?? "" };
    expect((await owner.call(getReceipt, { params })).data).toMatchObject({ credits: price });
  });

  it("is refunded when it had no text yet", async () => {
    const { provider, ear, stream, remove, readCharges } = await begin("");
    expect(await readCharges()).toEqual([price]);
    await remove();
    await provider.closedEarly;
    await listenUntil(stream, ear, ({ end }) => end !== undefined);
    expect(ear.end).toMatchObject({ status: "failed", content: "", error: closed });
    await expect.poll(readCharges).toEqual([]);
  });

  it("is written again when somebody retries it after the agent is restored", async () => {
    const { talk, visitor, provider, ear, stream, thread, remove, restore } = await begin("Half");
    await remove();
    await listenUntil(stream, ear, ({ end }) => end !== undefined);
    const params = { ...thread.params, messageId: ear.end?.id ?? "" };
    const again = () => listen(talk.server.as(visitor).stream(retryAnswer, { params }), "Half");
    await expect(again()).rejects.toMatchObject({ status: 401 });
    await restore();
    provider.script(say("chat", ["Whole."]));
    expect((await again()).end).toMatchObject({
      status: "sent",
      content: "Whole.",
      error: null,
      generation: 1,
    });
  });

  it("doesn't affect another agent", async () => {
    const { talk, owner, held, ear, stream } = await begin("Half");
    const other = await talk.createAgent();
    await owner.call(removeAgent, { params: { productId: other.id }, query: { confirmed: "true" } });
    held.say(" and whole");
    held.end();
    await listenUntil(stream, ear, ({ end }) => end !== undefined);
    expect(ear.end).toMatchObject({ status: "sent", content: "Half and whole" });
  });

  it.skipIf(store.name === "sqlite")("ends too when another process writes it", async () => {
    const shared = await shareStore(store);
    const { talk, provider, ear, stream, agent, owner, thread } = await begin("Half", shared);
    const other = await startTestServer({ store: shared });
    const query = { confirmed: "true" } as const;
    const admin = await other.createMember(talk.owner.organizationId, "admin");
    // What the other process knows of the text is what is stored.
    const readStored = async () => (await owner.call(listMessages, thread)).items.at(-1)?.content;
    await expect.poll(readStored).toBe("Half");
    await other.as(admin).call(removeAgent, { params: { productId: agent.id }, query });
    await provider.closedEarly;
    await listenUntil(stream, ear, ({ end }) => end !== undefined);
    expect(ear.end).toMatchObject({ status: "failed", content: "Half", error: closed });
  });

  async function begin(text: string, kind: StoreKind = store) {
    const talk = await startTalkingServer(kind);
    const agent = await talk.createAgent();
    const begun = await beginAnswer(talk, agent, text);
    const owner = talk.server.as(talk.owner);
    const params = { productId: agent.id };
    return {
      ...{ talk, agent, owner, ...begun },
      remove: () => owner.call(removeAgent, { params, query: { confirmed: "true" } }),
      restore: () => owner.call(restoreAgent, { params: { deletedId: agent.id } }),
      /** What answers of the agent have cost, each by itself. */
      readCharges: async () => {
        const charges = talk.server.store.db.selectFrom("creditCharges").select("credits");
        return (await charges.where("agentId", "=", agent.id).execute()).map(({ credits }) => credits);
      },
    };
  }
});

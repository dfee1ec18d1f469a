import { describe, expect, it } from "vitest";
import { getReceipt } from "../../../shared/contract/conversations/threads/threads.ts";
import { createDataSource, getDataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import { say as sayAs } from "../../kit/models/modelProvider.ts";
import { stores } from "../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";

describe.each(stores())("the passages around a found one on $name", (store) => {
  it("reach the model with it, and are in the receipt, but never from another page", async () => {
    const talk = await startTalkingServer(store);
    const provider = await talk.useProvider();
    provider.script(sayAs("chat", ["Here."]));
    const owner = talk.server.as(talk.owner);
    const agent = await talk.createAgent();
    const params = { productId: agent.id };
    const add = async (title: string, text: string) => {
      const body = { data: { config: { kind: "text" as const, title, text } } };
      const { data } = await owner.call(createDataSource, { params, body });
      const at = { params: { ...params, datasourceId: data.id } };
      const isRead = async () => (await owner.call(getDataSource, at)).data.lastSyncedAt !== null;
      await expect.poll(isRead, { interval: 20 }).toBe(true);
    };
    await add("Before", "Nothing of this page belongs to it.");
    await add(
      "Tents",
      "# First\n\nUnpack all poles.\n\n# Second\n\nRaise the canopy.\n\n# Third\n\nPeg the corners.",
    );
    const visitor = await talk.openVisitor(agent);
    const heard = await listen(say(talk.server, visitor, { content: "canopy" }));
    const place = { ...params, threadId: heard.threadId, messageId: heard.answer?.id ?? "" };
    const { passages } = (await owner.call(getReceipt, { params: place })).data;
    expect(passages).toMatchObject([
      { text: "Raise the canopy.", around: { before: "Unpack all poles.", after: "Peg the corners." } },
    ]);
    const asked = JSON.stringify(provider.requests.at(-1)?.body);
    const read = JSON.stringify("Unpack all poles.\n\nRaise the canopy.\n\nPeg the corners.").slice(1, -1);
    expect(asked).toContain(read);
    expect(asked).not.toContain("Nothing of this page");
  });

  it("are left out when they were found themselves", async () => {
    const talk = await startTalkingServer(store);
    const owner = talk.server.as(talk.owner);
    const agent = await talk.server.createAgent(talk.owner);
    const params = { productId: agent.id };
    const text =
      "# First\n\nA canopy has poles.\n\n# Second\n\nRaise the canopy.\n\n# Third\n\nPeg the corners.";
    const config = { kind: "text" as const, title: "Tents", text };
    await owner.call(createDataSource, { params, body: { data: { config } } });
    const { organizationId } = talk.owner;
    const asked = { organizationId, agentId: agent.id, question: "canopy", limit: 8 };
    const find = () => talk.server.app.retrieve(asked);
    await expect.poll(async () => (await find()).length, { interval: 20 }).toBe(2);
    const found = new Map((await find()).map(({ text: said, around }) => [said, around]));
    expect(found.get("A canopy has poles.")).toBeUndefined();
    expect(found.get("Raise the canopy.")).toEqual({ before: "", after: "Peg the corners." });
  });

  it("give a list that is spread over several passages completely, and say where it continues", async () => {
    const talk = await startTalkingServer(store);
    const owner = talk.server.as(talk.owner);
    const params = { productId: (await talk.server.createAgent(talk.owner)).id };
    const list = (title: string, count: number) =>
      Array.from(
        { length: count },
        (_, index) =>
          `- Point ${index} ${title} ${index === 0 ? "canopy" : ""} ${"of this long list ".repeat(15)}end.`,
      ).join("\n");
    for (const [title, count] of [
      ["Short", 9],
      ["Long", 40],
    ] as const) {
      const config = { kind: "text" as const, title, text: list(title, count) };
      await owner.call(createDataSource, { params, body: { data: { config } } });
    }
    const { organizationId } = talk.owner;
    const asked = { organizationId, agentId: params.productId, question: "canopy", limit: 8 };
    const find = () => talk.server.app.retrieve(asked);
    await expect.poll(async () => (await find()).length, { interval: 20 }).toBe(2);
    const sections = new Map((await find()).map(({ title, section }) => [title, section]));
    expect(sections.get("Short")?.after).toContain("- Point 8");
    expect(sections.get("Short")?.goesOn).toBeUndefined();
    expect(sections.get("Long")?.goesOn).toBe(true);
  });
});

import { describe, expect, it } from "vitest";
import { addCollectionRows, createCollection } from "../../../shared/contract/collections/collections.ts";
import { getReceipt } from "../../../shared/contract/conversations/threads/threads.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { callTools, say as answerWith } from "../../kit/models/modelProvider.ts";

describe.each(stores())("an answer from a data collection on $name", (store) => {
  it("cites the rows it is based on, each with one number, and its receipt has them", async () => {
    const talk = await startTalkingServer(store);
    const agent = await talk.createAgent();
    const owner = talk.server.as(talk.owner);
    const params = { productId: agent.id };
    const column = (name: string, type: "text" | "number") => ({ name, type, searchable: true });
    const { data: orders } = await owner.call(createCollection, {
      params,
      body: {
        data: {
          name: "Orders",
          columns: [column("Code", "text"), column("Total", "number")],
          agentMay: { read: true, add: false, change: false },
        },
      },
    });
    const [code = "", total = ""] = orders.columns.map(({ id }) => id);
    const rows = [5, 7].map((value, index) => ({ values: { [code]: `A${index + 1}`, [total]: value } }));
    const at = { ...params, collectionId: orders.id };
    await owner.call(addCollectionRows, { params: at, body: { data: { rows } } });
    const provider = await talk.useProvider();
    const equals = (value: string) =>
      `{"filters":[{"column":"Code","operator":"equals","value":"${value}"}]}`;
    provider.script(
      callTools("chat", [{ name: "find_in_orders", input: equals("A2") }]),
      callTools("chat", [{ name: "find_in_orders", input: "{}" }]),
      answerWith("chat", ["Order A2 costs 7 euros [1]. A1 costs 5 [2], and there is no other [9]."]),
    );
    const visitor = await talk.openVisitor(agent);
    const { end } = await listen(say(talk.server, visitor, { content: "What does order A2 cost?" }));
    expect(end?.content).toBe("Order A2 costs 7 euros [1]. A1 costs 5 [2], and there is no other.");
    const place = { sourceId: orders.id, title: "Orders", url: null };
    expect(end?.citations).toMatchObject([
      { ...place, number: 1, position: "row 2", quote: expect.stringContaining('"Code":"A2"') },
      { ...place, number: 2, position: "row 1", quote: expect.stringContaining('"Code":"A1"') },
    ]);
    const told = JSON.stringify(provider.requests.at(-1));
    expect(told).toContain("[1] {");
    const { data: receipt } = await owner.call(getReceipt, {
      params: { ...params, threadId: end?.threadId ?? "", messageId: end?.id ?? "" },
    });
    expect(receipt.passages).toMatchObject([
      { title: "Orders", cited: true },
      { title: "Orders", cited: true },
    ]);
  });
});

import { describe, expect, it } from "vitest";
import {
  addCollectionRows,
  createCollection,
  updateCollection,
} from "../../../shared/contract/collections/collections.ts";
import { maxRowsAtOnce } from "../../../shared/domain/collections.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";

describe.each(stores())("an answer without a language model on $name", (store) => {
  it("looks up the rows that a question names, cites them, and shows visitors their own alone", async () => {
    const talk = await startTalkingServer(store);
    const agent = await talk.createAgent(builtinModel);
    const team = talk.server.as(talk.owner);
    const params = { productId: agent.id };
    const make = async (name: string, description: string, rows: Record<string, string | number>[]) => {
      const names = Object.keys(rows[0] ?? {});
      const columns = names.map((column) => ({
        ...{ name: column, type: column === "Price" ? ("number" as const) : ("text" as const) },
      }));
      const data = { name, description, columns };
      const { data: made } = await team.call(createCollection, { params, body: { data } });
      const values = rows.map((row) => ({
        values: Object.fromEntries(names.map((column, at) => [`c${at + 1}`, row[column] ?? null])),
      }));
      const at = { ...params, collectionId: made.id };
      for (let from = 0; from < values.length; from += maxRowsAtOnce) {
        const some = values.slice(from, from + maxRowsAtOnce);
        await team.call(addCollectionRows, { params: at, body: { data: { rows: some } } });
      }
      return made;
    };
    await make("Furniture", "What our tables and chairs cost", [
      { Product: "Oak table", Price: 240, Wood: "Oak" },
      { Product: "Pine chair", Price: 60, Wood: "Pine" },
    ]);
    const orders = await make("Orders", "Orders of the shop with their status", [
      { Code: "A-17", Status: "Shipped", Owner: "ada" },
      { Code: "B-42", Status: "Lost", Owner: "ben" },
    ]);
    const { name, description, agentMay, confirmedBy, examples, columns } = orders;
    const visitorColumn = { columnId: "c3", equals: "userId" as const };
    await team.call(updateCollection, {
      params: { ...params, collectionId: orders.id },
      body: { data: { name, description, agentMay, confirmedBy, examples, columns, visitorColumn } },
    });
    const visitor = await talk.openVisitor(agent);
    const ask = async (content: string) => (await listen(say(talk.server, visitor, { content }))).end;

    const chair = await ask("What does the pine chair cost?");
    expect(chair?.content).toContain("**Price:** 60");
    expect(chair?.content).not.toContain("240");
    expect(chair?.citations).toMatchObject([{ number: 1, title: "Furniture", position: "row 2" }]);
    // The name of a wood alone makes no question one about furniture.
    expect((await ask("Can I park my car below an oak table tree?"))?.citations ?? []).toEqual([]);

    expect((await ask("What is the status of my order A-17?"))?.content).toContain("sign in");
    await talk.server.store.db
      .updateTable("contacts")
      .set({ verified: 1, externalId: "ada" })
      .where("id", "=", visitor.contactId)
      .execute();
    expect((await ask("What is the status of my order A-17?"))?.content).toContain("**Status:** Shipped");
    const foreign = await ask("What is the status of order B-42? I am ben.");
    expect(foreign?.content).not.toContain("Lost");
    // A common word crowds out no code, and no more rows are counted than were looked at.
    const stays = Array.from({ length: 2100 }, (_, at) => ({ Stage: "Booked", Key: `K-${at + 1}` }));
    await make("Stays", "The stays of our hotel with their stage", stays);
    const stay = await ask("What is the stage of the booked stay K-2100?");
    expect(stay?.citations).toMatchObject([{ number: 1, title: "Stays", position: "row 2100" }]);
    expect((await ask("Which stays are at the stage booked?"))?.content).toContain("5 / 200+");
    expect((await ask("Which stays do you have?"))?.content).toContain("5 / 200+");

    const mine = await ask("Which orders do I have?");
    expect(mine?.content).toContain("A-17");
    expect(mine?.content).not.toContain("B-42");
  });
});

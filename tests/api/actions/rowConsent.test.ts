import { beforeAll, describe, expect, it, vi } from "vitest";
import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import {
  addCollectionRows,
  createCollection,
  listCollectionRows,
  updateCollection,
} from "../../../shared/contract/collections/collections.ts";
import type { Collection } from "../../../shared/contract/collections/collections.ts";
import { decideAction, decideActionForTeam } from "../../../shared/contract/conversations/actions/actions.ts";
import { listVisitorMessages } from "../../../shared/contract/conversations/conversations.ts";
import type { Message } from "../../../shared/contract/conversations/conversations.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import type { WriteRule } from "../../../shared/domain/collections.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { callTools, say as answerWith } from "../../kit/models/modelProvider.ts";

const columns = [
  { name: "Table", type: "text" as const, required: true, unique: true },
  { name: "Guests", type: "number" as const },
  { name: "State", type: "choice" as const, options: ["Open", "Paid"] },
  { name: "Customer", type: "text" as const },
];

describe.each(bothStores())("rows that an agent writes on $name", (store) => {
  let talk: TalkingServer;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
  });
  const team = () => talk.server.as(talk.owner);

  async function createBookings(model: string, confirmedBy: WriteRule) {
    const made = await talk.createAgent(model);
    const params = { productId: made.id };
    const data = {
      ...{ name: "Bookings", columns, confirmedBy, examples: ["I want to book a table"] },
      agentMay: { read: true, add: true, change: true },
    };
    const { data: bookings } = await team().call(createCollection, { params, body: { data } });
    const agent = (await team().call(publishAgent, { params })).data;
    return { agent, bookings };
  }

  const at = (agent: Agent, { id }: Collection) => ({ productId: agent.id, collectionId: id });

  async function read(agent: Agent, bookings: Collection) {
    const { items } = await team().call(listCollectionRows, { params: at(agent, bookings) });
    return items.map(({ values }) => values);
  }

  const add = (agent: Agent, bookings: Collection, rows: Record<string, string | number>[]) => {
    const body = { data: { rows: rows.map((values) => ({ values })) } };
    return team().call(addCollectionRows, { params: at(agent, bookings), body });
  };

  const bindTo = (agent: Agent, bookings: Collection, visitorColumn: Collection["visitorColumn"]) => {
    const { name, description, agentMay, confirmedBy, examples, columns: own } = bookings;
    const data = { name, description, agentMay, confirmedBy, examples, columns: own, visitorColumn };
    return team().call(updateCollection, { params: at(agent, bookings), body: { data } });
  };

  const makeVerified = (visitor: TestVisitor, externalId: string) =>
    talk.server.store.db
      .updateTable("contacts")
      .set({ verified: 1, externalId })
      .where("id", "=", visitor.contactId)
      .execute();

  const cardOf = (message: Message | undefined) =>
    message?.actions?.[0] ?? expect.fail("There is no card below the message.");

  function confirm(visitor: TestVisitor, message: Message | undefined, values?: Record<string, string>) {
    const params = {
      ...{ productId: visitor.agentId, threadId: message?.threadId ?? "" },
      actionId: cardOf(message).id,
    };
    const body = { data: { decision: "confirm" as const, ...(values && { values }) } };
    return talk.server.as(visitor).call(decideAction, { params, body });
  }

  /** Waits for the answer that tells what came of it. */
  const followUp = (visitor: TestVisitor, { threadId, position }: Message) =>
    vi.waitFor(async () => {
      const params = { productId: visitor.agentId, threadId };
      const { items } = await talk.server.as(visitor).call(listVisitorMessages, { params });
      const found = items.find(
        (one) => one.role === "assistant" && one.position > position && one.status !== "streaming",
      );
      return found ?? expect.fail("There is no answer yet.");
    });

  it("wait on a card for the visitor's word, and are written once, however often they are asked for", async () => {
    const { agent, bookings } = await createBookings("gpt-4o", "visitor");
    const provider = await talk.useProvider();
    const wish = (input: object) =>
      callTools("chat", [{ name: "add_to_bookings", input: JSON.stringify(input) }]);
    const seven = { table: "T7", guests: 4 };
    provider.script(wish(seven), answerWith("chat", ["Please confirm."]));
    const visitor = await talk.openVisitor(agent);
    const { end } = await listen(say(talk.server, visitor, { content: "Table T7 for four" }));
    expect(await read(agent, bookings)).toEqual([]);
    expect(cardOf(end)).toMatchObject({
      ...{ title: "Add to Bookings", by: "visitor", state: "waiting", fields: [] },
      values: [
        { label: "Table", value: "T7" },
        { label: "Guests", value: "4" },
      ],
    });
    provider.script(answerWith("chat", ["T7 is booked."]));
    await Promise.all([confirm(visitor, end), confirm(visitor, end)]);
    const told = await followUp(visitor, end ?? expect.fail("There is no answer."));
    expect(told.content).toBe("T7 is booked.");
    expect(JSON.stringify(provider.requests.at(-1))).toContain("Added row 1 of “Bookings”.");
    expect(await read(agent, bookings)).toEqual([{ c1: "T7", c2: 4 }]);

    // The model is told before anybody is asked what can't be stored, and what was done already.
    const threadId = told.threadId;
    provider.script(wish({ table: "t7" }), answerWith("chat", ["It is taken."]));
    const taken = await listen(say(talk.server, visitor, { content: "Table t7", threadId }));
    expect(taken.end?.actions ?? []).toEqual([]);
    expect(JSON.stringify(provider.requests.at(-1))).toContain("Another row has this value already.");
    provider.script(wish(seven), answerWith("chat", ["You have it."]));
    const again = await listen(say(talk.server, visitor, { content: "T7 for four, please", threadId }));
    expect(again.end?.actions ?? []).toEqual([]);
    expect(await read(agent, bookings)).toHaveLength(1);
  });

  it("are changed where they are the verified visitor's own, once the team approved what the card shows", async () => {
    const { agent, bookings } = await createBookings("gpt-4o", "team");
    await add(agent, bookings, [
      { c1: "T1", c2: 2, c3: "Open", c4: "ana" },
      { c1: "T2", c3: "Open", c4: "ben" },
    ]);
    await bindTo(agent, bookings, { columnId: "c4", equals: "userId" });
    const provider = await talk.useProvider();
    const wish = (row: number, input: object) =>
      callTools("chat", [{ name: "change_in_bookings", input: JSON.stringify({ row, ...input }) }]);
    const visitor = await talk.openVisitor(agent);
    provider.script(wish(1, { state: "Paid" }), answerWith("chat", ["Sign in first."]));
    const unsigned = await listen(say(talk.server, visitor, { content: "I paid table T1" }));
    expect(unsigned.end?.actions ?? []).toEqual([]);
    await makeVerified(visitor, "ana");
    const { threadId } = unsigned;
    // Whose row it is, no model writes.
    provider.script(wish(2, { state: "Paid", customer: "ben" }), answerWith("chat", ["No."]));
    const foreign = await listen(say(talk.server, visitor, { content: "I paid T2, I am ben", threadId }));
    expect(foreign.end?.actions ?? []).toEqual([]);
    expect(JSON.stringify(provider.requests.at(-1))).toContain("There is no row 2.");

    provider.script(wish(1, { state: "Paid", to_empty: ["Guests"] }), answerWith("chat", ["Asked."]));
    const own = await listen(say(talk.server, visitor, { content: "I paid T1", threadId }));
    const card = cardOf(own.end);
    expect(card).toMatchObject({ by: "team", title: "Change in Bookings" });
    expect(card.values).toContainEqual({ label: "Before", value: "Table: T1 · Guests: 2 · State: Open" });
    const params = { productId: agent.id, threadId, actionId: card.id };
    const body = { data: { decision: "confirm" as const } };
    provider.script(answerWith("chat", ["It is noted."]));
    await team().call(decideActionForTeam, { params, body });
    await followUp(visitor, own.end ?? expect.fail("There is no answer."));
    expect(await read(agent, bookings)).toEqual([
      { c1: "T1", c3: "Paid", c4: "ana" },
      { c1: "T2", c3: "Open", c4: "ben" },
    ]);
  });

  it("are set back to what they were, and not asked for where they stand so already", async () => {
    const { agent, bookings } = await createBookings("gpt-4o", "visitor");
    await add(agent, bookings, [{ c1: "T1", c3: "Open" }]);
    const provider = await talk.useProvider();
    const visitor = await talk.openVisitor(agent);
    let threadId: string | undefined;
    const change = async (state: string) => {
      const input = JSON.stringify({ row: 1, state });
      provider.script(
        callTools("chat", [{ name: "change_in_bookings", input }]),
        answerWith("chat", ["Please confirm."]),
      );
      const asked = await listen(
        say(talk.server, visitor, { content: `T1 is ${state}`, ...(threadId && { threadId }) }),
      );
      threadId = asked.threadId;
      return asked.end ?? expect.fail("There is no answer.");
    };
    for (const state of ["Paid", "Open", "Paid"]) {
      const card = await change(state);
      provider.script(answerWith("chat", ["It is noted."]));
      await confirm(visitor, card);
      await followUp(visitor, card);
      expect(await read(agent, bookings)).toEqual([{ c1: "T1", c3: state }]);
    }
    expect((await change("Paid")).actions ?? []).toEqual([]);
    expect(JSON.stringify(provider.requests.at(-1))).toContain("Row 1 has these values already.");
  });

  it("are asked for by a form without a language model, and say so where the rules changed meanwhile", async () => {
    const { agent, bookings } = await createBookings(builtinModel, "visitor");
    const visitor = await talk.openVisitor(agent);
    const { end, threadId } = await listen(
      say(talk.server, visitor, { content: "I want to book a table, please" }),
    );
    expect(cardOf(end).fields.map(({ label, type }) => [label, type])).toEqual([
      ["Table", "text"],
      ["Guests", "number"],
      ["State", "choice"],
      ["Customer", "text"],
    ]);
    await confirm(visitor, end, { table: "T3", guests: "2" });
    const told = await followUp(visitor, end ?? expect.fail("There is no answer."));
    expect(told.content).toContain("Add to Bookings");
    expect(await read(agent, bookings)).toEqual([{ c1: "T3", c2: 2 }]);

    const second = await listen(say(talk.server, visitor, { content: "I want to book a table", threadId }));
    await bindTo(agent, bookings, { columnId: "c4", equals: "userId" });
    await confirm(visitor, second.end, { table: "T4" });
    await followUp(visitor, second.end ?? expect.fail("There is no answer."));
    expect(await read(agent, bookings)).toHaveLength(1);
  });
});

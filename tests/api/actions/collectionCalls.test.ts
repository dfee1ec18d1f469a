import { describe, expect, it } from "vitest";
import { createCollection, listCollectionRows } from "../../../shared/contract/collections/collections.ts";
import { retryAnswer, stopAnswer } from "../../../shared/contract/conversations/conversations.ts";
import {
  listen,
  listenUntil,
  newEar,
  say,
  startTalkingServer,
} from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { callTools, holdReply, say as answerWith } from "../../kit/models/modelProvider.ts";

describe.each(stores())("an answer that adds to a data collection on $name", (store) => {
  it("adds its row once, also when it is written again", async () => {
    const talk = await startTalkingServer(store);
    const agent = await talk.createAgent();
    const owner = talk.server.as(talk.owner);
    const params = { productId: agent.id };
    const columns = [{ name: "Email", type: "text" as const, searchable: true }];
    const agentMay = { read: true, add: true, change: false };
    const body = { data: { name: "Leads", columns, agentMay, confirmedBy: "nobody" as const } };
    const { data: leads } = await owner.call(createCollection, { params, body });
    const count = async () => {
      const at = { ...params, collectionId: leads.id };
      return (await owner.call(listCollectionRows, { params: at })).items.length;
    };
    const add = callTools("chat", [{ name: "add_to_leads", input: '{"email":"ana@example.com"}' }]);
    const provider = await talk.useProvider();
    const held = holdReply();
    provider.script(add, held.reply);
    const visitor = await talk.openVisitor(agent);
    const ear = newEar();
    const stream = say(talk.server, visitor, { content: "Put me on the list" });
    await listenUntil(stream, ear, ({ events }) => events.length > 0);
    await held.asked;
    expect(await count()).toBe(1);
    const at = { params: { ...params, threadId: ear.threadId, messageId: ear.answer?.id ?? "" } };
    await talk.server.as(visitor).call(stopAnswer, at);
    await listenUntil(stream, ear, ({ end }) => end !== undefined);

    provider.script(add, answerWith("chat", ["You are on the list."]));
    const again = await listen(talk.server.as(visitor).stream(retryAnswer, at));
    expect(again.end?.content).toBe("You are on the list.");
    expect(JSON.stringify(provider.requests.at(-1))).toContain("Added row 1 of");
    expect(await count()).toBe(1);

    provider.script(add, answerWith("chat", ["Once more."]));
    const next = { content: "And once more, please", threadId: ear.threadId };
    await listen(say(talk.server, visitor, next));
    expect(await count()).toBe(2);
  });
});

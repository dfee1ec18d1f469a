import { expect, describe, it } from "vitest";
import { eraseContact } from "../../../../shared/contract/conversations/contacts/contacts.ts";
import { getThread } from "../../../../shared/contract/conversations/threads/threads.ts";
import { bothStores } from "../../../kit/database/stores.ts";
import { beginAnswer, startTalkingServer } from "../../../kit/conversations/threads/talks.ts";

describe.each(bothStores())("an answer in progress on $name", (store) => {
  it("ends with its conversation when the visitor is erased, and no word follows (fault 41)", async () => {
    const talk = await startTalkingServer(store);
    const agent = await talk.createAgent();
    const { provider, visitor, held, stream, thread } = await beginAnswer(talk, agent, "The agent says");
    const owner = talk.server.as(talk.owner);
    const params = { productId: agent.id, contactId: visitor.contactId };
    await owner.call(eraseContact, { params, query: { confirmed: "true" } });
    const isGone = async () => (await owner.send(getThread, thread)).status;
    await expect.poll(isGone).toBe(404);
    await provider.closedEarly;
    held.say(" more");
    held.end();
    const after = [];
    for await (const event of stream) after.push(event);
    expect(after).toEqual([]);
    const { db } = talk.server.store;
    for (const table of ["messages", "receipts"] as const) {
      const rows = await db.selectFrom(table).select("threadId").execute();
      expect(rows, table).toEqual([]);
    }
  });
});

import { expect, it, vi } from "vitest";
import type { Priority } from "../../../../shared/contract/conversations/conversations.ts";
import { startThread } from "../../../../shared/contract/conversations/threads/startThread.ts";
import {
  changeThreads,
  getThreadChange,
} from "../../../../shared/contract/conversations/inbox/threadChanges.ts";
import { listMessages } from "../../../../shared/contract/conversations/threads/threads.ts";
import { clientOf, openSpawnedApp, spawnedOwner } from "../../../kit/processes/spawnedApp.ts";
import { spawnServer } from "../../../kit/processes/spawnServer.ts";
import { sampled } from "../../../kit/sampled.ts";
import { newClientId } from "../../../kit/conversations/threads/talks.ts";

const conversations = 120;

it("a bulk change changes and counts each conversation once, no matter how often the server is killed (fault 2)", async () => {
  let server = await spawnServer({ env: spawnedOwner });
  const app = await openSpawnedApp(server);
  const owner = () => clientOf(server, app.owner);
  const params = { productId: app.productId };
  const threadIds = await converse();

  /** As a program brings them. */
  async function converse(): Promise<string[]> {
    const program = clientOf(server, app.program);
    const ids: string[] = [];
    while (ids.length < conversations) {
      const contact = { userId: `person-${ids.length}` };
      const data = { contact, clientId: newClientId(), content: "Hello" };
      ids.push((await program.call(startThread, { params, body: { data } })).data.thread.id);
    }
    return ids;
  }

  // Later and later into the work.
  const priorities: Priority[] = ["low", "medium", "high", "urgent"];
  const rounds = sampled(priorities, { name: "kills of bulk changes", count: 2 });
  for (const [round, priority] of rounds.entries()) {
    const { data: begun } = await owner().call(changeThreads, {
      ...{ params, body: { data: { of: { filter: {} }, change: { priority } } } },
    });
    const read = async () => {
      const at = { ...params, threadChangeId: begun.id };
      return (await owner().call(getThreadChange, { params: at })).data;
    };
    await vi.waitUntil(async () => (await read()).changed > round * 15, { interval: 10 });
    await server.end("SIGKILL");
    server = await server.restart();
    const isOver = async () => ["done", "failed"].includes((await read()).state);
    await vi.waitUntil(isOver);
    expect(await read()).toMatchObject({
      ...{ state: "done", total: conversations, changed: conversations, unchanged: 0, failures: [] },
    });
  }
  for (const threadId of threadIds) {
    const { items } = await owner().call(listMessages, { params: { ...params, threadId } });
    const told = items.filter(({ content }) => content === "priority").map(({ about }) => about);
    expect(told, threadId).toEqual(rounds.map((priority) => ({ priority })));
  }
});

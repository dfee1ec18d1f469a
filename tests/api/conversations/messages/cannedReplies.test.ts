import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import {
  countCannedReply,
  createCannedReply,
  listCannedReplies,
  removeCannedReply,
  updateCannedReply,
} from "../../../../shared/contract/conversations/messages/cannedReplies.ts";
import type { BodyOf } from "../../../../shared/contract/call.ts";
import { removeUnsent } from "../../../../server/conversations/files/attachmentSweep.ts";
import { openFileFolder } from "../../../../server/storage/fileFolder.ts";
import { csv, pdf, png, uploadAsMember } from "../../../kit/conversations/files/attachments.ts";
import type { Sample } from "../../../kit/conversations/files/attachments.ts";
import { deleteForGood } from "../../../kit/agents/deleteForGood.ts";
import type { Member } from "../../../kit/factories.ts";
import { startTestServer } from "../../../kit/server.ts";
import type { TestServer } from "../../../kit/server.ts";
import { stores } from "../../../kit/database/stores.ts";
import { createStorage } from "../../../../server/storage/createStorage.ts";

describe.each(stores())("canned replies on $name", (store) => {
  let server: TestServer;
  let owner: Member;
  let colleague: Member;
  let agent: Agent;
  beforeAll(async () => {
    server = await startTestServer({ store });
    owner = await server.createOwner();
    colleague = await server.createMember(owner.organizationId, "support");
  });

  const at = () => ({ params: { productId: agent.id } });
  const one = (cannedReplyId: string) => ({ params: { ...at().params, cannedReplyId } });

  type Content = BodyOf<typeof createCannedReply>["data"];
  type Made = Pick<Content, "name" | "text"> & Partial<Content>;

  async function make(made: Made, who = owner) {
    const data = { isPersonal: false, attachments: [], ...made };
    return (await server.as(who).call(createCannedReply, { ...at(), body: { data } })).data;
  }

  async function names(who = owner) {
    const { data } = await server.as(who).call(listCannedReplies, at());
    return data.map(({ name }) => name);
  }

  it("belong to the agent, or to one person who alone can see, use, change and delete them", async () => {
    agent = await server.createAgent(owner);
    await make({ name: "hours", text: "We are open from 9 to 17." });
    const mine = await make({ name: "sign-off", text: "Yours, {{me.name}}", isPersonal: true });
    expect(await names()).toEqual(["hours", "sign-off"]);
    expect(await names(colleague)).toEqual(["hours"]);
    const other = server.as(colleague);
    const gone = { status: 404 };
    const body = { data: { text: "Mine now" } };
    await expect(other.call(updateCannedReply, { ...one(mine.id), body })).rejects.toMatchObject(gone);
    await expect(other.call(removeCannedReply, one(mine.id))).rejects.toMatchObject(gone);
    await expect(other.call(countCannedReply, one(mine.id))).rejects.toMatchObject(gone);
    // Each may have the name that another has.
    await make({ name: "Sign-off", text: "Bye", isPersonal: true }, colleague);
    await make({ name: "sign-off", text: "For all" });
  });

  it("have unique names regardless of case, even when two people take a name at once", async () => {
    agent = await server.createAgent(owner);
    const taken = { status: 409, code: "name_taken" };
    const both = await Promise.allSettled([
      make({ name: "Refund", text: "One" }),
      make({ name: "refund", text: "Two" }, colleague),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({ reason: taken });
    const other = await make({ name: "return", text: "Three" });
    const body = { data: { name: "REFUND" } };
    await expect(server.as(owner).call(updateCannedReply, { ...one(other.id), body })).rejects.toMatchObject(
      taken,
    );
  });

  it("are sorted by how often they are used, and can be changed and deleted", async () => {
    agent = await server.createAgent(owner);
    await make({ name: "a", text: "A" });
    const b = await make({ name: "b", text: "B" });
    const counted = await Promise.all(
      [owner, colleague].map((who) => server.as(who).call(countCannedReply, one(b.id))),
    );
    expect(counted).toHaveLength(2);
    const { data } = await server.as(owner).call(listCannedReplies, at());
    expect(data.map(({ name, uses }) => [name, uses])).toEqual([
      ["b", 2],
      ["a", 0],
    ]);
    const body = { data: { text: "Bee", isPersonal: true } };
    const changed = await server.as(owner).call(updateCannedReply, { ...one(b.id), body });
    expect(changed.data).toMatchObject({ name: "b", text: "Bee", isPersonal: true, uses: 2 });
    expect(await names(colleague)).toEqual(["a"]);
    await server.as(owner).call(removeCannedReply, one(b.id));
    expect(await names()).toEqual(["a"]);
  });

  const upload = (sample: Sample, member = owner) =>
    uploadAsMember(server, { member, productId: agent.id }, sample);
  const isThere = (id: string) => existsSync(openFileFolder(join(server.dataDir, "files")).pathOf(id));
  const change = (id: string, attachments: string[], who = owner) =>
    server.as(who).call(updateCannedReply, { ...one(id), body: { data: { attachments } } });

  it("have files, which are copied on use, and the copies stay when the canned reply is deleted", async () => {
    agent = await server.createAgent(owner);
    const ids = [await upload(png), await upload(pdf)];
    const made = await make({ name: "guide", text: "Here", attachments: ids });
    expect(made.attachments.map(({ id, name }) => [id, name])).toEqual([
      [ids[0], "lamp.png"],
      [ids[1], "bill.pdf"],
    ]);
    server.clock.advance(48 * 3600_000);
    await removeUnsent({ store: server.store, storage: storage(), now: server.clock.now });
    expect(ids.map(isThere)).toEqual([true, true]);
    const { data } = await server.as(colleague).call(countCannedReply, one(made.id));
    const copies = data.attachments.map(({ id }) => id);
    expect(data.attachments).toMatchObject(made.attachments.map(({ id: _, url: __, ...file }) => file));
    expect(copies).not.toEqual(expect.arrayContaining(ids));
    await server.as(owner).call(removeCannedReply, one(made.id));
    await expect.poll(() => ids.map(isThere)).toEqual([false, false]);
    const url = data.attachments[1]?.url ?? "";
    expect(Buffer.from(await (await server.request(url)).arrayBuffer())).toEqual(pdf.bytes);
    // They are the colleague's who used it, and nobody else's.
    await expect(make({ name: "theirs", text: "A", attachments: copies })).rejects.toMatchObject({
      code: "attachments_refused",
    });
    const kept = await make({ name: "mine", text: "B", attachments: copies, isPersonal: true }, colleague);
    expect(kept.attachments).toHaveLength(2);
  });

  it("keep the files that a change names, add new ones, and drop the rest", async () => {
    agent = await server.createAgent(owner);
    const [old, stays, added] = [await upload(png), await upload(pdf), await upload(csv)];
    const { id } = await make({ name: "guide", text: "Here", attachments: [old, stays] });
    const changed = (await change(id, [stays, added])).data;
    expect(changed.attachments.map((file) => file.id)).toEqual([stays, added]);
    await expect.poll(() => [old, stays, added].map(isThere)).toEqual([false, true, true]);
    const theirs = await upload(csv, colleague);
    for (const ids of [[old], [theirs], [stays, "01m000000000000000000000aa"]])
      await expect(change(id, ids), ids.join()).rejects.toMatchObject({ code: "attachments_refused" });
    // What is another's by now can be changed by whoever replies for the agent.
    expect((await change(id, [theirs], colleague)).data.attachments).toHaveLength(1);
    await expect.poll(() => [stays, added, theirs].map(isThere)).toEqual([false, false, true]);
  });

  const storage = () =>
    createStorage({
      ...{ store: server.store, dataDir: server.dataDir },
      ...{ uploadKey: new Uint8Array(32), now: server.clock.now },
    });

  it("are deleted with their agent", async () => {
    agent = await server.createAgent(owner);
    await make({ name: "a", text: "A" });
    await deleteForGood(server.as(owner), agent.id);
    const rows = await server.store.db
      .selectFrom("cannedReplies")
      .select("id")
      .where("agentId", "=", agent.id)
      .execute();
    expect(rows).toEqual([]);
  });
});

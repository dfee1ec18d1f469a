import { beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../shared/contract/agents.ts";
import {
  countCannedReply,
  createCannedReply,
  listCannedReplies,
  removeCannedReply,
  updateCannedReply,
} from "../../shared/contract/cannedReplies.ts";
import type { BodyOf } from "../../shared/contract/call.ts";
import { deleteForGood } from "../kit/deleteForGood.ts";
import type { Member } from "../kit/factories.ts";
import { startTestServer } from "../kit/server.ts";
import type { TestServer } from "../kit/server.ts";
import { stores } from "../kit/stores.ts";

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

  type Made = Omit<BodyOf<typeof createCannedReply>["data"], "isPersonal"> & { isPersonal?: boolean };

  async function make({ isPersonal = false, ...rest }: Made, who = owner) {
    const data = { ...rest, isPersonal };
    return (await server.as(who).call(createCannedReply, { ...at(), body: { data } })).data;
  }

  async function names(who = owner) {
    const { data } = await server.as(who).call(listCannedReplies, at());
    return data.map(({ name }) => name);
  }

  it("are the agent's, or one person's alone, whom nobody else sees, uses, changes or deletes", async () => {
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

  it("have each name once, whatever its case, also where two take it at once", async () => {
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

  it("are ordered by how often they are used, and changed and deleted", async () => {
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

  it("go with their agent", async () => {
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

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { setAgentActivity } from "../../../shared/contract/accounts/accounts.ts";
import { getAgent, publishAgent, updateAgent } from "../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { requestPerson } from "../../../shared/contract/conversations/conversations.ts";
import { muteThread } from "../../../shared/contract/notifications/quiet.ts";
import { listUserGroups, removeFromGroup } from "../../../shared/contract/accounts/teams.ts";
import { getThread, updateThread } from "../../../shared/contract/conversations/threads/threads.ts";
import type { ThreadChange } from "../../../shared/contract/conversations/threads/threads.ts";
import { removeWorkflow } from "../../../shared/contract/workflows/workflows.ts";
import { noAssignment } from "../../../shared/domain/assignment.ts";
import type { Member } from "../../kit/factories.ts";
import { startPushApp } from "../../kit/notifications/pushApp.ts";
import type { PushApp } from "../../kit/notifications/pushApp.ts";
import { corruptEvents } from "../../kit/live/corruptEvents.ts";
import { stores } from "../../kit/database/stores.ts";
import { listen, newClientId, say } from "../../kit/conversations/threads/talks.ts";
import { graph, step } from "../../kit/workflows/graphs.ts";
import { publishNew, start } from "../../kit/workflows/runs.ts";

const hourMs = 60 * 60_000;

describe.each(stores())("push notifications of automatic events on $name", (store) => {
  let app: PushApp;
  let agent: Agent;
  let ana: Member;
  beforeAll(async () => {
    app = await startPushApp(store);
  });
  afterAll(() => app.service.stop());
  beforeEach(async () => {
    ({ agent } = await app.begin());
    ana = await app.talk.server.createMember(app.talk.owner.organizationId, "support");
    await as(ana).call(setAgentActivity, { body: { data: { status: "online" } } });
  });

  const as = (member: Member) => app.talk.server.as(member);
  const at = (threadId: string) => ({ params: { productId: agent.id, threadId } });

  /** A visitor asks for a person. */
  async function ask(of = agent): Promise<string> {
    const visitor = await app.talk.openVisitor(of);
    const body = { data: { clientId: newClientId() } };
    const asking = app.talk.server.as(visitor).call(requestPerson, { params: { productId: of.id }, body });
    return (await asking).data.id;
  }

  async function change(member: Member, threadId: string, data: ThreadChange): Promise<void> {
    await as(member).call(updateThread, { ...at(threadId), body: { data } });
  }

  async function leave(member: Member): Promise<void> {
    const { items } = await as(app.talk.owner).call(listUserGroups);
    const groupId = items.find((one) => one.usergroup_name === "Support")?._id ?? "";
    await as(app.talk.owner).call(removeFromGroup, { params: { groupId, email: member.user.email } });
  }

  async function isGivenTo(member: Member, threadId: string): Promise<void> {
    const whose = async () => (await as(app.talk.owner).call(getThread, at(threadId))).data.assignee?.id;
    await expect.poll(whose).toBe(member.user._id);
  }

  /** The titles of what arrived, once `count` did, without whom they are about. */
  async function told(count: number): Promise<string[]> {
    await app.service.until(count);
    return app.service.arrived.map(({ note }) => note.title.replace(/(A v|V)isitor( \S+)?/, "…"));
  }

  it("tell a member of an assignment that came once they had room", async () => {
    const params = { productId: agent.id };
    const { data } = await as(app.talk.owner).call(getAgent, { params });
    const assignment = { ...noAssignment, mode: "turns" as const, capacity: 1 };
    const configuration = { ...data.configuration, assignment };
    const saved = { revision: data.revision, configuration };
    await as(app.talk.owner).call(updateAgent, { params, body: { data: saved } });
    await as(app.talk.owner).call(publishAgent, { params });
    const first = await ask();
    await isGivenTo(ana, first);
    await app.subscribe(ana);
    const second = await ask();
    await app.service.until(1);
    await change(app.talk.owner, first, { status: "resolved" });
    await isGivenTo(ana, second);
    expect(await told(2)).toEqual(["… asks for a person", "Yours now: …"]);
  });

  it("tell the assignee that a snooze is over", async () => {
    const threadId = await ask();
    await change(app.talk.owner, threadId, { assigneeId: ana.user._id });
    const { endpoint } = await app.subscribe(ana);
    await app.subscribe(app.talk.owner);
    const snoozedUntil = app.talk.server.clock.now() + hourMs;
    await change(ana, threadId, { status: "snoozed", snoozedUntil });
    app.talk.server.clock.advance(hourMs + 1);
    expect(await told(1)).toEqual(["The snooze is over: …"]);
    expect(app.service.arrived[0]?.path).toBe(new URL(endpoint).pathname);
  });

  it("tell whom a workflow asks for approval, or everybody where it names nobody", async () => {
    const { talk, service } = app;
    const { endpoint } = await app.subscribe(ana);
    await app.subscribe(talk.owner);
    const asking = (memberIds: string[]) =>
      publishNew(as(talk.owner), {
        agentId: agent.id,
        graph: graph([step("allow", "approval", { text: "Refund it?", memberIds })], ["start > allow"]),
      });
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: "My money back, please" }));
    const workflows = [await asking([ana.user._id]), await asking([])] as const;
    await start(as(talk.owner), workflows[0], { threadId });
    expect(await told(1)).toEqual(["Approval needed: … · 2 new"]);
    expect(service.arrived[0]?.path).toBe(new URL(endpoint).pathname);
    await start(as(talk.owner), workflows[1], { threadId });
    await service.until(3);
    const query = { confirmed: "true" } as const;
    for (const { id: workflowId } of workflows)
      await as(talk.owner).call(removeWorkflow, { params: { workflowId }, query });
  });

  it("tell the others that a visitor waits for the team again", async () => {
    const threadId = await ask();
    await change(app.talk.owner, threadId, { assigneeId: ana.user._id });
    await app.subscribe(ana);
    const { endpoint } = await app.subscribe(app.talk.owner);
    await change(ana, threadId, { assigneeId: null });
    expect(await told(1)).toEqual(["… waits for the team again"]);
    expect(app.service.arrived[0]?.path).toBe(new URL(endpoint).pathname);
  });

  it("tell the others in one message of all conversations that wait again when a member leaves", async () => {
    for (let count = 0; count < 5; count += 1) {
      await change(app.talk.owner, await ask(), { assigneeId: ana.user._id });
    }
    await app.subscribe(app.talk.owner);
    await leave(ana);
    await app.service.until(1);
    const threadId = await ask();
    const [first, second] = await app.service.until(2);
    expect(first?.note).toMatchObject({
      title: "5 conversations wait for the team again",
      body: expect.stringMatching(/^Visitor \S+, Visitor \S+, Visitor \S+, and 2 more$/),
      path: `/inbox/${app.talk.owner.organizationId}/${agent.id}`,
      about: "back",
    });
    expect(second?.note).toMatchObject({ tag: threadId, about: "asked" });
  });

  it("list in a later message all that wait by then, since it replaces the earlier one", async () => {
    const { owner, server } = app.talk;
    const [bo, cy, dot] = [
      await server.createMember(owner.organizationId, "support"),
      await server.createMember(owner.organizationId, "support"),
      await server.createMember(owner.organizationId, "collaborator"),
    ];
    const give = async (to: Member) => {
      const threadId = await ask();
      await change(owner, threadId, { assigneeId: to.user._id });
      return threadId;
    };
    const [answered] = [await give(bo), await give(bo), await give(bo)];
    for (const _ of [1, 2]) await give(cy);
    await ask();
    await app.subscribe(dot);
    await leave(bo);
    await app.service.until(1);
    await change(owner, answered, { assigneeId: owner.user._id });
    await leave(cy);
    const [first, second] = await app.service.until(2);
    expect([first?.note.tag, second?.note.tag]).toEqual([agent.id, agent.id]);
    expect(await told(2)).toEqual([
      "3 conversations wait for the team again",
      "4 conversations wait for the team again",
    ]);
  });

  it("list in one message more than one read returns", async () => {
    const bo = await app.talk.server.createMember(app.talk.owner.organizationId, "collaborator");
    for (let count = 0; count < 55; count += 1) {
      await change(app.talk.owner, await ask(), { assigneeId: ana.user._id });
    }
    await app.subscribe(bo);
    await leave(ana);
    await app.service.until(1);
    await ask();
    expect(await told(2)).toEqual(["55 conversations wait for the team again", "… asks for a person"]);
  });

  it("name the one that still waits when a member leaves", async () => {
    const [first, second] = [await ask(), await ask()];
    for (const threadId of [first, second]) {
      await change(app.talk.owner, threadId, { assigneeId: ana.user._id });
    }
    const bo = await app.talk.server.createMember(app.talk.owner.organizationId, "collaborator");
    await app.subscribe(bo);
    await as(bo).call(muteThread, at(first));
    await leave(ana);
    expect(await told(1)).toEqual(["… waits for the team again"]);
    expect(app.service.arrived[0]?.note.tag).toBe(second);
  });

  it("cover the agents before and after one with unreadable events, and report that one once", async () => {
    const { server, owner } = app.talk;
    const { organizationId } = owner;
    const [between, last] = [await server.createAgent(owner), await server.createAgent(owner)];
    await app.subscribe(ana);
    for (const { id: agentId } of [agent, last]) await corruptEvents(server, { organizationId, agentId });
    await ask(between);
    expect(await told(1)).toEqual(["… asks for a person"]);
    await ask(between);
    await told(2);
    for (const { id } of [agent, last])
      expect(server.readLog().split(`The events of agent ${id} can't be read`)).toHaveLength(2);
  });
});

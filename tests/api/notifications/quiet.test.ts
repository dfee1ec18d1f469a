import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { eraseContact } from "../../../shared/contract/conversations/contacts/contacts.ts";
import { updateProfile } from "../../../shared/contract/accounts/profile.ts";
import { getPush, updatePush } from "../../../shared/contract/notifications/push.ts";
import { getQuiet, muteThread, unmuteThread } from "../../../shared/contract/notifications/quiet.ts";
import { listUserGroups, removeFromGroup } from "../../../shared/contract/accounts/teams.ts";
import { getUnread } from "../../../shared/contract/conversations/inbox/threadCounts.ts";
import { updateThread } from "../../../shared/contract/conversations/threads/threads.ts";
import { usualQuietHours } from "../../../shared/domain/quietHours.ts";
import { deleteForGood } from "../../kit/agents/deleteForGood.ts";
import type { Member } from "../../kit/factories.ts";
import { startPushApp } from "../../kit/notifications/pushApp.ts";
import type { PushApp } from "../../kit/notifications/pushApp.ts";
import type { PushService } from "../../kit/notifications/pushService.ts";
import { stores } from "../../kit/database/stores.ts";
import { listen, say } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";

interface Talked {
  visitor: TestVisitor;
  threadId: string;
}

const always = { ...usualQuietHours("UTC"), from: "00:00", to: "00:00" };

describe.each(stores())("quiet hours and mutes on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let service: PushService;
  let ana: Member;
  let app: PushApp;
  beforeAll(async () => {
    app = await startPushApp(store);
    ({ talk, service } = app);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    ({ agent, ana } = await app.begin());
  });

  const as = (member: Member) => talk.server.as(member);
  const at = () => ({ params: { productId: agent.id } });
  const place = ({ threadId }: Pick<Talked, "threadId">) => ({ params: { productId: agent.id, threadId } });
  const quietOf = async (member: Member) => (await as(member).call(getQuiet, at())).data;
  const said = () => service.arrived.map(({ note }) => note.body);

  /** A visitor in the hands of people, whom nobody has taken. */
  async function converse(): Promise<Talked> {
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: "Hello?" }));
    const talked = { visitor, threadId };
    await as(talk.owner).call(updateThread, { ...place(talked), body: { data: { handledBy: "human" } } });
    await as(talk.owner).call(updateThread, { ...place(talked), body: { data: { assigneeId: null } } });
    return talked;
  }

  const write = ({ visitor, threadId }: Talked, content: string) =>
    listen(say(talk.server, visitor, { content, threadId }));

  const name = ({ threadId }: Talked, member: Member, content: string) =>
    app.name(member, { agent, threadId, content });

  const listRows = () =>
    talk.server.store.db
      .selectFrom("mutedThreads")
      .select("threadId")
      .where("agentId", "=", agent.id)
      .execute();

  it("quiet hours hold back every notification, even a mention, and all of it comes afterwards", async () => {
    const talked = await converse();
    await app.subscribe(ana);
    await app.subscribe(talk.owner);
    await as(ana).call(updatePush, { body: { data: { quietHours: always } } });
    await write(talked, "While it is quiet");
    await name(talked, ana, "Named while it is quiet");
    // The owner, who has none, shows that it was sent.
    await expect.poll(said).toEqual(["While it is quiet"]);
    const day = ((new Date().getUTCDay() + 3) % 7) + 1;
    await as(ana).call(updatePush, { body: { data: { quietHours: { ...always, days: [day] } } } });
    await name(talked, ana, "Named on another day");
    await expect.poll(said).toEqual(["While it is quiet", "Named on another day"]);
    await as(ana).call(updatePush, { body: { data: { quietHours: null } } });
    await name(talked, ana, "Named later");
    await expect.poll(said).toEqual(["While it is quiet", "Named on another day", "Named later"]);
  });

  it("quiet hours belong to the member, keep other choices, and use the profile's time zone", async () => {
    const quietHours = usualQuietHours("Asia/Tokyo");
    const { data } = await as(ana).call(updatePush, { body: { data: { quietHours } } });
    expect(data.quietHours).toEqual(quietHours);
    await as(ana).call(updatePush, { body: { data: { hidesText: true } } });
    expect((await quietOf(ana)).quietHours).toEqual(quietHours);
    expect((await quietOf(talk.owner)).quietHours).toBeNull();
    await as(ana).call(updateProfile, { body: { timeZone: "America/Lima" } });
    expect((await quietOf(ana)).quietHours).toEqual({ ...quietHours, timeZone: "America/Lima" });
    expect((await as(ana).call(getPush)).data.quietHours?.timeZone).toBe("America/Lima");
    await as(ana).call(updatePush, { body: { data: { hidesText: false } } });
    await as(ana).call(updateProfile, { body: { timeZone: null } });
    expect((await quietOf(ana)).quietHours).toEqual(quietHours);
  });

  it.each([
    ["an invalid time", { from: "24:00" }],
    ["no day", { days: [] }],
    ["an eighth day", { days: [8] }],
    ["an unknown time zone", { timeZone: "Mars/Olympus" }],
  ])("quiet hours with %s are refused", async (_, part) => {
    const change = as(ana).call(updatePush, { body: { data: { quietHours: { ...always, ...part } } } });
    await expect(change).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("a muted conversation notifies its member only of mentions and assignments, until they unmute it", async () => {
    const [muted, other, another] = [await converse(), await converse(), await converse()];
    await app.subscribe(ana);
    await as(ana).call(muteThread, place(muted));
    await as(ana).call(muteThread, place(muted));
    expect((await quietOf(ana)).mutedIds).toEqual([muted.threadId]);
    await write(muted, "Muted");
    await write(other, "Not muted");
    await expect.poll(said).toEqual(["Not muted"]);
    await name(muted, ana, "Named all the same");
    await expect.poll(said).toEqual(["Not muted", "Named all the same"]);
    const give = { body: { data: { assigneeId: ana.user._id } } };
    await as(talk.owner).call(updateThread, { ...place(muted), ...give });
    await expect.poll(() => service.arrived.at(-1)?.note.title).toMatch(/^Yours now/);
    // It is theirs now, and muted still.
    await write(muted, "Muted still");
    await write(another, "Not muted either");
    await expect.poll(() => said().at(-1)).toBe("Not muted either");
    await as(ana).call(unmuteThread, place(muted));
    await as(ana).call(unmuteThread, place(muted));
    expect((await quietOf(ana)).mutedIds).toEqual([]);
    await write(muted, "Heard again");
    await expect.poll(() => said().at(-1)).toBe("Heard again");
    expect(said()).not.toContain("Muted still");
    expect(service.arrived).toHaveLength(5);
  });

  it("a muted conversation isn't counted as unread, unless it mentions the member", async () => {
    const [muted, other] = [await converse(), await converse()];
    for (const talked of [muted, other]) await write(talked, "Anybody?");
    const unread = async (member: Member) => (await as(member).call(getUnread, at())).data.unread;
    expect(await unread(ana)).toBe(2);
    await as(ana).call(muteThread, place(muted));
    expect([await unread(ana), await unread(talk.owner)]).toEqual([1, 2]);
    await name(muted, ana, "Named all the same");
    expect(await unread(ana)).toBe(2);
    const isRead = { body: { data: { read: true } } };
    for (const talked of [muted, other]) await as(ana).call(updateThread, { ...place(talked), ...isRead });
    await write(muted, "Muted");
    expect(await unread(ana)).toBe(0);
    await as(ana).call(unmuteThread, place(muted));
    expect(await unread(ana)).toBe(1);
  });

  it("a mute belongs to the member, and is deleted with the agent", async () => {
    const talked = await converse();
    await app.subscribe(talk.owner);
    await as(ana).call(muteThread, place(talked));
    expect((await quietOf(talk.owner)).mutedIds).toEqual([]);
    await write(talked, "For the others");
    await expect.poll(said).toEqual(["For the others"]);
    await as(talk.owner).call(unmuteThread, place(talked));
    expect((await quietOf(ana)).mutedIds).toEqual([talked.threadId]);
    await deleteForGood(as(talk.owner), agent.id);
    expect(await listRows()).toEqual([]);
  });

  it("the oldest mute of an agent ends when there would be more than a thousand", async () => {
    const talked = await converse();
    const { organizationId } = talk.owner;
    const key = { organizationId, agentId: agent.id, userId: ana.user._id };
    // As many conversations would take minutes.
    const rows = Array.from({ length: 1000 }, (_, at) => ({
      ...key,
      threadId: `old-${at}`,
      createdAt: at + 1,
    }));
    await talk.server.store.db.insertInto("mutedThreads").values(rows).execute();
    await as(ana).call(muteThread, place(talked));
    const { mutedIds } = await quietOf(ana);
    expect(mutedIds).toHaveLength(1000);
    expect([mutedIds.includes(talked.threadId), mutedIds.includes("old-0")]).toEqual([true, false]);
    expect(mutedIds).toContain("old-1");
  });

  it("a mute is deleted with an erased conversation, and with the membership", async () => {
    const [erased, kept] = [await converse(), await converse()];
    for (const talked of [erased, kept]) await as(ana).call(muteThread, place(talked));
    const params = { productId: agent.id, contactId: erased.visitor.contactId };
    await as(talk.owner).call(eraseContact, { params, query: { confirmed: "true" } });
    await expect.poll(listRows).toEqual([{ threadId: kept.threadId }]);
    const { items: groups } = await as(talk.owner).call(listUserGroups);
    const groupId = groups.find(({ usergroup_name: group }) => group === "Collaborator")?._id ?? "";
    await as(talk.owner).call(removeFromGroup, { params: { groupId, email: ana.user.email } });
    expect(await listRows()).toEqual([]);
  });
});

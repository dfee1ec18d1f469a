import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { eraseContact } from "../../../shared/contract/conversations/contacts/contacts.ts";
import { getDigest, updateDigest } from "../../../shared/contract/notifications/digest.ts";
import { createNote } from "../../../shared/contract/conversations/messages/notes.ts";
import { muteThread } from "../../../shared/contract/notifications/quiet.ts";
import { updateProfile } from "../../../shared/contract/accounts/profile.ts";
import { listThreads, updateThread } from "../../../shared/contract/conversations/threads/threads.ts";
import { localTime } from "../../../shared/domain/zoneTime.ts";
import { queueDueDigests } from "../../../server/notifications/digest/queueDigests.ts";
import { createJobs } from "../../../server/jobs/jobs.ts";
import type { NewJob } from "../../../server/jobs/enqueue.ts";
import { openSecrets } from "../../../server/database/secrets.ts";
import type { Member } from "../../kit/factories.ts";
import { readLetter, startMailServer, type MailServer } from "../../kit/network/mailServer.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { shareStore } from "../../kit/database/shareStore.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { listen, newClientId, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { graph, step } from "../../kit/workflows/graphs.ts";
import { publishNew, runUntil, start } from "../../kit/workflows/runs.ts";

const fail = (fault: unknown) => {
  throw fault;
};
const hourMs = 60 * 60_000;
const zone = "America/Sao_Paulo";

describe.each(bothStores())("digest mails on $name", (store) => {
  let folder: string;
  let mails: MailServer;
  let talk: TalkingServer;
  /** A second process on the same database, where that is possible. */
  let other: TestServer | null;
  let agent: Agent;
  let ana: Member;
  const threadIds: string[] = [];

  beforeAll(async () => {
    mails = await startMailServer();
    const shared = await shareStore(store);
    // Every process of an installation has them.
    folder = mkdtempSync(join(tmpdir(), "digest-"));
    const secrets = openSecrets({ dataDir: folder });
    const options = {
      secrets,
      publicOrigin: "https://agents.example.com",
      mail: { smtpUrl: mails.url, from: undefined },
    };
    talk = await startTalkingServer(shared, options);
    other = store.name === "postgres" ? await startTestServer({ store: shared, ...options }) : null;
    agent = await talk.server.createAgent(talk.owner, "Harbour Help");
    ana = await newMember();
    for (let index = 0; index < 12; index += 1) threadIds.push(await wait(index === 0 ? ana : null, index));
  });
  afterAll(async () => {
    await mails.stop();
    rmSync(folder, { recursive: true });
  });

  async function newMember(role: "support" | "admin" = "support") {
    const member = await talk.server.createMember(talk.owner.organizationId, role);
    await talk.server.as(member).call(updateProfile, { body: { timeZone: zone } });
    return member;
  }

  /** A visitor who waits for somebody, or for this member. */
  async function wait(member: Member | null, index: number, of = agent): Promise<string> {
    const visitor = await talk.openVisitor(of);
    const { threadId } = await listen(say(talk.server, visitor, { content: `Question\n${index} <b>` }));
    const params = { productId: of.id, threadId };
    const change = (data: object) =>
      talk.server.as(talk.owner).call(updateThread, { params, body: { data } });
    await change({ handledBy: "human" });
    await change({ assigneeId: member?.user._id ?? null });
    await listen(say(talk.server, visitor, { content: "Anybody?", threadId }));
    return threadId;
  }

  const choose = async (member: Member, every: "never" | "day" | "week") =>
    (await talk.server.as(member).call(updateDigest, { body: { data: { every } } })).data;
  const read = async (member: Member) => (await talk.server.as(member).call(getDigest)).data;
  const lettersTo = (member: Member) => mails.letters.filter(({ to }) => to.includes(member.user.email));
  const first = async (member: Member) => {
    await expect.poll(() => lettersTo(member).length).toBeGreaterThan(0);
    const [letter] = lettersTo(member);
    if (!letter) throw new Error("No letter came.");
    return { ...readLetter(letter), source: letter.source, raw: letter.raw };
  };
  function goTo(moment: number): void {
    const ahead = moment - talk.server.clock.now();
    talk.server.clock.advance(ahead);
    other?.clock.advance(ahead);
  }
  interface Looking {
    from?: TestServer["store"];
    now?: number;
    hear?: (job: NewJob) => void;
    report?: (fault: unknown) => void;
    signal?: AbortSignal;
  }
  /** Looks now for what is due, as every process does again and again. */
  async function look({ from = talk.server.store, hear, report = fail, signal, ...given }: Looking = {}) {
    const now = given.now ?? talk.server.clock.now();
    const jobs = createJobs({ store: from, bus: { publish() {}, subscribe: () => () => {} } });
    await queueDueDigests({
      ...{ store: from, now: () => now, report, signal: signal ?? new AbortController().signal },
      jobs: {
        enqueue: async (tx, job) => {
          hear?.(job);
          return jobs.enqueue(tx, job);
        },
      },
    });
  }
  const jobsOf = (member: Member) =>
    talk.server.store.db
      .selectFrom("jobs")
      .select(["kind", "state", "payload", "error"])
      .where("kind", "=", "digest")
      .where("key", "=", member.user._id)
      .execute();
  const untilState = (member: Member, state: string) =>
    expect.poll(async () => (await jobsOf(member)).at(-1)).toMatchObject({ state });
  /** When the next letter is due, once the one before was sent. */
  const untilMoved = (member: Member, from: number | null) =>
    expect.poll(async () => (await read(member)).nextAt).not.toBe(from);

  it("go only to members who asked, at 8:00 in their time zone, daily or on Mondays", async () => {
    const member = await newMember();
    expect(await read(member)).toEqual({ every: "never", nextAt: null, timeZone: zone });
    const daily = await choose(member, "day");
    expect(daily.timeZone).toBe(zone);
    const shows = (at: number | null) => new Date(localTime(at ?? 0, zone));
    expect(shows(daily.nextAt).toISOString()).toMatch(/T08:00:00/);
    expect((daily.nextAt ?? 0) - talk.server.clock.now()).toBeLessThanOrEqual(24 * hourMs);
    const weekly = await choose(member, "week");
    expect([shows(weekly.nextAt).getUTCDay(), shows(weekly.nextAt).getUTCHours()]).toEqual([1, 8]);
    expect(await choose(member, "never")).toEqual({ every: "never", nextAt: null, timeZone: zone });
  });

  it("list up to ten waiting conversations with links, and come again the next day", async () => {
    const params = { productId: agent.id, threadId: threadIds[5] ?? "" };
    const mentions = { userIds: [ana.user._id], teamIds: [] };
    const note = { clientId: newClientId(), content: "Secret note", mentions };
    await talk.server.as(talk.owner).call(createNote, { params, body: { data: note } });
    const { nextAt } = await choose(ana, "day");
    goTo((nextAt ?? 0) - 1000);
    await look();
    expect(await jobsOf(ana)).toEqual([]);
    goTo((nextAt ?? 0) + 1000);
    const { subject, text, html, source } = await first(ana);
    expect(subject).toBe("Waiting in Acme: 13");
    const inbox = `${talk.server.origin}/accounts/${ana.organizationId}/cp/${agent.id}/inbox/conversations`;
    expect(text).toContain("Harbour Help · Assigned to you: 1");
    expect(text).toContain("Harbour Help · Unassigned: 11");
    expect(text).toContain(`${inbox}?queue=waiting&assignee=none`);
    expect(text).toContain("Harbour Help · Notes that mention you: 1");
    expect(text.match(/^- .*: Question \d+ <b>$/gm)).toHaveLength(10);
    expect(text).toContain(`${inbox}/${threadIds[0]}`);
    expect(text).toContain("- More: 2");
    expect(text).not.toContain("Secret note");
    expect(html).toContain("Question 1 &#60;b&#62;");
    expect(source).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
    await untilMoved(ana, nextAt);
    goTo((nextAt ?? 0) + 24 * hourMs + 1000);
    await expect.poll(() => lettersTo(ana).length).toBe(2);
  });

  it("are sent once, no matter how many processes check at once", async () => {
    const member = await newMember();
    const { nextAt } = await choose(member, "day");
    const queued: string[] = [];
    const lookFrom = ({ store: from }: TestServer) =>
      look({ from, now: (nextAt ?? 0) + 1, hear: ({ key }) => void queued.push(key) });
    await Promise.all([lookFrom(talk.server), lookFrom(other ?? talk.server), lookFrom(talk.server)]);
    expect(queued.filter((key) => key === member.user._id)).toHaveLength(1);
    await choose(member, "never");
  });

  it("come at 8:00 in a member's new time zone", async () => {
    const member = await newMember();
    const { nextAt } = await choose(member, "day");
    await talk.server.as(member).call(updateProfile, { body: { timeZone: "Asia/Tokyo" } });
    // Before anybody has looked for what is due, too.
    const { timeZone, nextAt: moved } = await read(member);
    expect([timeZone, new Date(localTime(moved ?? 0, "Asia/Tokyo")).getUTCHours()]).toEqual([
      "Asia/Tokyo",
      8,
    ]);
    expect(moved).not.toBe(nextAt);
    await look();
    const { db } = talk.server.store;
    const kept = db.selectFrom("digests").select(["nextAt", "timeZone"]);
    expect(await kept.where("userId", "=", member.user._id).execute()).toEqual([{ nextAt: moved, timeZone }]);
    expect(lettersTo(member)).toEqual([]);
    await choose(member, "never");
  });

  it("go to nobody without a role, and to nobody when nothing waits in the organization", async () => {
    const out = await newMember();
    const idle = await talk.server.createOwner("Idle");
    const [gone, none] = [await choose(out, "day"), await choose(idle, "day")];
    await talk.server.store.db.deleteFrom("groupMembers").where("userId", "=", out.user._id).execute();
    goTo(Math.max(gone.nextAt ?? 0, none.nextAt ?? 0) + 1000);
    for (const member of [out, idle]) await untilState(member, "done");
    expect([...lettersTo(out), ...lettersTo(idle)]).toEqual([]);
  });

  it("are written when they are sent, so that erased data is in none, nor in what is stored of them", async () => {
    const member = await newMember();
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: "Soon erased" }));
    const body = { data: { handledBy: "human" as const, assigneeId: member.user._id } };
    await talk.server.as(talk.owner).call(updateThread, { params: { productId: agent.id, threadId }, body });
    await listen(say(talk.server, visitor, { content: "Anybody?", threadId }));
    const { nextAt } = await choose(member, "day");
    mails.refuseNext(1000);
    goTo((nextAt ?? 0) + 1000);
    await expect.poll(async () => (await jobsOf(member)).at(0)?.error).toMatch(/again/);
    const params = { productId: agent.id, contactId: visitor.contactId };
    await talk.server.as(talk.owner).call(eraseContact, { params, query: { confirmed: "true" } });
    await expect
      .poll(() =>
        talk.server.store.db.selectFrom("threads").select("id").where("id", "=", threadId).execute(),
      )
      .toEqual([]);
    mails.refuseNext(0);
    goTo(talk.server.clock.now() + hourMs);
    const { text } = await first(member);
    expect(text).toContain("Question 1 <b>");
    expect(text).not.toContain("Soon erased");
    await untilState(member, "done");
    const [job] = await jobsOf(member);
    expect(JSON.parse(job?.payload ?? "")).toEqual({ userId: member.user._id });
    await choose(member, "never");
  });

  it("leave out muted conversations, except assigned ones and those with a mention", async () => {
    const member = await newMember();
    const quietAgent = await talk.server.createAgent(talk.owner, "Muted Help");
    const [left, named, given] = [
      await wait(null, 101, quietAgent),
      await wait(null, 102, quietAgent),
      await wait(member, 103, quietAgent),
    ];
    const place = (threadId: string) => ({ params: { productId: quietAgent.id, threadId } });
    const mentions = { userIds: [member.user._id], teamIds: [] };
    const note = { clientId: newClientId(), content: "For you", mentions };
    await talk.server.as(talk.owner).call(createNote, { ...place(named), body: { data: note } });
    for (const id of [left, named, given]) await talk.server.as(member).call(muteThread, place(id));
    const { nextAt } = await choose(member, "day");
    goTo((nextAt ?? 0) + 1000);
    const { text } = await first(member);
    expect(text).toContain("Muted Help · Assigned to you: 1");
    expect(text).toContain("Muted Help · Notes that mention you: 1");
    expect(text).not.toContain("Muted Help · Unassigned");
    expect(text).toContain("Harbour Help · Unassigned");
    expect(text).not.toContain("Muted, not listed");
    await choose(member, "never");
  });

  it("say how many muted ones they leave out of the linked list", async () => {
    const member = await newMember();
    const busyAgent = await talk.server.createAgent(talk.owner, "Busy Help");
    const waiting = [];
    for (const index of [201, 202, 203]) waiting.push(await wait(null, index, busyAgent));
    for (const threadId of waiting.slice(1))
      await talk.server.as(member).call(muteThread, { params: { productId: busyAgent.id, threadId } });
    const { nextAt } = await choose(member, "day");
    goTo((nextAt ?? 0) + 1000);
    const { text } = await first(member);
    const [, part = ""] = text.split("Busy Help · Unassigned: 1");
    const [, address = ""] = /\?(\S+)/.exec(part) ?? [];
    expect(part).toContain("- Muted, not listed: 2");
    const { queue, assignee } = Object.fromEntries(new URLSearchParams(address));
    const query = { queue: queue as "waiting", assigneeId: assignee }; // as the letter is to have it
    const shown = await talk.server
      .as(member)
      .call(listThreads, { params: { productId: busyAgent.id }, query });
    expect(shown.items.map(({ id }) => id).toSorted()).toEqual(waiting.toSorted());
    await choose(member, "never");
  });

  it("list what a workflow asks the team to approve", async () => {
    const member = await newMember();
    const asking = await talk.server.createAgent(talk.owner, "Asking Help");
    const visitor = await talk.openVisitor(asking);
    const { threadId } = await listen(say(talk.server, visitor, { content: "My money back" }));
    const owner = talk.server.as(talk.owner);
    const workflow = await publishNew(owner, {
      agentId: asking.id,
      graph: graph([step("allow", "approval", { text: "Refund it?", hours: 700 })], ["start > allow"]),
    });
    await runUntil(owner, await start(owner, workflow, { threadId }), ({ state }) => state === "waiting");
    const { nextAt } = await choose(member, "day");
    goTo((nextAt ?? 0) + 1000);
    const { text } = await first(member);
    expect(text).toContain("Asking Help · Waiting for approval: 1");
    await choose(member, "never");
  });

  it("go to the others when one fails, which is reported and moved to its next time", async () => {
    const [broken, member] = [await newMember(), await newMember()];
    const { nextAt } = await choose(broken, "day");
    await choose(member, "day");
    const { db } = talk.server.store;
    // No front door takes such a zone; one that this system does not know any more is the same.
    const set = { timeZone: "Mars/Olympus" };
    await db.updateTable("users").set(set).where("id", "=", broken.user._id).execute();
    const faults: unknown[] = [];
    const queued: string[] = [];
    const now = (nextAt ?? 0) + 25 * hourMs;
    const hear = ({ key }: NewJob) => void queued.push(key);
    const report = (fault: unknown) => void faults.push(fault);
    // The server's own look, whose clock is behind, may move it in between.
    await expect
      .poll(async () => {
        await look({ now, hear, report });
        return (await read(broken)).nextAt;
      })
      .toBeGreaterThan(now);
    expect(queued).toContain(member.user._id);
    expect(String(faults[0])).toContain("Mars/Olympus");
    await db.updateTable("users").set({ timeZone: zone }).where("id", "=", broken.user._id).execute();
    for (const one of [broken, member]) await choose(one, "never");
  });

  it("wait for the next start when the server stops", async () => {
    const member = await newMember();
    const { nextAt } = await choose(member, "day");
    await look({ now: (nextAt ?? 0) + 1, signal: AbortSignal.abort() });
    expect([await jobsOf(member), (await read(member)).nextAt]).toEqual([[], nextAt]);
    await choose(member, "never");
  });

  it("are turned off by one click: opening the address only asks", async () => {
    const member = await newMember();
    const { nextAt } = await choose(member, "week");
    goTo((nextAt ?? 0) + 1000);
    const { raw, text } = await first(member);
    const [, address = ""] = /^List-Unsubscribe: ?<([^>]+)>/m.exec(raw.replace(/\r\n[ \t]+/g, "")) ?? [];
    expect(text).toContain(`Stop these e-mails:\r\n${address}\r\n`);
    const path = address.replace(talk.server.origin, "");
    const page = await talk.server.request(path);
    expect(await page.text()).toContain('<form method="post">');
    expect((await read(member)).every).toBe("week");
    const changed = path.replace(member.user._id, ana.user._id);
    const refused = await talk.server.request(changed, {
      method: "POST",
      headers: { "Accept-Language": "de" },
    });
    expect([refused.status, refused.headers.get("content-type")]).toEqual([403, "text/html; charset=utf-8"]);
    expect(await refused.text()).toContain('<html lang="de" dir="ltr">');
    expect((await read(ana)).every).toBe("day");
    const body = "List-Unsubscribe=One-Click";
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    expect((await talk.server.request(path, { method: "POST", body, headers })).status).toBe(200);
    expect((await read(member)).every).toBe("never");
  });
});

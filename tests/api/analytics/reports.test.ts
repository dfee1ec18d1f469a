import { beforeAll, afterAll, describe, expect, it } from "vitest";
import { queueDueReports } from "../../../server/analytics/reports/mails.ts";
import { createJobs } from "../../../server/jobs/jobs.ts";
import { rebuildFigures } from "../../../server/conversations/figures/rebuild.ts";
import { updateProfile } from "../../../shared/contract/accounts/profile.ts";
import { getDashboard } from "../../../shared/contract/analytics/analytics.ts";
import {
  createReport,
  listReports,
  mailReport,
  maxReports,
  removeReport,
} from "../../../shared/contract/analytics/reports.ts";
import type { NewReport } from "../../../shared/contract/analytics/reports.ts";
import { localTime } from "../../../shared/domain/zoneTime.ts";
import { makeConversations, writeConversations } from "../../kit/analytics/makeConversations.ts";
import { bothStores } from "../../kit/database/stores.ts";
import type { Member } from "../../kit/factories.ts";
import { readLetter, startMailServer } from "../../kit/network/mailServer.ts";
import type { MailServer } from "../../kit/network/mailServer.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";

const zone = "America/Sao_Paulo";
const dayMs = 24 * 60 * 60_000;

describe.each(bothStores())("saved reports on $name", (store) => {
  let mails: MailServer;
  let server: TestServer;
  let owner: Member;
  let agentId: string;
  beforeAll(async () => {
    mails = await startMailServer();
    server = await startTestServer({
      ...{ store, publicOrigin: "https://agents.example.com" },
      mail: { smtpUrl: mails.url, from: undefined },
    });
    owner = await server.createOwner();
    agentId = (await server.createAgent(owner)).id;
    const made = { organizationId: owner.organizationId, agentIds: [agentId], conversations: 60 };
    const now = server.clock.now();
    const rows = makeConversations({ ...made, from: now - 20 * dayMs, to: now + 10 * dayMs });
    await server.store.transaction((tx) => writeConversations(tx, rows));
    await rebuildFigures(server.store);
  });
  afterAll(() => mails.stop());

  const save = async (member: Member, more: Partial<NewReport> = {}) => {
    const report = { name: "Shop", range: "7d" as const, from: null, to: null, agentId: null, surface: null };
    return (await server.as(member).call(createReport, { body: { data: { ...report, ...more } } })).data;
  };
  const list = async (member: Member) => (await server.as(member).call(listReports)).items;
  const mail = async (member: Member, reportId: string, isMailed: boolean) =>
    (await server.as(member).call(mailReport, { params: { reportId }, body: { data: { isMailed } } })).data;

  it("are everybody's in the organization; its maker and managers delete one", async () => {
    const [maker, other] = [
      await server.createMember(owner.organizationId, "support"),
      await server.createMember(owner.organizationId, "support"),
    ];
    const report = await save(maker, {
      agentId,
      surface: "widget",
      range: "90d",
      language: "de",
      model: "gpt-4o",
    });
    expect(await list(other)).toEqual([{ ...report, mayRemove: false }]);
    const remove = (member: Member) =>
      server.as(member).call(removeReport, { params: { reportId: report.id } });
    await expect(remove(other)).rejects.toMatchObject({ status: 403 });
    await remove(maker);
    expect(await list(other)).toEqual([]);
    const again = await save(maker);
    await server.as(owner).call(removeReport, { params: { reportId: again.id } });
  });

  it("refuse an agent that is not theirs, days that don't fit, and more than there is room for", async () => {
    const stranger = await server.createOwner();
    const foreign = (await server.createAgent(stranger)).id;
    await expect(save(owner, { agentId: foreign })).rejects.toMatchObject({ status: 404 });
    await expect(save(owner, { range: "custom" })).rejects.toMatchObject({ status: 400 });
    await expect(save(owner, { from: "2026-03-01", to: "2026-03-02" })).rejects.toMatchObject({
      status: 400,
    });
    const backwards = { range: "custom" as const, from: "2026-03-02", to: "2026-03-01" };
    await expect(save(owner, backwards)).rejects.toMatchObject({ status: 400 });
    for (let count = 0; count < maxReports; count += 1) await save(stranger, { name: `Report ${count}` });
    await expect(save(stranger)).rejects.toMatchObject({ status: 409, code: "conflict" });
    const fixed = await save(owner, { range: "custom", from: "2026-03-01", to: "2026-03-02" });
    await expect(mail(owner, fixed.id, true)).rejects.toMatchObject({ status: 409 });
  });

  it("come on Mondays at 8:00 of the member's zone, in their language, once, until they end them", async () => {
    const member = await server.createMember(owner.organizationId, "support");
    await server.as(member).call(updateProfile, { body: { timeZone: zone, language: "de" } });
    const report = await save(owner, { name: "Laden", agentId });
    expect((await mail(member, report.id, true)).isMailed).toBe(true);
    expect((await list(owner)).find(({ id }) => id === report.id)?.isMailed).toBe(false);
    const due = async () =>
      server.store.db.selectFrom("reportMails").select("nextAt").executeTakeFirstOrThrow();
    const { nextAt } = await due();
    const shown = new Date(localTime(nextAt, zone));
    expect([shown.getUTCDay(), shown.getUTCHours(), shown.getUTCMinutes()]).toEqual([1, 8, 0]);

    // Two processes find it due at once.
    const jobs = createJobs({ store: server.store, bus: { publish() {}, subscribe: () => () => {} } });
    const queued: string[] = [];
    const process = {
      ...{
        store: server.store,
        now: () => nextAt,
        report: (fault: unknown) => void queued.push(String(fault)),
      },
      jobs: {
        enqueue: async (...job: Parameters<typeof jobs.enqueue>) => {
          queued.push(job[1].kind);
          return jobs.enqueue(...job);
        },
      },
    };
    await Promise.all([queueDueReports(process), queueDueReports(process)]);
    expect(queued).toEqual(["report"]);
    expect((await due()).nextAt).toBe(nextAt + 7 * dayMs);

    server.clock.advance(nextAt - server.clock.now());
    await expect.poll(() => mails.letters.length).toBe(1);
    const [letter] = mails.letters;
    if (!letter) throw new Error("It came just now.");
    const { subject, text } = readLetter(letter);
    expect(subject).toBe("Wochenbericht: Laden");
    // The letter says what the screen says of the same days.
    const yesterday = new Date(localTime(nextAt, zone) - dayMs).toISOString().slice(0, 10);
    const from = new Date(Date.parse(yesterday) - 6 * dayMs).toISOString().slice(0, 10);
    const { data } = await server.as(owner).call(getDashboard, {
      query: { agentId, from, to: yesterday, timezone: zone },
    });
    const valueOf = (name: string) => data.figures.find(({ measure }) => measure === name)?.value;
    expect(valueOf("conversations")).toBeGreaterThan(0);
    expect(text).toContain(`Conversations: ${valueOf("conversations")}`);
    expect(text).toContain(`Assumed: ${valueOf("assumed")}`);
    expect(text).toContain(`cp/${agentId}/agent-insights?range=custom&from=${from}&to=${yesterday}`);

    const stop = /https:\/\/agents\.example\.com(\/api\/public\/v1\/reports\S+)/.exec(text)?.[1] ?? "";
    expect(await (await server.request(stop)).text()).toContain("<form");
    expect(await server.store.db.selectFrom("reportMails").select("userId").execute()).toHaveLength(1);
    expect((await server.request(stop.replace(/.$/, "x"), { method: "POST" })).status).toBe(403);
    expect((await server.request(stop, { method: "POST" })).status).toBe(200);
    expect(await server.store.db.selectFrom("reportMails").select("userId").execute()).toEqual([]);
  });
});

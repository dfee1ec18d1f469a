import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import type { LiveEvent, Message } from "../../../shared/contract/conversations/conversations.ts";
import {
  getThreadFilters,
  listMessages,
  listThreads,
} from "../../../shared/contract/conversations/threads/threads.ts";
import {
  cancelWorkflowRun,
  decideWorkflowStep,
  listWorkflowApprovals,
  listWorkflowRuns,
} from "../../../shared/contract/workflows/runs.ts";
import { removeWorkflow } from "../../../shared/contract/workflows/workflows.ts";
import type { WorkflowDetail } from "../../../shared/contract/workflows/workflows.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";
import type { Member } from "../../kit/factories.ts";
import { watch } from "../../kit/live/watching.ts";
import { readLetter, startMailServer } from "../../kit/network/mailServer.ts";
import type { MailServer } from "../../kit/network/mailServer.ts";
import { graph, step } from "../../kit/workflows/graphs.ts";
import { publishNew, runUntil, start } from "../../kit/workflows/runs.ts";

const hour = 60 * 60_000;

describe.each(bothStores())("approvals of workflows on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let visitor: TestVisitor;
  let ana: Member;
  let bo: Member;
  let mails: MailServer;
  const team = () => talk.server.as(talk.owner);
  beforeAll(async () => {
    mails = await startMailServer();
    talk = await startTalkingServer(store, { mail: { smtpUrl: mails.url, from: undefined } });
    ana = await talk.server.createMember(talk.owner.organizationId, "support");
    bo = await talk.server.createMember(talk.owner.organizationId, "support");
    agent = await talk.createAgent(builtinModel);
    visitor = await talk.openVisitor(agent);
    return () => mails.stop();
  });

  it("wait in the inbox for the members they name, and one that expires is followed by the next", async () => {
    const workflow = await publishTwoStep("refund", [ana.user._id]);
    const { threadId } = await listen(say(talk.server, visitor, { content: "refund" }));
    await vi.waitFor(async () => expect(await queued(ana)).toEqual({ ids: [threadId], counted: 1 }));
    expect((await messages(threadId)).at(-1)).toMatchObject({
      ...{ kind: "event", content: "approvalRequested", audience: "team" },
      about: { name: "Refund it?", memberIds: [ana.user._id] },
    });
    const query = { threadId };
    const { items } = await talk.server.as(ana).call(listWorkflowApprovals, { query });
    expect(items).toMatchObject([
      {
        text: "Refund it?",
        workflowName: "refund",
        deciderNames: ["Test Person"],
        mayDecide: true,
        threadId,
      },
    ]);
    const others = await talk.server.as(bo).call(listWorkflowApprovals, { query });
    expect(others.items).toMatchObject([{ mayDecide: false }]);
    expect((await decide(bo, others.items[0])).status).toBe(403);

    talk.server.clock.advance(hour + 1);
    await vi.waitFor(async () =>
      expect((await messages(threadId)).at(-1)).toMatchObject({ about: { name: "And now?" } }),
    );
    expect(await queued(bo)).toEqual({ ids: [threadId], counted: 1 });
    const next = await talk.server.as(bo).call(listWorkflowApprovals, { query });
    expect((await decide(bo, next.items[0], "Too old.")).status).toBe(200);
    expect(await queued(bo)).toEqual({ ids: [], counted: 0 });
    const run = await runUntil(team(), { workflowId: workflow.id, runId: next.items[0]?.runId ?? "" });
    expect(run.timeline.at(-1)).toMatchObject({ outlet: "declined", output: '"Too old."' });
  });

  it.each(["cancelled", "deleted"])("leave the inbox where their run is %s", async (how) => {
    const workflow = await publishTwoStep(how, []);
    const { threadId } = await listen(say(talk.server, visitor, { content: how }));
    await vi.waitFor(async () => expect((await queued(bo)).ids).toEqual([threadId]));
    const params = { workflowId: workflow.id };
    const { items } = await team().call(listWorkflowRuns, { params });
    if (how === "deleted") await team().call(removeWorkflow, { params, query: { confirmed: "true" } });
    else await team().call(cancelWorkflowRun, { params: { ...params, runId: items[0]?.id ?? "" } });
    expect(await queued(bo)).toEqual({ ids: [], counted: 0 });
  });

  it("are listed by themselves where their run has no conversation, until one decides", async () => {
    const watching = watch(ana, { server: talk.server, agentId: agent.id });
    await watching.ready;
    const workflow = await publishTwoStep("nightly", []);
    const run = await start(team(), workflow);
    await runUntil(team(), run, ({ state }) => state === "waiting");
    const query = { agentId: agent.id, threadId: "none" };
    const { items } = await talk.server.as(bo).call(listWorkflowApprovals, { query });
    expect(items).toMatchObject([{ runId: run.runId, threadId: null, mayDecide: true }]);
    const elsewhere = { query: { ...query, agentId: "another" } };
    expect((await talk.server.as(bo).call(listWorkflowApprovals, elsewhere)).items).toEqual([]);
    // The others who see it hear that it is decided.
    expect((await decide(bo, items[0])).status).toBe(200);
    const isDecided = (event: LiveEvent) => event.type === "workflow" && event.what === "decided";
    const events = await watching.until((heard) => heard.some(isDecided));
    expect(events.filter(({ type }) => type === "workflow")).toMatchObject([
      { runId: run.runId, what: "asks" },
      { runId: run.runId, what: "decided" },
    ]);
    watching.stop();
  });

  it("and failures that nobody watches are mailed to whom they concern, a row of failures once", async () => {
    const admin = await talk.server.createMember(talk.owner.organizationId, "admin");
    const named = await publishAsking("Named", [ana.user._id]);
    await call(named);
    await vi.waitFor(() => expect(lettersOf(ana)).toEqual(['"Named" needs your approval']), 10_000);
    const unnamed = await publishAsking("Unnamed", []);
    await call(unnamed);
    const failing = await publishNew(team(), {
      ...{ name: "Failing", agentId: agent.id, trigger: hook },
      graph: graph(
        [step("sum", "set", { values: [{ name: "a", expression: "sum(trigger)" }] })],
        ["start > sum"],
      ),
    });
    // Whoever started the first one sees it fail, so it isn't told, and the next one is.
    const begin = [() => start(team(), failing), () => call(failing), () => call(failing)];
    for (const [at, fail] of begin.entries()) {
      await fail();
      const count = at + 1;
      await vi.waitFor(async () => {
        const { page } = await team().call(listWorkflowRuns, {
          ...{ params: { workflowId: failing.id }, query: { state: "failed" } },
        });
        expect(page.total).toBe(count);
      }, 10_000);
    }
    const told = ['"Unnamed" needs your approval', 'Workflow "Failing" failed'];
    for (const one of [talk.owner, admin])
      await vi.waitFor(() => expect(lettersOf(one)).toEqual(told), 10_000);
    expect(lettersOf(bo)).toEqual([]);
    const letter = mails.letters.find((one) => readLetter(one).subject === told[1]);
    expect(letter && readLetter(letter).text).toContain(`/workflows/${failing.id}?view=runs&run=`);
    // What the organization's own workflow asks is decided in the inbox over all agents.
    await call(await publishAsking("Of all", [ana.user._id], null));
    const asked = '"Of all" needs your approval';
    await vi.waitFor(() => {
      const [found] = mails.letters.map(readLetter).filter(({ subject }) => subject === asked);
      expect(found?.text).toContain("/cp/all/inbox/conversations");
    }, 10_000);
  });

  const hook = { kind: "webhook", auth: "none", name: "" } as const;

  function publishAsking(name: string, memberIds: string[], agentId: string | null = agent.id) {
    const steps = graph([step("ask", "approval", { text: "Send it?", memberIds })], ["start > ask"]);
    return publishNew(team(), { name, agentId, trigger: hook, graph: steps });
  }

  async function call(workflow: WorkflowDetail): Promise<void> {
    const { pathname } = new URL(workflow.hook?.url ?? "", "http://localhost");
    expect((await talk.server.request(pathname, { method: "POST" })).status).toBe(202);
  }

  function lettersOf({ user }: Member): string[] {
    return mails.letters
      .filter(({ to }) => to.includes(user.email))
      .map((one) => readLetter(one).subject)
      .toSorted();
  }

  function publishTwoStep(name: string, memberIds: string[]) {
    return publishNew(team(), {
      ...{ name, agentId: agent.id },
      trigger: { kind: "message", match: "words", phrases: [name] },
      graph: graph(
        [
          step("first", "approval", { text: "Refund it?", memberIds, hours: 1 }),
          step("second", "approval", { text: "And now?" }),
        ],
        ["start > first", "first:expired > second"],
      ),
    });
  }

  async function queued(user: Member) {
    const params = { productId: agent.id };
    const client = talk.server.as(user);
    const { items } = await client.call(listThreads, { params, query: { queue: "approvals" } });
    const { data } = await client.call(getThreadFilters, { params });
    return { ids: items.map(({ id }) => id), counted: data.queues.approvals };
  }

  async function messages(threadId: string): Promise<Message[]> {
    const params = { productId: agent.id, threadId };
    return (await team().call(listMessages, { params, query: {} })).items;
  }

  function decide(
    user: Member,
    asked: { id: string; runId: string; workflowId: string } | undefined,
    note = "",
  ) {
    const { id: stepId = "", runId = "", workflowId = "" } = asked ?? {};
    return talk.server.as(user).send(decideWorkflowStep, {
      params: { workflowId, runId, stepId },
      body: { data: { decision: "decline", note } },
    });
  }
});

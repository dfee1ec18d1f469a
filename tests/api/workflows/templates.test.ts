import { createHmac } from "node:crypto";
import { beforeAll, expect, it, vi } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { decideAction } from "../../../shared/contract/conversations/actions/actions.ts";
import { listMessages, updateThread } from "../../../shared/contract/conversations/threads/threads.ts";
import { createDataSource, getDataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import { decideWorkflowStep, listWorkflowRuns } from "../../../shared/contract/workflows/runs.ts";
import type { WorkflowRunDetail, WorkflowRunStep } from "../../../shared/contract/workflows/runs.ts";
import { renewWorkflowHook } from "../../../shared/contract/workflows/workflows.ts";
import type { WorkflowDetail } from "../../../shared/contract/workflows/workflows.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { outOfHours } from "../../../shared/domain/workflows/gallery/outOfHours.ts";
import { workflowTemplates } from "../../../shared/domain/workflows/gallery/workflowTemplates.ts";
import { csv, uploadAsVisitor } from "../../kit/conversations/files/attachments.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import type { Member } from "../../kit/factories.ts";
import { startMailServer } from "../../kit/network/mailServer.ts";
import { publishNew, runUntil } from "../../kit/workflows/runs.ts";

interface Played {
  given: Record<string, unknown>;
  takes: string;
  /** The hour in UTC at which it begins, where that matters. */
  hour?: number;
}

/** What a visitor answers, by step, and the steps that a run then takes. */
const runs: Record<string, Played> = {
  "order-status": {
    given: { order: "A-17", helped: "yes" },
    takes: "order look found tell helped isHelped done",
  },
  refund: {
    given: { request: { order: "A-17", amount: 80, reason: "Broken" } },
    takes: "request small asking decide granted yes",
  },
  "lead-qualification": {
    given: { name: "Ada", email: "ada@example.com", size: "200", need: "Answers at night" },
    takes: "name email size need large soon sales",
  },
  appointment: {
    given: { wish: { name: "Ada", email: "ada@example.com", day: "2027-01-11", time: "10:00" } },
    takes: "wish asking confirm booked",
  },
  "out-of-hours": {
    given: { email: "ada@example.com" },
    takes: "clock open email later morning",
    hour: 3,
  },
  csat: { given: { rate: "2", why: "It was slow" }, takes: "pause rate good why team" },
  escalation: { given: {}, takes: "kind sorry team" },
  onboarding: {
    given: { goal: "Set it up", check: "yes" },
    takes: "goal way find tell day check isFine great",
  },
  "document-request": { given: { upload: { what: "Invoice" } }, takes: "upload checking check fine" },
  "incident-notice": { given: {}, takes: "read how approve send sent" },
};

let talk: TalkingServer;
let mails: Awaited<ReturnType<typeof startMailServer>>;
let other: Member;
const team = () => talk.server.as(talk.owner);

beforeAll(async () => {
  mails = await startMailServer();
  const [store] = stores();
  if (!store) throw new Error("There is always one.");
  talk = await startTalkingServer(store, { mail: { smtpUrl: mails.url, from: undefined } });
  other = await talk.server.createMember(talk.owner.organizationId, "support");
  return () => mails.stop();
});

it.each(workflowTemplates.map((template) => [template.name, template] as const))(
  "the template %s runs to its end",
  async (_, { id, trigger, graph }) => {
    const agent = await talk.createAgent(builtinModel);
    await addText(agent);
    const workflow = await publishNew(team(), { agentId: agent.id, trigger, graph });
    const visitor = await talk.openVisitor(agent);
    const played: Played = runs[id] ?? { given: {}, takes: "" };
    const { given, takes, hour } = played;
    if (hour !== undefined) advanceTo(hour);
    await begin(workflow, visitor);
    const run = await drive({ workflow, visitor, given });
    expect(run).toMatchObject({ state: "done", error: null });
    expect(run.timeline.map(({ stepId }) => stepId).join(" ")).toMatch(new RegExp(`^${takes}`));
    if (id === "incident-notice")
      await vi.waitFor(() =>
        expect(mails.letters.map(({ to }) => to)).toContainEqual(["support@example.com"]),
      );
  },
);

it("the template Out of hours gives the conversation to the team by day", async () => {
  const { trigger, graph } = outOfHours;
  const agent = await talk.createAgent(builtinModel);
  const workflow = await publishNew(team(), { agentId: agent.id, trigger, graph });
  advanceTo(12);
  const visitor = await talk.openVisitor(agent);
  await begin(workflow, visitor);
  const run = await drive({ workflow, visitor, given: {} });
  expect(run.timeline.map(({ stepId }) => stepId)).toEqual(["clock", "open", "now", "team"]);
});

/** Lets time pass until half past this hour in UTC. */
function advanceTo(hour: number): void {
  const { clock } = talk.server;
  const day = 24 * 60 * 60_000;
  const wanted = (hour + 0.5) * 60 * 60_000;
  clock.advance((wanted - (clock.now() % day) + day) % day);
}

/** Does what the trigger waits for. */
async function begin(workflow: WorkflowDetail, visitor: TestVisitor): Promise<void> {
  const { trigger, id: workflowId } = workflow;
  switch (trigger.kind) {
    case "message":
      return void (await listen(say(talk.server, visitor, { content: trigger.phrases[0] ?? "" })));
    case "skill":
      return void (await listen(say(talk.server, visitor, { content: trigger.examples[0] ?? "" })));
    case "event": {
      const { threadId } = await listen(say(talk.server, visitor, { content: "Thank you, that is all" }));
      const params = { productId: visitor.agentId, threadId };
      return void (await team().call(updateThread, { params, body: { data: { status: "resolved" } } }));
    }
    case "webhook": {
      const { data } = await team().call(renewWorkflowHook, { params: { workflowId } });
      const body = JSON.stringify({ title: "Mail is down", severity: "major" });
      const signature = `sha256=${createHmac("sha256", data.secret).update(body).digest("hex")}`;
      const headers = { "content-type": "application/json", "x-signature": signature };
      const path = new URL(data.url, "http://localhost").pathname;
      return void (await talk.server.request(path, { method: "POST", body, headers }));
    }
    default:
      throw new Error(`No template starts by ${trigger.kind}.`);
  }
}

interface Driven {
  workflow: WorkflowDetail;
  visitor: TestVisitor;
  given: Record<string, unknown>;
}

/** Gives a run all that it waits for, until it ends. */
async function drive({ workflow, visitor, given }: Driven): Promise<WorkflowRunDetail> {
  const params = await firstRun(workflow.id);
  const helped = new Set<string>();
  for (;;) {
    const isNew = ({ id, state }: WorkflowRunStep) => state === "waiting" && !helped.has(id);
    const run = await runUntil(
      team(),
      params,
      ({ endedAt, timeline }) => endedAt !== null || timeline.some(isNew),
    );
    const step = run.timeline.find(isNew);
    if (!step) return run;
    helped.add(step.id);
    await help(step, run);
  }

  async function help(
    { id, stepId, waitsFor, wakeAt }: WorkflowRunStep,
    run: WorkflowRunDetail,
  ): Promise<void> {
    const threadId = run.threadId ?? "";
    const place = { productId: visitor.agentId, threadId };
    switch (waitsFor) {
      case "answer":
        return void (await listen(say(talk.server, visitor, { threadId, content: String(given[stepId]) })));
      case "form": {
        const { items } = await team().call(listMessages, { params: place });
        const card = items.flatMap(({ actions = [] }) => actions).find(({ state }) => state === "waiting");
        const isFile = card?.fields.some(({ type }) => type === "file");
        const document = isFile
          ? await uploadAsVisitor(talk.server, visitor, { ...csv, isForForm: true })
          : null;
        const values = { ...(given[stepId] as object), ...(document && { document }) };
        return void (await talk.server.as(visitor).call(decideAction, {
          params: { ...place, actionId: card?.id ?? "" },
          body: { data: { decision: "confirm", values } },
        }));
      }
      case "approval":
        return void (await talk.server.as(other).call(decideWorkflowStep, {
          params: { workflowId: workflow.id, runId: run.id, stepId: id },
          body: { data: { decision: "approve" } },
        }));
      case "time":
        return talk.server.clock.advance((wakeAt ?? 0) - talk.server.clock.now());
      default:
        throw new Error(`No template waits for ${waitsFor}.`);
    }
  }
}

async function addText({ id: productId }: Agent): Promise<void> {
  const text = "# Delivery times\n\nDelivery takes two days.\n\n# First steps\n\nSet it up in the settings.";
  const config = { kind: "text" as const, title: "Help", text };
  const { data } = await team().call(createDataSource, { params: { productId }, body: { data: { config } } });
  const params = { productId, datasourceId: data.id };
  await vi.waitFor(
    async () => expect((await team().call(getDataSource, { params })).data.status).toBe("ready"),
    { interval: 100 },
  );
}

function firstRun(workflowId: string): Promise<{ workflowId: string; runId: string }> {
  return vi.waitFor(
    async () => {
      const { items } = await team().call(listWorkflowRuns, { params: { workflowId } });
      const [run] = items;
      if (!run) throw new Error("No run has begun.");
      return { workflowId, runId: run.id };
    },
    { interval: 100 },
  );
}

import { createHmac } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { listWorkflowRuns } from "../../../shared/contract/workflows/runs.ts";
import { updateIntegration } from "../../../shared/contract/integrations/integrations.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import type { Trigger } from "../../../shared/domain/workflows/triggers.ts";
import { createSkill } from "../../../shared/contract/skills/skills.ts";
import { rateThread, retryAnswer, stopAnswer } from "../../../shared/contract/conversations/conversations.ts";
import type { BodyOf } from "../../../shared/contract/call.ts";
import { decideAction } from "../../../shared/contract/conversations/actions/actions.ts";
import { updateContact } from "../../../shared/contract/conversations/contacts/contacts.ts";
import {
  getReceipt,
  listMessages,
  updateThread,
} from "../../../shared/contract/conversations/threads/threads.ts";
import { callTools, holdReply, say as answerWith } from "../../kit/models/modelProvider.ts";
import { contactForm } from "../../kit/actions/shopApi.ts";
import { addConnection } from "../../kit/actions/connectedAgent.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { graph, step, variable } from "../../kit/workflows/graphs.ts";
import { publishNew, runUntil } from "../../kit/workflows/runs.ts";

describe.each(bothStores())("what starts workflows on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  const team = () => talk.server.as(talk.owner);
  beforeAll(async () => {
    talk = await startTalkingServer(store, { egressAllow: ["127.0.0.0/8"] });
    agent = await talk.createAgent(builtinModel);
  });

  it("is an event, once for each conversation that begins after it was turned on", async () => {
    const before = await talk.openVisitor(agent);
    await listen(say(talk.server, before, { content: "Hello there" }));
    const workflow = await publishNew(team(), {
      agentId: agent.id,
      trigger: { kind: "event", event: "conversation.started" },
      graph: graph(
        [step("tag", "label", { add: ["New"] }), step("note", "note", { text: "Began" })],
        ["start > tag > note"],
      ),
    });
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: "Good morning" }));
    const run = await firstRun(workflow.id);
    expect(await runUntil(team(), run)).toMatchObject({ state: "done", trigger: "event", threadId });
    const { page } = await team().call(listWorkflowRuns, { params: { workflowId: workflow.id } });
    expect(page.total).toBe(1);
  });

  it("is a handover and its end, a resolution, a rating and a change of a contact, each once", async () => {
    const events = [
      ...(["conversation.handed_over", "conversation.handed_back", "conversation.resolved"] as const),
      ...(["conversation.rated", "contact.changed"] as const),
    ];
    const other = await talk.createAgent(builtinModel);
    const workflows = await Promise.all(
      events.map((event) =>
        publishNew(team(), {
          agentId: other.id,
          trigger: { kind: "event", event },
          graph: graph([step("note", "note", { text: event })], ["start > note"]),
        }),
      ),
    );
    const visitor = await talk.openVisitor(other);
    const { threadId } = await listen(say(talk.server, visitor, { content: "Hello" }));
    const params = { productId: other.id, threadId };
    const change = (data: BodyOf<typeof updateThread>["data"]) =>
      team().call(updateThread, { params, body: { data } });
    await change({ handledBy: "human" });
    await change({ handledBy: "ai" });
    await change({ status: "resolved" });
    await talk.server.as(visitor).call(rateThread, { params, body: { data: { score: 4, remark: "" } } });
    await team().call(updateContact, {
      params: { productId: other.id, contactId: visitor.contactId },
      body: { data: { name: "Ada" } },
    });
    for (const { id } of workflows) {
      const run = await firstRun(id);
      expect(await runUntil(team(), run)).toMatchObject({ state: "done", trigger: "event", threadId });
      const { page } = await team().call(listWorkflowRuns, { params: { workflowId: id } });
      expect(page.total).toBe(1);
    }
  });

  it("is a form of the agent that a visitor sends, once, with what it says", async () => {
    const asking = await talk.createAgent(builtinModel);
    const params = { productId: asking.id };
    await team().call(createSkill, { params, body: { data: contactForm() } });
    const published = (await team().call(publishAgent, { params })).data;
    const workflow = await publishNew(team(), {
      agentId: asking.id,
      trigger: { kind: "event", event: "form.sent" },
      graph: graph([step("end", "end", { expression: "trigger.values.email" })], ["start > end"]),
    });
    const visitor = await talk.openVisitor(published);
    const { threadId, end } = await listen(say(talk.server, visitor, { content: "Please call me back" }));
    const sendForm = () =>
      talk.server.as(visitor).call(decideAction, {
        params: { ...params, threadId, actionId: end?.actions?.[0]?.id ?? "" },
        body: { data: { decision: "confirm", values: { name: "Ada", email: "ada@example.com" } } },
      });
    await Promise.allSettled([sendForm(), sendForm()]);
    const run = await runUntil(team(), await firstRun(workflow.id));
    expect(run).toMatchObject({ state: "done", trigger: "event", threadId });
    expect(run.timeline.find(({ kind }) => kind === "end")?.output).toBe('"ada@example.com"');
    const { page } = await team().call(listWorkflowRuns, { params: { workflowId: workflow.id } });
    expect(page.total).toBe(1);
  });

  it("is the agent, which uses it as a skill without any model key", async () => {
    const workflow = await publishNew(team(), {
      agentId: agent.id,
      trigger: {
        kind: "skill",
        name: "opening_hours_of_today",
        description: "Says when the shop is open today.",
        examples: ["When is the shop open today?"],
      },
      graph: graph([step("end", "end", { expression: "{opens: 'nine'}" })], ["start > end"]),
    });
    const visitor = await talk.openVisitor(agent);
    const content = "When is the shop open today?";
    const { text, threadId, answer } = await listen(say(talk.server, visitor, { content }));
    const run = await firstRun(workflow.id);
    // The receipt of the answer leads to the run.
    const place = { productId: agent.id, threadId, messageId: answer?.id ?? "" };
    const { data: receipt } = await team().call(getReceipt, { params: place });
    expect(receipt.runs).toEqual([{ id: workflow.id, runId: run.runId, name: "Flow" }]);
    expect(await runUntil(team(), run)).toMatchObject({ state: "done", trigger: "skill" });
    expect(text).toContain("nine");
    // The same question at once is another one, and has a run of its own.
    await listen(say(talk.server, visitor, { content, threadId }));
    const { page } = await team().call(listWorkflowRuns, { params: { workflowId: workflow.id } });
    expect(page.total).toBe(2);
  });

  it("is an answer, once, also where that is stopped and written again later", async () => {
    const asking = await talk.createAgent("gpt-4o");
    const provider = await talk.useProvider();
    const workflow = await publishNew(team(), {
      agentId: asking.id,
      trigger: { kind: "skill", name: "book_table", description: "Books a table.", examples: [] },
      graph: graph([step("end", "end", { expression: "'booked'" })], ["start > end"]),
    });
    const held = holdReply();
    const book = callTools("chat", [{ name: "book_table", input: "{}" }]);
    provider.script(book, held.reply, book, answerWith("chat", ["Your table is booked."]));
    const visitor = await talk.openVisitor(asking);
    const hearing = listen(say(talk.server, visitor, { content: "A table for two, please" }));
    await held.asked;
    const { threadId } = await runUntil(team(), await firstRun(workflow.id));
    const params = { productId: asking.id, threadId: threadId ?? "" };
    const { items } = await team().call(listMessages, { params });
    const at = { params: { ...params, messageId: items.at(-1)?.id ?? "" } };
    await talk.server.as(visitor).call(stopAnswer, at);
    await hearing;
    talk.server.clock.advance(11 * 60_000);
    const again = await listen(talk.server.as(visitor).stream(retryAnswer, at));
    expect(again.text).toBe("Your table is booked.");
    const { page } = await team().call(listWorkflowRuns, { params: { workflowId: workflow.id } });
    expect(page.total).toBe(1);
  });

  it("is an event of a connected service, once however often it is sent", async () => {
    const send = await connect("Code");
    const steps = graph([step("end", "end", { expression: "trigger.body.issue.title" })], ["start > end"]);
    const trigger = { kind: "service", connection: "Code", events: ["issues"] } as const;
    const chosen = { ...trigger, events: [...trigger.events] };
    const workflow = await publishNew(team(), { agentId: agent.id, trigger: chosen, graph: steps });
    const everything = { ...chosen, events: [] };
    const all = await publishNew(team(), { agentId: agent.id, trigger: everything, graph: steps });
    const elsewhere = await talk.createAgent(builtinModel);
    const other = await publishNew(team(), { agentId: elsewhere.id, trigger: chosen, graph: steps });
    const body = JSON.stringify({ action: "opened", issue: { title: "It is broken" } });
    expect((await send("issues", body)).status).toBe(204);
    expect((await send("issues", body)).status).toBe(204);
    expect((await send("release", '{"action":"published"}')).status).toBe(204);
    const run = await runUntil(team(), await firstRun(workflow.id));
    expect(run).toMatchObject({
      state: "done",
      trigger: "service",
      result: '"It is broken"',
      threadId: null,
    });
    const count = async ({ id: workflowId }: { id: string }) =>
      (await team().call(listWorkflowRuns, { params: { workflowId } })).page.total;
    expect([await count(workflow), await count(all), await count(other)]).toEqual([1, 2, 0]);
  });

  it("is a large event of a connected service, beside workflows that have no room for it", async () => {
    const send = await connect("Numbers");
    const trigger: Trigger = { kind: "service", connection: "Numbers", events: [] };
    const steps = [step("end", "end", { expression: "length(trigger.body)" })];
    const value = JSON.stringify(Array.from({ length: 9000 }, () => 1));
    const full = Array.from({ length: 10 }, (_, at) => variable(`full${at}`, { type: "list", value }));
    const left = await publishNew(team(), {
      ...{ agentId: agent.id, trigger, graph: graph(steps, ["start > end"], full) },
    });
    const workflow = await publishNew(team(), {
      ...{ agentId: agent.id, trigger, graph: graph(steps, ["start > end"]) },
    });
    const body = JSON.stringify({ numbers: Array.from({ length: 90_000 }, () => 1) });
    expect((await send("issues", body)).status).toBe(204);
    const run = await runUntil(team(), await firstRun(workflow.id));
    expect(run).toMatchObject({ state: "done", result: String(body.length) });
    const { page } = await team().call(listWorkflowRuns, { params: { workflowId: left.id } });
    expect(page.total).toBe(0);
    expect(talk.server.readLog()).toContain(`Workflow ${left.id} did not start.`);
  });

  it("is a deeply nested event of a connected service, which it gets as text", async () => {
    const send = await connect("Depths");
    const trigger: Trigger = { kind: "service", connection: "Depths", events: [] };
    const steps = graph([step("end", "end", { expression: "length(trigger.body)" })], ["start > end"]);
    const workflow = await publishNew(team(), { agentId: agent.id, trigger, graph: steps });
    const body = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    expect((await send("issues", body)).status).toBe(204);
    const run = await runUntil(team(), await firstRun(workflow.id));
    expect(run).toMatchObject({ state: "done", result: String(body.length) });
  });

  /** Connects GitHub under a name; gives what sends its signed events. */
  async function connect(name: string): Promise<(type: string, body: string) => Promise<Response>> {
    const shop = { server: talk.server, client: team(), productId: agent.id };
    const added = await addConnection(shop, { provider: "github", name });
    const secret = { settings: {}, eventSecret: "shared with GitHub", updatedAt: added.updatedAt };
    const { data: connection } = await team().call(updateIntegration, {
      params: { productId: agent.id, integrationId: added.id },
      body: { data: secret },
    });
    const sign = (body: string) => createHmac("sha256", secret.eventSecret).update(body).digest("hex");
    return async (type, body) =>
      talk.server.request(new URL(connection.eventsUrl ?? "").pathname, {
        ...{ method: "POST", body },
        headers: { "x-github-event": type, "x-hub-signature-256": `sha256=${sign(body)}` },
      });
  }

  async function firstRun(workflowId: string): Promise<{ workflowId: string; runId: string }> {
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
});

import { createHmac } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  cancelWorkflowRun,
  getWorkflowRun,
  listWorkflowRuns,
  retryWorkflowRun,
  startWorkflowRun,
} from "../../../shared/contract/workflows/runs.ts";
import {
  createWorkflow,
  enableWorkflow,
  getWorkflow,
  listWorkflows,
  publishWorkflow,
  renewWorkflowHook,
  updateWorkflow,
} from "../../../shared/contract/workflows/workflows.ts";
import type { Graph } from "../../../shared/domain/workflows/graph.ts";
import { pausedAfterFailures } from "../../../shared/domain/workflows/limits.ts";
import type { Trigger } from "../../../shared/domain/workflows/triggers.ts";
import { bothStores } from "../../kit/database/stores.ts";
import type { Member } from "../../kit/factories.ts";
import { readLetter, startMailServer } from "../../kit/network/mailServer.ts";
import type { MailServer } from "../../kit/network/mailServer.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { graph, step, variable } from "../../kit/workflows/graphs.ts";
import { publishNew, runUntil, start } from "../../kit/workflows/runs.ts";

const set = (name: string, expression: string) => step(name, "set", { values: [{ name, expression }] });

describe.each(bothStores())("workflows that go wrong on $name", (store) => {
  let server: TestServer;
  let owner: Member;
  let mails: MailServer;
  const client = () => server.as(owner);
  beforeAll(async () => {
    mails = await startMailServer();
    server = await startTestServer({ store, mail: { smtpUrl: mails.url, from: undefined } });
    owner = await server.createOwner();
    return () => mails.stop();
  });

  it("are refused in words before they are published", async () => {
    const cases: [Graph, Trigger, RegExp][] = [
      [graph([], []), { kind: "manual" }, /^Add a step\.$/],
      [
        graph([set("a", "`1`"), set("b", "`2`")], ["start > a > b > a"]),
        { kind: "manual" },
        /repeat forever/,
      ],
      [graph([set("a", "sum(")], ["start > a"]), { kind: "manual" }, /can't be read/],
      [
        graph([step("a", "end", { expression: "missing.name" })], ["start > a"]),
        { kind: "manual" },
        /\{\{missing\}\}/,
      ],
      [
        graph([step("a", "workflow", { workflowId: "nobody" })], ["start > a"]),
        { kind: "manual" },
        /uses a workflow that doesn’t exist/,
      ],
      [
        graph([step("a", "end")], ["start > a"]),
        { kind: "schedule", cron: "0 0 30 2 *", timeZone: "Europe/Berlin" },
        /never runs/,
      ],
    ];
    for (const [flow, trigger, message] of cases) {
      const { data } = await client().call(createWorkflow, {
        body: { data: { name: "Bad", trigger, graph: flow } },
      });
      const params = { workflowId: data.id };
      const published = client().call(publishWorkflow, {
        params,
        body: { data: { revision: data.revision } },
      });
      await expect(published).rejects.toMatchObject({
        status: 400,
        body: { error: { message: expect.stringMatching(message) as string } },
      });
    }
    const everySecond = { kind: "schedule", cron: "* * * * * *", timeZone: "UTC" } as const;
    const refused = client().call(createWorkflow, { body: { data: { name: "Fast", trigger: everySecond } } });
    await expect(refused).rejects.toMatchObject({
      body: { error: { fields: [{ message: expect.stringMatching(/once a minute/) as string }] } },
    });
  });

  it("are stopped at their limits, take the way for errors, and can be run again from a step", async () => {
    const large = graph(
      [set("text", "[text, text, text, text]"), step("again", "loop", { list: "items" })],
      ["start > again", "again:each > text > again"],
      [
        variable("text", { value: JSON.stringify("x".repeat(1000)) }),
        variable("items", { value: JSON.stringify(Array.from({ length: 50 }, (_, at) => at)) }),
      ],
    );
    const grown = await runUntil(
      client(),
      await start(client(), await publishNew(client(), { graph: large })),
    );
    expect(grown).toMatchObject({
      state: "failed",
      error: expect.stringMatching(/are larger than 500 kB/) as string,
    });

    const long = graph(
      [
        set("text", "pad_left('x', `400000`)"),
        step("twice", "switch", { value: "{{text}}{{text}}", cases: [{ id: "a", label: "A", equals: "a" }] }),
        step("end", "end"),
      ],
      ["start > text > twice", "twice:a > end"],
    );
    const texts = await publishNew(client(), { graph: long });
    expect(await runUntil(client(), await start(client(), texts))).toMatchObject({
      state: "failed",
      error: "twice: The text is longer than 500 kB. Use shorter variables.",
    });

    const risky = graph(
      [
        set("ready", "`true`"),
        set("list", "sum(trigger)"),
        step("failed", "end", { expression: "error.message" }),
      ],
      ["start > ready > list", "list:error > failed"],
    );
    const flow = await publishNew(client(), { graph: risky });
    const first = await runUntil(client(), await start(client(), flow));
    expect(first.state).toBe("done");
    expect(first.result).toMatch(/sum\(trigger\) can’t be evaluated/);
    const again = await client().call(retryWorkflowRun, {
      params: { workflowId: flow.id, runId: first.id },
      body: { data: { stepId: first.timeline[1]?.id ?? "" } },
    });
    const second = await runUntil(client(), { workflowId: flow.id, runId: again.data.id });
    expect(second.timeline.map(({ stepId }) => stepId)).toEqual(["list", "failed"]);
  });

  it("are paused when run after run fails, until somebody turns them on", async () => {
    const bad = graph([set("total", "sum(trigger)")], ["start > total"]);
    const workflow = await publishNew(client(), { graph: bad });
    const params = { workflowId: workflow.id };
    for (let count = 0; count < pausedAfterFailures; count += 1)
      await runUntil(client(), await start(client(), workflow));
    const { data } = await client().call(getWorkflow, { params });
    expect(data.paused?.reason).toMatch(/5 runs failed in a row/);
    await expect(client().call(startWorkflowRun, { params, body: { data: {} } })).rejects.toMatchObject({
      status: 400,
    });
    const letters = () => mails.letters.filter(({ to }) => to.includes(owner.user.email));
    await vi.waitFor(
      () => expect(letters().map((one) => readLetter(one).subject)).toContain('"Flow" was paused'),
      10_000,
    );
    await client().call(enableWorkflow, { params, body: { data: { enabled: true } } });
    await start(client(), workflow);
  });

  it("join branches, run workflows inside, and end with what they wait for", async () => {
    const inner = await publishNew(client(), {
      name: "Inner",
      graph: graph([step("end", "end", { expression: "n" })], ["start > end"], [variable("n")]),
    });
    const branches = [
      { id: "x", label: "X" },
      { id: "y", label: "Y" },
    ];
    const outer = await publishNew(client(), {
      name: "Outer",
      graph: graph(
        [
          step("split", "parallel", { branches }),
          step("one", "workflow", { workflowId: inner.id, inputs: { n: "1" }, saveAs: "one" }),
          step("two", "workflow", { workflowId: inner.id, inputs: { n: "2" }, saveAs: "two" }),
          step("all", "join"),
          step("end", "end", { expression: "[one, two]" }),
        ],
        ["start > split", "split:x > one > all", "split:y > two > all > end"],
      ),
    });
    const run = await runUntil(client(), await start(client(), outer));
    expect(run).toMatchObject({ state: "done", result: `["1","2"]` });

    const waits = await publishNew(client(), {
      graph: graph([step("wait", "wait", { seconds: 60 })], ["start > wait"]),
    });
    const waiting = await start(client(), waits);
    await runUntil(client(), waiting, ({ state }) => state === "waiting");
    const cancelled = await client().call(cancelWorkflowRun, { params: waiting });
    expect(cancelled.data.state).toBe("cancelled");
  });

  it("are not saved over a colleague's change", async () => {
    const { data } = await client().call(createWorkflow, { body: { data: { name: "Shared" } } });
    const { name, description, trigger, graph: steps, revision } = data;
    const save = () =>
      client().call(updateWorkflow, {
        params: { workflowId: data.id },
        body: { data: { name, description, trigger, graph: steps, revision } },
      });
    await save();
    await expect(save()).rejects.toMatchObject({ status: 409 });
  });

  it("take a webhook once, with its result, only from who may call, and not without end", async () => {
    const trigger = { kind: "webhook", auth: "signature", name: "" } as const;
    const flow = graph([step("end", "end", { expression: "trigger.body.order" })], ["start > end"]);
    const workflow = await publishNew(client(), { trigger, graph: flow });
    const params = { workflowId: workflow.id };
    const { data: hook } = await client().call(renewWorkflowHook, { params });
    const path = new URL(hook.url, "http://localhost").pathname;
    const body = JSON.stringify({ order: "A-17" });
    const signature = `sha256=${createHmac("sha256", hook.secret).update(body).digest("hex")}`;
    const send = (headers: Record<string, string>, query = "") =>
      server.request(`${path}${query}`, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", ...headers },
      });
    const waited = await send({ "x-signature": signature, "idempotency-key": "one" }, "?wait=1");
    expect(waited.status).toBe(200);
    const { runId, result } = (await waited.json()) as { runId: string; result: string };
    expect(result).toBe("A-17");
    const repeated = await send({ "x-signature": signature, "idempotency-key": "one" });
    expect(await repeated.json()).toMatchObject({ runId });
    expect((await send({ "x-signature": "sha256=00" })).status).toBe(403);
    const hookBody = { order: "B-42" };
    const test = await client().call(startWorkflowRun, { params, body: { data: { draft: true, hookBody } } });
    expect(await runUntil(client(), { ...params, runId: test.data.id })).toMatchObject({
      ...{ trigger: "webhook", isTest: true, result: '"B-42"' },
    });
    const flood = await Promise.all(Array.from({ length: 400 }, () => send({ "x-signature": signature })));
    const taken = flood.filter(({ status }) => status === 202);
    expect(flood.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    const { page } = await client().call(listWorkflowRuns, { params });
    expect(page.total).toBe(taken.length + 2);
  });

  it("start immediately for a webhook, and continue as a job from the first step that acts", async () => {
    const trigger = { kind: "webhook", auth: "none", name: "" } as const;
    const send = async (flow: Graph, query = "") => {
      const workflow = await publishNew(client(), { trigger, graph: flow });
      const path = new URL(workflow.hook?.url ?? "", "http://localhost").pathname;
      const response = await server.request(`${path}${query}`, { method: "POST", body: '{"list": [1, 2]}' });
      const told = (await response.json()) as { runId: string };
      const run = { workflowId: workflow.id, runId: told.runId };
      const jobs = await server.store.db
        .selectFrom("jobs")
        .select("id")
        .where("key", "=", run.runId)
        .execute();
      return { workflow, status: response.status, told, run, jobs: jobs.length };
    };
    const sum = step("sum", "set", { values: [{ name: "n", expression: "trigger.body.list[0]" }] });
    const end = step("end", "end", { expression: "n" });
    const done = await send(graph([sum, end], ["start > sum > end"]));
    expect([done.status, done.told, done.jobs]).toEqual([
      202,
      { runId: done.run.runId, state: "running" },
      0,
    ]);
    const read = await client().call(getWorkflowRun, { params: done.run });
    expect(read.data).toMatchObject({ state: "done", result: "1", steps: 2 });
    expect(read.data.timeline.map(({ stepId, state }) => [stepId, state])).toEqual([
      ["sum", "done"],
      ["end", "done"],
    ]);

    const day = step("day", "wait", { seconds: 86_400 });
    const after = step("end", "end", { expression: "trigger.kind" });
    const waits = await send(graph([day, after], ["start > day > end"]));
    expect(waits.jobs).toBe(0);
    await runUntil(client(), waits.run, ({ state }) => state === "waiting");
    server.clock.advance(86_401_000);
    await runUntil(client(), waits.run, ({ state }) => state === "done");

    const code = step("code", "code", { code: "return 7;", saveAs: "n" });
    const acts = await send(graph([sum, code, end], ["start > sum > code > end"]));
    expect(acts.jobs).toBe(1);
    expect(await runUntil(client(), acts.run)).toMatchObject({ state: "done", result: "7" });

    const long = step("each", "loop", { list: "trigger.body.list[].[@, @, @, @, @, @, @, @, @, @][]" });
    const many = await send(
      graph([long, sum, end], ["start > each", "each:each > sum > each", "each:done > end"]),
    );
    expect(many.jobs).toBe(1);
    expect(await runUntil(client(), many.run)).toMatchObject({ state: "done", result: "1" });

    const bad = graph(
      [step("bad", "set", { values: [{ name: "n", expression: "abs('a')" }] })],
      ["start > bad"],
    );
    const failed = await send(bad, "?wait=1");
    expect(failed.told).toMatchObject({ state: "failed", error: expect.stringMatching(/^bad: /) });
    const { items } = await client().call(listWorkflows, { query: {} });
    expect(items.find(({ id }) => id === failed.workflow.id)).toMatchObject({ failed: 1 });
  });
});

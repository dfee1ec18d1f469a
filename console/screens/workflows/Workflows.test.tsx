import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { WorkflowDetail } from "../../../shared/contract/workflows/workflows.ts";
import type { SimulationResult } from "../../../shared/contract/workflows/simulations.ts";
import type { Simulation } from "../../../shared/domain/workflows/simulations.ts";
import { failWith } from "../../../tests/kit/console/fakeApi.ts";
import {
  agent,
  approvals,
  at,
  calls,
  detail,
  listOf,
  openWorkflows as open,
  readProcedure,
  run,
  tab,
} from "../../../tests/kit/console/openWorkflows.ts";

const list = () => screen.findByRole("list", { name: "Steps" });
const namesOf = (steps: HTMLElement) =>
  [...steps.querySelectorAll<HTMLElement>("[data-step] strong")].map(({ textContent }) => textContent);
const row = (name: string) => screen.getByRole("button", { name: new RegExp(`${name}`), expanded: false });

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe("the tab Workflows", () => {
  it("says what starts a workflow and how its week went, and turns it off", async () => {
    const { api } = await open(tab, { [`PUT ${calls}/w1/enabled`]: { data: { ...detail, enabled: false } } });
    const link = await screen.findByRole("link", { name: /Refund/ });
    expect(link.textContent).toMatch(
      /Message with “refund”.*7 runs this week · 1 open · last run.*· 2 failed/,
    );
    fireEvent.click(screen.getByRole("switch", { name: "Refund" }));
    await waitFor(() =>
      expect(api.last(`PUT ${calls}/w1/enabled`)?.body).toEqual({ data: { enabled: false } }),
    );
    await waitFor(() => expect(screen.getByRole("switch", { name: "Refund", checked: false })).toBeTruthy());
  });

  it("lists what runs without a conversation ask the user, who approves it there", async () => {
    const asked = {
      ...{ id: "s1", runId: "r1", workflowId: "w1", workflowName: "Refund", agentId: "a1", threadId: null },
      ...{ text: "Pay all?", startedByName: "Ana", deciderNames: [], mayDecide: true },
      ...{ createdAt: at, expiresAt: at },
    };
    const others = { ...asked, id: "s2", text: "Somebody else’s?", mayDecide: false };
    const { api } = await open(tab, {
      [`GET ${approvals}`]: listOf(asked, others),
      [`POST ${calls}/w1/runs/r1/steps/s1/decision`]: { data: null },
    });
    const card = within(await screen.findByRole("region", { name: "Waiting for you" }));
    expect(card.getAllByRole("group")).toHaveLength(1);
    expect(api.last(`GET ${approvals}`)?.query.get("threadId")).toBe("none");
    fireEvent.click(card.getByRole("button", { name: "Approve" }));
    await waitFor(() =>
      expect(api.last(`POST ${calls}/w1/runs/r1/steps/s1/decision`)?.body).toEqual({
        data: { decision: "approve", note: "" },
      }),
    );
  });

  it("offers templates where there is none yet, and opens the one that is chosen", async () => {
    const { api } = await open(tab, {
      [`GET ${calls}`]: listOf(),
      [`POST ${calls}`]: { data: { ...detail, id: "w2", name: "Order status" } },
      [`GET ${calls}/w2`]: { data: { ...detail, id: "w2", name: "Order status" } },
    });
    const templates = await screen.findByRole("list", { name: "Templates" });
    expect(within(templates).getAllByRole("button")).toHaveLength(10);
    fireEvent.click(within(templates).getByRole("button", { name: /Order status/ }));
    await screen.findByRole("heading", { name: "Order status", level: 1 });
    expect(api.last(`POST ${calls}`)?.body).toMatchObject({
      data: { agentId: "a1", trigger: { kind: "message" } },
    });
  });

  it("shows what an import loses before it is added", async () => {
    const { trigger, graph } = detail;
    const report = {
      taken: [{ name: "Start", type: "start" }],
      changed: [],
      leftOut: [{ name: "Sum", type: "code", why: "Code is kept as a note." }],
    };
    const { api } = await open(tab, {
      "POST /api/workflow/v1.0/o1/workflowimports": {
        data: { format: "dify", name: "Sums", description: "", trigger, graph, report },
      },
      [`POST ${calls}`]: failWith("conflict", { message: "There are 200 workflows." }),
    });
    fireEvent.click(await screen.findByRole("button", { name: "Import" }));
    const file = new File(["app: {}"], "sums.yml");
    fireEvent.change(await screen.findByLabelText(/Choose file/), { target: { files: [file] } });
    const shown = await screen.findByRole("region", { name: "Report" });
    expect(shown.textContent).toMatch(/1 taken · 0 changed · 1 left out.*Sum codeCode is kept as a note/);
    expect(api.last(`POST ${calls}`)).toBeUndefined();
    fireEvent.click(screen.getByRole("button", { name: "Add workflow" }));
    await screen.findByText("There are 200 workflows.");
  });
});

describe("the steps of a workflow", () => {
  it("are added, moved, undone and saved with the revision that was read", async () => {
    const { api } = await open(`${tab}/w1`, {
      [`PUT ${calls}/w1`]: ({ body }: { body: unknown }) => ({
        data: { ...detail, ...(body as { data: object }).data, revision: 4 },
      }),
    });
    const steps = await list();
    expect(namesOf(steps)).toEqual(["Greet", "Known?", "Part"]);
    expect(within(steps).getByRole("group", { name: "Yes of Known?" })).toBeTruthy();
    row("Greet").focus();
    fireEvent.keyDown(row("Greet"), { key: "ArrowDown", altKey: true });
    await waitFor(() => expect(namesOf(steps)).toEqual(["Known?", "Part", "Greet"]));
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(namesOf(steps)).toEqual(["Greet", "Known?", "Part"]));

    fireEvent.keyDown(row("Greet"), { key: "a" });
    const search = await screen.findByRole("combobox", { name: "Search steps" });
    fireEvent.change(search, { target: { value: "send e-mail" } });
    fireEvent.keyDown(search, { key: "Enter" });
    await waitFor(() => expect(namesOf(steps)).toEqual(["Greet", "Send e-mail", "Known?", "Part"]));
    await screen.findByText("3 problems");
    expect(steps.textContent).toMatch(/Fill in To of "Send e-mail"\. And 2 more/);
    fireEvent.change(await screen.findByRole("combobox", { name: "To" }), { target: { value: "{{order}}" } });
    await screen.findAllByText(/uses {{order}}, which no earlier step sets/);
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(api.last(`PUT ${calls}/w1`)?.body).toMatchObject({ data: { revision: 3 } }));
    const { graph } = (api.last(`PUT ${calls}/w1`)?.body as { data: Pick<WorkflowDetail, "graph"> }).data;
    expect(graph.steps.map(({ kind }) => kind)).toEqual(["say", "email", "condition", "say"]);
    expect(graph.edges.filter(({ from }) => from === "hello")).toEqual([
      { from: "hello", outlet: "next", to: graph.steps[1]?.id },
    ]);
  });

  it("open one after the other while changes are not saved, and “end” finds the step End", async () => {
    await open(`${tab}/w1`);
    const steps = await list();
    fireEvent.keyDown(row("Part"), { key: "a" });
    const search = await screen.findByRole("combobox", { name: "Search steps" });
    fireEvent.change(search, { target: { value: "end" } });
    fireEvent.keyDown(search, { key: "Enter" });
    await waitFor(() => expect(namesOf(steps)).toEqual(["Greet", "Known?", "Part", "End"]));
    fireEvent.click(row("Greet"));
    await screen.findByRole("textbox", { name: "Text" });
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(new URLSearchParams(location.search).get("step")).toBe("hello");
  });

  it("keep a schedule as it is typed, also where it is a usual one for a moment", async () => {
    const timed = { ...detail, trigger: { kind: "schedule", cron: "0 9 * * 1", timeZone: "UTC" } };
    await open(`${tab}/w1?step=trigger`, { [`GET ${calls}/w1`]: { data: timed } });
    fireEvent.change(await screen.findByLabelText("Days"), { target: { value: "own" } });
    const schedule = screen.getByLabelText<HTMLInputElement>(/^Schedule/);
    expect(schedule.value).toBe("0 9 * * 1");
    fireEvent.change(schedule, { target: { value: "0 9 * * *" } });
    expect(screen.getByLabelText<HTMLInputElement>(/^Schedule/).value).toBe("0 9 * * *");
  });

  it("start by the chosen events of a connection that the agent has", async () => {
    const events = {
      ...{ hint: "", secretLabel: "Secret" },
      types: [
        { type: "issues", words: "Issue opened or changed" },
        { type: "release", words: "Release published" },
      ],
    };
    const { api } = await open(`${tab}/w1?step=trigger`, {
      [`GET ${agent}/integrations`]: listOf({ name: "Code", provider: "github" }),
      [`GET ${agent}/integrations/events_and_operations`]: { data: [{ id: "github", events }] },
      [`PUT ${calls}/w1`]: { data: detail },
    });
    fireEvent.change(await screen.findByLabelText("Starts"), { target: { value: "service" } });
    await screen.findByRole("option", { name: "Code" });
    fireEvent.change(screen.getByLabelText("Connection"), { target: { value: "Code" } });
    screen.getByText("Every event starts a run.");
    fireEvent.click(screen.getByLabelText("Release published"));
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(api.last(`PUT ${calls}/w1`)).toBeTruthy());
    expect(api.last(`PUT ${calls}/w1`)?.body).toMatchObject({
      data: { trigger: { kind: "service", connection: "Code", events: ["release"] } },
    });
  });

  it("ask before the secret of a webhook is renewed", async () => {
    const hook = { url: "https://x.test/hook", hasSecret: true, secretEnding: "1234" };
    const called = { ...detail, hook, trigger: { kind: "webhook", auth: "signature", name: "X-Signature" } };
    const { api } = await open(`${tab}/w1?step=trigger`, {
      [`GET ${calls}/w1`]: { data: called },
      [`POST ${calls}/w1/hook`]: { data: { secret: "new-secret" } },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Renew secret" }));
    const dialog = await screen.findByRole("dialog", { name: "Renew the secret?" });
    expect(api.last(`POST ${calls}/w1/hook`)).toBeUndefined();
    fireEvent.click(within(dialog).getByRole("button", { name: "Renew secret" }));
    await screen.findByText("new-secret");
  });

  it("send a sample to a webhook, and show its run", async () => {
    const hook = { url: "https://x.test/hook", hasSecret: true, secretEnding: "1234" };
    const { api } = await open(`${tab}/w1?step=trigger`, {
      [`GET ${calls}/w1`]: {
        data: { ...detail, hook, trigger: { kind: "webhook", auth: "signature", name: "X-Signature" } },
      },
      [`POST ${calls}/w1/runs`]: { data: run },
    });
    const payload = await screen.findByLabelText("Sample payload");
    fireEvent.change(payload, { target: { value: '{"order": ' } });
    fireEvent.click(screen.getByRole("button", { name: "Send test" }));
    expect(await screen.findByText("Write it as JSON.")).toBeTruthy();
    fireEvent.change(payload, { target: { value: '{"order": "A-17"}' } });
    fireEvent.click(screen.getByRole("button", { name: "Send test" }));
    await screen.findByRole("list", { name: "Steps of the run" });
    expect(api.last(`POST ${calls}/w1/runs`)?.body).toMatchObject({
      data: { draft: true, hookBody: { order: "A-17" } },
    });
  });

  it("tell which member saved them first", async () => {
    const newer = { ...detail, revision: 5, name: "Refunds", savedBy: { userId: "u2", name: "Ana", at } };
    let saved = detail;
    await open(`${tab}/w1`, {
      [`GET ${calls}/w1`]: () => ({ data: saved }),
      [`PUT ${calls}/w1`]: () => {
        saved = newer;
        return failWith("conflict")();
      },
    });
    await list();
    fireEvent.keyDown(row("Part"), { key: "Delete" });
    fireEvent.click(await screen.findByRole("button", { name: "Save" }));
    expect((await screen.findByText(/Changed by Ana/)).textContent).toMatch(/Changed by Ana/);
    fireEvent.click(screen.getByRole("button", { name: "Reload" }));
    await screen.findByRole("heading", { name: "Refunds", level: 1 });
  });

  it("read as a procedure of numbered sentences", async () => {
    await open(`${tab}/w1?look=procedure`);
    const procedure = await screen.findByRole("region", { name: "Procedure" });
    expect(readProcedure(procedure)).toEqual([
      "1.Greet: Say “Hello contact.name”.",
      "2.Known?: Check whether contact.email is not empty.",
      "Yes:",
      "2.1.Part: Say “Bye”.",
      "No: continue.",
    ]);
  });

  it("offer variables with what they held in the last run", async () => {
    await open(`${tab}/w1?step=bye`, {
      [`GET ${calls}/w1`]: {
        data: {
          ...detail,
          graph: {
            ...detail.graph,
            variables: [{ name: "order", type: "object", description: "", value: null, isInput: true }],
          },
        },
      },
    });
    const text = await screen.findByRole("textbox", { name: "Text" });
    fireEvent.change(text, { target: { value: "Total {{order.t" } });
    const option = await screen.findByRole("option", { name: /order\.total/ });
    expect(option.textContent).toMatch(/number · Variables12/);
    fireEvent.click(option);
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Text" }).value).toBe(
      "Total {{order.total}}",
    );
  });
});

describe("the simulations of a workflow", () => {
  const saved: Simulation = {
    ...{ id: "s1", name: "Greets", input: "{}" },
    turns: [
      { kind: "visitor", text: "refund" },
      { kind: "says", text: "Hello" },
    ],
  };
  const failed: SimulationResult = {
    ...{ id: "s1", passed: false, turn: 1, problem: "The workflow didn’t say this.", state: "done" },
    lines: [{ by: "visitor", text: "refund" }],
  };

  it("are scripted, saved and run, and show where they go wrong", async () => {
    const { api } = await open(`${tab}/w1?view=simulations`, {
      [`GET ${calls}/w1/simulations`]: { data: [] },
      [`POST ${calls}/w1/simulations`]: { data: saved },
      [`POST ${calls}/w1/simulations/run`]: { data: [failed] },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Add simulation" }));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.change(await dialog.findByRole("textbox", { name: "Name" }), { target: { value: "Greets" } });
    fireEvent.change(dialog.getByRole("textbox", { name: "Message" }), { target: { value: "refund" } });
    fireEvent.click(dialog.getByRole("button", { name: "Add turn" }));
    fireEvent.change(await dialog.findByRole("textbox", { name: "Contains" }), {
      target: { value: "Hello" },
    });
    fireEvent.click(dialog.getByRole("button", { name: "Save and run" }));
    const result = await dialog.findByRole("region", { name: "Result" });
    expect(result.textContent).toBe("Failed Turn 2: The workflow didn’t say this.Visitorrefund");
    const { name, input, turns } = saved;
    expect(api.last(`POST ${calls}/w1/simulations`)?.body).toEqual({ data: { name, input, turns } });
    expect(api.last(`POST ${calls}/w1/simulations/run`)?.body).toEqual({ data: { simulationId: "s1" } });
  });

  it("let the model play a customer with a goal, and show the cost", async () => {
    const { api } = await open(`${tab}/w1?view=simulations&simulation=s1`, {
      [`GET ${calls}/w1/simulations`]: { data: [saved] },
      [`PUT ${calls}/w1/simulations/s1`]: ({ body }: { body: unknown }) => ({
        data: { id: "s1", ...(body as { data: object }).data },
      }),
      [`POST ${calls}/w1/simulations/run`]: {
        data: [{ ...failed, passed: true, problem: null, turn: null, credits: 3 }],
      },
    });
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.change(await dialog.findByLabelText("Customer"), { target: { value: "model" } });
    fireEvent.change(dialog.getByLabelText(/^Goal/), { target: { value: "Wants a refund" } });
    fireEvent.change(dialog.getByLabelText("Maximum messages"), { target: { value: "99" } });
    expect(dialog.queryByRole("option", { name: "Visitor writes" })).toBeNull();
    fireEvent.click(dialog.getByRole("button", { name: "Save and run" }));
    const result = await dialog.findByRole("region", { name: "Result" });
    expect(result.textContent).toMatch(/Passed.*cost 3 credits/);
    expect(api.last(`PUT ${calls}/w1/simulations/s1`)?.body).toMatchObject({
      data: { turns: [{ kind: "says", text: "Hello" }], customer: { goal: "Wants a refund", mostTurns: 20 } },
    });
  });

  it("keep the script and the goal while somebody tries the other kind of customer", async () => {
    const { api } = await open(`${tab}/w1?view=simulations&simulation=s1`, {
      [`GET ${calls}/w1/simulations`]: { data: [saved] },
      [`PUT ${calls}/w1/simulations/s1`]: { data: saved },
      [`POST ${calls}/w1/simulations/run`]: { data: [failed] },
    });
    const dialog = within(await screen.findByRole("dialog"));
    const choose = (value: string) =>
      fireEvent.change(dialog.getByLabelText("Customer"), { target: { value } });
    await dialog.findByLabelText("Customer");
    choose("model");
    fireEvent.change(dialog.getByLabelText(/^Goal/), { target: { value: "Wants a refund" } });
    fireEvent.change(dialog.getByRole("textbox", { name: "Contains" }), { target: { value: "Hi" } });
    choose("script");
    choose("model");
    expect(dialog.getByLabelText(/^Goal/)).toHaveProperty("value", "Wants a refund");
    choose("script");
    fireEvent.click(dialog.getByRole("button", { name: "Save and run" }));
    await dialog.findByRole("region", { name: "Result" });
    expect(api.last(`PUT ${calls}/w1/simulations/s1`)?.body).toEqual({
      data: {
        ...{ name: "Greets", input: "{}", customer: null },
        turns: [saved.turns[0], { kind: "says", text: "Hi" }],
      },
    });
  });

  it("are run together except those that cost credits, and say so", async () => {
    const played = { ...saved, id: "s2", name: "Bargains", customer: { goal: "A refund", mostTurns: 4 } };
    const { api } = await open(`${tab}/w1?view=simulations`, {
      [`GET ${calls}/w1/simulations`]: { data: [saved, played] },
      [`POST ${calls}/w1/simulations/run`]: { data: [failed] },
    });
    await screen.findByText(/^Run all skips simulations played by a model/);
    fireEvent.click(screen.getByRole("button", { name: "Run all" }));
    await screen.findByText("Failed");
    expect(api.last(`POST ${calls}/w1/simulations/run`)?.body).toEqual({ data: {} });
  });

  it("are run before a version is published", async () => {
    const { api } = await open(`${tab}/w1`, {
      [`GET ${calls}/w1`]: { data: { ...detail, hasChanges: true } },
      [`GET ${calls}/w1/simulations`]: { data: [saved] },
      [`POST ${calls}/w1/simulations/run`]: { data: [failed] },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Publish" }));
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByText("1 simulation fails:");
    expect(api.last(`POST ${calls}/w1/simulations/run`)?.body).toEqual({ data: {} });
    expect(dialog.getByRole("button", { name: "Greets" })).toBeTruthy();
    expect(dialog.getByRole("button", { name: "Publish" })).toBeTruthy();
  });
});

describe("the runs of a workflow", () => {
  it("are filtered by state, and one shows what went in and why it failed", async () => {
    const { api } = await open(`${tab}/w1?view=runs`, {
      [`POST ${calls}/w1/runs/r1/retry`]: { data: { ...run, id: "r2" } },
      [`GET ${calls}/w1/runs/r2`]: {
        data: { ...run, id: "r2", state: "done", error: null, timeline: [], retryOf: "r1" },
      },
    });
    fireEvent.click(await screen.findByRole("link", { name: "Failed" }));
    await waitFor(() => expect(api.last(`GET ${calls}/w1/runs`)?.query.get("state")).toBe("failed"));
    fireEvent.click(
      await screen.findByRole("link", { name: /Failed.*Message · version 2 · 1 step · 1\.2 s/ }),
    );
    const steps = await screen.findByRole("list", { name: "Steps of the run" });
    expect(steps.textContent).toMatch(/GreetSay · 900 ms · try 2The mail server is away\..*InputHello Ana/);
    fireEvent.click(within(steps).getByRole("button", { name: "Run again from here" }));
    await screen.findByRole("link", { name: "First run" });
    expect(api.last(`POST ${calls}/w1/runs/r1/retry`)?.body).toEqual({ data: { stepId: "rs1" } });
  });
});

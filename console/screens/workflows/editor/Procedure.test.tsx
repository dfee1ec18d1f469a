import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { WorkflowDetail } from "../../../../shared/contract/workflows/workflows.ts";
import { newStep } from "../../../../shared/domain/workflows/graph.ts";
import type { Step } from "../../../../shared/domain/workflows/graph.ts";
import {
  calls,
  detail,
  openWorkflows,
  readProcedure,
  tab,
} from "../../../../tests/kit/console/openWorkflows.ts";
import type { Replies } from "../../../../tests/kit/console/fakeApi.ts";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

async function openProcedure(more: Replies = {}) {
  const { api } = await openWorkflows(`${tab}/w1?look=procedure`, {
    [`PUT ${calls}/w1`]: ({ body }: { body: unknown }) => ({
      data: { ...detail, ...(body as { data: object }).data, revision: 4 },
    }),
    ...more,
  });
  const region = await screen.findByRole("region", { name: "Procedure" });
  const read = () => readProcedure(region);
  const sentence = (text: string) => within(region).getByRole("button", { name: new RegExp(`^${text}`) });
  const save = async () => {
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(api.last(`PUT ${calls}/w1`)).toBeDefined());
    return (api.last(`PUT ${calls}/w1`)?.body as { data: Pick<WorkflowDetail, "graph"> }).data.graph;
  };
  return { api, region, read, sentence, save };
}

describe("a procedure", () => {
  it("edits parameters in place, and shows what is wrong with them", async () => {
    const { sentence, save, read } = await openProcedure();
    fireEvent.click(sentence("Greet"));
    const words = within(await screen.findByRole("group", { name: "Edit “Greet”" }));
    const text = words.getByLabelText<HTMLTextAreaElement>("Text");
    expect(document.activeElement).toBe(text);
    fireEvent.change(text, { target: { value: "" } });
    await words.findByText('Fill in Text of "Greet".');
    fireEvent.change(text, { target: { value: "Welcome" } });
    fireEvent.keyDown(text, { key: "Escape" });
    expect(document.activeElement).toBe(sentence("Greet: Say “Welcome”"));

    fireEvent.click(sentence("Known"));
    const rule = within(await screen.findByRole("group", { name: "Edit “Known?”" }));
    fireEvent.change(rule.getByLabelText("Comparison"), { target: { value: "contains" } });
    fireEvent.change(rule.getByLabelText("Compared with"), { target: { value: "@shop" } });
    fireEvent.click(rule.getByRole("button", { name: "Done" }));
    expect(read()[1]).toBe("2.Known?: Check whether contact.email contains @shop.");
    const graph = await save();
    expect(graph.steps.map(({ id }) => id)).toEqual(["hello", "known", "bye"]);
    expect(graph.steps[0]?.config).toMatchObject({ text: "Welcome" });
  });

  it("keeps typed text unchanged until the field is left", async () => {
    const steps = [
      { ...newStep("label", "mark"), name: "Mark" },
      {
        ...newStep("wait", "rest"),
        name: "Rest",
        config: { ...newStep("wait", "rest").config, seconds: 3600 },
      },
    ] as Step[]; // each of its own kind
    const { sentence, save, region } = await openProcedure({
      [`GET ${calls}/w1`]: {
        data: {
          ...detail,
          graph: {
            ...detail.graph,
            steps,
            edges: [
              { from: "start", outlet: "next", to: "mark" },
              { from: "mark", outlet: "next", to: "rest" },
            ],
          },
        },
      },
    });
    fireEvent.click(sentence("Mark"));
    const labels = within(region).getByLabelText<HTMLTextAreaElement>("Labels to add");
    for (const value of ["vip", "vip,", "vip, ", "vip, b2b"]) {
      fireEvent.change(labels, { target: { value } });
      expect(labels.value).toBe(value);
    }
    fireEvent.keyDown(labels, { key: "Escape" });

    fireEvent.click(sentence("Rest"));
    const length = within(region).getByLabelText<HTMLInputElement>("How long");
    const unit = within(region).getByLabelText<HTMLSelectElement>("Unit");
    for (const value of ["2", "24", "240"]) {
      fireEvent.change(length, { target: { value } });
      expect([length.value, unit.value]).toEqual([value, "3600"]);
    }
    fireEvent.change(length, { target: { value: "1441" } });
    expect(length.getAttribute("aria-invalid")).toBe("true");
    const range = within(region).getByText("1 second to 60 days.");
    expect(length.getAttribute("aria-describedby")).toBe(range.id);
    fireEvent.change(length, { target: { value: "24" } });
    fireEvent.blur(length);
    expect(range.isConnected).toBe(false);
    expect([length.value, unit.value]).toEqual(["24", "3600"]);
    fireEvent.change(unit, { target: { value: "86400" } });
    expect([length.value, unit.value]).toEqual(["24", "86400"]);
    const graph = await save();
    expect(graph.steps.map(({ config }) => config)).toMatchObject([
      { add: ["vip", "b2b"] },
      { seconds: 24 * 86_400 },
    ]);
  });

  it("moves sentences, also into branches, and deletes them with the keyboard", async () => {
    const { sentence, read, save } = await openProcedure();
    fireEvent.keyDown(sentence("Greet"), { key: "ArrowDown", altKey: true });
    await waitFor(() => expect(read()[0]).toMatch(/^1\.Known/));
    expect(document.activeElement).toBe(sentence("Greet"));
    fireEvent.keyDown(sentence("Greet"), { key: "]", ctrlKey: true });
    await waitFor(() => expect(read().at(-1)).toMatch(/^1\.2\.Greet/));
    fireEvent.keyDown(sentence("Greet"), { key: "[", ctrlKey: true });
    await waitFor(() => expect(read().at(-1)).toMatch(/^2\.Greet/));
    fireEvent.keyDown(sentence("Part"), { key: "Delete" });
    await waitFor(() => expect(read().join()).not.toContain("Part"));
    const { steps, edges } = await save();
    expect(steps.map(({ id }) => id)).toEqual(["known", "hello"]);
    expect(edges).toContainEqual({ from: "known", outlet: "yes", to: "hello" });
  });

  it("turns free sentences into steps after a preview, and keeps what it doesn't understand", async () => {
    const made = {
      ...newStep("wait", "step1"),
      config: { ...newStep("wait", "step1").config, seconds: 28_800 },
    };
    const { api, region, read, save } = await openProcedure({
      [`POST ${calls}/w1/sentences`]: { data: { steps: [made, null], credits: 2 } },
    });
    const add = within(region);
    const typed = () => add.getByLabelText<HTMLTextAreaElement>(/^Add sentences/);
    fireEvent.change(typed(), {
      target: { value: "1. Say “One moment”.\nGive it a night.\n\nBe kind.\nResolve the conversation." },
    });
    fireEvent.click(add.getByRole("button", { name: "Preview steps" }));
    const preview = within(await add.findByRole("list", { name: "Preview" }));
    expect(preview.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Say “One moment”.",
      "Not understood: Give it a night.",
      "Not understood: Be kind.",
      "Resolve the conversation.",
    ]);
    expect(read()).toHaveLength(5);
    fireEvent.click(add.getByRole("button", { name: "Ask the model" }));
    await preview.findByText("Wait 8 hours.");
    await add.findByText("Reading cost 2 credits.");
    expect(api.last(`POST ${calls}/w1/sentences`)?.body).toEqual({
      data: { sentences: ["Give it a night.", "Be kind."] },
    });
    fireEvent.change(add.getByLabelText("Place"), { target: { value: "hello" } });
    fireEvent.click(add.getByRole("button", { name: "Add 3 steps" }));
    await waitFor(() => expect(typed().value).toBe("Be kind."));
    expect(read().slice(0, 5)).toEqual([
      "1.Greet: Say “Hello contact.name”.",
      "2.Say “One moment”.",
      "3.Wait 8 hours.",
      "4.Resolve the conversation.",
      "5.Known?: Check whether contact.email is not empty.",
    ]);
    const { steps } = await save();
    expect(steps.map(({ kind }) => kind)).toEqual(["say", "say", "wait", "resolve", "condition", "say"]);
    expect(new Set(steps.map(({ id }) => id)).size).toBe(6);
  });

  it("ignores the model's answer if the sentences changed in the meantime", async () => {
    const answer = Promise.withResolvers<object>();
    const { region } = await openProcedure({ [`POST ${calls}/w1/sentences`]: () => answer.promise });
    const add = within(region);
    const preview = () => {
      fireEvent.click(add.getByRole("button", { name: "Preview steps" }));
      return add.getAllByRole("listitem").filter((line) => line.closest("[aria-label=Preview]"));
    };
    const type = (value: string) =>
      fireEvent.change(add.getByLabelText(/^Add sentences/), { target: { value } });
    type("Give it a night.");
    preview();
    fireEvent.click(add.getByRole("button", { name: "Ask the model" }));
    type("Be kind.\nResolve the conversation.");
    const lines = preview();
    answer.resolve({ data: { steps: [newStep("wait", "step1")], credits: 2 } });
    await add.findByText("Reading cost 2 credits.");
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      "Not understood: Be kind.",
      "Resolve the conversation.",
    ]);
  });
});

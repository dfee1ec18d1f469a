import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { SteppedRun } from "../../../../shared/contract/workflows/simulations.ts";
import { calls, detail, openWorkflows, tab } from "../../../../tests/kit/console/openWorkflows.ts";

const begun: SteppedRun = {
  ...{ progress: "p0", state: "running", error: null, result: null, variables: '{"who":"Ana"}' },
  ...{ taken: [], lines: [{ by: "visitor", text: "A refund" }], waits: null },
  next: { stepId: "hello", kind: "email", name: "Write to us", mayGive: true },
};
const waits: SteppedRun = {
  ...begun,
  ...{ progress: "p1", next: null, lines: [{ by: "workflow", text: "How many?" }] },
  taken: [
    {
      ...{ stepId: "hello", kind: "email", name: "Write to us", input: '{"to":"a@b.example"}' },
      ...{ output: '"sent"', outlet: "next", error: null },
    },
  ],
  waits: { for: "visitor", stepId: "ask", name: "Ask", fields: [] },
};
const ended: SteppedRun = { ...begun, progress: "p2", next: null, state: "done", result: "20", lines: [] };

it("the dialog steps through the draft, with inputs, outputs, an answer and the end", async () => {
  const replies = [begun, waits, { ...begun, progress: "p3", lines: [] }, ended];
  const { api } = await openWorkflows(`${tab}/w1`, {
    [`POST ${calls}/w1/steps`]: () => ({ data: replies.shift() }),
  });
  const last = () => (api.last(`POST ${calls}/w1/steps`)?.body as { data: object }).data;
  fireEvent.click(await screen.findByRole("button", { name: "Step through" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Step through" }));
  fireEvent.change(dialog.getByLabelText("Visitor’s message"), { target: { value: "A refund" } });
  fireEvent.click(dialog.getByRole("button", { name: "Start" }));
  const next = within(await dialog.findByRole("region", { name: "Next step" }));
  expect(last()).toEqual({ input: "{}", message: "A refund" });
  expect(dialog.getByLabelText("Variables").textContent).toContain('"who": "Ana"');
  fireEvent.change(next.getByLabelText(/^Result/), { target: { value: '"sent"' } });
  fireEvent.click(dialog.getByRole("button", { name: "Next step" }));
  const form = within(await dialog.findByRole("form", { name: "Ask waits" }));
  expect(last()).toEqual({ progress: "p0", gives: { value: '"sent"', fails: false } });
  expect(dialog.getByLabelText("Input").textContent).toContain("a@b.example");
  expect(dialog.getByLabelText("Output").textContent).toBe("sent");
  fireEvent.change(form.getByLabelText("Visitor’s message"), { target: { value: "3" } });
  fireEvent.click(form.getByRole("button", { name: "Send message" }));
  await dialog.findByRole("region", { name: "Next step" });
  expect(last()).toEqual({ progress: "p1", act: { kind: "visitor", text: "3" } });
  fireEvent.click(dialog.getByRole("button", { name: "Continue to the end" }));
  await dialog.findByText("Done");
  expect(last()).toEqual({ progress: "p3", to: "end" });
  expect(dialog.queryByRole("button", { name: "Next step" })).toBeNull();
  fireEvent.click(dialog.getByRole("button", { name: "Start over" }));
  await waitFor(() => expect(dialog.getByRole("button", { name: "Start" })).toBeTruthy());
});

it("the dialog asks for the visitor's message if a message event starts the run", async () => {
  await openWorkflows(`${tab}/w1`, {
    [`GET ${calls}/w1`]: { data: { ...detail, trigger: { kind: "event", event: "message.received" } } },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Step through" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Step through" }));
  expect(dialog.getByLabelText("Visitor’s message")).toBeTruthy();
});

import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PublicConfiguration } from "../../shared/contract/surfaces/surfaces.ts";
import { makeActions, type FakeActions } from "../../tests/kit/surfaces/chatActions.ts";
import { makeVisitorThread } from "../../tests/kit/samples.ts";
import { configuration } from "../../tests/kit/surfaces/visitorServer.ts";
import { createFirstForm, firstForm } from "../session/firstForm.ts";
import { chat, createState } from "../session/state.ts";
import { ChatApp } from "./ChatApp.tsx";

await import("./afterFirst.ts");
await import("./BeforeCard.tsx");

type Form = NonNullable<PublicConfiguration["form"]>;

const form: Form = {
  skillId: "s1",
  title: "Before we begin",
  fields: [
    {
      ...{ id: "email", type: "email", label: "E-mail", description: "", options: [] },
      validations: { required: true },
    },
    {
      ...{ id: "cv", type: "file", label: "CV", description: "", options: [] },
      validations: { required: false },
    },
  ],
};

let kept: string | null;
let actions: FakeActions;
let first: ReturnType<typeof createFirstForm>;

/** Another document of the same browser. */
async function open(): Promise<void> {
  Object.assign(chat, createState(), {
    configuration: { ...structuredClone(configuration), form },
    isAsked: true,
  });
  first = createFirstForm({
    read: async () => kept,
    update: (_, change) => void (kept = change(kept)),
  });
  await first.restore();
  actions = makeActions();
  actions.act.mockImplementation((_, step) => {
    if (step && "isDone" in step) first.fill(step.values, step.isDone === true);
  });
}

beforeEach(async () => {
  kept = null;
  firstForm.values = {};
  await open();
});

const composer = () => screen.queryByRole("textbox", { name: "Message" });
const email = () => screen.findByLabelText<HTMLInputElement>("E-mail");

describe("the form before the first message", () => {
  it("stands in the composer's place until it is filled in, and goes along once", async () => {
    render(<ChatApp actions={actions} />);
    await screen.findByRole("form", { name: "Before we begin" });
    expect(composer()).toBeNull();
    expect(screen.queryByRole("button", { name: "Where is my order?" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    expect((await email()).getAttribute("aria-invalid")).toBe("true");
    expect(first.toSend()).toBeNull();
    fireEvent.input(await email(), { target: { value: "ada@example.com" } });
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    await vi.waitFor(() => expect(composer()).not.toBeNull());
    expect(first.toSend()).toEqual({ skillId: "s1", values: { email: "ada@example.com" } });
    first.sent();
    expect(first.toSend()).toBeNull();
    await open();
    render(<ChatApp actions={actions} />);
    expect(chat.isAsked).toBe(false);
  });

  it("keeps what was typed over a reload, but no file", async () => {
    render(<ChatApp actions={actions} />);
    fireEvent.input(await email(), { target: { value: "ada@" } });
    first.fill({ email: "ada@", cv: "file1" }, false);
    await open();
    expect([chat.isAsked, firstForm.values]).toEqual([true, { email: "ada@" }]);
  });

  it("sends a file as soon as it is chosen, and waits for it", async () => {
    let sent: (given: { id: string }) => void = () => {};
    const act = actions.act.getMockImplementation();
    actions.act.mockImplementation((id, step) => {
      if (step && "file" in step) sent = step.onSent;
      else act?.(id, step);
    });
    render(<ChatApp actions={actions} />);
    const input = await screen.findByLabelText<HTMLInputElement>("CV");
    Object.defineProperty(input, "files", { value: [new File(["x"], "cv.pdf")] });
    fireEvent(input, new Event("change", { bubbles: true }));
    fireEvent.input(await email(), { target: { value: "ada@example.com" } });
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(first.toSend()).toBeNull();
    sent({ id: "file1" });
    await vi.waitFor(() => expect(firstForm.values).toEqual({ email: "ada@example.com", cv: "file1" }));
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(first.toSend()?.values).toEqual({ email: "ada@example.com", cv: "file1" });
  });

  it("is not asked in a conversation that goes on", async () => {
    chat.thread = makeVisitorThread();
    first.look();
    render(<ChatApp actions={actions} />);
    expect(composer()).not.toBeNull();
  });
});

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ThreadChangeRun } from "../../../../../shared/contract/conversations/inbox/threadChanges.ts";
import type { Role } from "../../../../../shared/domain/access.ts";
import { currentToasts } from "../../../../../shared/ui/toasts.ts";
import { makeAgent } from "../../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, startConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import {
  closeInbox,
  makeThreadFilters,
  openInbox,
} from "../../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeContact, makeThread } from "../../../../../tests/kit/samples.ts";
import { countedLabels } from "../../../../state/conversations/inbox/labels.ts";
import { reset } from "../../../../state/platform/resource.ts";
import { forgetChange } from "../../../../state/conversations/inbox/threadChanges.ts";
import { clearSelection } from "../../../../state/conversations/inbox/threadSelection.ts";
import { endUndo, undo } from "../../../../state/shell/undo.ts";

const names = ["Ada", "Ben", "Cleo", "Dan"];
const items = names.map((name, index) =>
  makeThread({
    ...{ id: `t${index}`, agentId, lastActivityAt: 1_790_000_000_000 - index * 1000 },
    contact: makeContact({ id: `c${index}`, name }),
  }),
);
const label = { id: "label-1", name: "Refund", colour: "#2f6fed" };
const others = ["Lost", "Sold"].map((name) => ({ ...label, id: name.toLowerCase(), name }));
const filters = makeThreadFilters({
  queues: { mine: 2, waiting: 1, ai: 1, all: 3 },
  people: [{ id: "user-2", name: "Bo", isOnline: true }],
  labels: [label, ...others],
});
const run = (part: Partial<ThreadChangeRun> = {}): ThreadChangeRun => ({
  ...{ id: "change-1", state: "running", total: 1204, changed: 20, unchanged: 0, failures: [] },
  ...{ error: null, createdAt: 1, endedAt: null, isUndo: false, isRemoval: false, canUndo: false, ...part },
});

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET threads", { body: { items, page: { page: 1, limit: 50, total: 1204 } } });
  server.on("GET threads/filters", { body: { data: filters } });
  server.on("POST threadchanges", { body: { data: run({ state: "queued", changed: 0 }) } });
  server.on("GET threadchanges/change-1", { body: { data: run() } });
});
afterEach(() => {
  closeInbox();
  clearSelection();
  endUndo();
  forgetChange({ orgId: "org-1", agentId });
  reset(countedLabels);
  vi.unstubAllGlobals();
});

const base = "inbox/conversations";

async function open({ at = base, roles = ["owner"] }: { at?: string; roles?: Role[] } = {}) {
  await openInbox(server, at, roles);
  await screen.findByRole("link", { name: /Ada/ });
  await screen.findByRole("checkbox", { name: "Select Ada" });
}

const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name: `Select ${name}` });
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const selected = () => names.filter((name) => box(name).checked);

async function change(set: Record<string, string>) {
  fireEvent.click(await screen.findByRole("button", { name: "Change…" }));
  const dialog = await screen.findByRole("dialog");
  for (const [name, value] of Object.entries(set)) {
    fireEvent.change(within(dialog).getByLabelText(name), { target: { value } });
  }
  fireEvent.click(within(dialog).getByRole("button", { name: /^Change / }));
}

describe("many conversations at once", () => {
  it("are chosen by x, by a click, and by a range with Shift", async () => {
    await open();
    await screen.findByRole("button", { name: "Select conversations" });
    press("x");
    press("x");
    await waitFor(() => expect(selected()).toEqual(["Ada"]));
    fireEvent.click(box("Cleo"), { shiftKey: true });
    await waitFor(() => expect(selected()).toEqual(["Ada", "Ben", "Cleo"]));
    fireEvent.click(box("Ben"));
    await waitFor(() => expect(selected()).toEqual(["Ada", "Cleo"]));
    expect(await screen.findByText("2 selected")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Clear the selection" }));
    await waitFor(() => expect(selected()).toEqual([]));
  });

  it("are not chosen where the list gives way to a search", async () => {
    server.on("GET threads/search", { body: { items: [], page: { page: 1, limit: 25, total: 0 } } });
    await open();
    fireEvent.click(box("Ada"));
    await screen.findByText("1 selected");
    const field = () => screen.getByRole("searchbox", { name: "Search messages and visitors" });
    fireEvent.change(field(), { target: { value: "lamp" } });
    await screen.findByText("No results");
    await waitFor(() => expect(screen.queryByText("1 selected")).toBeNull());
    fireEvent.keyDown(field(), { key: "Escape" });
    await screen.findByRole("checkbox", { name: "Select Ada" });
    expect(selected()).toEqual([]);
  });

  it("are changed by their ids, in status, priority, people and labels", async () => {
    await open();
    fireEvent.click(box("Ada"));
    fireEvent.click(box("Dan"));
    await change({
      ...{ Status: "resolved", Priority: "high", "Assigned to": "user-2", "Add labels": "label-1" },
      ...{ "Remove labels": "", Read: "true" },
    });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.sent("POST threadchanges")).toEqual([
      {
        data: {
          of: { threadIds: ["t0", "t3"] },
          change: {
            ...{ status: "resolved", priority: "high", assigneeId: "user-2" },
            ...{ addLabelIds: ["label-1"], read: true },
          },
        },
      },
    ]);
    expect(selected()).toEqual([]);
  });

  it("are handed back to the agent, or given to somebody, whichever is chosen last", async () => {
    await open();
    fireEvent.click(box("Ada"));
    fireEvent.click(await screen.findByRole("button", { name: "Change…" }));
    const dialog = within(await screen.findByRole("dialog"));
    const set = (name: string, value: string) =>
      fireEvent.change(dialog.getByLabelText(name), { target: { value } });
    const valueOf = (name: string) => dialog.getByLabelText<HTMLSelectElement>(name).value;
    set("Answered by", "agent");
    set("Assigned to", "user-2");
    expect(valueOf("Answered by")).toBe("");
    set("Answered by", "agent");
    expect(valueOf("Assigned to")).toBe("");
    expect(dialog.getByText("Hands them back. The agent answers the next messages.")).toBeTruthy();
    fireEvent.click(dialog.getByRole("button", { name: /^Change / }));
    await waitFor(() =>
      expect(server.sent("POST threadchanges")).toEqual([
        { data: { of: { threadIds: ["t0"] }, change: { handledBy: "ai" } } },
      ]),
    );
  });

  it("are given several labels, and have several taken off, at one go", async () => {
    await open();
    fireEvent.click(box("Ada"));
    fireEvent.click(await screen.findByRole("button", { name: "Change…" }));
    const dialog = within(await screen.findByRole("dialog"));
    const lists = (group: string) =>
      within(dialog.getByRole("group", { name: group })).getAllByRole<HTMLSelectElement>("combobox");
    const choose = (group: string, index: number, value: string) =>
      fireEvent.change(lists(group)[index] as HTMLElement, { target: { value } });
    const offered = (group: string) => [...(lists(group).at(-1)?.options ?? [])].map(({ text }) => text);
    choose("Labels to add", 0, "label-1");
    choose("Labels to add", 1, "lost");
    expect(offered("Labels to add")).toEqual(["No other", "Sold"]);
    expect(offered("Labels to remove")).toEqual(["Leave as it is", "Sold"]);
    choose("Labels to add", 0, "");
    choose("Labels to add", 1, "sold");
    choose("Labels to remove", 0, "label-1");
    expect(lists("Labels to remove")).toHaveLength(1);
    fireEvent.click(dialog.getByRole("button", { name: /^Change / }));
    await waitFor(() =>
      expect(server.sent("POST threadchanges")).toEqual([
        {
          data: {
            of: { threadIds: ["t0"] },
            change: { addLabelIds: ["lost", "sold"], removeLabelIds: ["label-1"] },
          },
        },
      ]),
    );
  });

  it("are snoozed until any time to come", async () => {
    await open();
    fireEvent.click(box("Ada"));
    fireEvent.click(await screen.findByRole("button", { name: "Change…" }));
    const dialog = within(await screen.findByRole("dialog"));
    const set = (name: string, value: string) =>
      fireEvent.change(dialog.getByLabelText(name), { target: { value } });
    const go = dialog.getByRole<HTMLButtonElement>("button", { name: /^Change / });
    set("Priority", "high");
    set("Status", "another");
    expect(go.disabled).toBe(true);
    set("Snoozed until", "2020-01-01T10:00");
    expect(dialog.getByText("Choose a time in the future.")).toBeTruthy();
    expect(go.disabled).toBe(true);
    set("Snoozed until", "2090-05-04T10:30");
    fireEvent.click(go);
    const snoozedUntil = new Date("2090-05-04T10:30").getTime();
    await waitFor(() =>
      expect(server.sent("POST threadchanges")).toEqual([
        {
          data: {
            of: { threadIds: ["t0"] },
            change: { status: "snoozed", snoozedUntil, priority: "high" },
          },
        },
      ]),
    );
  });

  it("are all that match, by the same filter at the server", async () => {
    await open({ at: `${base}?queue=ai&priority=low` });
    server.on("GET threads", { body: { items, page: { page: 1, limit: 50, total: 1204 } } });
    fireEvent.click(await screen.findByRole("button", { name: "Select conversations" }));
    await screen.findByText("Nothing selected");
    fireEvent.click(await screen.findByRole("button", { name: "Select all 1,204 that match" }));
    await screen.findByText("1,204 selected");
    await change({ Status: "pending" });
    await waitFor(() =>
      expect(server.sent("POST threadchanges")).toEqual([
        { data: { of: { filter: { queue: "ai", priority: "low" } }, change: { status: "pending" } } },
      ]),
    );
  });

  it("show how far it is, and say at the end what was done and what could not be", async () => {
    await open();
    fireEvent.click(box("Ada"));
    await change({ Status: "resolved" });
    await screen.findByText("20 of 1,204");
    const failures = [{ message: "It no longer exists.", count: 2, threadIds: ["t9"] }];
    const done = run({ state: "done", changed: 1190, unchanged: 10, failures, endedAt: 2 });
    server.on("GET threadchanges/change-1", { body: { data: done } });
    const words = "Done. 1,190 changed, 10 needed no change, 2 no longer matched.";
    await waitFor(() =>
      expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContain(words),
    );
    expect(screen.getByText(/2 not changed: It no longer exists/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Show 1" }).getAttribute("href")).toMatch(/conversations\/t9$/);
    fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(screen.queryByText(/1,190 changed/)).toBeNull());
  });

  it("are shown again after the console was reopened, and can be canceled", async () => {
    localStorage.setItem(`threadChange:${agentId}`, "change-1");
    server.on("POST threadchanges/change-1/cancel", { body: { data: run() } });
    await open();
    await screen.findByText("20 of 1,204");
    server.on("GET threadchanges/change-1", { body: { data: run({ state: "cancelled" }) } });
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() =>
      expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContain(
        "Canceled. 20 changed, 1,184 unchanged.",
      ),
    );
  });

  describe("when they are changed", () => {
    const statuses = () => screen.getAllByRole("status").map(({ textContent }) => textContent);
    const isKept = () => localStorage.getItem(`threadChange:${agentId}`);
    const ended = { state: "done", total: 3, changed: 3, endedAt: 2 } as const;
    const back = (part: Partial<ThreadChangeRun>) =>
      server.on("GET threadchanges/change-2", {
        body: { data: run({ ...ended, id: "change-2", isUndo: true, ...part }) },
      });

    async function changeAll() {
      server.on("GET threadchanges/change-1", { body: { data: run({ ...ended, canUndo: true }) } });
      server.on("POST threadchanges/change-1/undo", {
        body: { data: run({ id: "change-2", state: "queued", total: 3, changed: 0, isUndo: true }) },
      });
      await open();
      fireEvent.click(box("Ada"));
      await change({ Status: "resolved" });
      await waitFor(() => expect(undo.offer?.text).toBe("3 conversations changed"));
    }

    it("can be undone, and only the bar speaks of it until then", async () => {
      await changeAll();
      back({});
      expect(screen.queryByText(/Done/)).toBeNull();
      expect(isKept()).toBe("change-1");
      await act(async () => expect(await undo.offer?.undo()).toBe(false));
      await waitFor(() => expect(currentToasts().map(({ text }) => text)).toContain("Undone"));
      expect(server.sent("POST threadchanges/change-1/undo")).toHaveLength(1);
      expect(isKept()).toBeNull();
    });

    it("are forgotten with the bar", async () => {
      await changeAll();
      act(endUndo);
      await waitFor(() => expect(isKept()).toBeNull());
    });

    it("say which were changed since by somebody else, and stay", async () => {
      await changeAll();
      const message = "It was changed since, so it stays as it is.";
      back({ changed: 2, failures: [{ message, count: 1, threadIds: ["t2"] }] });
      await act(async () => void (await undo.offer?.undo()));
      await waitFor(() => expect(statuses()).toContain("Done. 2 undone."));
      expect(screen.getByText(/1 not undone: It was changed since, so it stays as it is/)).toBeTruthy();
      expect(screen.getByRole("link", { name: "Show 1" }).getAttribute("href")).toMatch(/conversations\/t2$/);
    });

    it("can still be undone after the console was reopened", async () => {
      localStorage.setItem(`threadChange:${agentId}`, "change-1");
      server.on("GET threadchanges/change-1", { body: { data: run({ ...ended, canUndo: true }) } });
      await open();
      await waitFor(() => expect(undo.offer?.text).toBe("3 conversations changed"));
    });
  });

  it("say why it was not begun", async () => {
    const message = "Another change of yours is still running. Wait for it, or cancel it.";
    server.on("POST threadchanges", { status: 409, code: "conflict", message });
    await open();
    fireEvent.click(box("Ada"));
    await change({ Status: "resolved" });
    await screen.findByText(message);
    expect(selected()).toEqual(["Ada"]);
  });
});

describe("below the filters", () => {
  const openFilters = async (name: string) => {
    fireEvent.click(await screen.findByRole("button", { name: /^Filter and sort/ }));
    fireEvent.click(await screen.findByRole("button", { name }));
    return within(await screen.findByRole("dialog"));
  };

  it("the conversations are exported, in JSON with what was said, without what the team keeps to itself", async () => {
    server.on("POST threadexports", { body: { data: { url: "#saved", expiresAt: 2 } } });
    await open({ at: `${base}?priority=low` });
    const dialog = await openFilters("Export…");
    fireEvent.click(dialog.getByLabelText("JSON"));
    const isOn = (name: string) => dialog.getByRole<HTMLInputElement>("checkbox", { name }).checked;
    expect([isOn("With messages"), isOn("Include private notes")]).toEqual([true, false]);
    fireEvent.click(dialog.getByRole("button", { name: "Export" }));
    await waitFor(() =>
      expect(server.sent("POST threadexports")).toEqual([
        {
          data: {
            ...{ format: "json", messages: true, privateMessages: false },
            filter: { queue: "all", priority: "low" },
          },
        },
      ]),
    );
  });

  it("are exported by selection, or everything that matches by the same filter", async () => {
    server.on("POST threadexports", { body: { data: { url: "#saved", expiresAt: 2 } } });
    await open({ at: `${base}?priority=low` });
    const save = async (words: string) => {
      fireEvent.click(await screen.findByRole("button", { name: "Export…" }));
      const dialog = await screen.findByRole("dialog", { name: "Export conversations" });
      expect(dialog.textContent).toContain(words);
      fireEvent.click(within(dialog).getByRole("button", { name: "Export" }));
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    };
    fireEvent.click(box("Ada"));
    fireEvent.click(box("Dan"));
    await save("2 conversations that you selected, each");
    expect(selected()).toEqual(["Ada", "Dan"]);
    fireEvent.click(screen.getByRole("button", { name: "Select all 1,204 that match" }));
    await save("1,204 conversations of this queue");
    const form = { format: "csv", messages: false, privateMessages: false };
    expect(server.sent("POST threadexports")).toEqual([
      { data: { ...form, filter: {}, threadIds: ["t0", "t3"] } },
      { data: { ...form, filter: { queue: "all", priority: "low" } } },
    ]);
  });

  it("no export is offered to members without permission", async () => {
    await open({ roles: ["support"] });
    fireEvent.click(box("Ada"));
    await screen.findByText("1 selected");
    await openFilters("Manage labels");
    expect(screen.queryByRole("button", { name: "Export…" })).toBeNull();
  });

  it("renames, recolors and deletes labels, and says how many conversations have them", async () => {
    server.on("GET labels", { body: { data: [{ ...label, conversations: 12 }] } });
    server.on("PATCH labels/label-1", { body: { data: { ...label, name: "Refunds" } } });
    server.on("DELETE labels/label-1", { body: null });
    await open();
    const dialog = await openFilters("Manage labels");
    await dialog.findByText("12 conversations");
    fireEvent.click(dialog.getByRole("button", { name: "Change Refund" }));
    fireEvent.change(await dialog.findByLabelText("Name"), { target: { value: "Refunds" } });
    fireEvent.change(dialog.getByLabelText("Color"), { target: { value: "#336699" } });
    fireEvent.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(server.sent("PATCH labels/label-1")).toEqual([{ data: { name: "Refunds", colour: "#336699" } }]),
    );
    fireEvent.click(await dialog.findByRole("button", { name: "Delete Refund" }));
    await dialog.findByText(/is removed from 12 conversations and deleted/);
    server.on("GET labels", { body: { data: [] } });
    fireEvent.click(dialog.getByRole("button", { name: "Delete label" }));
    await dialog.findByText("No labels yet");
  });

  it("a label is not given the name of another, and says so", async () => {
    server.on("GET labels", { body: { data: [{ ...label, conversations: 0 }] } });
    const message = "This name is taken.";
    server.on("PATCH labels/label-1", { status: 409, code: "name_taken", message });
    await open();
    const dialog = await openFilters("Manage labels");
    fireEvent.click(await dialog.findByRole("button", { name: "Change Refund" }));
    fireEvent.click(await dialog.findByRole("button", { name: "Save" }));
    await dialog.findByText(message);
  });
});

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ThreadCounts } from "../../../../shared/contract/conversations/inbox/threadCounts.ts";
import { agentId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import {
  closeInbox,
  makeThreadFilters,
  openInbox,
  serveInbox,
} from "../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeThread, makeThreadCounts } from "../../../../tests/kit/samples.ts";
import { reset } from "../../../state/platform/resource.ts";
import { threadCounts } from "../../../state/conversations/inbox/threadCounts.ts";

const thread = makeThread({ id: "thread-1", agentId });
let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  const filters = makeThreadFilters({
    labels: [{ id: "label-1", name: "Refund", colour: "#2f6fed" }],
    people: [{ id: "user-1", name: "Ada", isOnline: true }],
  });
  serveInbox(server, { thread: () => thread, filters });
});
afterEach(() => {
  closeInbox();
  reset(threadCounts);
  vi.unstubAllGlobals();
});

const serve = (counts: Partial<ThreadCounts>) =>
  server.on("GET threads/filters/counts", { body: { data: makeThreadCounts(counts) } });
const asked = () => server.requests.filter(({ path }) => path === "threads/filters/counts");
const openFilters = async () =>
  void fireEvent.click(await screen.findByRole("button", { name: /^Filter and sort/ }));
const choices = async (name: string) => {
  const field = await screen.findByLabelText(name);
  return within(field)
    .getAllByRole("option")
    .map(({ textContent }) => textContent);
};

describe("the filters of the inbox", () => {
  it("say how many conversations each choice would show, asked for once they are open", async () => {
    serve({
      status: { open: 1204, pending: 2, snoozed: 0, resolved: 9 },
      ...{ assignees: { "user-1": 3, none: 8 }, labels: { "label-1": 5 } },
    });
    await openInbox(server, "inbox/conversations?queue=ai&status=open");
    await screen.findByRole("link", { name: /Visitor/ });
    expect(asked()).toEqual([]);
    await openFilters();
    await waitFor(async () =>
      expect(await choices("Status")).toEqual([
        ...["Any", "Open (1,204)", "Pending (2)", "Snoozed", "Resolved (9)"],
      ]),
    );
    expect(await choices("Assigned to")).toEqual(["Any", "Nobody (8)", "Ada (3)"]);
    expect(await choices("Label")).toEqual(["Any", "Refund (5)"]);
    expect((await choices("Priority"))[1]).toBe("None");
    expect(asked()[0]?.query).toEqual({ queue: "ai", status: "open" });
  });

  it("are counted again beside another choice, and a moment after an event", async () => {
    serve({ labels: { "label-1": 5 } });
    await openInbox(server, "inbox/conversations");
    await openFilters();
    await waitFor(async () => expect(await choices("Label")).toEqual(["Any", "Refund (5)"]));
    serve({ labels: { "label-1": 2 } });
    fireEvent.change(screen.getByLabelText("Priority"), { target: { value: "low" } });
    await waitFor(async () => expect(await choices("Label")).toEqual(["Any", "Refund (2)"]));
    expect(asked().at(-1)?.query).toEqual({ queue: "all", priority: "low" });
    serve({ labels: { "label-1": 7 } });
    server.tell({ type: "thread", thread });
    await waitFor(async () => expect(await choices("Label")).toEqual(["Any", "Refund (7)"]));
  });

  it("are not counted again for another order, which changes nothing in them", async () => {
    serve({ labels: { "label-1": 5 } });
    await openInbox(server, "inbox/conversations");
    await openFilters();
    await waitFor(async () => expect(await choices("Label")).toEqual(["Any", "Refund (5)"]));
    fireEvent.change(screen.getByLabelText("Sort"), { target: { value: "oldest" } });
    await waitFor(() => expect(server.requests.at(-1)?.query).toMatchObject({ sort: "oldest" }));
    expect(await choices("Label")).toEqual(["Any", "Refund (5)"]);
    expect(asked()).toHaveLength(1);
  });

  it("can be chosen from where they could not be counted", async () => {
    server.on("GET threads/filters/counts", { status: 500, code: "internal", message: "It broke." });
    await openInbox(server, "inbox/conversations");
    await openFilters();
    await waitFor(() => expect(asked().length).toBeGreaterThan(0));
    expect(await choices("Label")).toEqual(["Any", "Refund"]);
  });
});

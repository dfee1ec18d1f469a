import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeAgent } from "../tests/kit/console/consoleScreen.tsx";
import { agentId, orgId } from "../tests/kit/console/consoleServer.ts";
import { showTab } from "../tests/kit/browser/showTab.ts";
import {
  beginWithTwoAgents,
  countOf,
  ofAll,
  other,
  passPoll,
  titled,
} from "../tests/kit/agents/twoAgents.tsx";
import { agents, dropAgent } from "./state/agents/agents.ts";

const app = beginWithTwoAgents();

it("shows a count beside each agent, with words for screen readers, and the sum in the tab's title", async () => {
  await app.open();
  await vi.waitFor(() => screen.getByText("3 unread, 1 waiting for a person"));
  // What is counted as it happens is newer than what all were asked for.
  await vi.waitFor(() => screen.getByText("1 unread"));
  expect(screen.getByRole("link", { name: /Quay Help 3 unread, 1 waiting for a person/ })).toBeDefined();
  await titled("(4) Agent · Inbox");
});

it("follows read and new messages while the page is visible", async () => {
  await app.open();
  await titled("(4) Agent · Inbox");
  app.counts = [countOf(agentId), countOf(other)];
  await passPoll();
  await titled("(1) Agent · Inbox");
  expect(screen.queryByText(/^3 unread/)).toBeNull();
  app.counts = [countOf(agentId), countOf(other, { unread: 120 })];
  act(() => showTab(true));
  await vi.waitFor(() => screen.getByText("120 unread"));
  expect(screen.getByText("99+")).toBeDefined();
});

it("forgets what an agent had as soon as that is gone", async () => {
  await app.open();
  await titled("(4) Agent · Inbox");
  act(() => dropAgent(other));
  await titled("(1) Agent · Inbox");
});

it("does not take what an agent had that is gone before all are counted", async () => {
  await app.open([agentId, other, "agent-3"]);
  await titled("(4) Agent · Inbox");
  const [answer, late] = [fetch, Promise.withResolvers<void>()];
  vi.stubGlobal("fetch", async (...asks: Parameters<typeof fetch>) => {
    const given = await answer(...asks);
    if (String(asks[0]).endsWith(`${orgId}/unread`)) await late.promise;
    return given;
  });
  app.counts = [countOf(agentId), countOf(other, { unread: 3 }), countOf("agent-3", { unread: 5 })];
  await app.poll();
  act(() => dropAgent(other));
  await titled("(1) Agent · Inbox");
  late.resolve();
  await titled("(6) Agent · Inbox");
});

it("requests nothing with one agent, and stops once it is refused", async () => {
  await app.open([agentId]);
  await passPoll();
  expect(app.asked()).toBe(0);
  app.server().on(ofAll, { status: 403, code: "forbidden" });
  act(() => void agents.items.push(makeAgent({ id: other })));
  await vi.waitFor(() => expect(app.asked()).toBe(1));
  await act(async () => {});
  await passPoll(2);
  expect(app.asked()).toBe(1);
});

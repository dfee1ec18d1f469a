import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { Replies } from "../../../../../tests/kit/console/fakeApi.ts";
import { makeAgent, openConsole, signedIn } from "../../../../../tests/kit/console/openConsole.tsx";
import { makeThreadFilters } from "../../../../../tests/kit/conversations/inbox/inboxServer.tsx";
import { makeContact, makeThread } from "../../../../../tests/kit/samples.ts";

const org = "/api/console/v1/org/o1";
const inbox = "/accounts/o1/cp/all/inbox/conversations";
const agents = [makeAgent(), makeAgent({ id: "a2", name: "Night desk" })];
const late = makeThread({
  id: "t2",
  agentId: "a2",
  contact: makeContact({ name: "Lena" }),
  lastActivityAt: 2,
});
const early = makeThread({
  id: "t1",
  agentId: "a1",
  contact: makeContact({ name: "Omar" }),
  lastActivityAt: 1,
});

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** `listed`: what the list has, of which a link may name more. */
async function open(path: string, listed = [late, early]) {
  const { views: _, startViewId: _start, offSurfaces: _off, ...filters } = makeThreadFilters();
  const ofAgent = (id: string): Replies => ({
    [`GET ${org}/copilotapps/${id}/threads/filters`]: { data: makeThreadFilters() },
    [`GET ${org}/copilotapps/${id}/threads`]: { items: [], page: { page: 1, limit: 50, total: 0 } },
  });
  const ofThread = (thread: typeof late): Replies => {
    const own = `${org}/copilotapps/${thread.agentId}/threads/${thread.id}`;
    return {
      [`GET ${own}`]: { data: thread },
      [`GET ${own}/messages`]: { items: [], hasMore: false, hasNewer: false },
      [`GET ${org}/threads/${thread.id}`]: { data: thread },
    };
  };
  return openConsole(path, {
    ...signedIn(["support"], agents),
    ...{ ...ofAgent("a1"), ...ofAgent("a2"), ...ofThread(late), ...ofThread(early) },
    [`GET ${org}/unread`]: { data: [] },
    [`GET ${org}/threads`]: { items: listed, page: { page: 1, limit: 50, total: listed.length } },
    [`GET ${org}/threads/filters`]: { data: filters },
  });
}

it("lists the conversations of all agents with each agent's mark, and opens one beside the list", async () => {
  await open(inbox);
  const list = await screen.findByRole("region", { name: "Conversations" });
  const row = await within(list).findByRole("link", { name: /Lena/ });
  await within(row).findByText("Night desk");
  expect(within(list).queryByRole("button", { name: "Select conversations" })).toBeNull();
  fireEvent.click(row);
  await screen.findByRole("region", { name: "Conversation with Lena" });
  expect(location.pathname).toBe(`${inbox}/t2`);
  expect(within(list).getByRole("link", { name: /Omar/ }).getAttribute("href")).toBe(`${inbox}/t1`);
});

it("narrows the list by agent, and takes the filter off by its chip", async () => {
  const { api } = await open(`${inbox}?agent=a2`, [late]);
  await screen.findByRole("link", { name: /Lena/ });
  expect(api.last(`GET ${org}/threads`)?.query.get("agentId")).toBe("a2");
  fireEvent.click(await screen.findByRole("link", { name: "Remove filter Agent: Night desk" }));
  await waitFor(() => expect(api.last(`GET ${org}/threads`)?.query.get("agentId")).toBeNull());
});

it("opens a conversation that the list has not, whichever agent's it is", async () => {
  await open(`${inbox}/t1`, [late]);
  await screen.findByRole("region", { name: "Conversation with Omar" });
});

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Agent } from "../shared/contract/agents/agents.ts";
import { beginSetupGuide, guideOf } from "../shared/domain/setupGuide.ts";
import type { Role } from "../shared/domain/access.ts";
import { failWith } from "../tests/kit/console/fakeApi.ts";
import { makeAgent, openConsole, signedIn } from "../tests/kit/console/openConsole.tsx";

const apps = "/api/console/v1/org/o1/copilotapps";
const guide = `${apps}/a1/setupguide`;
const base = "/accounts/o1/cp/a1";
const types = beginSetupGuide().map(({ type }) => type);

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

/** A guide of which these steps are done, and these are skipped. */
function guideWith({ completed = [], skipped = [] }: { completed?: number[]; skipped?: number[] }) {
  return guideOf(
    types.map((type, index) => ({
      type,
      completed: completed.includes(index),
      skipped: skipped.includes(index),
    })),
  );
}

async function open(
  path: string,
  { setupGuide, roles }: { setupGuide: Agent["setupGuide"]; roles?: Role[] },
) {
  const agent = makeAgent({ setupGuide });
  return openConsole(path, { ...signedIn(roles, [agent]), [`GET ${guide}`]: { data: setupGuide } });
}

const tab = () => screen.queryByRole("link", { name: "Setup Guide" });
const untilAt = (path: string) => waitFor(() => expect(location.pathname).toBe(path));

describe("an agent's landing", () => {
  it("goes to the setup guide while it is not fully reviewed", async () => {
    await open(base, { setupGuide: guideWith({ completed: [0] }) });
    await untilAt(`${base}/setup-guide`);
    await screen.findByRole("heading", { level: 1, name: "Setup Guide" });
    expect(tab()).not.toBeNull();
  });

  it("opens the overview once it is complete, and no longer has a tab", async () => {
    await open(base, { setupGuide: guideWith({ completed: [0, 1, 4], skipped: [2, 3] }) });
    await untilAt(`${base}/overview`);
    await screen.findByRole("heading", { level: 1, name: "Overview" });
    expect(tab()).toBeNull();
  });

  it("goes past a guide that this member does not see", async () => {
    await open(base, { setupGuide: guideWith({ completed: [0] }), roles: [] });
    await untilAt(`${base}/overview`);
    expect(tab()).toBeNull();
  });
});

describe("the setup guide", () => {
  it("opens at the first step that is neither done nor skipped, and leads only to tabs that are there", async () => {
    await open(`${base}/setup-guide`, { setupGuide: guideWith({ completed: [0], skipped: [1] }) });
    await screen.findByText("2 of 5 steps done");
    const step = screen.getByRole("button", { name: /Match your brand/ });
    expect(step.getAttribute("aria-expanded")).toBe("true");
    expect(screen.getByRole("button", { name: /Add knowledge Skipped/ })).toBeTruthy();
    const menu = screen.getByRole("navigation", { name: "AI Agents" });
    for (const title of [/Create the agent/, /Add knowledge/, /Add actions/, /Install on your site/]) {
      const button = screen.getByRole("button", { name: title });
      fireEvent.click(button);
      const body = document.getElementById(button.getAttribute("aria-controls") ?? "");
      const href = body?.querySelector("a")?.getAttribute("href");
      expect(menu.querySelector(`a[href="${href?.replace(/\/install$/, "")}"]`), `${title}`).not.toBeNull();
    }
  });

  it("skips a step and says so on the spot", async () => {
    const { api } = await open(`${base}/setup-guide`, { setupGuide: guideWith({ completed: [0] }) });
    await screen.findByText("1 of 5 steps done");
    api.answer({ [`PATCH ${guide}/datasources`]: { data: guideWith({ completed: [0], skipped: [1] }) } });
    fireEvent.click(screen.getByRole("button", { name: "Skip" }));
    await screen.findByText("2 of 5 steps done");
    const body = { data: { completed: false, skipped: true } };
    expect(api.last(`PATCH ${guide}/datasources`)?.body).toEqual(body);
  });

  it("says once that all steps are done, and leaves the menu", async () => {
    const { api } = await open(`${base}/setup-guide`, {
      setupGuide: guideWith({ completed: [0, 1, 2], skipped: [3] }),
    });
    const mark = await screen.findByRole("button", { name: "Mark as done" });
    const all = guideWith({ completed: [0, 1, 2, 4], skipped: [3] });
    api.answer({ [`PATCH ${guide}/surfaces`]: { data: all }, [`GET ${guide}`]: { data: all } });
    mark.focus();
    fireEvent.click(mark);
    await screen.findByText("Harbour Help is set up");
    await waitFor(() => expect(tab()).toBeNull());
    const link = screen.getByRole("link", { name: "Go to overview" });
    await waitFor(() => expect(document.activeElement).toBe(link));
    fireEvent.click(link);
    await untilAt(`${base}/overview`);
  });

  it("leads to Install, and not to the first tab of Deploy", async () => {
    await open(`${base}/setup-guide`, { setupGuide: guideWith({ completed: [0, 1, 2, 3] }) });
    const link = await screen.findByRole("link", { name: "Get snippet" });
    expect(link.getAttribute("href")).toBe(`${base}/deploy/install`);
  });

  it("shows how far the site is read, and opens the chat with its first page", async () => {
    const sources = (counts: object, pages: number) => ({
      items: [makeSource({ counts, pages })],
      page: { page: 1, limit: 100, total: 1 },
    });
    const agent = makeAgent({ setupGuide: guideWith({ completed: [0, 1] }) });
    const { api } = await openConsole(`${base}/setup-guide`, {
      ...signedIn(["owner"], [agent]),
      [`GET ${guide}`]: { data: agent.setupGuide },
      [`GET ${apps}/a1/datasources`]: sources({ found: 16, indexed: 0 }, 0),
    });
    await screen.findByText("Reading your site, 0 of 16 pages");
    screen.getByText("The chat opens with the first page");
    screen.getByRole("button", { name: /Add knowledge 0 of 16 pages/ });
    expect(screen.queryByTitle("Preview of the chat")).toBeNull();
    api.answer({ [`GET ${apps}/a1/datasources`]: sources({ found: 16, indexed: 7 }, 7) });
    const { loadDataSources } = await import("./state/knowledge/dataSources.ts");
    await loadDataSources({ orgId: "o1", agentId: "a1" });
    await screen.findByText("Reading your site, 7 of 16 pages");
    const bar = screen.getByRole("progressbar", { name: "Pages read" });
    expect([bar.getAttribute("value"), bar.getAttribute("max")]).toEqual(["7", "16"]);
    expect(screen.queryByText("The chat opens with the first page")).toBeNull();
  });

  it("reads a site from one line, where nothing is known yet", async () => {
    const { api } = await openConsole(`${base}/setup-guide`, {
      ...signedIn(["owner"], [makeAgent({ setupGuide: guideWith({ completed: [0] }) })]),
      [`GET ${guide}`]: { data: guideWith({ completed: [0] }) },
      [`GET ${apps}/a1/datasources`]: { items: [], page: { page: 1, limit: 100, total: 0 } },
      [`POST ${apps}/a1/datasources`]: { data: makeSource({ counts: { found: 0 }, pages: 0 }) },
    });
    const address = await screen.findByRole("textbox", { name: "Website address" });
    fireEvent.change(address, { target: { value: "two words" } });
    fireEvent.click(screen.getByRole("button", { name: "Read site" }));
    await screen.findByText("Write an address like www.example.com.");
    fireEvent.change(address, { target: { value: "kayaks.example" } });
    fireEvent.click(screen.getByRole("button", { name: "Read site" }));
    await waitFor(() =>
      expect(api.last(`POST ${apps}/a1/datasources`)?.body).toMatchObject({
        data: { config: { kind: "website", scope: "site", urls: ["https://kayaks.example/"] } },
      }),
    );
    await screen.findByText("Reading your site");
  });

  it("is empty and treated as fully reviewed when it can't be read", async () => {
    const agent = makeAgent({ setupGuide: guideWith({ completed: [0] }) });
    await openConsole(`${base}/setup-guide`, {
      ...signedIn(["owner"], [agent]),
      [`GET ${guide}`]: failWith("internal"),
    });
    await untilAt(`${base}/overview`);
    await screen.findByRole("heading", { level: 1, name: "Overview" });
  });

  it("is summarized on the overview as long as something is open", async () => {
    await open(`${base}/overview`, { setupGuide: guideWith({ completed: [0] }) });
    const card = await screen.findByRole("region", { name: "Setup guide" });
    within(card).getByText("Next: Add knowledge");
    fireEvent.click(within(card).getByRole("link", { name: "Continue setup" }));
    await untilAt(`${base}/setup-guide`);
  });
});

function makeSource({ counts, pages }: { counts: object; pages: number }) {
  const zero = {
    fetched: 0,
    indexed: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    removed: 0,
    skipped: 0,
    failed: 0,
  };
  return {
    ...{ id: "s1", agentId: "a1", name: "kayaks.example", status: "syncing", error: null },
    config: { kind: "website" },
    counts: { pages, passages: pages, characters: pages, failed: 0 },
    lastRun: { status: "running", counts: { found: 0, ...zero, ...counts } },
  };
}

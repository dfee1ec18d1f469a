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

  it("goes to the overview once it is, and has no tab for it any more", async () => {
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
    await screen.findByText("2 of 5 steps looked at");
    const step = screen.getByRole("button", { name: /Make it look like you/ });
    expect(step.getAttribute("aria-expanded")).toBe("true");
    expect(screen.getByRole("button", { name: /Add knowledge Skipped/ })).toBeTruthy();
    const menu = screen.getByRole("navigation", { name: "AI Agents" });
    for (const title of [/Create the agent/, /Add knowledge/, /Let it act/, /where your visitors are/]) {
      const button = screen.getByRole("button", { name: title });
      fireEvent.click(button);
      const body = document.getElementById(button.getAttribute("aria-controls") ?? "");
      const href = body?.querySelector("a")?.getAttribute("href");
      expect(menu.querySelector(`a[href="${href}"]`), `${title}`).not.toBeNull();
    }
  });

  it("skips a step and says so on the spot", async () => {
    const { api } = await open(`${base}/setup-guide`, { setupGuide: guideWith({ completed: [0] }) });
    await screen.findByText("1 of 5 steps looked at");
    api.answer({ [`PATCH ${guide}/datasources`]: { data: guideWith({ completed: [0], skipped: [1] }) } });
    fireEvent.click(screen.getByRole("button", { name: "Skip" }));
    await screen.findByText("2 of 5 steps looked at");
    const body = { data: { completed: false, skipped: true } };
    expect(api.last(`PATCH ${guide}/datasources`)?.body).toEqual(body);
  });

  it("lets the last step be done by hand once the test question is answered from a source, and says so once", async () => {
    const { api } = await open(`${base}/setup-guide`, {
      setupGuide: guideWith({ completed: [0, 1, 2], skipped: [3] }),
    });
    await screen.findByRole("button", { name: "Mark as done" });
    const isDisabled = () => screen.getByRole<HTMLButtonElement>("button", { name: "Mark as done" }).disabled;
    expect(isDisabled()).toBe(true);
    api.answer({ [`POST ${apps}/a1/playground`]: () => answer([]) });
    ask("Do you ship to Mars?");
    await screen.findByText(/No source answers this/);
    expect(isDisabled()).toBe(true);
    api.answer({ [`POST ${apps}/a1/playground`]: () => answer(["Shipping"]) });
    ask("Do you ship abroad?");
    await screen.findByText("Answered from Shipping");
    await waitFor(() => expect(isDisabled()).toBe(false));
    const all = guideWith({ completed: [0, 1, 2, 4], skipped: [3] });
    api.answer({ [`PATCH ${guide}/surfaces`]: { data: all }, [`GET ${guide}`]: { data: all } });
    const mark = screen.getByRole("button", { name: "Mark as done" });
    mark.focus();
    fireEvent.click(mark);
    await screen.findByText("Harbour Help is set up");
    expect(tab()).toBeNull();
    const link = screen.getByRole("link", { name: "Go to its overview" });
    await waitFor(() => expect(document.activeElement).toBe(link));
    fireEvent.click(link);
    await untilAt(`${base}/overview`);
  });

  it("asks for no second test question after a reload, but for one of another agent", async () => {
    const setupGuide = guideWith({ completed: [0, 1, 2], skipped: [3] });
    const { api } = await open(`${base}/setup-guide`, { setupGuide });
    await screen.findByRole("button", { name: "Mark as done" });
    api.answer({ [`POST ${apps}/a1/playground`]: () => answer(["Shipping"]) });
    ask("Do you ship abroad?");
    await screen.findByText("Passed");
    const findMark = () => screen.findByRole<HTMLButtonElement>("button", { name: "Mark as done" });
    await open(`${base}/setup-guide`, { setupGuide });
    expect((await findMark()).disabled).toBe(false);
    screen.getByText("Passed");
    const other = makeAgent({ id: "a2", setupGuide });
    await openConsole("/accounts/o1/cp/a2/setup-guide", {
      ...signedIn(["owner"], [other]),
      [`GET ${apps}/a2/setupguide`]: { data: setupGuide },
    });
    expect((await findMark()).disabled).toBe(true);
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

  it("stands in short on the overview as long as something is open", async () => {
    await open(`${base}/overview`, { setupGuide: guideWith({ completed: [0] }) });
    const card = await screen.findByRole("region", { name: "Setup guide" });
    within(card).getByText("Next: Add knowledge");
    fireEvent.click(within(card).getByRole("link", { name: "Go on" }));
    await untilAt(`${base}/setup-guide`);
  });
});

function ask(question: string): void {
  fireEvent.change(screen.getByRole("textbox", { name: "Question" }), { target: { value: question } });
  fireEvent.click(screen.getByRole("button", { name: "Ask" }));
}

/** The stream of an answer that stands on pages of these titles. */
function answer(titles: string[]): Response {
  const citations = titles.map((title) => ({ title }));
  const events = [
    ["delta", { text: "We do." }],
    ["done", { citations, followUps: [], receipt: {} }],
  ].map(([type, data]) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
  return new Response(events.join(""), { headers: { "content-type": "text/event-stream" } });
}

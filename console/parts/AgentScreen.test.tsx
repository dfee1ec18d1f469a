import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeAgent, openScreen } from "../../tests/kit/console/consoleScreen.tsx";
import { orgId, startConsoleServer, type ConsoleServer } from "../../tests/kit/console/consoleServer.ts";
import { browser } from "../state/platform/browser.ts";
import { closeLive } from "../state/platform/live.ts";
import { AgentScreen } from "./AgentScreen.tsx";

let server: ConsoleServer;
const tokenPath = `/api/organisation/token/${orgId}`;

beforeEach(() => void (server = startConsoleServer()));

afterEach(() => {
  closeLive();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open() {
  return openScreen({
    at: "overview",
    route: "overview",
    screen: () => <AgentScreen>{(agent) => <h1>{agent.name}</h1>}</AgentScreen>,
  });
}

it("shows at once what a colleague has saved of the agent", async () => {
  server.on("GET agent", { body: { data: makeAgent() } });
  open();
  await screen.findByRole("heading", { name: "Harbour Help" });
  await vi.waitFor(() => expect(server.openStreams()).toBe(1));
  server.on("GET agent", { body: { data: makeAgent({ name: "Night shift", revision: 2 }) } });
  act(() => server.tell({ type: "agent" }));
  await screen.findByRole("heading", { name: "Night shift" });
});

it("tells that another member deleted the open agent", async () => {
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on(`GET ${tokenPath}`, { body: { data: { token: "t", roles: ["owner"] } } });
  open();
  await vi.waitFor(() => expect(server.openStreams()).toBe(1));
  server.on("GET agent", { status: 404, code: "not_found" });
  act(() => server.tell({ type: "agent" }));
  await screen.findByText("This agent no longer exists");
});

it("tells that the agent was deleted when its events end", async () => {
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on(`GET ${tokenPath}`, { body: { data: { token: "t", roles: ["owner"] } } });
  open();
  await vi.waitFor(() => expect(server.openStreams()).toBe(1));
  server.on("GET agent", { status: 404, code: "not_found" });
  act(() => server.endLiveEvents());
  await screen.findByText("This agent no longer exists");
});

it("reloads the page, whose guards redirect, once the user is no longer a member", async () => {
  const reload = vi.spyOn(browser, "reload").mockReturnValue();
  server.on("GET agent", { body: { data: makeAgent() } });
  open();
  await vi.waitFor(() => expect(server.openStreams()).toBe(1));
  server.on("GET agent", { status: 404, code: "not_found" });
  server.on(`GET ${tokenPath}`, { status: 404, code: "not_found" });
  act(() => server.endLiveEvents());
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

it("hears nothing of an agent that is not there", async () => {
  server.on("GET agent", { status: 404, code: "not_found" });
  open();
  await screen.findByText("This agent no longer exists");
  expect(server.openStreams()).toBe(0);
});

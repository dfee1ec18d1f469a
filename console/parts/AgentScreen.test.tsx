import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeAgent, openScreen } from "../../tests/kit/consoleScreen.tsx";
import { startConsoleServer, type ConsoleServer } from "../../tests/kit/consoleServer.ts";
import { closeLive } from "../state/live.ts";
import { AgentScreen } from "./AgentScreen.tsx";

let server: ConsoleServer;

beforeEach(() => void (server = startConsoleServer()));

afterEach(() => {
  closeLive();
  vi.unstubAllGlobals();
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

it("hears nothing of an agent that is not there", async () => {
  server.on("GET agent", { status: 404, code: "not_found" });
  open();
  await screen.findByText("This agent does not exist, or not any more");
  expect(server.openStreams()).toBe(0);
});

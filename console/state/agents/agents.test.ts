import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { failWith, startFakeApi } from "../../../tests/kit/console/fakeApi.ts";
import type { FakeApi } from "../../../tests/kit/console/fakeApi.ts";
import { makeAgent } from "../../../tests/kit/console/openConsole.tsx";
import { createAgent, deleteAgent, publishAgent, saveAgent, setAgentStatus } from "./agentChanges.ts";
import { agents, emptyAgents, loadAgent, loadAgents } from "./agents.ts";

const apps = "/api/console/v1/org/o1/copilotapps";
const one = makeAgent({ id: "a1", name: "One" });
const two = makeAgent({ id: "a2", name: "Two" });
const three = makeAgent({ id: "a3", name: "Three" });
const place = { orgId: "o1", agentId: "a1" };

let api: FakeApi;
const logged = vi.spyOn(console, "error");
const names = () => agents.items.map(({ name }) => name);
const listOf = (...items: unknown[]) => ({ items, page: { page: 1, limit: 100, total: items.length } });

beforeEach(async () => {
  logged.mockReset();
  emptyAgents();
  api = startFakeApi({ [`GET ${apps}`]: listOf(one, two) });
  await loadAgents("o1");
});
afterEach(() => void vi.unstubAllGlobals());

describe("the list of agents", () => {
  it("merges what it gets, without doubles", async () => {
    api.answer({ [`GET ${apps}`]: listOf({ ...two, name: "Two again" }, three) });
    await loadAgents("o1", 2);
    expect(names()).toEqual(["One", "Two again", "Three"]);
  });

  it("appends what is created", async () => {
    api.answer({ [`POST ${apps}`]: { data: three } });
    await createAgent("o1", three.configuration);
    expect(names()).toEqual(["One", "Two", "Three"]);
    expect(agents.page?.total).toBe(3);
  });

  it("removes what is deleted, by its id, and keeps it where the server does not", async () => {
    api.answer({ [`DELETE ${apps}/a1`]: () => undefined, [`DELETE ${apps}/a2`]: failWith("forbidden") });
    await deleteAgent(place);
    expect(names()).toEqual(["Two"]);
    expect(agents.page?.total).toBe(1);
    expect(api.last(`DELETE ${apps}/a1`)?.query.get("confirmed")).toBe("true");
    await expect(deleteAgent({ orgId: "o1", agentId: "a2" })).rejects.toMatchObject({ code: "forbidden" });
    expect(names()).toEqual(["Two"]);
  });

  it("merges what is updated, by its id", async () => {
    api.answer({ [`PUT ${apps}/a1`]: { data: { ...one, name: "First", revision: 2 } } });
    await saveAgent(place, { revision: 1, configuration: one.configuration });
    expect(agents.items).toMatchObject([{ id: "a1", name: "First", revision: 2 }, { id: "a2" }]);
  });

  it.each([
    ["replaces one that is there", "a1", ["Got", "Two"]],
    ["appends one that is not", "a9", ["One", "Two", "Got"]],
  ])("%s when it gets it alone", async (_, id, expected) => {
    api.answer({ [`GET ${apps}/${id}`]: { data: makeAgent({ id, name: "Got" }) } });
    await loadAgent({ orgId: "o1", agentId: id });
    expect(names()).toEqual(expected);
  });

  it("is empty again when it is told to be", () => {
    emptyAgents();
    expect(agents).toMatchObject({ items: [], page: null, status: "idle" });
  });
});

describe("a change that overtakes a read", () => {
  const changes: [string, () => Promise<unknown>][] = [
    ["saved", () => saveAgent(place, { revision: 1, configuration: one.configuration })],
    ["published", () => publishAgent(place)],
    ["switched", () => setAgentStatus(place, "paused")],
  ];
  const reads: [string, () => Promise<unknown>][] = [
    ["agent", () => loadAgent(place)],
    ["list", () => loadAgents("o1")],
  ];
  const pairs = changes.flatMap((change) =>
    reads.map((read) => [change[0], read[0], change[1], read[1]] as const),
  );

  it.each(pairs)("stays: %s, and then comes the %s", async (_, __, change, read) => {
    const late = Promise.withResolvers<void>();
    const changed = { data: makeAgent({ name: "Changed", status: "paused" }) };
    api.answer({
      [`GET ${apps}`]: () => late.promise.then(() => listOf(one, { ...two, name: "Two again" })),
      [`GET ${apps}/a1`]: () => late.promise.then(() => ({ data: one })),
      [`PUT ${apps}/a1`]: changed,
      [`POST ${apps}/a1/publish`]: changed,
      [`PATCH ${apps}/a1/status`]: changed,
    });
    const reading = read();
    await change();
    late.resolve();
    await reading;
    expect(agents.items[0]).toMatchObject({ name: "Changed", status: "paused" });
    await loadAgent(place);
    expect(names()[0]).toBe("One");
  });
});

describe("a call that fails", () => {
  it("for the list is logged, leaves it failed and empty, and is thrown on", async () => {
    emptyAgents();
    api.answer({ [`GET ${apps}`]: failWith("internal", { message: "Broken." }) });
    await expect(loadAgents("o1")).rejects.toMatchObject({ message: "Broken." });
    expect(agents).toMatchObject({ status: "failed", items: [] });
    expect(logged).toHaveBeenCalledWith("Broken.");
  });

  it("for a new agent is logged, is a failed creation, and is thrown on", async () => {
    api.answer({ [`POST ${apps}`]: failWith("internal", { message: "Broken." }) });
    await expect(createAgent("o1", three.configuration)).rejects.toMatchObject({ message: "Broken." });
    expect(agents).toMatchObject({ hasCreateFailed: true, items: [{ id: "a1" }, { id: "a2" }] });
    expect(logged).toHaveBeenCalledWith("Broken.");
  });
});

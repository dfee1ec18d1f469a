import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { DataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import { beginSetupGuide, guideOf } from "../../../shared/domain/setupGuide.ts";
import { failWith, startFakeApi } from "../../../tests/kit/console/fakeApi.ts";
import type { FakeApi } from "../../../tests/kit/console/fakeApi.ts";
import { makeAgent } from "../../../tests/kit/console/openConsole.tsx";
import { agents, emptyAgents, loadAgents } from "../agents/agents.ts";
import {
  createDataSource,
  dataSources,
  loadDataSources,
  readDataSource,
  removeDataSource,
  updateDataSource,
} from "./dataSources.ts";
import { reset } from "../platform/resource.ts";
import { sourceMarks } from "./sourceMarks.ts";

const apps = "/api/console/v1/org/o1/copilotapps";
const place = { orgId: "o1", agentId: "a1" };
const config = { kind: "text" as const, title: "Hours", text: "Nine to five." };
/** What the slice looks at of a source. */
const source = (id: string, name = id) => ({ id, agentId: "a1", name, config }) as unknown as DataSource;
const listOf = (...items: unknown[]) => ({ items, page: { page: 1, limit: 100, total: items.length } });

let api: FakeApi;
const names = () => dataSources.data?.items.map(({ name }) => name);
const step = () => agents.items[0]?.setupGuide.items.find(({ type }) => type === "datasources");

beforeEach(async () => {
  emptyAgents();
  reset(dataSources);
  const skipped = beginSetupGuide().map((item) => ({ ...item, skipped: item.type === "datasources" }));
  api = startFakeApi({
    [`GET ${apps}`]: listOf(makeAgent({ setupGuide: guideOf(skipped) })),
    [`GET ${apps}/a1/datasources`]: listOf(source("s1"), source("s2")),
  });
  await loadAgents("o1");
  await loadDataSources(place);
});
afterEach(() => void vi.unstubAllGlobals());

it("sets, updates and removes data sources within their agent's list", async () => {
  expect(names()).toEqual(["s1", "s2"]);
  api.answer({
    [`POST ${apps}/a1/datasources`]: { data: source("s3") },
    [`PUT ${apps}/a1/datasources/s1`]: { data: source("s1", "Renamed") },
    [`DELETE ${apps}/a1/datasources/s2`]: () => undefined,
  });
  await createDataSource(place, { name: "s3", config });
  await updateDataSource({ ...place, sourceId: "s1" }, { name: "Renamed", config });
  await removeDataSource({ ...place, sourceId: "s2" });
  expect(names()).toEqual(["s3", "Renamed"]);
  expect(dataSources.data?.total).toBe(2);
});

it("sources that are loaded again replace those with the same ID", async () => {
  api.answer({
    [`GET ${apps}/a1/datasources/s2`]: { data: source("s2", "Renamed") },
    [`GET ${apps}/a2/datasources`]: listOf({ ...source("s1", "Of another"), agentId: "a2" }),
  });
  await readDataSource({ ...place, sourceId: "s2" });
  expect(dataSources.data?.items.map(({ id, name }) => [id, name])).toEqual([
    ["s1", "s1"],
    ["s2", "Renamed"],
  ]);
  await loadDataSources({ ...place, agentId: "a2" });
  expect([dataSources.data?.agentId, names()]).toEqual(["a2", ["Of another"]]);
});

it("shows a source once that the list brought before its creation was answered", async () => {
  api.answer({ [`GET ${apps}/a1/datasources`]: listOf(source("s3"), source("s1"), source("s2")) });
  api.answer({
    [`POST ${apps}/a1/datasources`]: async () => {
      await loadDataSources(place);
      return { data: source("s3") };
    },
  });
  await createDataSource(place, { name: "s3", config });
  expect(names()).toEqual(["s3", "s1", "s2"]);
  expect(dataSources.data?.total).toBe(3);
});

it("shows a source that was created while the list was read for the first time, without it", async () => {
  reset(dataSources);
  let release: (list: unknown) => void = () => undefined;
  const late = new Promise((resolve) => (release = resolve));
  api.answer({
    [`GET ${apps}/a1/datasources`]: () => late,
    [`POST ${apps}/a1/datasources`]: () => {
      api.answer({ [`GET ${apps}/a1/datasources`]: listOf(source("s3"), source("s1")) });
      return { data: source("s3") };
    },
  });
  const first = loadDataSources(place);
  await createDataSource(place, { name: "s3", config });
  release(listOf(source("s1")));
  await first;
  await vi.waitFor(() => expect(names()).toEqual(["s3", "s1"]));
});

it("doesn't change another agent's list", async () => {
  api.answer({ [`POST ${apps}/a2/datasources`]: { data: { ...source("s9"), agentId: "a2" } } });
  await createDataSource({ orgId: "o1", agentId: "a2" }, { name: "s9", config });
  expect(names()).toEqual(["s1", "s2"]);
});

it("marks the setup guide's step completed and not skipped when one was made, and not when that failed", async () => {
  api.answer({ [`POST ${apps}/a1/datasources`]: failWith("internal") });
  await expect(createDataSource(place, { name: "s3", config })).rejects.toMatchObject({ code: "internal" });
  expect(step()).toMatchObject({ completed: false, skipped: true });
  api.answer({ [`POST ${apps}/a1/datasources`]: { data: source("s3") } });
  await createDataSource(place, { name: "s3", config });
  expect(step()).toMatchObject({ completed: true, skipped: false });
});

it("a list that can't be read is logged, leaves none of another agent's and is rejected", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  api.answer({ [`GET ${apps}/a2/datasources`]: failWith("forbidden") });
  await expect(loadDataSources({ orgId: "o1", agentId: "a2" })).rejects.toMatchObject({ code: "forbidden" });
  expect(dataSources).toMatchObject({ status: "failed", data: null });
  expect(log).toHaveBeenCalledExactlyOnceWith("Your role does not allow this. Ask an owner or an admin.");
  log.mockRestore();
});

it("marks the zone as registered once a source was created, and as not registered when that failed", async () => {
  api.answer({ [`POST ${apps}/a1/datasources`]: failWith("internal") });
  await expect(createDataSource(place, { name: "s3", config })).rejects.toMatchObject({ code: "internal" });
  expect(sourceMarks).toMatchObject({ agentId: "a1", isRegistered: false });
  api.answer({ [`POST ${apps}/a1/datasources`]: { data: source("s3") } });
  await createDataSource(place, { name: "s3", config });
  expect(sourceMarks).toMatchObject({ agentId: "a1", isRegistered: true });
  expect(step()).toMatchObject({ completed: true, skipped: false });
});

it("marks what was updated, what is there and what is gone", async () => {
  const mark = (id: string) => sourceMarks.sources[id];
  api.answer({
    [`PUT ${apps}/a1/datasources/s1`]: { data: source("s1", "Renamed") },
    [`GET ${apps}/a1/datasources/s2`]: { data: source("s2") },
    [`GET ${apps}/a1/datasources/s4`]: failWith("internal"),
    [`DELETE ${apps}/a1/datasources/s2`]: () => undefined,
    [`PUT ${apps}/a1/datasources/s5`]: failWith("not_found"),
  });
  await updateDataSource({ ...place, sourceId: "s1" }, { name: "Renamed", config });
  await readDataSource({ ...place, sourceId: "s2" });
  expect([mark("s1"), mark("s2")]).toEqual(["updated", "exists"]);
  await removeDataSource({ ...place, sourceId: "s2" });
  await readDataSource({ ...place, sourceId: "s3" });
  await expect(readDataSource({ ...place, sourceId: "s4" })).rejects.toMatchObject({ code: "internal" });
  const changing = updateDataSource({ ...place, sourceId: "s5" }, { name: "s5", config });
  await expect(changing).rejects.toMatchObject({ code: "not_found" });
  expect(["s2", "s3", "s4", "s5"].map(mark)).toEqual(["gone", "gone", undefined, "gone"]);
});

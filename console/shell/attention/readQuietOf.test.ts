import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { agentId, orgId, startConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import { forgetQuiets, readQuietOf } from "./readQuietOf.ts";

const call = "GET threads/quiet";
const place = { orgId, agentId };
const chosen = { quietHours: null, mutedIds: ["thread-1"] };
let server: ConsoleServer;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  server = startConsoleServer();
  server.on(call, { body: { data: chosen } });
});
afterEach(() => {
  forgetQuiets();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const fail = () => server.on(call, { status: 503, code: "unavailable" });
const pass = () => vi.setSystemTime(Date.now() + 6000);

it("what the bell and the sound of one piece of news ask is asked once", async () => {
  await Promise.all([readQuietOf(place), readQuietOf(place)]);
  expect(server.requests).toHaveLength(1);
  pass();
  await readQuietOf(place);
  expect(server.requests).toHaveLength(2);
});

it("what was known holds while it can't be asked for, until the organization is left", async () => {
  await readQuietOf(place);
  fail();
  for (const _ of "12") {
    pass();
    expect(await readQuietOf(place)).toEqual(chosen);
  }
  forgetQuiets();
  expect(await readQuietOf(place)).toBeNull();
});

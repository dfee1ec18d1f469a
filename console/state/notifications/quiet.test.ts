import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { agentId, orgId, startConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import { closeQuiet, quiet, readQuiet, setMuted } from "./quiet.ts";

const place = { orgId, agentId };

beforeEach(closeQuiet);
afterEach(() => {
  closeQuiet();
  vi.unstubAllGlobals();
});

it("a mute during the first read loses none of what was muted before", async () => {
  const server = startConsoleServer();
  const muted = ["t1"];
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  server.on("GET threads/quiet", () => ({ body: { data: { quietHours: null, mutedIds: [...muted] } } }));
  server.on("PUT threads/t2/mute", () => {
    muted.push("t2");
    return { body: {} };
  });
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", async (...request: Parameters<typeof fetch>) => {
    const answered = await fetch(...request);
    if (!String(request[0]).endsWith("/quiet")) return answered;
    asked.resolve();
    await answer.promise;
    return answered;
  });
  const reading = readQuiet(place);
  await asked.promise;
  await setMuted({ ...place, threadId: "t2" }, true);
  answer.resolve();
  await reading;
  expect([...quiet.mutedIds].sort()).toEqual(["t1", "t2"]);
});

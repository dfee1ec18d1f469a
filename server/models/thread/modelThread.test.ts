import { expect, it, onTestFinished } from "vitest";
import { say, replyAndHang, startModelProvider } from "../../../tests/kit/models/modelProvider.ts";
import type { Asking, NetworkTrust } from "../ask.ts";
import { modelLimits } from "../limits.ts";
import { createModelThread } from "./modelThread.ts";

it("says once it was closed that no answer comes any more, to who waits and to who asks later", async () => {
  const { provider, ask } = await setUp();
  provider.script(replyAndHang("chat", ["Hel"]));
  const { thread, heard } = ask({ onText: () => void thread.close() });
  await expect(heard).rejects.toMatchObject({ kind: "unavailable" });
  await expect(ask().heard).rejects.toMatchObject({ kind: "unavailable" });
  expect(provider.requests).toHaveLength(1);
});

it("tells the log where it ended by itself, and starts over with the next question", async () => {
  const { ask, reports } = await setUp(["no range of addresses"]);
  await expect(ask().heard).rejects.toMatchObject({ kind: "unavailable" });
  await expect(ask().heard).rejects.toMatchObject({ kind: "unavailable" });
  expect(reports.map(String)).toEqual([
    expect.stringContaining("no range of addresses"),
    expect.stringContaining("no range of addresses"),
  ]);
});

it("gives nothing more of what was said to who left meanwhile", async () => {
  const { provider, ask } = await setUp();
  provider.script(say("chat", ["Hello"]));
  const leaving = new AbortController();
  const { heard } = ask({ signal: leaving.signal, onText: () => leaving.abort(new Error("left")) });
  await expect(heard).rejects.toThrow("left");
});

it("gives each of many questions its own answer", async () => {
  const { provider, ask } = await setUp();
  provider.script((response, body) =>
    say("chat", [`To ${body.model}: `, "yes"])(response, body, response.req),
  );
  const names = Array.from({ length: 100 }, (_, index) => `m${index}`);
  expect(await Promise.all(names.map((name) => ask({ name }).heard))).toEqual(
    names.map((name) => `To ${name}: yes`),
  );
});

it("goes to an address that a member typed by the operator's rules alone", async () => {
  const { provider, ask } = await setUp();
  provider.script(say("chat", ["Hello"]));
  await expect(ask({ trust: "checked" }).heard).rejects.toMatchObject({ kind: "unreachable" });
  expect(provider.requests).toEqual([]);
  const allowing = await setUp(["127.0.0.0/8"]);
  allowing.provider.script(say("chat", ["Hello"]));
  expect(await allowing.ask({ trust: "checked" }).heard).toBe("Hello");
});

it("asks nobody for who has left already", async () => {
  const { provider, ask } = await setUp();
  const signal = AbortSignal.abort(new Error("left"));
  await expect(ask({ signal }).heard).rejects.toThrow("left");
  expect(provider.requests).toEqual([]);
});

interface Options {
  name?: string;
  trust?: NetworkTrust;
  signal?: AbortSignal;
  onText?: () => void;
}

async function setUp(allow: string[] = []) {
  const provider = await startModelProvider();
  const reports: Error[] = [];
  const thread = createModelThread({ allow, ownNames: [] }, (error) => reports.push(error));
  onTestFinished(() => thread.close());
  const connection: Asking["connection"] = {
    format: "chat",
    baseURL: `${provider.url}/v1`,
    apiKey: "key-1",
  };

  function ask({ name = "m", trust = "trusted", signal, onText }: Options = {}) {
    const request: Asking["request"] = {
      system: "Be kind",
      messages: [{ role: "user", content: "Hello?" }],
      signal: signal ?? new AbortController().signal,
    };
    const read = async () => {
      let text = "";
      await thread.ask({ connection, name, request, trust, limits: modelLimits }, (part) => {
        if (part.type !== "text") return;
        text += part.text;
        onText?.();
      });
      return text;
    };
    return { thread, heard: read() };
  }
  return { provider, ask, reports };
}

import { describe, expect, it } from "vitest";
import { startModelProvider } from "../../tests/kit/models/modelProvider.ts";
import type { Reply, WireFormat } from "../../tests/kit/models/modelProvider.ts";
import {
  anthropicCredit,
  googleDay,
  googleMinute,
  googleNoKey,
  googleNoProject,
  openaiEcho,
  openaiInactive,
  openaiNoModel,
  openaiNoScope,
  openaiQuota,
  openaiRate,
  refuseWith,
} from "../../tests/kit/models/refusals.ts";
import type { FaultKind } from "./fault.ts";
import { createModels } from "./models.ts";

const ways: Record<WireFormat, [model: string, settings: Parameters<typeof createModels>[0]["settings"]]> = {
  chat: ["qwen-plus", { alibabaApiKey: "k" }],
  responses: ["gpt-4o", { openaiApiKey: "k" }],
  anthropic: ["claude-4.5-sonnet", { anthropicApiKey: "k" }],
  google: ["gemini-2.5-pro", { googleApiKey: "k" }],
};

describe("a provider's refusal", () => {
  it.each<[string, WireFormat, FaultKind, Reply]>([
    ["Google's limit of a minute, which speaks of billing", "google", "busy", refuseWith(429, googleMinute)],
    ["Google's limit of a day, which speaks of billing", "google", "busy", refuseWith(429, googleDay)],
    ["the same where Google speaks as OpenAI does", "chat", "busy", refuseWith(429, [googleMinute])],
    ["OpenAI's limit, which points to account/billing", "responses", "busy", refuseWith(429, openaiRate)],
    ["OpenAI's quota that is used up", "responses", "funds", refuseWith(429, openaiQuota)],
    ["the same of who speaks as OpenAI does", "chat", "funds", refuseWith(429, openaiQuota)],
    ["an account of OpenAI's that is not active", "responses", "funds", refuseWith(429, openaiInactive)],
    ["Anthropic's balance that is too low", "anthropic", "funds", refuseWith(400, anthropicCredit)],
    [
      "what the visitor wrote about billing and credit",
      "responses",
      "request",
      refuseWith(400, openaiEcho("I have a billing question: your credit balance is too low")),
    ],
    ["a key that Google does not know", "google", "key", refuseWith(400, googleNoKey)],
    ["a model that a project may not use", "responses", "no_access", refuseWith(403, openaiNoModel)],
    ["scopes that a key of OpenAI's has not", "responses", "no_access", refuseWith(401, openaiNoScope)],
    ["a project that may not use Google's models", "google", "no_access", refuseWith(403, googleNoProject)],
    ["a page of billing behind a 429", "chat", "busy", (response) => response.writeHead(429).end("billing")],
  ])("for %s, in %s, is told as %s", async (_, format, kind, reply) => {
    const { ask } = await setUp(format, reply);
    await expect(ask()).rejects.toMatchObject({ name: "ModelFault", kind });
  });

  it("asks to wait in Google's body, too, and its header goes before that", async () => {
    const inBody = (retryDelay: string) => ({
      error: { ...googleMinute.error, details: [{ ...retryInfo, retryDelay }] },
    });
    const { ask, waits } = await setUp(
      "google",
      refuseWith(429, inBody("3s")),
      refuseWith(429, inBody("5.5s"), { "retry-after": "2" }),
      refuseWith(429, inBody("19.25s")),
    );
    await expect(ask()).rejects.toMatchObject({ kind: "busy", retryAfterMs: 19_250 });
    expect(waits).toEqual([3000, 2000]);
  });

  it("is not waited for where Google's body asks for more than 20 seconds", async () => {
    const { ask, waits, provider } = await setUp("google", refuseWith(429, googleMinute));
    await expect(ask()).rejects.toMatchObject({ kind: "busy", retryAfterMs: 26_000 });
    expect(waits).toEqual([]);
    expect(provider.requests).toHaveLength(1);
  });
});

const retryInfo = { "@type": "type.googleapis.com/google.rpc.RetryInfo" };

async function setUp(format: WireFormat, ...replies: Reply[]) {
  const provider = await startModelProvider();
  provider.script(...replies);
  const [name, settings] = ways[format];
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  const models = createModels({ settings, fetch: provider.fetch, wait });

  async function ask(): Promise<void> {
    const opened = await models.open("o1", name);
    const messages = [{ role: "user" as const, content: "Hello?" }];
    const request = { system: "Be kind", messages, signal: new AbortController().signal };
    await opened?.model.stream(request, () => {});
  }
  return { ask, waits, provider };
}

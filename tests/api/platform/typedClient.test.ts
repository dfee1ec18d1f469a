import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient, PilothouseError } from "../../../client/client.ts";
import type { Client } from "../../../client/client.ts";
import { listen } from "../../../server/http/listen.ts";
import type { Listening } from "../../../server/http/listen.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { makeApiKey } from "../../kit/conversations/visitors/programs.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";

const [kind] = stores();
if (!kind) throw new Error("There is a store on every machine.");

describe("the typed client", () => {
  let talk: TalkingServer;
  let listening: Listening;
  let url: string;
  let pilothouse: Client;
  beforeAll(async () => {
    talk = await startTalkingServer(kind);
    listening = await listen({ app: talk.server.app.app, host: "127.0.0.1", port: 0, report: () => {} });
    url = `http://127.0.0.1:${listening.port}`;
    const apiKey = await makeApiKey(talk, [
      "agents.read",
      "agents.create",
      "agents.update",
      "knowledge.read",
      "knowledge.update",
    ]);
    pilothouse = createClient({ url, apiKey, organizationId: talk.owner.organizationId });
  });
  afterAll(async () => void (await listening.stop(0)));

  it("makes a program's calls over HTTP, once with an idempotency key, and streams events", async () => {
    const agent = await talk.createAgent(builtinModel);
    const { items, page } = await pilothouse.listAgents({ query: { limit: 5 } });
    expect(items.map(({ id }) => id)).toEqual([agent.id]);
    expect(page).toMatchObject({ limit: 5, total: 1 });

    const params = { productId: agent.id };
    const config = { kind: "text" as const, title: "Hours", text: "We open at nine in the morning." };
    const add = () =>
      pilothouse.createDataSource({
        params,
        body: { data: { name: "Hours", config } },
        idempotencyKey: "hours-1",
      });
    const [first, again] = [await add(), await add()];
    expect(again.data.id).toBe(first.data.id);
    await expect
      .poll(async () => {
        const { data } = await pilothouse.getDataSource({
          params: { ...params, datasourceId: first.data.id },
        });
        return data.status;
      })
      .toBe("ready");

    const question = { question: "When do you open?", history: [], version: "draft" as const };
    const page1 = { pageUrl: null, isVerified: false };
    const said: string[] = [];
    for await (const event of pilothouse.tryAgent({ params, body: { data: { ...question, ...page1 } } }))
      said.push(event.type === "delta" ? event.text : event.type);
    expect(said.join("")).toContain("nine in the morning");
  });

  it("gives refusals with their code, fields and request, and says what is missing", async () => {
    const refused = await pilothouse
      .createAgent({ body: { data: { name: "" } } })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(PilothouseError);
    expect(refused).toMatchObject({
      status: 400,
      code: "invalid_input",
      fields: [{ path: "body.data.name" }],
    });
    await expect(pilothouse.getAgent({ params: { productId: "nothing" } })).rejects.toMatchObject({
      ...{ status: 404, code: "not_found", requestId: expect.stringMatching(/^\w+$/) },
    });
    await expect(pilothouse.getAgent({ params: { productId: "" } })).rejects.toThrow(
      "params.productId is missing",
    );
    const nowhere = createClient({ url: "http://127.0.0.1:1", apiKey: "ph_x", organizationId: "o" });
    await expect(nowhere.listAgents()).rejects.toMatchObject({ status: 0, code: "offline" });
    // @ts-expect-error The parts of the path are required.
    await expect(pilothouse.getAgent({})).rejects.toThrow("params.productId is missing");
  });
});

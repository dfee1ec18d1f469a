import { describe, expect, it } from "vitest";
import { listVisitorMessages } from "../../../shared/contract/conversations/conversations.ts";
import type { AnswerEvent } from "../../../shared/contract/conversations/conversations.ts";
import {
  createDataSource,
  getDataSource,
  listDataSources,
  removeDataSource,
  updateDataSource,
} from "../../../shared/contract/knowledge/knowledge.ts";
import { ofOrganization } from "../../../shared/contract/knowledge/ofOrganization.ts";
import { tryAgent } from "../../../shared/contract/playground/playground.ts";
import { createIdentitySecret, identifyVisitor } from "../../../shared/contract/surfaces/surfaces.ts";
import type { Identity } from "../../../shared/contract/surfaces/surfaces.ts";
import { chooseSharedSource } from "../../../shared/contract/knowledge/sharedSources.ts";
import { cloneAgent, exportAgent, importAgent } from "../../../shared/contract/agents/templates.ts";
import { restoreVersion } from "../../../shared/contract/agents/versions.ts";
import { getAgent, publishAgent } from "../../../shared/contract/agents/agents.ts";
import { getReceipt } from "../../../shared/contract/conversations/threads/threads.ts";
import { organizationItself } from "../../../shared/domain/sharedSources.ts";
import { sourceAudiences, type SourceAudience } from "../../../shared/domain/sourceAudience.ts";
import { signUserId } from "../../kit/surfaces/identities.ts";
import { callTools, say as answerWith } from "../../kit/models/modelProvider.ts";
import { sendFile } from "../../kit/agents/portable.ts";
import { stores } from "../../kit/database/stores.ts";
import { graph, step } from "../../kit/workflows/graphs.ts";
import { publishNew, runUntil, start } from "../../kit/workflows/runs.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";

const patient = { interval: 20 };
const question = "What is the secret word?";
const words = { everyone: "anchor", identified: "beacon", verified: "compass", team: "dinghy" };

/** An agent with a source for each audience, each with a secret of its own. */
async function setUp(store: ReturnType<typeof stores>[number], model = "pilothouse-builtin") {
  const talk = await startTalkingServer(store);
  const agent = await talk.createAgent(model);
  const params = { productId: agent.id };
  const client = talk.server.as(talk.owner);
  const ids = {} as Record<SourceAudience, string>;
  for (const audience of sourceAudiences) {
    const text = `The secret word of the ${audience} house is ${words[audience]}.`;
    const body = { data: { audience, config: { kind: "text" as const, title: audience, text } } };
    const { data } = await client.call(createDataSource, { params, body });
    ids[audience] = data.id;
    const at = { params: { ...params, datasourceId: data.id } };
    await expect.poll(async () => (await client.call(getDataSource, at)).data.status, patient).toBe("ready");
  }
  const ask = async (asker: {
    isVerified?: boolean;
    isIdentified?: boolean;
    isTeam?: boolean;
    sourceIds?: string[];
  }) => {
    const events: AnswerEvent[] = [];
    const stream = client.stream(tryAgent, { params, body: { data: { question, ...asker } } });
    for await (const event of stream) events.push(event as AnswerEvent); // of the same shapes
    return JSON.stringify(events);
  };
  return { ...talk, agent, params, client, ids, ask };
}

/** Which audiences' sources a text tells of. */
const said = (text: string) => sourceAudiences.filter((audience) => text.includes(words[audience]));

describe.each(stores())("the audience of a data source on $name", (store) => {
  it.each([
    ["an anonymous visitor", {}, ["everyone"]],
    ["a visitor with an address", { isIdentified: true }, ["everyone", "identified"]],
    ["a verified visitor", { isVerified: true }, ["everyone", "identified", "verified"]],
    ["the team", { isTeam: true }, [...sourceAudiences]],
  ])("decides what the playground finds as %s: passages, quotes and text", async (_, asker, audiences) => {
    const { ask } = await setUp(store);
    expect(said(await ask(asker))).toEqual(audiences);
  });

  it("is only narrowed, never widened, by the sources chosen in the playground", async () => {
    const { ask, ids } = await setUp(store);
    const some = [ids.everyone, ids.verified, ids.team];
    expect(said(await ask({ isVerified: true, sourceIds: some }))).toEqual(["everyone", "verified"]);
    expect(said(await ask({ isTeam: true, sourceIds: [ids.identified] }))).toEqual(["identified"]);
    expect(said(await ask({ sourceIds: [ids.team, "unknown"] }))).toEqual([]);
  });

  it("applies to visitors everywhere: the model, its own search, the receipt and the quotes", async () => {
    const { server, agent, params, client, useProvider, openVisitor } = await setUp(store, "gpt-4o");
    const { secret } = (await client.call(createIdentitySecret, { params })).data;
    const visitor = await openVisitor(agent);
    const ask = async () => {
      const provider = await useProvider();
      const query = `secret words of the ${sourceAudiences.join(", ")} house`;
      provider.script(
        callTools("chat", [{ name: "search_knowledge", input: JSON.stringify({ query }) }]),
        answerWith("chat", ["They are said here [1] [2] [3] [4]."]),
      );
      const { threadId, answer, end } = await listen(say(server, visitor, { content: question }));
      const at = { params: { ...params, threadId, messageId: answer?.id ?? "" } };
      const { data: receipt } = await client.call(getReceipt, at);
      expect(receipt.steps).toMatchObject([{ tool: "search_knowledge", outcome: "done" }]);
      const heard = await server.as(visitor).call(listVisitorMessages, { params: { ...params, threadId } });
      return {
        model: said(JSON.stringify(provider.requests.map(({ body }) => body))),
        receipt: said(JSON.stringify(receipt.passages)),
        quotes: said(JSON.stringify([end?.citations, heard])),
      };
    };
    const all = (audiences: SourceAudience[]) => ({
      model: audiences,
      receipt: audiences,
      quotes: audiences,
    });
    expect(await ask()).toEqual(all(["everyone"]));
    const identify = (data: Identity) => server.as(visitor).call(identifyVisitor, { params, body: { data } });
    await identify({ email: "ada@example.com" });
    expect(await ask()).toEqual(all(["everyone", "identified"]));
    await identify({ userId: "u1", hash: signUserId("u1", secret) });
    expect(await ask()).toEqual(all(["everyone", "identified", "verified"]));
  });

  it("decides what a workflow finds and answers for its visitor", async () => {
    const { server, agent, params, client, openVisitor } = await setUp(store);
    const { secret } = (await client.call(createIdentitySecret, { params })).data;
    const workflow = await publishNew(client, {
      agentId: agent.id,
      graph: graph(
        [
          step("search", "search", { question, limit: 10, saveAs: "found" }),
          step("answer", "model", {
            prompt: "What is the secret word of the verified house?",
            saveAs: "answer",
          }),
          step("end", "end", { expression: "[found, answer]" }),
        ],
        ["start > search > answer > end"],
      ),
    });
    const visitor = await openVisitor(agent);
    const { threadId } = await listen(say(server, visitor, { content: "Good morning" }));
    const find = async () => {
      const { timeline } = await runUntil(client, await start(client, workflow, { threadId }));
      const ofStep = (id: string) => said(timeline.find(({ stepId }) => stepId === id)?.output ?? "");
      return [ofStep("search"), ofStep("answer").includes("verified")];
    };
    expect(await find()).toEqual([["everyone"], false]);
    const data = { userId: "u2", hash: signUserId("u2", secret) };
    await server.as(visitor).call(identifyVisitor, { params, body: { data } });
    expect(await find()).toEqual([["everyone", "identified", "verified"], true]);
  });

  it("takes effect at once when it is changed, and is kept by an edit that leaves it out", async () => {
    const { params, client, ids, ask } = await setUp(store);
    const change = (data: object) =>
      client.call(updateDataSource, {
        params: { ...params, datasourceId: ids.everyone },
        body: {
          data: {
            name: "Renamed",
            config: {
              kind: "text",
              title: "everyone",
              text: `The secret word of the everyone house is ${words.everyone}.`,
            },
            ...data,
          },
        },
      });
    expect((await change({ audience: "team" })).data).toMatchObject({ audience: "team", status: "ready" });
    expect(said(await ask({}))).toEqual([]);
    expect((await change({})).data.audience).toBe("team");
  });

  it("is part of a clone, a file and a restored version, and applies to shared sources", async () => {
    const { server, owner, agent, params, client, ids, ask } = await setUp(store);
    const copy = (await client.call(cloneAgent, { params, body: { data: {} } })).data;
    const audiencesOf = async (productId: string) =>
      (await client.call(listDataSources, { params: { productId } })).items
        .map(({ name, audience }) => [name, audience])
        .toSorted();
    const kept = sourceAudiences.map((audience) => [audience, audience]).toSorted();
    expect(await audiencesOf(copy.id)).toEqual(kept);
    const file = await client.call(exportAgent, { params: { productAppId: agent.id }, query: {} });
    expect(
      file.knowledge?.sources.map(({ name, audience = "everyone" }) => [name, audience]).toSorted(),
    ).toEqual(kept);
    const stranger = await server.createOwner("Others");
    const { exportId } = await sendFile(server, stranger, file);
    const { data: imported } = await server.as(stranger).call(importAgent, {
      params: { exportId },
      body: { data: {} },
    });
    const taken = await server.as(stranger).call(listDataSources, { params: { productId: imported.id } });
    expect(taken.items.map(({ name, audience }) => [name, audience]).toSorted()).toEqual(kept);

    const published = await client.call(publishAgent, { params, body: { data: { note: "" } } });
    const version = String(published.data.publishedVersion);
    await client.call(removeDataSource, {
      params: { ...params, datasourceId: ids.team },
      query: { confirmed: "true" },
    });
    const { revision } = (await client.call(getAgent, { params })).data;
    await client.call(restoreVersion, {
      params: { ...params, version },
      body: { data: { revision, withKnowledge: true } },
    });
    expect(await audiencesOf(agent.id)).toEqual(kept);

    const all = { productId: organizationItself };
    const config = {
      kind: "text" as const,
      title: "Shared",
      text: "The secret word of the shared house is ensign.",
    };
    const { data: shared } = await client.call(ofOrganization(createDataSource), {
      params: all,
      body: { data: { audience: "team", config } },
    });
    const at = { params: { ...all, datasourceId: shared.id } };
    const isRead = async () => (await client.call(ofOrganization(getDataSource), at)).data.status;
    await expect.poll(isRead, patient).toBe("ready");
    await client.call(chooseSharedSource, {
      params: { ...params, datasourceId: shared.id },
      body: { data: { isUsed: true } },
    });
    expect(owner.organizationId).not.toBe(stranger.organizationId);
    expect(await ask({ isVerified: true })).not.toContain("ensign");
    expect(await ask({ isTeam: true })).toContain("ensign");
  });
});

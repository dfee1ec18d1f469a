import { beforeAll, describe, expect, it } from "vitest";
import { publishAgent, updateAgent } from "../../../shared/contract/agents/agents.ts";
import type { AnyCall } from "../../../shared/contract/call.ts";
import { watchEvents } from "../../../shared/contract/conversations/conversations.ts";
import { createNote } from "../../../shared/contract/conversations/messages/notes.ts";
import { forgotPassword } from "../../../shared/contract/accounts/signIn.ts";
import { initPublicUpload } from "../../../shared/contract/storage/storage.ts";
import {
  createIdentitySecret,
  getHostedWeb,
  getPublicConfiguration,
  openChatWidget,
  updateHostedWeb,
} from "../../../shared/contract/surfaces/surfaces.ts";
import { sendReply, updateThread } from "../../../shared/contract/conversations/threads/threads.ts";
import type { TestInput } from "../../kit/client.ts";
import { ask, describeCell, dumpRows } from "../../kit/safety/matrix/ask.ts";
import { openMatrix } from "../../kit/safety/matrix/openMatrix.ts";
import type { Matrix } from "../../kit/safety/matrix/openMatrix.ts";
import { nameOf, rows } from "../../kit/safety/matrix/rows.ts";
import type { Row } from "../../kit/safety/matrix/rows.ts";
import { idsOfNothing } from "../../kit/safety/matrix/world.ts";
import { stores } from "../../kit/database/stores.ts";
import { newClientId } from "../../kit/conversations/threads/talks.ts";
import { isMessage, watch } from "../../kit/live/watching.ts";

/** What an agent's draft is told, each part with a word of its own. */
const told = {
  description: "quokka-description",
  personality: "quokka-personality",
  instructions: "quokka-instructions",
  "a rule's title": "quokka-title",
  "a rule": "quokka-rule",
  "a rule's word": "quokka-word",
  "a rule's page": "/quokka-page",
  "a topic": "quokka-topic",
  "a topic's word": "quokka-blocked",
};

/** What stands in what the team has among itself, as the two organizations are made. */
const kept = [
  ...[
    "Company",
    "Deleted",
    "Source",
    "Pushed",
    "Label",
    "Field",
    "Note",
    "Scheduled",
    "Canned",
    "Said often",
  ],
  ...["View", "Key", "Model key", "Hook", "Space"],
].map((name) => `${name} canary-ours`);

/** What is right where nobody is asked who they are, which the matrix of rights leaves out. */
const strangersRows: Record<string, Row> = {
  [nameOf(getPublicConfiguration)]: { query: ({ ids }) => ({ surface: "widget", token: ids.surfaceToken }) },
  [nameOf(initPublicUpload)]: {
    body: () => ({ data: { name: "a.png", contentType: "image/png", sizeBytes: 4 } }),
  },
  [nameOf(forgotPassword)]: { body: ({ ids }) => ({ email: ids.emailid }) },
};

describe.each(stores())("B17: a stranger on $name", (store) => {
  let matrix: Matrix;
  let slug: string;
  /** Everything that no stranger may read, by what it is. */
  let secrets: Record<string, string>;

  beforeAll(async () => {
    matrix = await openMatrix(store);
    const { server, ours, given } = matrix;
    const { agent } = given;
    const client = server.as(ours.owner);
    const params = { productId: ours.ids.productId };
    const rule = { title: told["a rule's title"], category: "other" as const, text: told["a rule"] };
    const when = {
      words: [told["a rule's word"]],
      pages: [told["a rule's page"]],
      audience: "everyone" as const,
    };
    const configuration = {
      ...agent.configuration,
      ...{ description: told.description, instructions: told.instructions },
      personality: { ...agent.configuration.personality, text: told.personality },
      guidance: [{ ...rule, isEnabled: true, when }],
      guardrails: {
        ...agent.configuration.guardrails,
        blockedTopics: [{ name: told["a topic"], words: [told["a topic's word"]] }],
      },
    };
    await client.call(updateAgent, { params, body: { data: { revision: agent.revision, configuration } } });
    await client.call(publishAgent, { params });
    const { data: hosted } = await client.call(getHostedWeb, { params });
    slug = hosted.slug;
    const { revision, settings } = hosted;
    await client.call(updateHostedWeb, {
      params,
      body: { data: { revision, settings, slug, enabled: true } },
    });
    const identity = (await client.call(createIdentitySecret, { params })).data.secret;
    const users = await server.store.db.selectFrom("users").select("email").execute();
    secrets = {
      ...told,
      ...Object.fromEntries(kept.map((text) => [text, text])),
      ...Object.fromEntries(users.map(({ email }) => [`the address ${email}`, email])),
      ...{ "the address of somebody invited": ours.ids.emailid, "an identity secret": identity },
      ...{ "an API key": ours.callers["API key"].bearer ?? "", "a member's token": ours.owner.bearer },
      ...{ "a member's key": ours.owner.session.key, "a webhook": "example.com/canary-ours" },
    };
    // Each of them is there to be told: what is kept plain stands in the rows.
    const plain = JSON.stringify(await dumpRows(server, ours.ids.orgId));
    const planted = [...Object.values(told), ...kept.filter((text) => !text.startsWith("Company"))];
    expect(planted.filter((text) => !plain.includes(text))).toEqual([]);
    expect(Object.values(secrets).every((text) => text.length > 8)).toBe(true);
  });

  /** Gives which secrets stand in what was told. */
  const leaksIn = (said: string) => Object.keys(secrets).filter((name) => said.includes(secrets[name] ?? ""));

  it("reads no private data in the chat's configuration, its documents, or when a session is opened", async () => {
    const { server, ours } = matrix;
    const { surfaceToken } = ours.ids;
    const query = { surface: "widget" as const, token: surfaceToken };
    const configuration = await server.anyone().send(getPublicConfiguration, { query });
    expect(configuration.status).toBe(200);
    const said: Record<string, string> = { configuration: await configuration.text() };
    expect(said["configuration"]).toContain("Agent canary-ours");
    const documents = [
      ...[`/embed/${surfaceToken}`, `/p/${slug}`, `/p/${slug}/manifest.webmanifest`, `/p/${slug}/icon`],
      ...["/", "/version", "/healthz", "/api/openapi.json", "/embed/nothing", "/p/nothing-here", "/nothing"],
    ];
    for (const path of documents) said[path] = await (await server.request(path)).text();
    expect(said[`/p/${slug}`]).toContain("Agent canary-ours");
    for (const path of [`/embed/${surfaceToken}`, `/p/${slug}`]) {
      const [, json = "{}"] = /id="frame-document">(.*?)<\/script>/s.exec(said[path] ?? "") ?? [];
      const { ticket } = JSON.parse(json) as { ticket: string }; // our own server wrote it
      const opened = await server.anyone().send(openChatWidget, { body: { data: { ticket } } });
      expect(opened.status).toBe(200);
      said[`a session of ${path}`] = await opened.text();
    }
    for (const [where, text] of Object.entries(said)) expect(leaksIn(text), where).toEqual([]);
  });

  it("reads no private data in any answer of a public call, right or wrong", async () => {
    const { server, ours, given } = matrix;
    const nothing = { ...given, ids: idsOfNothing() };
    const wrongBody = { body: { data: { nothing: "of the kind" } } };
    type Change = (input: TestInput<AnyCall>) => TestInput<AnyCall>;
    const changes: Record<string, Change> = {
      right: (input) => input,
      // Wrong on purpose.
      "another body": (input) => ({ ...input, ...wrongBody }) as TestInput<AnyCall>,
      "another query": (input) => ({ ...input, query: { page: "-1", after: "x", limit: "x", offset: "x" } }),
    };
    let [answers, rightly] = [0, 0];
    for (const { call } of server.app.routes) {
      const row = strangersRows[nameOf(call)] ?? rows[nameOf(call)] ?? {};
      const isOurs = call.family === "public" || typeof call.who === "string";
      if (!isOurs || call.who === "user" || row.isEnd) continue;
      for (const who of ["visitor", "nobody"] as const) {
        for (const [how, change] of Object.entries(changes)) {
          if (how === "another body" && call.method === "GET") continue;
          for (const ids of [given, nothing]) {
            const asking = { call, row, actor: ours.callers[who], given: ids, change };
            const answer = await ask(server, { ...asking, isWhole: call.path !== watchEvents.path });
            const cell = `${describeCell(who, call)} ${how}`;
            expect(answer.status, cell).toBeLessThan(500);
            expect(leaksIn(answer.text), cell).toEqual([]);
            answers += 1;
            rightly += +(how === "right" && answer.status < 300);
          }
        }
      }
    }
    expect(answers).toBeGreaterThan(300);
    expect(rightly).toBeGreaterThan(30);
  });

  it("gets no private data live while the team works in their conversation", async () => {
    const { server, ours } = matrix;
    const { productId, threadId, labelId, fieldKey } = ours.ids;
    const params = { productId, threadId };
    const client = server.as(ours.owner);
    const { ready, until, stop } = watch(ours.callers.visitor, { server, agentId: productId, after: 0 });
    await ready;
    const note = { clientId: newClientId(), content: "Note canary-ours, once more" };
    await client.call(createNote, { params, body: { data: note } });
    const customFields = { [fieldKey]: "Field canary-ours" };
    const change = { addLabelIds: [labelId], customFields, priority: "high" as const };
    await client.call(updateThread, { params, body: { data: change } });
    const reply = { clientId: newClientId(), content: "For everybody" };
    await client.call(sendReply, { params, body: { data: reply } });
    const heard = await until((events) => events.some((event) => isMessage(event, "For everybody")));
    stop();
    expect(leaksIn(JSON.stringify(heard))).toEqual([]);
  });
});

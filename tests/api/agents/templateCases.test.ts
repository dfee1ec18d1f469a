import { describe, expect, it } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { createApiKey } from "../../../shared/contract/accounts/apiKeys.ts";
import {
  createTestCase,
  listTestCases,
  updateTestCase,
} from "../../../shared/contract/evaluation/evaluation.ts";
import type { TestCase } from "../../../shared/contract/evaluation/evaluation.ts";
import type { PortableFile } from "../../../shared/contract/agents/portable.ts";
import {
  cloneAgent,
  exportAgent,
  getExport,
  getReplacement,
  importAgent,
  publishTemplate,
  replaceAgent,
} from "../../../shared/contract/agents/templates.ts";
import type { NewTestCase } from "../../../shared/contract/evaluation/testCase.ts";
import { maxTestCases } from "../../../shared/domain/testCases.ts";
import { nextAddress } from "../../kit/client.ts";
import type { Member } from "../../kit/factories.ts";
import { sendFile } from "../../kit/agents/portable.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";
import { listen, say } from "../../kit/conversations/threads/talks.ts";

type Wanted = Partial<NewTestCase> & Pick<NewTestCase, "question">;

const typed: Wanted = {
  question: "Who repairs brakes?",
  expected: ["Call +44 20 7946 0958"],
  source: "Repairs",
  audience: "verified",
};

describe.each(stores())("exported test cases on $name", (store) => {
  async function setUp() {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const agent = await server.createAgent(owner, "Workshop");
    return { server, owner, agent, client: server.as(owner) };
  }

  it("are in a file on request, in order, and are the same after the import", async () => {
    const { server, owner, agent } = await setUp();
    await addCase(server, owner, agent, typed);
    await addCase(server, owner, agent, { question: "Do you sell bananas?", kind: "not_found" });
    expect(await exportOf(server, owner, agent, "false")).not.toHaveProperty("evaluation");
    const file = await exportOf(server, owner, agent);
    expect(file.evaluation).toMatchObject({ cases: [typed, { kind: "not_found" }], left: 0 });

    const stranger = await server.createOwner();
    const { exportId, testCases } = await sendFile(server, stranger, file);
    expect(testCases).toBe(2);
    const bring = async (data: object) =>
      (await server.as(stranger).call(importAgent, { params: { exportId }, body: { data } })).data;
    const copy = await bring({});
    const [second, first] = await listCases(server, stranger, copy);
    expect([first, second]).toMatchObject([typed, { question: "Do you sell bananas?", kind: "not_found" }]);
    expect((await exportOf(server, stranger, copy)).evaluation).toEqual(file.evaluation);
    expect(await listCases(server, stranger, await bring({ testCases: false }))).toEqual([]);
  });

  it("contain no secret and no visitor data in a file, and no reference to their conversation", async () => {
    const { server, owner, agent } = await setUp();
    const from = await speak(server, owner, agent);
    await addCase(server, owner, agent, {
      question: "I am ada@example.com, where is my bicycle?",
      history: [{ role: "user", content: "My card is 4111 1111 1111 1111" }],
      expected: ["ada@example.com"],
      from,
    });
    await addCase(server, owner, agent, {
      question: "Is AKIAIOSFODNN7EXAMPLE our key?",
      expected: ["Call +44 20 7946 0958"],
    });
    const file = await exportOf(server, owner, agent);
    const text = JSON.stringify(file);
    for (const planted of ["ada@", "4111", "AKIA", from.threadId, from.messageId]) {
      expect(text).not.toContain(planted);
    }
    expect(file.evaluation?.cases).toMatchObject([
      {
        ...{ question: "I am ⟦email 1⟧, where is my bicycle?", expected: ["⟦email 1⟧"] },
        origin: expect.stringMatching(/^[0-9a-f]{24}$/),
      },
      // What the team wants to be said is the team's own.
      { expected: ["Call +44 20 7946 0958"] },
    ]);
    expect(file.requires.secrets).toEqual(["evaluation.cases.2.question"]);
    const { missing } = await sendFile(server, owner, file);
    expect(missing).toMatchObject([{ kind: "secret", name: "evaluation.cases.2.question" }]);
  });

  it("are in no file for a program that can't read them", async () => {
    const { server, owner, agent, client } = await setUp();
    await addCase(server, owner, agent, typed);
    const whole = await exportOf(server, owner, agent);
    const data = { name: "Backup", scopes: ["agents.update" as const] };
    const { key: bearer } = (await client.call(createApiKey, { body: { data } })).data;
    const program = server.as({ address: nextAddress(), bearer, organizationId: owner.organizationId });
    const params = { productAppId: agent.id };
    const ask = (testCases: "true" | "false") => program.send(exportAgent, { params, query: { testCases } });
    expect([(await ask("false")).status, (await ask("true")).status]).toEqual([200, 403]);
    expect((await program.send(getExport, { params, query: { exportId: whole.id } })).status).toBe(403);
  });

  it("go into a copy only on request, and can be edited there despite a foreign conversation", async () => {
    const { server, owner, agent, client } = await setUp();
    const from = await speak(server, owner, agent);
    await addCase(server, owner, agent, { question: "Where is my bicycle?", from });
    const clone = async (data: object) =>
      (await client.call(cloneAgent, { params: { productId: agent.id }, body: { data } })).data;
    expect(await listCases(server, owner, await clone({}))).toEqual([]);
    const copy = await clone({ testCases: true, sources: false });
    const [one] = await listCases(server, owner, copy);
    expect(one).toMatchObject({ question: "Where is my bicycle?", from });
    const params = { productId: copy.id, caseId: one?.id ?? "" };
    const change = (data: NewTestCase) => client.call(updateTestCase, { params, body: { data } });
    const wanted: NewTestCase = { ...newCase(typed), from };
    expect((await change(wanted)).data.question).toBe(typed.question);
    // Any other answer has to be one of the copy's own.
    const foreign = change({ ...wanted, from: { ...from, messageId: "01another" } });
    await expect(foreign).rejects.toMatchObject({ status: 404 });
  });

  it("are added to an agent's own when a file replaces it, each once, and within the limit", async () => {
    const { server, owner, agent, client } = await setUp();
    await addCase(server, owner, agent, typed);
    const file = await exportOf(server, owner, agent);
    const target = await server.createAgent(owner, "Shop");
    await addCase(server, owner, target, { question: "Do you sell bananas?" });
    const params = { productId: target.id, exportId: file.id };
    expect((await client.call(getReplacement, { params })).data.testCases).toBe(1);
    let { revision } = target;
    const replace = async (data: object = {}) => {
      const body = { data: { revision, ...data } };
      ({ revision } = (await client.call(replaceAgent, { params, body })).data);
      return (await listCases(server, owner, target)).map(({ question }) => question);
    };
    expect(await replace({ testCases: false })).toEqual(["Do you sell bananas?"]);
    const both = [typed.question, "Do you sell bananas?"];
    expect(await replace()).toEqual(both);
    expect(await replace()).toEqual(both);

    const many = Array.from({ length: maxTestCases }, (_, at) => newCase({ question: `Number ${at}?` }));
    const cases = many.map(({ from: _, ...one }) => one);
    const { exportId } = await sendFile(server, owner, { ...file, evaluation: { cases, left: 0 } });
    const replacing = client.call(replaceAgent, {
      params: { ...params, exportId },
      body: { data: { revision } },
    });
    await expect(replacing).rejects.toMatchObject({ status: 409, message: expect.stringContaining("200") });
    expect(await listCases(server, owner, target)).toHaveLength(2);
  });

  it("are left out when they are too long, which the summary says, so that every file can be imported", async () => {
    const { server, owner, agent } = await setUp();
    const turn = { role: "user" as const, content: "word ".repeat(3900) };
    for (let at = 0; at < 7; at += 1) {
      await addCase(server, owner, agent, { question: `Long ${at}?`, history: [turn, turn, turn] });
    }
    await addCase(server, owner, agent, typed);
    const file = await exportOf(server, owner, agent);
    expect(file.evaluation?.cases.map(({ question }) => question)).toEqual([
      ...[0, 1, 2, 3].map((at) => `Long ${at}?`),
      typed.question,
    ]);
    const { testCases, missing } = await sendFile(server, owner, file);
    expect([testCases, missing]).toEqual([
      5,
      [expect.objectContaining({ kind: "testCase", message: expect.stringContaining("3 test cases") })],
    ]);
  });

  it("are in no published template", async () => {
    const { server, owner, agent, client } = await setUp();
    await addCase(server, owner, agent, typed);
    const about = { title: "Workshop", description: "", category: "support", icon: "anchor" } as const;
    await client.call(publishTemplate, { params: { productId: agent.id }, body: { data: about } });
    const [kept] = await server.store.db.selectFrom("agentExports").select("file").execute();
    expect(kept?.file).not.toContain("brakes");
  });
});

function newCase(part: Wanted): NewTestCase {
  const empty = { history: [], expected: [], forbidden: [], source: null, wrongSource: null, from: null };
  return { ...empty, kind: "answer", ...part };
}

async function addCase(server: TestServer, owner: Member, agent: Agent, part: Wanted): Promise<void> {
  const params = { productId: agent.id };
  await server.as(owner).call(createTestCase, { params, body: { data: newCase(part) } });
}

async function listCases(server: TestServer, owner: Member, agent: Agent): Promise<TestCase[]> {
  return (await server.as(owner).call(listTestCases, { params: { productId: agent.id } })).items;
}

function exportOf(
  server: TestServer,
  owner: Member,
  agent: Agent,
  testCases: "true" | "false" = "true",
): Promise<PortableFile> {
  return server.as(owner).call(exportAgent, { params: { productAppId: agent.id }, query: { testCases } });
}

/** A visitor asks something and is answered; gives where. */
async function speak(server: TestServer, owner: Member, agent: Agent) {
  const visitor = await server.createVisitor(owner, agent.id);
  const heard = await listen(say(server, visitor, { content: "Where is my bicycle?" }));
  return { threadId: heard.threadId, messageId: heard.end?.id ?? expect.fail("no answer") };
}

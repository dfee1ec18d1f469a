import { describe, expect, it } from "vitest";
import {
  createDataSource,
  getDataSource,
  listPages,
  removePage,
  updateDataSource,
} from "../../../shared/contract/knowledge/knowledge.ts";
import {
  addQuestions,
  removeQuestion,
  updateQuestion,
} from "../../../shared/contract/knowledge/questions.ts";
import type { DataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

interface Answered {
  question: string;
  answer: string;
}

const boats: Answered[] = [
  { question: "When does the last ferry leave?", answer: "At ten past eleven, from pier two." },
  { question: "May dogs come along?", answer: "Yes, on a lead, and free of charge." },
];

async function setUp(store: ReturnType<typeof stores>[number], questions = boats) {
  const server = await startTestServer({ store });
  const owner = await server.createOwner();
  const { id: productId } = await server.createAgent(owner);
  const client = server.as(owner);
  const { data: created } = await client.call(createDataSource, {
    params: { productId },
    body: { data: { config: { kind: "qa", questions } } },
  });
  const params = { productId, datasourceId: created.id };
  const get = async () => (await client.call(getDataSource, { params })).data;
  const settled = async () => {
    await expect.poll(async () => (await get()).lastRun?.endedAt ?? null).not.toBeNull();
    return get();
  };
  return {
    ...{ server, owner, client, productId, params, settled },
    source: await settled(),
    pages: async () =>
      (await client.call(listPages, { params, query: { limit: 100 } })).items
        .map(({ title }) => title)
        .sort(),
    find: (question: string) =>
      server.app.retrieve({ organizationId: owner.organizationId, agentId: productId, question, limit: 3 }),
  };
}

const questionsOf = ({ config }: DataSource) => (config.kind === "qa" ? config.questions : []);
const idOf = (source: DataSource, at: number) => questionsOf(source)[at]?.id ?? "";

describe.each(stores())("questions and answers on $name", (store) => {
  it("become a page of one passage each, found by the question and by the answer", async () => {
    const { source, pages, find } = await setUp(store);
    expect(source).toMatchObject({ status: "ready", counts: { pages: 2, passages: 2, failed: 0 } });
    expect(await pages()).toEqual(boats.map(({ question }) => question).sort());
    const [byQuestion] = await find("When is the last ferry?");
    expect(byQuestion).toMatchObject({ title: boats[0]?.question, text: boats[0]?.answer });
    const [byAnswer] = await find("Which pier?");
    expect(byAnswer?.text).toBe(boats[0]?.answer);
  });

  it("weigh the question more than the same words in an answer", async () => {
    const { find } = await setUp(store, [
      { question: "Where do I park?", answer: "Behind the house, next to the gate and the garden wall." },
      {
        question: "What is behind the house?",
        answer: "A place where guests park.",
      },
    ]);
    expect((await find("Where to park?"))[0]?.title).toBe("Where do I park?");
  });

  it("are added, replace an existing question's answer, and leave the others unread", async () => {
    const { client, params, source, settled, find } = await setUp(store);
    const added = [
      { question: "  may DOGS come along? ", answer: "Only small ones." },
      { question: "Is there coffee?", answer: "On the upper deck." },
    ];
    await client.call(addQuestions, { params, body: { data: { questions: added } } });
    const after = await settled();
    expect(after.counts.pages).toBe(3);
    expect(idOf(after, 1)).toBe(idOf(source, 1));
    expect(after.lastRun?.counts).toMatchObject({ added: 1, changed: 1, unchanged: 1, removed: 0 });
    expect((await find("dogs"))[0]?.text).toBe("Only small ones.");
  });

  it("are changed and deleted one by one, and answers use only the existing ones", async () => {
    const { client, params, source, settled, find, pages } = await setUp(store);
    const body = { data: { question: "When does the night ferry leave?", answer: "At midnight." } };
    await client.call(updateQuestion, { params: { ...params, questionId: idOf(source, 0) }, body });
    await settled();
    expect((await find("When does the night ferry leave?"))[0]?.text).toBe("At midnight.");
    await client.call(removeQuestion, { params: { ...params, questionId: idOf(source, 1) } });
    await settled();
    expect(await pages()).toEqual(["When does the night ferry leave?"]);
    expect(await find("dogs")).toEqual([]);
  });

  it("are deleted with their pages: a deleted page takes its question along, at once for answers", async () => {
    const { client, params, settled, find, pages } = await setUp(store);
    const pageOf = async (question: string) => {
      const { items } = await client.call(listPages, { params, query: { limit: 100 } });
      return { ...params, pageId: items.find(({ title }) => title === question)?.id ?? "" };
    };
    await client.call(removePage, { params: await pageOf("May dogs come along?") });
    expect(await find("May dogs come along?")).toEqual([]);
    const after = await settled();
    expect(questionsOf(after).map(({ question }) => question)).toEqual([boats[0]?.question]);
    expect(after.counts).toMatchObject({ pages: 1, passages: 1 });
    await expect(
      client.call(removePage, { params: await pageOf(boats[0]?.question ?? "") }),
    ).rejects.toMatchObject({
      status: 409,
      body: { message: "This is the last question. Delete the source instead." },
    });
    expect(await pages()).toEqual([boats[0]?.question]);
  });

  it("from two people at once are both stored", async () => {
    const { client, params, settled } = await setUp(store);
    await Promise.all(
      ["One?", "Two?", "Three?"].map((question) =>
        client.call(addQuestions, { params, body: { data: { questions: [{ question, answer: "So." }] } } }),
      ),
    );
    await expect.poll(async () => (await settled()).counts.pages).toBe(5);
  });

  it("with invalid data are refused with the field's path", async () => {
    const { client, params, source, productId } = await setUp(store);
    const twice = client.call(createDataSource, {
      params: { productId },
      body: {
        data: {
          config: { kind: "qa", questions: [...boats, { question: "may dogs come along?", answer: "No." }] },
        },
      },
    });
    await expect(twice).rejects.toMatchObject({
      status: 400,
      body: {
        error: {
          fields: [
            { path: "body.data.config.questions.2.question", message: "This question already exists." },
          ],
        },
      },
    });
    const renamed = client.call(updateQuestion, {
      params: { ...params, questionId: idOf(source, 0) },
      body: { data: { question: "May dogs come along?", answer: "No." } },
    });
    await expect(renamed).rejects.toMatchObject({
      status: 400,
      body: {
        error: { fields: [{ path: "body.data.question", message: "This question already exists." }] },
      },
    });
    const long = Array.from({ length: 21 }, (_, at) => ({ question: `Q${at}`, answer: "x".repeat(10_000) }));
    await expect(
      client.call(addQuestions, { params, body: { data: { questions: long } } }),
    ).rejects.toMatchObject({ status: 400, body: { error: { fields: [{ path: "body.data.questions" }] } } });
    const missing = { params: { ...params, questionId: "none" } };
    await expect(client.call(removeQuestion, missing)).rejects.toMatchObject({ status: 404 });
    await client.call(removeQuestion, { params: { ...params, questionId: idOf(source, 0) } });
    await expect(
      client.call(removeQuestion, { params: { ...params, questionId: idOf(source, 1) } }),
    ).rejects.toMatchObject({
      status: 409,
      body: { message: "This is the last question. Delete the source instead." },
    });
  });

  it("are refused in a source of another kind", async () => {
    const { client, productId } = await setUp(store);
    const { data: text } = await client.call(createDataSource, {
      params: { productId },
      body: { data: { config: { kind: "text", title: "Tides", text: "High at six." } } },
    });
    await expect(
      client.call(addQuestions, {
        params: { productId, datasourceId: text.id },
        body: { data: { questions: boats } },
      }),
    ).rejects.toMatchObject({ status: 409 });
  });

  it("keep their ids when the whole source is saved", async () => {
    const { client, params, source, settled } = await setUp(store);
    await client.call(updateDataSource, {
      params,
      body: { data: { name: "Boats", config: source.config } },
    });
    const after = await settled();
    expect(questionsOf(after)).toEqual(questionsOf(source));
    expect(after.name).toBe("Boats");
  });
});

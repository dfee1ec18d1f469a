import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { cloneAgent, exportAgent, importAgent } from "../../../shared/contract/agents/templates.ts";
import type { PortableFile } from "../../../shared/contract/agents/portable.ts";
import { updateChannel } from "../../../shared/contract/channels/channels.ts";
import { listVisitorMessages } from "../../../shared/contract/conversations/conversations.ts";
import { removeThread } from "../../../shared/contract/conversations/threads/removals.ts";
import { listMessages } from "../../../shared/contract/conversations/threads/threads.ts";
import { getSignedUrl } from "../../../shared/contract/storage/storage.ts";
import {
  createWorkflowSimulation,
  runWorkflowSimulations,
} from "../../../shared/contract/workflows/simulations.ts";
import {
  createWorkflow,
  getWorkflow,
  getWorkflowVersion,
  listWorkflows,
  removeWorkflow,
  updateWorkflow,
} from "../../../shared/contract/workflows/workflows.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import type { Turn } from "../../../shared/domain/workflows/simulations.ts";
import type { StepCard, StepFile } from "../../../shared/domain/workflows/steps.ts";
import type { Trigger } from "../../../shared/domain/workflows/triggers.ts";
import { channelAddresses } from "../../../server/channels/settings.ts";
import { sendFile } from "../../kit/agents/portable.ts";
import { botToken, startTelegramServer } from "../../kit/channels/telegramServer.ts";
import { pdf, png } from "../../kit/conversations/files/attachments.ts";
import type { Sample } from "../../kit/conversations/files/attachments.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { bothStores, stores } from "../../kit/database/stores.ts";
import type { Member } from "../../kit/factories.ts";
import { graph, step } from "../../kit/workflows/graphs.ts";
import { publishNew, start } from "../../kit/workflows/runs.ts";
import { uploadStepFile } from "../../kit/workflows/uploadStepFile.ts";

const links = [
  { label: "Track [it]", url: "https://shop.example/track?q={{message.text}}" },
  { label: "Help", url: "{{message.text}}" },
];

describe.each(bothStores())("a card and a file of a workflow on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let card: StepCard;
  let file: StepFile;
  const team = () => talk.server.as(talk.owner);

  const upload = (sample: Sample, member = talk.owner) => uploadStepFile(talk.server, member, sample);

  const flow = (part: { card?: StepCard; file?: StepFile; text?: string }) =>
    graph([step("tell", "say", part)], ["start > tell"]);

  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent(builtinModel);
    file = await upload(pdf);
    card = { title: "Your order", text: "It left us.", picture: await upload(png), links };
  });

  it("reaches visitor and team as message, picture, file and links to the web only", async () => {
    const trigger: Trigger = { kind: "message", match: "any", phrases: [] };
    const told = flow({ text: "Here it is.", card, file });
    const workflow = await publishNew(team(), { agentId: agent.id, trigger, graph: told });
    const version = await team().call(getWorkflowVersion, {
      params: { workflowId: workflow.id, version: "1" },
    });
    expect(version.data.graph.steps[0]?.config).toMatchObject({ card, file });
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: "A 17)" }));
    const params = { productId: agent.id, threadId };
    const seen = await vi.waitFor(async () => {
      const { items } = await talk.server.as(visitor).call(listVisitorMessages, { params });
      expect(items.at(-1)?.role).toBe("assistant");
      return items.at(-1);
    });
    expect(seen?.content).toBe(
      "Here it is.\n\n**Your order**\n\nIt left us.\n\n- [Track (it)](https://shop.example/track?q=A%2017%29)\n- Help: A 17)",
    );
    expect(seen?.attachments.map(({ name, contentType }) => [name, contentType])).toEqual([
      ["lamp.png", "image/png"],
      ["bill.pdf", "application/pdf"],
    ]);
    const read = await talk.server.request(seen?.attachments[1]?.url ?? "");
    expect(Buffer.from(await read.arrayBuffer()).equals(pdf.bytes)).toBe(true);
    const { items } = await team().call(listMessages, { params });
    expect(items.at(-1)?.attachments).toHaveLength(2);
  });

  it("is only named in a simulation", async () => {
    const data = { name: "Card", agentId: agent.id, graph: flow({ card, file }) };
    const params = { workflowId: (await team().call(createWorkflow, { body: { data } })).data.id };
    const turns: Turn[] = [{ kind: "says", text: "[File: lamp.png] [File: bill.pdf]" }];
    await team().call(createWorkflowSimulation, {
      params,
      body: { data: { name: "One", input: "{}", turns } },
    });
    const { data: results } = await team().call(runWorkflowSimulations, { params, body: { data: {} } });
    expect(results).toEqual([expect.objectContaining({ passed: true })]);
  });

  it("refuses another organization's file, an unsupported file and a broken picture", async () => {
    const create = (part: Parameters<typeof flow>[0]) =>
      team().call(createWorkflow, { body: { data: { name: "Bad", agentId: agent.id, graph: flow(part) } } });
    const stranger = await talk.server.createOwner();
    const cases: [Parameters<typeof flow>[0], RegExp][] = [
      [{ file: await upload(pdf, stranger) }, /“bill.pdf” is not stored here/],
      [{ file: { ...file, fileId: "none" } }, /not stored here/],
      [
        {
          file: await upload({ name: "run.exe", contentType: "application/x-msdownload", bytes: pdf.bytes }),
        },
        /of a kind that messages don’t take/,
      ],
      [{ card: { ...card, picture: file } }, /“bill.pdf” is no picture/],
      [
        { card: { ...card, picture: await upload({ ...png, bytes: Buffer.from("no picture") }) } },
        /of a kind that messages don’t take/,
      ],
    ];
    for (const [part, message] of cases)
      await expect(create(part)).rejects.toMatchObject({ code: "invalid_input", message });
    // What is kept is what is stored, whatever was said of it.
    const { data } = await create({ file: { ...file, name: "other.txt", sizeBytes: 1 } });
    expect(data.graph.steps[0]?.config).toMatchObject({ file });
    const script = { ...card, links: [{ label: "Help", url: "javascript:alert(1)" }] };
    const { data: unsafe } = await create({ card: script });
    expect(unsafe.problems).toContainEqual(
      expect.objectContaining({ field: "card", blocks: true, message: expect.stringContaining("https://") }),
    );
  });

  it("keeps its files in a copy, and asks for them again after an import", async () => {
    const from = await talk.createAgent(builtinModel);
    await publishNew(team(), { name: "Card", agentId: from.id, graph: flow({ card, file }) });
    const params = { productId: from.id };
    const { data: copy } = await team().call(cloneAgent, { params, body: { data: {} } });
    const ofCopy = await firstStep(talk.owner, copy.id);
    expect(ofCopy.step?.config).toMatchObject({ card, file });

    const exported: PortableFile = await team().call(exportAgent, {
      params: { productAppId: from.id },
      query: {},
    });
    expect(JSON.stringify(exported)).not.toContain(file.fileId);
    const stranger = await talk.server.createOwner();
    const { exportId } = await sendFile(talk.server, stranger, exported);
    const imported = await talk.server
      .as(stranger)
      .call(importAgent, { params: { exportId }, body: { data: {} } });
    const ofImport = await firstStep(stranger, imported.data.id);
    expect(ofImport.step?.config).toMatchObject({
      file: { ...file, fileId: "" },
      card: { ...card, picture: { ...card.picture, fileId: "" } },
    });
    expect(ofImport.problems.map(({ message, blocks }) => [message, blocks])).toEqual([
      ['Fill in File (lamp.png) of "tell".', true],
      ['Fill in File (bill.pdf) of "tell".', true],
    ]);
  });

  async function firstStep(member: Member, agentId: string) {
    const client = talk.server.as(member);
    const { items } = await client.call(listWorkflows, { query: { agentId } });
    const { data } = await client.call(getWorkflow, { params: { workflowId: items[0]?.id ?? "" } });
    const [first] = data.graph.steps;
    return { step: first, problems: data.problems.filter(({ kind }) => kind === "missing_field") };
  }
});

it.each(bothStores())(
  "is deleted on $name a day after its upload, unless a draft, a version or a conversation has it",
  async (store) => {
    const talk = await startTalkingServer(store);
    const agent = await talk.createAgent(builtinModel);
    const team = talk.server.as(talk.owner);
    const upload = () => uploadStepFile(talk.server, talk.owner, pdf);
    const saying = (file: StepFile) => graph([step("tell", "say", { file })], ["start > tell"]);
    const [unsaved, published, drafted] = [await upload(), await upload(), await upload()];
    const tested = await upload();
    const isThere = async ({ fileId }: StepFile) =>
      (await team.send(getSignedUrl, { query: { fileId } })).status === 200;
    const list = () => Promise.all([unsaved, published, drafted, tested].map(isThere));
    const sweep = async (ms = 0) => {
      talk.server.clock.advance(60 * 60_000 + ms);
      await talk.server.app.scheduler.catchUp();
    };

    const trigger: Trigger = { kind: "message", match: "any", phrases: [] };
    const workflow = await publishNew(team, { agentId: agent.id, trigger, graph: saying(published) });
    const params = { workflowId: workflow.id };
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await listen(say(talk.server, visitor, { content: "Hello" }));
    await vi.waitFor(async () => {
      const at = { params: { productId: agent.id, threadId } };
      expect(
        (await talk.server.as(visitor).call(listVisitorMessages, at)).items.at(-1)?.attachments,
      ).toHaveLength(1);
    });
    const { name, description } = workflow;
    const save = async (file: StepFile) => {
      const { revision } = (await team.call(getWorkflow, { params })).data;
      const data = { name, description, trigger, graph: saying(file), revision };
      return (await team.call(updateWorkflow, { params, body: { data } })).data;
    };
    await save(tested);
    // It can be tested again as it was, whatever the draft says by then.
    await start(team, workflow, { draft: true });
    await save(drafted);
    // A copy shares the file.
    const { data: copy } = await team.call(cloneAgent, {
      params: { productId: agent.id },
      body: { data: {} },
    });
    const { items } = await team.call(listWorkflows, { query: { agentId: copy.id } });
    await sweep();
    expect(await list()).toEqual([true, true, true, true]);
    await sweep(24 * 60 * 60_000);
    expect(await list()).toEqual([false, true, true, true]);

    await team.call(removeWorkflow, { params, query: { confirmed: "true" } });
    await sweep();
    expect(await list()).toEqual([false, true, true, false]);
    await team.call(removeWorkflow, {
      params: { workflowId: items[0]?.id ?? "" },
      query: { confirmed: "true" },
    });
    await sweep();
    expect(await list()).toEqual([false, true, false, false]);
    await team.call(removeThread, {
      params: { productId: agent.id, threadId },
      query: { confirmed: "true" },
    });
    await sweep();
    expect(await list()).toEqual([false, false, false, false]);
  },
);

it.each(stores())("goes to a channel on $name as text with links, and its files as files", async (store) => {
  const telegram = await startTelegramServer();
  onTestFinished(() => telegram.stop());
  const talk = await startTalkingServer(store, {
    channels: { ...channelAddresses, telegram: telegram.origin },
  });
  const agent = await talk.createAgent(builtinModel);
  const team = talk.server.as(talk.owner);
  const file = await uploadStepFile(talk.server, talk.owner, pdf);
  const card = {
    title: "Sale",
    text: "All *lamps*.",
    picture: null,
    links: [{ label: "Shop", url: "https://shop.example/" }],
  };
  await publishNew(team, {
    agentId: agent.id,
    trigger: { kind: "message", match: "any", phrases: [] },
    graph: graph([step("tell", "say", { card, file })], ["start > tell"]),
  });
  await team.call(updateChannel, {
    params: { productId: agent.id, surfaceType: "telegram" },
    body: { data: { revision: 0, enabled: true, settings: {}, secrets: { token: botToken } } },
  });
  telegram.say("Hello");
  await vi.waitFor(() => expect(telegram.sentFiles).toHaveLength(1), { interval: 100 });
  expect(telegram.sent.map(({ text }) => text)).toEqual([
    "Sale\n\nAll lamps.\n\n• Shop (https://shop.example/)",
  ]);
  expect(telegram.sentFiles[0]).toMatchObject({ method: "sendDocument" });
});

import Papa from "papaparse";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import {
  createCannedReply,
  listCannedReplies,
  updateCannedReply,
} from "../../../shared/contract/conversations/messages/cannedReplies.ts";
import {
  addContactNote,
  getContact,
  listContacts,
  updateContact,
} from "../../../shared/contract/conversations/contacts/contacts.ts";
import {
  endThread,
  listVisitorThreads,
  rateThread,
} from "../../../shared/contract/conversations/conversations.ts";
import type { LiveEvent, Thread } from "../../../shared/contract/conversations/conversations.ts";
import {
  createCustomField,
  listCustomFields,
  updateCustomField,
} from "../../../shared/contract/conversations/inbox/customFields.ts";
import { setAttributes } from "../../../shared/contract/surfaces/surfaces.ts";
import { exportThreads } from "../../../shared/contract/conversations/exports/threadExports.ts";
import {
  createLabel,
  getThread,
  getThreadFilters,
  listLabels,
  listThreads,
  updateLabel,
  updateThread,
} from "../../../shared/contract/conversations/threads/threads.ts";
import {
  createThreadView,
  updateThreadView,
} from "../../../shared/contract/conversations/inbox/threadViews.ts";
import { maxChoiceCharacters, maxFieldCharacters } from "../../../shared/domain/customFields.ts";
import { maxCannedCharacters } from "../../../shared/domain/limits.ts";
import { asKept, naughtyStrings } from "../../kit/safety/naughtyStrings.ts";
import { sampled } from "../../kit/sampled.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";
import { watch } from "../../kit/live/watching.ts";

describe.each(bothStores())("E14: naughty names on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let visitor: TestVisitor;
  let threadId: string;
  let labelId: string;
  let cannedReplyId: string;
  let viewId: string;

  const owner = () => talk.server.as(talk.owner);
  const own = () => talk.server.as(visitor);
  const params = () => ({ productId: agent.id });
  const at = () => ({ params: { ...params(), threadId } });
  const person = () => ({ params: { ...params(), contactId: visitor.contactId } });
  const fieldKey = { params: { fieldKey: "plan" } };

  /** One of each kind, each of which every text is then written into. */
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.server.createAgent(talk.owner);
    visitor = await talk.openVisitor(agent);
    threadId = (await listen(say(talk.server, visitor, { content: "Hello?" }))).threadId;
    await own().call(endThread, at());
    const label = { name: "First", colour: "#336699" };
    labelId = (await owner().call(createLabel, { params: params(), body: { data: label } })).data.id;
    const field = { key: "plan", name: "First", kind: "text" as const };
    await owner().call(createCustomField, { body: { data: field } });
    await owner().call(createCustomField, {
      body: { data: { key: "tone", name: "Tone", kind: "choice", choices: ["First"] } },
    });
    await change({ addLabelIds: [labelId], customFields: { plan: "First" } });
    const canned = { name: "First", text: "First" };
    cannedReplyId = (await owner().call(createCannedReply, { params: params(), body: { data: canned } })).data
      .id;
    const view = { name: "First", isShared: true, filter: {}, sort: "newest" as const };
    viewId = (await owner().call(createThreadView, { params: params(), body: { data: view } })).data.id;
  });

  const change = (data: object) => owner().call(updateThread, { ...at(), body: { data } });
  const readContact = async () => (await owner().call(getContact, person())).data;
  const readThread = async () => (await owner().call(getThread, at())).data;
  const readListed = async () => (await owner().call(listThreads, { params: params() })).items[0];
  const readFilters = async () => (await owner().call(getThreadFilters, { params: params() })).data;
  const readFields = async () => (await owner().call(listCustomFields)).data;
  const readCanned = async () => (await owner().call(listCannedReplies, { params: params() })).data[0];
  const findContact = async (search: string) =>
    (await owner().call(listContacts, { params: params(), query: { search } })).items[0];
  const findByField = async (field: string) =>
    (await owner().call(listThreads, { params: params(), query: { field } })).items[0];

  interface Kind {
    most: number;
    /** Whether the blanks around it are kept: then it may be blank, too. */
    isAsTyped?: boolean;
    /** Gives it as the answer has it. */
    write(text: string): Promise<unknown>;
    /** Gives it from everywhere else where it is told. */
    read(kept: string): Promise<unknown[]>;
    /** Of a live event that tells of it. */
    hear?(event: LiveEvent): unknown;
    inJson?(saved: Saved): unknown;
    /** Of a table: its column's heading, or the heading itself. */
    column?: string;
    isHeading?: true;
  }

  const ofThread = (read: (thread: Thread) => unknown) => (event: LiveEvent) =>
    event.type === "thread" && "contact" in event.thread ? read(event.thread) : undefined;

  const kinds: Record<string, Kind> = {
    "a contact's name": {
      most: 120,
      write: async (name) =>
        (await owner().call(updateContact, { ...person(), body: { data: { name } } })).data.name,
      read: async (kept) => [
        (await readContact()).name,
        (await readThread()).contact.name,
        (await readListed())?.contact.name,
        (await findContact(kept))?.name,
      ],
      hear: ofThread(({ contact }) => contact.name),
      inJson: ({ visitor: { name } }) => name,
      column: "Visitor",
    },
    "a contact's note": {
      most: 5000,
      write: async (content) =>
        (await owner().call(addContactNote, { ...person(), body: { data: { content } } })).data.content,
      read: async () => [(await readContact()).notes[0]?.content],
    },
    "an attribute's value": {
      ...{ most: 500, isAsTyped: true },
      async write(text) {
        await own().call(setAttributes, { params: params(), body: { data: { plan: text } } });
        return (await readContact()).attributes["plan"];
      },
      read: async () => [(await readThread()).contact.attributes["plan"]],
      hear: ofThread(({ contact }) => contact.attributes["plan"]),
      inJson: (saved) => saved.visitor.attributes["plan"],
      column: "Attribute: plan",
    },
    "a label's name": {
      most: 40,
      write: async (name) =>
        (await owner().call(updateLabel, { params: { ...params(), labelId }, body: { data: { name } } })).data
          .name,
      async read(kept) {
        const body = { data: { name: kept, colour: "#336699" } };
        // The name is there already, which gives that label.
        const { data: same } = await owner().call(createLabel, { params: params(), body });
        expect(same.id).toBe(labelId);
        const { data } = await owner().call(listLabels, { params: params() });
        return [same.name, ...data.map(({ name }) => name), (await readFilters()).labels[0]?.name];
      },
      hear: (event) => (event.type === "label" ? event.label?.name : undefined),
      inJson: ({ labels }) => labels[0],
      column: "Labels",
    },
    "a custom field's name": {
      most: 40,
      write: async (name) =>
        (await owner().call(updateCustomField, { ...fieldKey, body: { data: { name } } })).data.name,
      read: async () => [(await readFields())[0]?.name, (await readFilters()).customFields[0]?.name],
      isHeading: true,
    },
    "a custom field's choice": {
      most: maxChoiceCharacters,
      async write(choice) {
        const body = { data: { choices: [choice] } };
        return (await owner().call(updateCustomField, { params: { fieldKey: "tone" }, body })).data
          .choices[0];
      },
      async read(kept) {
        const { data } = await change({ customFields: { tone: kept } });
        return [data.customFields["tone"], (await readFields())[1]?.choices[0]];
      },
      inJson: ({ customFields }) => customFields["tone"],
      column: "Field: Tone",
    },
    "a custom field's value": {
      most: maxFieldCharacters,
      write: async (plan) => (await change({ customFields: { plan } })).data.customFields["plan"],
      read: async (kept) => [
        (await readThread()).customFields["plan"],
        (await findByField(`plan:${kept}`))?.customFields["plan"],
      ],
      hear: ofThread(({ customFields }) => customFields["plan"]),
      inJson: ({ customFields }) => customFields["plan"],
    },
    "a canned reply's name": {
      most: 40,
      write: async (name) => (await writeCanned({ name })).name,
      read: async () => [(await readCanned())?.name],
    },
    "a canned reply's text": {
      most: maxCannedCharacters,
      write: async (text) => (await writeCanned({ text })).text,
      read: async () => [(await readCanned())?.text],
    },
    "a saved view's name": {
      most: 60,
      write: async (name) => (await writeView({ name })).name,
      read: async () => [(await readFilters()).views[0]?.name],
    },
    "a saved view's filter": {
      ...{ most: 500, isAsTyped: true },
      write: async (text) =>
        withoutKey((await writeView({ filter: { field: `plan:${text}` } })).filter.field),
      read: async () => [withoutKey((await readFilters()).views[0]?.filter.field)],
    },
    "a rating's comment": {
      ...{ most: 1000, isAsTyped: true },
      write: async (remark) =>
        (await own().call(rateThread, { ...at(), body: { data: { score: 3, remark } } })).data.rating?.remark,
      read: async () => [
        (await readThread()).rating?.remark,
        (await readListed())?.rating?.remark,
        (await own().call(listVisitorThreads, { params: params() })).items[0]?.rating?.remark,
      ],
      hear: ofThread(({ rating }) => rating?.remark),
      inJson: ({ rating }) => rating?.remark,
      column: "Remark",
    },
  };

  async function writeCanned(data: { name?: string; text?: string }) {
    const place = { params: { ...params(), cannedReplyId } };
    return (await owner().call(updateCannedReply, { ...place, body: { data } })).data;
  }

  async function writeView(data: { name?: string; filter?: { field: string } }) {
    const place = { params: { ...params(), viewId } };
    return (await owner().call(updateThreadView, { ...place, body: { data } })).data;
  }

  const withoutKey = (field = "") => field.replace("plan:", "");

  it.each(Object.entries(kinds))("%s comes back unchanged everywhere", async (name, kind) => {
    const { ready, until, stop } = watch(talk.owner, { server: talk.server, agentId: agent.id });
    onTestFinished(stop);
    await ready;
    const turn = Object.keys(kinds).indexOf(name);
    let kept = 0;
    const tried = sampled(naughtyStrings, { name: `naughty strings as ${name}`, count: 15 });
    for (const [index, text] of tried.entries()) {
      talk.server.clock.advance(1000);
      const typed = asKept(text);
      const expected = kind.isAsTyped ? typed : typed.trim();
      const written = kind.write(text);
      const what = JSON.stringify(text);
      if (expected === "" || expected.length > kind.most) {
        await expect(written, what).rejects.toMatchObject({ status: 400, code: "invalid_input" });
        continue;
      }
      expect(await written, what).toBe(expected);
      for (const read of await kind.read(expected)) expect(read, what).toBe(expected);
      // Read in step: an event tells how a thing is by the time that it is read.
      if (kind.hear) await until((events) => events.some((event) => kind.hear?.(event) === expected));
      kept += 1;
      // A file holds all of the kinds: each text is looked for as some of them.
      if ((index + turn) % 3 > 0) continue;
      if (kind.inJson) expect(kind.inJson(await readJson()), what).toBe(expected);
      if (kind.column) expect((await readTable())[kind.column], what).toBe(inCell(expected));
      if (kind.isHeading)
        expect(Object.keys(await readTable()), what).toContain(inCell(`Field: ${expected}`));
    }
    expect(kept).toBeGreaterThan(tried.length / 2);
  });

  it("a contact is found by the word beside their name", async () => {
    const short = naughtyStrings.filter(({ length }) => length < 100);
    const tried = sampled(short, { name: "naughty strings beside a sign", count: 15 });
    for (const [index, text] of tried.entries()) {
      talk.server.clock.advance(1000);
      const data = { name: `${text} sign${index}q` };
      await owner().call(updateContact, { ...person(), body: { data } });
      const found = await findContact(`sign${index}q`);
      expect(found?.name, JSON.stringify(text)).toBe(asKept(data.name).trim());
    }
  });

  async function save(format: "csv" | "json"): Promise<string> {
    const body = { data: { format, filter: {} } };
    const { data } = await owner().call(exportThreads, { params: params(), body });
    const bytes = await (await talk.server.request(data.url)).arrayBuffer();
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  }

  const readJson = async () => (JSON.parse(await save("json")) as [Saved])[0]; // the one conversation

  async function readTable(): Promise<Record<string, string>> {
    const { data } = Papa.parse<string[]>((await save("csv")).slice(1), { delimiter: ",", newline: "\r\n" });
    const [head = [], row = []] = data;
    return Object.fromEntries(head.map((name, index) => [name, row[index] ?? ""]));
  }
});

interface Saved {
  visitor: { name: string; attributes: Record<string, unknown> };
  labels: string[];
  customFields: Record<string, unknown>;
  rating: { remark: string } | null;
}

/** E13, hole 9: a table has an apostrophe before what a spreadsheet would work out, also after what may separate cells. */
function inCell(text: string): string {
  const begins = /(^|[;\t\r\n])([\s"']*)(?=[=+\-@＝＋－＠])/g;
  return text.replace(/^(?=[\t\r])/, "'").replace(begins, "$1$2'");
}

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { listContacts } from "../../../shared/contract/conversations/contacts/contacts.ts";
import { searchThreads } from "../../../shared/contract/conversations/threads/threads.ts";
import { importCommand } from "../../../server/importing/importCommand.ts";
import { createAskInside } from "../../../server/http/createAskInside.ts";
import { blockTables } from "../../../server/conversations/figures/blocks.ts";
import { fillBlocks } from "../../../server/conversations/figures/fill.ts";
import { rebuildFigures } from "../../../server/conversations/figures/rebuild.ts";
import { bothStores } from "../../kit/database/stores.ts";
import type { StoreKind } from "../../kit/database/stores.ts";
import { startTestServer } from "../../kit/server.ts";

const at = (day: number, hour = 9) => Date.UTC(2025, 0, day, hour);
const seconds = (time: number) => time / 1000;
const iso = (time: number) => new Date(time).toISOString();

/** As Intercom's API answers for a conversation, a list of contacts and a list of articles. */
const intercomFiles = {
  "conversations.jsonl": JSON.stringify({
    type: "conversation",
    ...{
      id: "147",
      created_at: seconds(at(1)),
      updated_at: seconds(at(1, 11)),
      title: null,
      state: "closed",
    },
    source: {
      ...{ type: "conversation", id: "403918320", delivered_as: "customer_initiated", subject: "" },
      body: "<p>Where is my <b>lamp</b>?</p>",
      author: { type: "user", id: "63a0979a5eeebeaf28dd56ba", name: "Joe", email: "joe@example.com" },
      attachments: [{ type: "upload", name: "receipt.pdf", url: "https://example.com/receipt.pdf" }],
    },
    contacts: {
      type: "contact.list",
      contacts: [{ type: "contact", id: "63a0979a5eeebeaf28dd56ba", external_id: "70" }],
    },
    tags: { type: "tag.list", tags: [{ type: "tag", id: "1", name: "Delivery" }] },
    conversation_parts: {
      type: "conversation_part.list",
      conversation_parts: [
        {
          ...{
            type: "conversation_part",
            id: "1",
            part_type: "assignment",
            body: null,
            created_at: seconds(at(1, 10)),
          },
          author: { type: "bot", id: "2", name: "Fin", email: "fin@example.com" },
        },
        {
          ...{
            type: "conversation_part",
            id: "2",
            part_type: "note",
            body: "<p>A VIP</p>",
            created_at: seconds(at(1, 10)),
          },
          author: { type: "admin", id: "274", name: "Ciaran", email: "ciaran@example.com" },
        },
        {
          ...{
            type: "conversation_part",
            id: "3",
            part_type: "comment",
            body: "<p>On its way.</p>",
            created_at: seconds(at(1, 11)),
          },
          author: { type: "admin", id: "274", name: "Ciaran", email: "ciaran@example.com" },
        },
      ],
      total_count: 3,
    },
  }),
  "contacts.json": JSON.stringify({
    type: "list",
    data: [
      {
        ...{
          type: "contact",
          id: "63a0979a5eeebeaf28dd56ba",
          external_id: "70",
          role: "user",
          name: "Joe Doe",
        },
        ...{ email: "joe@example.com", phone: "+49 30 123456", created_at: seconds(at(1)) },
        custom_attributes: { plan: "Pro", seats: 3 },
      },
    ],
    total_count: 1,
    pages: { type: "pages", page: 1, per_page: 50, total_pages: 1 },
  }),
  "articles.json": JSON.stringify({
    type: "list",
    data: [
      {
        type: "article",
        id: "6871119",
        title: "Delivery",
        body: "<p>Five days.</p>",
        state: "published",
        url: "https://help.example.com/delivery",
      },
      { type: "article", id: "6871120", title: "Secret", body: "<p>Later.</p>", state: "draft" },
    ],
  }),
};

/** As Zendesk's JSON export has tickets and users, a line each, and its API answers for macros. */
const zendeskFiles = {
  "tickets.json": [
    {
      ...{
        id: 35436,
        subject: "Broken lamp",
        description: "It does not light.",
        status: "solved",
        tags: ["repair"],
      },
      ...{ created_at: iso(at(2)), updated_at: iso(at(2, 12)), via: { channel: "email" } },
      requester: { id: 20978392, name: "Mona", email: "mona@example.com", role: "end-user" },
      assignee: { id: 235323, name: "Sam", email: "sam@example.com", role: "agent" },
      comments: [
        {
          ...{
            id: 1,
            type: "Comment",
            author_id: 20978392,
            body: "It does not light.",
            public: true,
            created_at: iso(at(2)),
          },
          ...{ html_body: "<p>It does not light.</p>", plain_body: "It does not light.", attachments: [] },
        },
        {
          ...{
            id: 2,
            type: "Comment",
            author_id: 235323,
            body: "Send it back.",
            public: true,
            created_at: iso(at(2, 12)),
          },
          ...{ html_body: "<p>Send it back.</p>", attachments: [{ file_name: "label.pdf" }] },
        },
      ],
    },
    {
      id: 35437,
      subject: "Gone",
      status: "deleted",
      created_at: iso(at(3)),
      requester: { id: 20978392 },
      comments: [],
    },
  ]
    .map((one) => JSON.stringify(one))
    .join("\n"),
  "macros.json": JSON.stringify({
    macros: [
      {
        id: 25,
        title: "Send back",
        active: true,
        actions: [{ field: "comment_value_html", value: "<p>Please send it back.</p>" }],
      },
      { id: 26, title: "Close", active: true, actions: [{ field: "status", value: "solved" }] },
    ],
    count: 2,
  }),
};

/** As Chatwoot's API answers, where a conversation and its messages come apart. */
const chatwootFiles = {
  "1-conversations.json": JSON.stringify({
    data: {
      meta: { mine_count: 0, unassigned_count: 1, assigned_count: 0, all_count: 1 },
      payload: [
        {
          ...{
            id: 7,
            inbox_id: 1,
            status: "open",
            labels: ["Urgent"],
            created_at: seconds(at(4)),
            messages: [],
          },
          meta: {
            sender: {
              id: 12,
              name: "Kim",
              email: "kim@example.com",
              phone_number: "030 1",
              identifier: null,
              type: "contact",
            },
            channel: "Channel::WebWidget",
          },
        },
      ],
    },
  }),
  "2-messages.json": JSON.stringify({
    meta: { labels: ["Urgent"], contact: { id: 12 } },
    payload: [
      {
        id: 1,
        content: "Hello?",
        message_type: 0,
        private: false,
        conversation_id: 7,
        created_at: seconds(at(4)),
        sender: { id: 12, name: "Kim", type: "contact" },
      },
      {
        id: 2,
        content: "Assigned to Ana",
        message_type: 2,
        private: false,
        conversation_id: 7,
        created_at: seconds(at(4)),
      },
      {
        id: 3,
        content: "Which **order**?",
        message_type: 1,
        private: false,
        conversation_id: 7,
        created_at: seconds(at(4, 10)),
        sender: { id: 3, name: "Ana", type: "user" },
      },
      {
        id: 9,
        content: "Lost",
        message_type: 0,
        private: false,
        conversation_id: 8,
        created_at: seconds(at(4)),
      },
    ],
  }),
  "3-canned.json": JSON.stringify([{ id: 1, account_id: 1, short_code: "hi", content: "Hi there!" }]),
};

async function open(kind: StoreKind) {
  const server = await startTestServer({ store: kind });
  const owner = await server.createOwner();
  const agent = await server.createAgent(owner);
  const folder = mkdtempSync(join(tmpdir(), "importing-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  const deps = {
    ...{ store: server.store, now: server.clock.now, dataDir },
    askInside: createAskInside(() => server.app.routes),
  };
  const run = async (format: string, files: Record<string, string>, ...more: string[]) => {
    const place = mkdtempSync(join(folder, "export-"));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text);
    const said = await importCommand(deps, [format, place, "--agent", agent.id, ...more]);
    expect(readdirSync(dataDir)).toEqual([]);
    return said;
  };
  const { db } = server.store;
  const read = async () => ({
    threads: await db.selectFrom("threads").selectAll().orderBy("createdAt").execute(),
    messages: await db.selectFrom("messages").selectAll().orderBy("createdAt").orderBy("position").execute(),
    contacts: await db.selectFrom("contacts").selectAll().orderBy("name").execute(),
    figures: await db.selectFrom("figureConversations").selectAll().orderBy("bucket").execute(),
  });
  return { server, owner, agent, run, read };
}

describe.each(bothStores())("an import on $name", (kind) => {
  it("takes Intercom's conversations, contacts and articles, says what it leaves out, and adds nothing a second time", async () => {
    const { server, owner, agent, run, read } = await open(kind);
    const tried = await run("intercom", intercomFiles, "--dry-run");
    expect(tried).toContain("Would import (nothing was changed):");
    expect((await read()).threads).toEqual([]);

    const said = await run("intercom", intercomFiles);
    expect(said.split("\n")).toEqual([
      "Imported:",
      "  contacts: 1",
      "  conversations: 1",
      "  messages: 3",
      "  labels: 1",
      "  articles: 1",
      "Left out:",
      "  article that is not published: 1 (Secret)",
      "  attachment: 1 (receipt.pdf)",
      '  event "assignment": 1',
    ]);
    const rows = await read();
    expect(rows.threads).toMatchObject([
      {
        title: "Where is my **lamp**?",
        status: "resolved",
        surfaceType: "import",
        hadPerson: 1,
        createdAt: at(1),
      },
    ]);
    expect(rows.messages.map((one) => [one.role, one.audience, one.content, one.authorName])).toEqual([
      ["user", "all", "Where is my **lamp**?", null],
      ["support", "team", "A VIP", "Ciaran"],
      ["support", "all", "On its way.", "Ciaran"],
    ]);
    expect(rows.contacts).toMatchObject([
      { name: "Joe Doe", email: "joe@example.com", phone: "+4930123456", verified: 0, externalId: null },
    ]);
    const params = { productId: agent.id };
    const found = await server.as(owner).call(searchThreads, { params, query: { search: "lamp" } });
    expect(found.items.map(({ thread }) => thread.id)).toEqual([rows.threads[0]?.id]);
    const people = await server.as(owner).call(listContacts, { params, query: { search: "joe" } });
    expect(people.items).toHaveLength(1);

    const again = await run("intercom", intercomFiles);
    expect(again).toContain("conversations: 0, already here: 1");
    expect(again).toContain("articles: 0, already here: 1");
    expect(await read()).toEqual(rows);
    await rebuildFigures(server.store);
    expect((await read()).figures).toEqual(rows.figures);
  });

  it("counts conversations once where figures still get their blocks", async () => {
    const { server, owner, run } = await open(kind);
    const { organizationId } = owner;
    const { db } = server.store;
    const readBlocks = async () => {
      const found: Record<string, string[]> = {};
      for (const table of Object.values(blockTables)) {
        const rows = await db.selectFrom(table).selectAll().execute();
        found[table] = rows.map((row) => JSON.stringify(Object.entries(row).toSorted())).toSorted();
      }
      return found;
    };
    // Between the conversation of Intercom, which counts in blocks, and the ticket of Zendesk, which does not yet.
    const filledTo = at(1, 24);
    await db.insertInto("figureFills").values({ organizationId, filledTo }).execute();
    await run("intercom", intercomFiles);
    await run("zendesk", zendeskFiles);
    await fillBlocks(server.store, organizationId);
    const filled = await readBlocks();
    await rebuildFigures(server.store);
    expect(filled).toEqual(await readBlocks());
    expect(filled["figureConversationBlocks"]).not.toEqual([]);
  });

  it("takes Zendesk's tickets with their authors, and macros as canned replies", async () => {
    const { run, read, server } = await open(kind);
    const said = await run("zendesk", zendeskFiles);
    const { threads, messages } = await read();
    expect(threads).toMatchObject([{ title: "Broken lamp", status: "resolved", firstReplyAt: at(2, 12) }]);
    expect(messages.map((one) => [one.role, one.content, one.authorName, one.waitedSince])).toEqual([
      ["user", "It does not light.", null, null],
      ["support", "Send it back.", "Sam", at(2)],
    ]);
    const replies = await server.store.db.selectFrom("cannedReplies").select(["name", "text"]).execute();
    expect(replies).toEqual([{ name: "Send back", text: "Please send it back." }]);
    expect(said).toContain("deleted ticket: 1 (35437)");
    expect(said).toContain("macro without a reply: 1 (Close)");
    expect(said).toContain("attachment: 1 (label.pdf)");
  });

  it("joins Chatwoot's conversations with messages that come apart", async () => {
    const { run, read } = await open(kind);
    const said = await run("chatwoot", chatwootFiles);
    const { threads, messages, contacts } = await read();
    expect(threads).toMatchObject([{ title: "Hello?", status: "open", handledBy: "human" }]);
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ["user", "Hello?"],
      ["support", "Which **order**?"],
    ]);
    expect(contacts).toMatchObject([{ phone: null, attributes: '{"phone":"030 1"}' }]);
    expect(said).toContain("canned replies: 1");
    expect(said).toContain("activity message: 1 (Assigned to Ana)");
    expect(said).toContain("message without its conversation: 1");
  });

  it("takes Chatbase's questions into a source, each way to ask one", async () => {
    const { run, server } = await open(kind);
    const csv = '"Question","Answer"\r\n"Price?\nHow much?","Twelve, ""net""."\r\n"","Nothing"\r\n';
    expect(await run("chatbase", { "qa.csv": csv })).toContain("  questions: 2");
    expect(await run("chatbase", { "qa.csv": csv })).toContain("questions: 0, already here: 2");
    const more = `${csv}Size?,Large\r\n`;
    expect(await run("chatbase", { "qa.csv": more })).toContain("questions: 1, already here: 2");
    const sources = await server.store.db.selectFrom("dataSources").select("name").execute();
    expect(sources).toEqual([{ name: "Questions from chatbase" }]);
    await expect(run("chatbase", {}, "--nothing")).rejects.toThrow(/Write: import chatwoot\|/);
  });
});

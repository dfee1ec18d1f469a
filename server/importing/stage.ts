import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFolder } from "../database/privateFolder.ts";
import { openSqliteFile } from "../database/sqlite.ts";
import type { ImportedConversation, ImportedMessage, ImportedPerson, ImportedRecord } from "./records.ts";

export interface StagedConversation extends ImportedConversation {
  /** In the order of their times. */
  messages: ImportedMessage[];
}

/** The records of an export, each once, on disk. */
export interface Stage {
  add(record: ImportedRecord): void;
  /** Ends a group of additions; without it they are slow. */
  commit(): void;
  findPerson(key: string): ImportedPerson | null;
  listPeople(): Generator<ImportedPerson>;
  listConversations(): Generator<StagedConversation>;
  /** Messages whose conversation is not in the export. */
  countLost(): number;
  list<Kind extends "reply" | "article" | "question">(
    kind: Kind,
  ): (Extract<ImportedRecord, { kind: Kind }> & Record<Kind, unknown>)[Kind][];
  close(): void;
}

const atOnce = 100;

/** Opens an empty stage in a folder of its own below this one; closing it removes all. */
export function openStage(below: string): Stage {
  makePrivateFolder(below);
  const folder = mkdtempSync(join(below, "import-"));
  const file = openSqliteFile(join(folder, "stage.db"));
  file.run(`
    create table people (key text primary key, body text not null);
    create table conversations (key text primary key, body text not null);
    create table messages (conversation text, key text, at real, body text not null, primary key (conversation, key));
    create table things (kind text, key text, body text not null, primary key (kind, key));
    begin`);
  const rowsOf = (sql: string, parameters: readonly unknown[]) =>
    file.execute(sql, parameters).rows as Record<string, unknown>[]; // objects by column
  const read = <Body>(row: Record<string, unknown>) => JSON.parse(String(row["body"])) as Body; // written below
  const put = (kind: string, key: string, body: unknown) =>
    file.execute("insert or replace into things values (?, ?, ?)", [kind, key, JSON.stringify(body)]);

  const stage: Stage = {
    add(record) {
      switch (record.kind) {
        case "person": {
          const { person } = record;
          const before = stage.findPerson(person.key);
          const body = JSON.stringify(before ? joinPeople(before, person) : person);
          return void file.execute("insert or replace into people values (?, ?)", [person.key, body]);
        }
        case "conversation": {
          const { key } = record.conversation;
          const body = JSON.stringify(record.conversation);
          return void file.execute("insert or replace into conversations values (?, ?)", [key, body]);
        }
        case "message": {
          const { conversationKey, message } = record;
          const values = [conversationKey, message.key, message.at, JSON.stringify(message)];
          return void file.execute("insert or replace into messages values (?, ?, ?, ?)", values);
        }
        case "reply":
          return void put("reply", record.reply.name.toLowerCase(), record.reply);
        case "article":
          return void put("article", record.article.key, record.article);
        case "question":
          return void put("question", record.question.question.toLowerCase(), record.question);
        case "left":
          return undefined;
      }
    },
    commit: () => file.run("commit; begin"),
    findPerson(key) {
      const [row] = rowsOf("select body from people where key = ?", [key]);
      return row ? read<ImportedPerson>(row) : null;
    },
    *listPeople() {
      for (let last = ""; ;) {
        const rows = rowsOf("select key, body from people where key > ? order by key limit ?", [
          last,
          atOnce,
        ]);
        for (const row of rows) yield read<ImportedPerson>(row);
        if (rows.length < atOnce) return;
        last = String(rows.at(-1)?.["key"]);
      }
    },
    *listConversations() {
      for (let last = ""; ;) {
        const rows = rowsOf("select key, body from conversations where key > ? order by key limit ?", [
          last,
          atOnce,
        ]);
        for (const row of rows) {
          const messages = rowsOf("select body from messages where conversation = ? order by at, key", [
            row["key"],
          ]).map((one) => read<ImportedMessage>(one));
          yield { ...read<ImportedConversation>(row), messages };
        }
        if (rows.length < atOnce) return;
        last = String(rows.at(-1)?.["key"]);
      }
    },
    countLost() {
      const sql =
        "select count(*) as count from messages where conversation not in (select key from conversations)";
      return Number(rowsOf(sql, [])[0]?.["count"] ?? 0);
    },
    list: (kind) =>
      rowsOf("select body from things where kind = ? order by key", [kind]).map((row) => read(row)),
    close() {
      file.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return stage;
}

/** A person may come alone and with each conversation. A record of their own, which says since when they exist, is fuller. */
function joinPeople(before: ImportedPerson, person: ImportedPerson): ImportedPerson {
  const [full, other] = person.createdAt === null ? [before, person] : [person, before];
  return {
    key: person.key,
    name: full.name || other.name,
    email: full.email ?? other.email,
    phone: full.phone ?? other.phone,
    attributes: { ...other.attributes, ...full.attributes },
    createdAt: full.createdAt,
    isTeam: full.isTeam || other.isTeam,
  };
}

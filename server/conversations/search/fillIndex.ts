import type { Db } from "../../database/store.ts";
import type { JobTools, NamedJobKind } from "../../jobs/kinds.ts";
import type { JobRow } from "../../jobs/tables.ts";
import type { ConversationDeps } from "../deps.ts";
import { indexAnew } from "./messageIndex.ts";

/** Few at a time, so that on SQLite nobody waits long for the writer. */
const atOnce = 200;

/** Bring messages into the index that were there before it could find them so; migrations queue the jobs. */
export function fillingJobs(deps: ConversationDeps): NamedJobKind[] {
  const fill = <Row extends Found>(kind: string, read: Read<Row>): NamedJobKind => ({
    kind,
    handler: (job, tools) => fillIndex(deps, read, { job, tools }),
  });
  return [
    fill("conversations.index", readMessages),
    fill("conversations.reindex", readIndexed),
    fill("conversations.fileNames", readFiles),
  ];
}

interface Found {
  messageId: string | null;
}

/** Gives the rows of messages that come after one that was read before. */
type Read<Row extends Found> = (db: Db, job: JobRow, after: Row | undefined) => Promise<Row[]>;

async function fillIndex<Row extends Found>(
  { store }: ConversationDeps,
  read: Read<Row>,
  { job, tools }: { job: JobRow; tools: JobTools },
): Promise<void> {
  let last: Row | undefined;
  for (let done = 0; ; done += atOnce) {
    tools.signal.throwIfAborted();
    const rows = await read(store.reader, job, last);
    last = rows.at(-1);
    if (!last) return;
    const ids = rows.flatMap(({ messageId }) => messageId ?? []);
    await store.transaction((tx) => indexAnew(tx, job.organizationId, ids));
    tools.progress({ done });
  }
}

interface MessageFound extends Found {
  threadId: string;
  position: number;
}

/** What was said before there was an index. */
const readMessages: Read<MessageFound> = (db, { organizationId }, after) => {
  const { threadId, position } = after ?? { threadId: "", position: -1 };
  return db
    .selectFrom("messages")
    .select(["id as messageId", "threadId", "position"])
    .where("organizationId", "=", organizationId)
    .where((row) =>
      row.or([
        row("threadId", ">", threadId),
        row.and([row("threadId", "=", threadId), row("position", ">", position)]),
      ]),
    )
    .orderBy("threadId")
    .orderBy("position")
    .limit(atOnce)
    .execute();
};

/** An agent's messages of an index that is made anew: newest first, since that is what is looked for. */
const readIndexed: Read<Found & { number: number }> = (db, { organizationId, key: agentId }, after) =>
  db
    .selectFrom("messageIndex")
    .select(["number", "messageId"])
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("number", "<", after?.number ?? Number.MAX_SAFE_INTEGER)
    .orderBy("number", "desc")
    .limit(atOnce)
    .execute();

/** Messages from before they were found by their files' names. */
const readFiles: Read<Found & { id: string }> = (db, { organizationId }, after) =>
  db
    .selectFrom("attachments")
    .select(["id", "messageId"])
    .where("organizationId", "=", organizationId)
    .where("id", ">", after?.id ?? "")
    .where("messageId", "is not", null)
    .orderBy("id")
    .limit(atOnce)
    .execute();

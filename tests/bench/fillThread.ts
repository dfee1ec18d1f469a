import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { sqliteFileName } from "../../server/database/sqliteStore.ts";
import type { RunningServer } from "../kit/processes/runServer.ts";

/** Puts messages into the one conversation there is, beside the running server, by turns of visitor and agent. */
export function fillThread({ dataDir }: RunningServer, count: number): void {
  const db = new DatabaseSync(join(dataDir, sqliteFileName));
  db.exec("pragma busy_timeout = 5000");
  const thread = db.prepare(`select * from threads limit 1`).get();
  const sample = db.prepare(`select * from messages order by position desc limit 1`).get();
  if (!thread || !sample) throw new Error("There is no conversation to fill.");
  const first = Number(thread["nextPosition"]);
  const names = Object.keys(sample);
  const insert = db.prepare(
    `insert into messages (${names.map((name) => `"${name}"`).join(", ")}) values (${names.map(() => "?").join(", ")})`,
  );
  db.exec("begin");
  for (let index = 0; index < count; index += 1) {
    const isVisitor = index % 2 === 0;
    const row = {
      ...sample,
      ...{ id: `bench${String(index).padStart(8, "0")}`, position: first + index, clientId: null },
      ...{ role: isVisitor ? "user" : "assistant", kind: "text", status: "sent", inReplyTo: null },
      content: isVisitor ? `Question ${index}: how does that work?` : answerOf(index),
    };
    insert.run(...names.map((name) => row[name as keyof typeof row] ?? null));
  }
  db.prepare(`update threads set "nextPosition" = ?`).run(first + count);
  db.exec("commit");
  db.close();
}

function answerOf(index: number): string {
  return `Number ${index}. It works **like this**:\n\n- open the settings\n- choose [what you need](https://example.com/${index})\n\nThen \`save\` it, and it takes effect at once.`;
}

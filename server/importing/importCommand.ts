import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { CannotStart } from "../database/cannotStart.ts";
import type { Store } from "../database/store.ts";
import { readCsvRows } from "../knowledge/parsing/kinds/csv.ts";
import type { AskInside } from "../requests/askInside.ts";
import { chatbase } from "./formats/chatbase.ts";
import { chatwoot } from "./formats/chatwoot.ts";
import { intercom } from "./formats/intercom.ts";
import { zendesk } from "./formats/zendesk.ts";
import { listFiles, readValues } from "./readValues.ts";
import type { ImportFormat } from "./records.ts";
import { createReport } from "./report.ts";
import { openStage } from "./stage.ts";
import { writeConversations } from "./writeConversations.ts";
import { writeKnowledge } from "./writeKnowledge.ts";

export const importFormats: readonly ImportFormat[] = [chatwoot, intercom, zendesk, chatbase];

export interface ImportDeps {
  store: Store;
  askInside: AskInside;
  now: () => number;
  /** For the temporary copy of the records. */
  dataDir: string;
}

const commitEvery = 1000;

/** `import FORMAT FILE --agent ID [--dry-run]`: takes over an export. Gives the report. */
export async function importCommand({ dataDir, ...deps }: ImportDeps, given: string[]): Promise<string> {
  const { format, path, agentId, isDryRun } = readOptions(given);
  const organizationId = await findOrganization(deps.store, agentId);
  const report = createReport();
  const stage = openStage(dataDir);
  try {
    let count = 0;
    for await (const value of readExport(format, path)) {
      for (const record of format.read(value)) {
        if (record.kind === "left") report.left(record.what, record.example);
        else stage.add(record);
      }
      count += 1;
      if (count % commitEvery === 0) stage.commit();
    }
    if (count === 0) throw new CannotStart(`${path} has nothing that ${format.name} exports.`);
    stage.commit();
    const into = { ...deps, organizationId, agentId, format: format.name, report, isDryRun };
    await writeConversations(into, stage);
    await writeKnowledge(into, stage);
    return report.write(isDryRun);
  } finally {
    stage.close();
  }
}

async function* readExport({ lists }: ImportFormat, path: string): AsyncGenerator<unknown> {
  if (lists !== null) {
    for (const file of await listFiles(path, [".json", ".jsonl", ".ndjson"])) yield* readValues(file, lists);
    return;
  }
  for (const file of await listFiles(path, [".csv"])) {
    const [names = [], ...rows] = readCsvRows((await readFile(file, "utf8")).replace(/^\uFEFF/, ""));
    for (const row of rows) yield Object.fromEntries(names.map((name, at) => [name, row[at] ?? ""]));
  }
}

async function findOrganization({ db }: Store, agentId: string): Promise<string> {
  const found = await db
    .selectFrom("agents")
    .select("organizationId")
    .where("id", "=", agentId)
    .executeTakeFirst();
  if (!found) throw new CannotStart(`There is no agent ${agentId}. Its ID is in the address of its screens.`);
  return found.organizationId;
}

function readOptions(args: string[]) {
  const options = { agent: { type: "string" }, "dry-run": { type: "boolean" } } as const;
  const usage = `Write: import ${importFormats.map(({ name }) => name).join("|")} FILE --agent ID [--dry-run]`;
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [name, path, ...more] = positionals;
    const format = importFormats.find((one) => one.name === name);
    if (format && path !== undefined && more.length === 0 && values.agent)
      return { format, path, agentId: values.agent, isDryRun: values["dry-run"] ?? false };
  } catch (error) {
    throw new CannotStart(`${error instanceof Error ? error.message : String(error)} ${usage}`, {
      cause: error,
    });
  }
  throw new CannotStart(usage);
}

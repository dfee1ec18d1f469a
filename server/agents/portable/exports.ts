import type { PortableFile } from "../../../shared/contract/agents/portable.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { MemberCaller } from "../../requests/handle.ts";
import { findShipped } from "../templates/shipped.ts";
import { selectPublishedFile } from "./published.ts";
import type { AgentExportRow } from "./tables.ts";

const sentIsKeptMs = 24 * 60 * 60 * 1000;
const exportsKept = 100;

/** A file that can be imported, and the template that it belongs to, where it is one. */
export interface Importable {
  file: PortableFile;
  templateId: string | null;
}

interface Wanted extends Pick<MemberCaller, "organizationId" | "agentIds"> {
  exportId: string;
}

/**
 * What a caller can import under an id: what ships with the product, its own exports and files, and what
 * anybody published. Everything else is `not_found`, whether it exists or not.
 */
export async function findImportable(
  db: Db,
  { organizationId, agentIds, exportId }: Wanted,
): Promise<Importable> {
  const shipped = findShipped(exportId);
  if (shipped) return { file: shipped, templateId: shipped.id };
  const published = await selectPublishedFile(db)
    .select(["agentExports.file", "agentTemplates.agentId"])
    .where("agentTemplates.exportId", "=", exportId)
    .executeTakeFirst();
  if (published) return { file: readFile(published), templateId: published.agentId };
  const own = await db
    .selectFrom("agentExports")
    .select("file")
    .where("organizationId", "=", organizationId)
    .where("id", "=", exportId)
    // What was published is there for as long as it is, for its own installation too.
    .where("kind", "!=", "template")
    // To a key that is for certain agents, another agent's export is not there.
    .$if(agentIds !== null, (query) => query.where("agentId", "in", [...(agentIds ?? [])]))
    .executeTakeFirst();
  if (!own) throw new AppError("not_found");
  return { file: readFile(own), templateId: null };
}

/** The file of an earlier export of this agent. */
export async function findExport(
  db: Db,
  { organizationId, agentId, exportId }: { organizationId: string; agentId: string; exportId: string },
): Promise<PortableFile> {
  const row = await db
    .selectFrom("agentExports")
    .select("file")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("id", "=", exportId)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return readFile(row);
}

/** Keeps a file under its own id. What was sent goes after a day, and of the exports the newest hundred stay. */
export async function keepFile(
  tx: Tx,
  row: Omit<AgentExportRow, "id" | "file">,
  file: PortableFile,
): Promise<void> {
  const { organizationId, createdAt } = row;
  await tx
    .insertInto("agentExports")
    .values({ ...row, id: file.id, file: JSON.stringify(file) })
    .execute();
  await tx
    .deleteFrom("agentExports")
    .where("organizationId", "=", organizationId)
    .where("kind", "=", "sent")
    .where("createdAt", "<", createdAt - sentIsKeptMs)
    .execute();
  const old = await tx
    .selectFrom("agentExports")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("kind", "!=", "template")
    .orderBy("id", "desc")
    .limit(exportsKept)
    .offset(exportsKept)
    .execute();
  if (old.length === 0) return;
  await tx
    .deleteFrom("agentExports")
    .where("organizationId", "=", organizationId)
    .where(
      "id",
      "in",
      old.map(({ id }) => id),
    )
    .execute();
}

/** Lists an organization's kept files that have test cases; templates never do. */
export async function listFilesWithCases(db: Db, organizationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("agentExports")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("kind", "!=", "template")
    .where("file", "like", '%"evaluation":{"cases":%')
    .execute();
  return rows.map(({ id }) => id);
}

/** Takes the test cases out of a kept file. */
export async function forgetCasesOf(
  tx: Tx,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<void> {
  const row = await tx
    .selectFrom("agentExports")
    .select("file")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return;
  const { evaluation: _, ...rest } = readFile(row);
  await tx
    .updateTable("agentExports")
    .set({ file: JSON.stringify(rest) })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

function readFile({ file }: Pick<AgentExportRow, "file">): PortableFile {
  return JSON.parse(file) as PortableFile; // written by us, after the contract's check where it was sent
}

import { AppError } from "../../shared/errors/errors.ts";
import type { Db } from "../database/store.ts";
import { imageTypeOf } from "./imageType.ts";
import type { StoredFile } from "./storedFile.ts";

/**
 * Where the rows of the public namespace stand: no organization has this id, so nobody's calls find them. What lies
 * there can be read by no address at all; it waits for an organization to claim it, and goes after a day.
 */
export const publicNamespace = "public";

/** What strangers may have lying here at once, all together: a full namespace refuses, the disk stays free. */
const mostFiles = 2000;
const mostBytes = 500_000_000;

/** Refuses while strangers' unclaimed files take up all that they may. */
export async function refuseWhereFull(db: Db, sizeBytes: number): Promise<void> {
  const { count, bytes } = await db
    .selectFrom("files")
    .select((row) => [
      row.fn.countAll<number | string>().as("count"),
      row.fn.sum<number | string | null>("sizeBytes").as("bytes"),
    ])
    .where("organizationId", "=", publicNamespace)
    .executeTakeFirstOrThrow();
  if (Number(count) < mostFiles && Number(bytes ?? 0) + sizeBytes <= mostBytes) return;
  throw new AppError("too_many", { retryAfterSeconds: 3600 });
}

interface Claim {
  openFile: (organizationId: string, fileId: string) => Promise<StoredFile>;
  organizationId: string;
  fileId: string;
}

/** Hands a file of the public namespace to an organization, if its bytes are the picture that it was announced as. */
export async function claimPublicFile(db: Db, { openFile, organizationId, fileId }: Claim): Promise<void> {
  const file = await openFile(publicNamespace, fileId);
  if (imageTypeOf(await file.readStart(12)) !== file.contentType) throw new AppError("unsupported_media");
  const { numUpdatedRows } = await db
    .updateTable("files")
    .set({ organizationId })
    .where("organizationId", "=", publicNamespace)
    .where("id", "=", fileId)
    .executeTakeFirst();
  // Of two who claim it at once one comes too late.
  if (numUpdatedRows === 0n) throw new AppError("not_found");
}

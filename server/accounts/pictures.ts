import { randomBytes } from "node:crypto";
import { AppError } from "../../shared/errors/errors.ts";
import type { Store, Tx } from "../database/store.ts";
import type { PageRoute } from "../requests/page.ts";
import { imageTypeOf } from "../storage/imageType.ts";
import type { Storage } from "../storage/storage.ts";
import { findMember } from "./members.ts";

const path = "/api/public/v1/pictures";
const mostBytes = 1024 * 1024;

export interface PictureDeps {
  store: Store;
  storage: Pick<Storage, "openFile" | "removeFile">;
  now: () => number;
}

/**
 * Takes a file that the user uploaded into an organization of theirs as their picture. What the bytes are counts, not
 * what they were called; they are kept with the user, because the picture is theirs in every organization.
 */
export async function writeUserPicture(
  { store, storage, now }: PictureDeps,
  { userId, organizationId, fileId }: { userId: string; organizationId: string; fileId: string },
): Promise<void> {
  if (!(await findMember(store.db, { userId, organizationId }))) throw new AppError("not_found");
  const file = await storage.openFile(organizationId, fileId);
  if (file.createdBy !== userId) throw new AppError("not_found");
  if (file.sizeBytes > mostBytes) throw new AppError("picture_refused");
  const bytes = await file.readStart(file.sizeBytes);
  const contentType = imageTypeOf(bytes);
  if (!contentType) throw new AppError("picture_refused");
  const id = randomBytes(16).toString("base64url");
  await store.transaction(async (tx) => {
    await removeUserPicture(tx, { userId, now: now() });
    await tx.insertInto("userPictures").values({ id, userId, contentType, bytes }).execute();
    await tx
      .updateTable("users")
      .set({ pictureUrl: `${path}/${id}` })
      .where("id", "=", userId)
      .execute();
  });
  await storage.removeFile(organizationId, fileId);
}

export async function removeUserPicture(
  tx: Tx,
  { userId, now }: { userId: string; now: number },
): Promise<void> {
  await tx.deleteFrom("userPictures").where("userId", "=", userId).execute();
  await tx.updateTable("users").set({ pictureUrl: null, updatedAt: now }).where("id", "=", userId).execute();
}

/** The address of a picture. It is random and ends with the picture; an `img` can't sign what it asks for. */
export function picturePage({ db }: Store): PageRoute {
  return {
    path: `${path}/{pictureId}`,
    async handler({ request, params: { pictureId = "" } }) {
      const row = await db
        .selectFrom("userPictures")
        .select(["contentType", "bytes"])
        .where("id", "=", pictureId)
        .executeTakeFirst();
      if (!row) throw new AppError("not_found");
      const headers = {
        "Cache-Control": "private, max-age=31536000, immutable",
        "Content-Security-Policy": "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
        "Content-Type": row.contentType,
        "Content-Length": String(row.bytes.byteLength),
      };
      return new Response(request.method === "HEAD" ? null : Buffer.from(row.bytes), { headers });
    },
  };
}

import { AppError } from "../../shared/errors/errors.ts";
import type { PageRoute } from "../requests/page.ts";
import { sendFile } from "./sendFile.ts";
import { isGoodAddress, makeAddress, readOrganization } from "./signedAddress.ts";
import type { Storage } from "./storage.ts";

/** Where signed addresses lead: `.../{fileId}?expires&signature`. */
const readPath = "/api/console/v1/storage/read";
/** Keeps an address for reading from being taken for one of an upload. */
const bound = ["read"];
const readWithinMs = 5 * 60 * 1000;

interface FileKey {
  key: Uint8Array;
  organizationId: string;
  id: string;
}

/** Makes the address at which one file of an organization can be read for five minutes, by everybody who has it. */
export function makeReadAddress(file: FileKey, now: number): { url: string; expiresAt: number } {
  const expiresAt = now + readWithinMs;
  return { url: makeAddress({ ...file, path: readPath }, bound, expiresAt), expiresAt };
}

export interface ReadPageDeps {
  openFile: Storage["openFile"];
  uploadKey: Uint8Array;
  now: () => number;
}

/** The address itself. Nothing of it is kept by a browser: after its end it is of no use to anybody. */
export function readPage({ openFile, uploadKey, now }: ReadPageDeps): PageRoute {
  return {
    path: `${readPath}/{fileId}`,
    async handler({ request, params: { fileId: id = "" } }) {
      const search = new URL(request.url).searchParams;
      const organizationId = readOrganization(search);
      if (!isGoodAddress({ key: uploadKey, organizationId, id }, bound, { search, now: now() }))
        throw new AppError("signature_refused", { message: "This address has expired." });
      const file = await openFile(organizationId, id);
      return sendFile(file, {
        isHead: request.method === "HEAD",
        headers: { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" },
      });
    },
  };
}

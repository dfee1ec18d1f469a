import { fileAddressMs } from "../../../shared/domain/fileAddresses.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { PageRoute } from "../../requests/page.ts";
import { sendFile } from "../../storage/sendFile.ts";
import { attachmentPath, readAttachmentAddress } from "./attachmentAddress.ts";
import type { ConversationDeps } from "../deps.ts";

type PageDeps = Pick<ConversationDeps, "storage" | "attachmentKey" | "now">;

/** The address at which a visitor's file is seen. Its bytes decide whether it is a picture; all else is only saved. */
export function attachmentPage({ storage, attachmentKey, now }: PageDeps): PageRoute {
  return {
    path: `${attachmentPath}/{attachmentId}`,
    async handler({ request, params: { attachmentId: id = "" } }) {
      const search = new URL(request.url).searchParams;
      const found = readAttachmentAddress(attachmentKey, { id, search, now: now() });
      if (!found) throw new AppError("signature_refused", { message: "This address has expired." });
      const file = await storage.openFile(found.organizationId, id);
      const range = request.headers.get("range");
      return sendFile(file, { isHead: request.method === "HEAD", headers, range });
    },
  };
}

/** The chat's frame and the console show pictures, on sites that ask every picture for its policy too. */
const headers = {
  "Cache-Control": `private, max-age=${fileAddressMs.atMost / 1000}`,
  "Cross-Origin-Resource-Policy": "cross-origin",
};

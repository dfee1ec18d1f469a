import { AppError } from "../../../shared/errors/errors.ts";
import type { PageRoute } from "../../requests/page.ts";
import { isGoodAddress, makeAddress, readOrganization } from "../../storage/signedAddress.ts";
import { exportContact } from "./exportContact.ts";
import type { ExportDeps } from "./exportContact.ts";
import { findContact } from "./findContact.ts";
import type { ContactAddress } from "./findContact.ts";

const path = "/api/public/v1/contactexports";
const goodForMs = 15 * 60 * 1000;

/**
 * Gives the address at which all that is held about a person can be fetched for 15 minutes, by everybody who has it.
 */
export function makeExportAddress(
  key: Uint8Array,
  { organizationId, agentId, contactId }: ContactAddress,
  now: number,
): string {
  const address = makeAddress(
    { key, path, organizationId, id: contactId },
    [bound, agentId],
    now + goodForMs,
  );
  return `${address}&agent=${encodeURIComponent(agentId)}`;
}

/** So that no address of another kind is good here. */
const bound = "contact export";

/** The address at which an export is fetched. It is written while it is sent, and kept nowhere. */
export function exportPage(deps: ExportDeps): PageRoute {
  return {
    path: `${path}/{contactId}`,
    async handler({ request, params: { contactId = "" } }) {
      const search = new URL(request.url).searchParams;
      const organizationId = readOrganization(search);
      const agentId = search.get("agent") ?? "";
      const named = { key: deps.attachmentKey, organizationId, id: contactId };
      if (!isGoodAddress(named, [bound, agentId], { search, now: deps.now() })) {
        throw new AppError("signature_refused", { message: "This address has expired." });
      }
      const contact = await findContact(deps.store.db, { organizationId, agentId, contactId });
      const body = request.method === "HEAD" ? null : streamOf(exportContact(deps, contact));
      return new Response(body, { headers: headersOf(contactId) });
    },
  };
}

function headersOf(contactId: string): Record<string, string> {
  return {
    "Content-Type": "application/zip",
    "Content-Disposition": `attachment; filename="visitor-${contactId.slice(-8)}.zip"`,
    "Cache-Control": "no-store",
  };
}

/** Asked for more only as fast as it is read. */
function streamOf(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

import { letterLanguage } from "../../accounts/letterLanguage.ts";
import type { PageRoute } from "../../requests/page.ts";
import { answerStopPage } from "../../mail/stopPage.ts";
import { isGoodAddress, makeAddress, readOrganization } from "../../storage/signedAddress.ts";
import type { MemberKey } from "../settings.ts";
import type { DigestDeps } from "./deps.ts";
import { forgetDigest } from "./settings.ts";

const path = "/api/public/v1/digests";
/** A letter is found again after months. */
const goodForMs = 365 * 24 * 60 * 60_000;

/** Gives the address that ends somebody's letters; it allows nothing else. */
export function makeStopAddress(key: Uint8Array, { organizationId, userId }: MemberKey, now: number): string {
  return makeAddress({ key, path, organizationId, id: userId }, ["stop"], now + goodForMs);
}

/**
 * The address itself. Looking at it asks only, for programs look at the links of a letter before its reader does; a POST
 * ends the letters, by the page's button or by a mail program's own (RFC 8058).
 */
export function stopPage({ store, key, now }: Pick<DigestDeps, "store" | "key" | "now">): PageRoute {
  return {
    path: `${path}/{userId}`,
    method: ["GET", "POST"],
    async handler({ request, params: { userId = "" } }) {
      const search = new URL(request.url).searchParams;
      const organizationId = readOrganization(search);
      if (!isGoodAddress({ key, organizationId, id: userId }, ["stop"], { search, now: now() })) {
        // Its readers found an old mail: in the language of their browser, for nobody knows who they are.
        return answerStopPage(letterLanguage(undefined, request), "notGood", "digest");
      }
      const isStopped = request.method === "POST";
      if (isStopped) await forgetDigest(store.db, { organizationId, userId });
      const user = await store.db
        .selectFrom("users")
        .select("language")
        .where("id", "=", userId)
        .executeTakeFirst();
      return answerStopPage(letterLanguage(user, request), isStopped ? "stopped" : "asking", "digest");
    },
  };
}

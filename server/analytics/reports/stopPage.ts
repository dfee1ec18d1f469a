import { letterLanguage } from "../../accounts/letterLanguage.ts";
import type {} from "../../accounts/tables.ts";
import type { Store } from "../../database/store.ts";
import { answerStopPage } from "../../mail/stopPage.ts";
import type { PageRoute } from "../../requests/page.ts";
import { isGoodAddress, makeAddress, readOrganization } from "../../storage/signedAddress.ts";
import { endMails } from "./mails.ts";

const path = "/api/public/v1/reports";
const purpose = "stop report";
/** A letter is found again after months. */
const goodForMs = 365 * 24 * 60 * 60_000;

/** Gives the address that ends somebody's reports by e-mail; it allows nothing else. */
export function makeStopAddress(
  key: Uint8Array,
  { organizationId, userId }: { organizationId: string; userId: string },
  now: number,
): string {
  return makeAddress({ key, path, organizationId, id: userId }, [purpose], now + goodForMs);
}

interface StopDeps {
  store: Store;
  digestKey: Uint8Array;
  now: () => number;
}

/** The address itself: looking at it asks only, a POST ends the letters (RFC 8058). */
export function stopPage({ store, digestKey: key, now }: StopDeps): PageRoute {
  return {
    path: `${path}/{userId}`,
    method: ["GET", "POST"],
    async handler({ request, params: { userId = "" } }) {
      const search = new URL(request.url).searchParams;
      const organizationId = readOrganization(search);
      if (!isGoodAddress({ key, organizationId, id: userId }, [purpose], { search, now: now() }))
        return answerStopPage(letterLanguage(undefined, request), "notGood", "report");
      const isStopped = request.method === "POST";
      if (isStopped) await endMails(store.db, { organizationId, userId });
      const user = await store.db
        .selectFrom("users")
        .select("language")
        .where("id", "=", userId)
        .executeTakeFirst();
      return answerStopPage(letterLanguage(user, request), isStopped ? "stopped" : "asking", "report");
    },
  };
}

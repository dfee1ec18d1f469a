import type { SessionKey } from "../../shared/client/client.ts";
import { createClient } from "../../shared/client/createClient.ts";
import { browser } from "./browser.ts";
import { connection } from "./connection.ts";
import { paths } from "./paths.ts";
import { storeRedirect } from "./redirect.ts";
import { keptForTab } from "./storage.ts";

/** What signs and authorises every call; in memory only, the cookie brings it back after a reload. */
export const credentials: { session: SessionKey | null; bearer: string | null } = {
  session: null,
  bearer: null,
};

/** Set when somebody is sent to the login page in the middle of work, so that it says why. */
export const sessionEndedFlag = "sessionEnded";

/** The console's one client. */
export const client = createClient({
  session: { read: () => credentials.session },
  bearer: () => credentials.bearer,
  onUnauthenticated: leaveForLogin,
  onReachable: (isReachable) => {
    connection.isReachable = isReachable;
  },
});

/** Any 401 goes to the login page (specification 8), and from there back to this one. */
function leaveForLogin(): void {
  keptForTab.write(sessionEndedFlag, "true");
  storeRedirect("redirectUrl", location.pathname + location.search);
  browser.go(paths.login);
}

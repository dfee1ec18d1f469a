import type { Client, SessionKey } from "../../../shared/client/client.ts";
import { createClient } from "../../../shared/client/createClient.ts";
import { browser } from "./browser.ts";
import { configuration } from "./configuration.ts";
import { connection } from "./connection.ts";
import { clearDevice } from "../notifications/clearDevice.ts";
import { paths } from "../shell/paths.ts";
import { storeRedirect } from "../accounts/redirect.ts";
import { keptForTab } from "./storage.ts";
import { readLocationPath } from "../../../shared/client/basePath.ts";

/** What signs and authorizes every call; in memory only, the cookie brings it back after a reload. */
export const credentials: { session: SessionKey | null; bearer: string | null } = {
  session: null,
  bearer: null,
};

/** Set when somebody is sent to the login page in the middle of work, so that it says why. */
export const sessionEndedFlag = "sessionEnded";

/** The console's one client, for the organization that is open. */
export const client = clientOf(() => credentials.bearer);

/** Makes a client with another bearer: for a page that looks into several organizations at once. */
export function clientOf(bearer: () => string | null): Client {
  const made = createClient({
    baseUrls: configuration.services,
    session: { read: () => credentials.session },
    bearer,
    solveCaptcha: async () =>
      configuration.captcha ? (await import("../accounts/captcha.ts")).solveCaptcha(made) : null,
    onUnauthenticated: leaveForLogin,
    onReachable: (isReachable) => {
      connection.isReachable = isReachable;
    },
  });
  return made;
}

/** Any 401 goes to the login page (specification 8), and from there back to this one. */
function leaveForLogin(): void {
  void clearDevice();
  keptForTab.write(sessionEndedFlag, "true");
  storeRedirect("redirectUrl", readLocationPath() + location.search);
  browser.go(paths.login);
}

import type { Capability } from "../../agents/capability.ts";
import type { Connections } from "../skills/deps.ts";
import { startSweeping } from "../../storage/sweep.ts";
import { integrationRoutes } from "./calls.ts";
import { createConnecting } from "./connecting.ts";
import { checkConnected } from "./checkConnected.ts";
import type { IntegrationDeps } from "./deps.ts";
import { agentIntegrations } from "./part.ts";
import { eventsPage } from "./receiveEvent.ts";
import { purgeSignIns } from "./purgeSignIns.ts";
import { useConnection } from "./useConnection.ts";
import { visitorGrantRoutes } from "./visitorCalls.ts";
import { codePage, visitorSignInPage } from "./visitorPages.ts";
import { acceptSignIn, findSignIn } from "./visitorSignIn.ts";

/** Makes the connections of this process: skills send their requests with the access that people gave. */
export function createIntegrations(deps: IntegrationDeps): Capability & Connections {
  const connecting = createConnecting(deps);
  const sweep = () => purgeSignIns(deps.store, deps.now());
  let stopSweeping = async (): Promise<void> => {};
  return {
    name: "integrations",
    routes: [...integrationRoutes(deps, connecting), ...visitorGrantRoutes(deps)],
    pages: [eventsPage(deps), visitorSignInPage(deps, connecting), codePage()],
    part: agentIntegrations,
    start: async () => {
      stopSweeping = startSweeping({ ...deps, name: "removes old sign-ins of visitors", sweep });
    },
    stop: () => stopSweeping(),
    check: (agent, config) => checkConnected(deps, agent, config),
    findSignIn: (place, skill) => findSignIn(deps, place, skill),
    acceptSignIn: (tx, word) => acceptSignIn(deps, tx, word),
    send: (use) => useConnection(deps, use),
  };
}

import type { Capability } from "../../agents/capability.ts";
import type { Connections } from "../skills/deps.ts";
import { integrationRoutes } from "./calls.ts";
import { checkConnected } from "./checkConnected.ts";
import type { IntegrationDeps } from "./deps.ts";
import { agentIntegrations } from "./part.ts";
import { eventsPage } from "./receiveEvent.ts";
import { useConnection } from "./useConnection.ts";

/** Makes the connections of this process: skills send their requests with the access that people gave. */
export function createIntegrations(deps: IntegrationDeps): Capability & Connections {
  return {
    name: "integrations",
    routes: integrationRoutes(deps),
    pages: [eventsPage(deps)],
    part: agentIntegrations,
    check: (agent, config) => checkConnected(deps, agent, config),
    send: (use) => useConnection(deps, use),
  };
}

import type { ServiceEvent } from "../../actions/integrations/deps.ts";
import type { Tx } from "../../database/store.ts";
import type { StartDeps } from "../deps.ts";
import { readGraph, readTrigger } from "../find.ts";
import { leaveOut, startRun } from "../running/start.ts";
import { selectStarting } from "./procedures.ts";

/** A run's state has room for so many characters of an event; of a longer one it gets the beginning, as text. */
const longestBody = 200_000;

/** Makes what starts workflows by the events of connected services, in the transaction that keeps the event. */
export function createServiceStarts(deps: Pick<StartDeps, "jobs" | "now">) {
  return async (tx: Tx, event: ServiceEvent): Promise<void> => {
    const { organizationId, agentId, id, connection, service, type, body } = event;
    for (const found of await selectStarting(tx, { organizationId, agentId, startsBy: "service" })) {
      const trigger = readTrigger(found);
      if (trigger.kind !== "service" || !isMeant(trigger, { connection, type })) continue;
      await startRun(deps, tx, {
        ...{
          workflow: found,
          version: found.version,
          graph: readGraph(found),
          trigger: "service",
          input: {},
        },
        about: { trigger: { service, connection, event: type, body: readEvent(body) } },
        clientId: `service:${id}`,
      }).catch(leaveOut);
    }
  };
}

function isMeant(
  trigger: { connection: string; events: readonly string[] },
  { connection, type }: Pick<ServiceEvent, "connection" | "type">,
): boolean {
  if (trigger.connection.toLowerCase() !== connection.toLowerCase()) return false;
  return trigger.events.length === 0 || trigger.events.includes(type);
}

function readEvent(body: string): unknown {
  if (body.length > longestBody) return body.slice(0, longestBody);
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

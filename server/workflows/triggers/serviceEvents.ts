import type { ServiceEvent } from "../../actions/integrations/deps.ts";
import type { Tx } from "../../database/store.ts";
import type { WorkflowDeps } from "../deps.ts";
import { readGraph, readTrigger } from "../find.ts";
import { measure } from "../running/session.ts";
import { leaveOut, startRun } from "../running/start.ts";
import { selectStarting } from "./procedures.ts";

/**
 * How much of an event a run's state has room for, as `measure` counts; of a larger one it gets the beginning, as text.
 */
const longestBody = 200_000;

/** Makes what starts workflows by the events of connected services, in the transaction that keeps the event. */
export function createServiceStarts(deps: Pick<WorkflowDeps, "jobs" | "now" | "report">) {
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
      }).catch(leaveOut(deps, found));
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
  const event = parse(body);
  return measure(event, longestBody) > longestBody ? body.slice(0, longestBody) : event;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

import type { ServiceEvent } from "../../actions/integrations/deps.ts";
import type { Tx } from "../../database/store.ts";
import type { WorkflowDeps } from "../deps.ts";
import { readGraph, readTrigger } from "../find.ts";
import { measure } from "../running/session.ts";
import { leaveOut, startRun } from "../running/start.ts";
import { selectStarting } from "./procedures.ts";

/**
 * How much of an event a run's state has room for, as `measure` counts; of a larger or deeper one it gets the beginning,
 * as text.
 */
const longestBody = 200_000;
/** How deep an event may be nested: expressions and screens walk through it level by level, and would run out of stack. */
const deepestBody = 100;

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
  const isText = measure(event, longestBody) > longestBody || isDeep(event);
  return isText ? body.slice(0, longestBody) : event;
}

/** Looks level by level, so that depth itself costs no stack. */
function isDeep(event: unknown): boolean {
  let level: unknown[] = [event];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepestBody) return true;
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null ? (Object.values(value) as unknown[]) : [],
    );
  }
  return false;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

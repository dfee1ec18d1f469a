import { findAgent } from "../agents/find.ts";
import type { AgentKey } from "../agents/parts.ts";
import type { ReachableSurface, FindReachableSurfaces } from "../conversations/deps.ts";
import { listKnownChannels } from "../channels/reach.ts";
import type { Db, Store } from "../database/store.ts";
import { findSurface } from "./find.ts";
import type { HasPlan } from "./find.ts";
import { findHostedPage } from "./hostedWeb.ts";

interface DoorDeps {
  store: Store;
  now: () => number;
  hasPlan: HasPlan;
}

/**
 * Makes what gives the surfaces by which a visitor would find what the team begins. Somebody whom the site vouches for is
 * known again wherever they come; everybody else by a session of this very surface alone.
 */
export function createFindReachableSurfaces({
  store: { db },
  now,
  hasPlan,
}: DoorDeps): FindReachableSurfaces {
  return async ({ organizationId, agentId, contactId, isVerified }) => {
    const key = { organizationId, agentId };
    const [agent, widget, page, sessions, isPaid, channels] = await Promise.all([
      findAgent(db, key),
      findSurface(db, { ...key, type: "widget" }),
      findHostedPage(db, key),
      listLiveSessions(db, { ...key, contactId, now: now() }),
      hasPlan(organizationId, agentId),
      listKnownChannels(db, { ...key, contactId, now: now() }),
    ]);
    const closeChannel = (isOn: boolean) =>
      !isOn ? "off" : agent.status !== "live" ? "paused" : !isPaid ? "plan" : null;
    const close = (surface: string, isOn: boolean): ReachableSurface["closedBecause"] => {
      if (!isOn) return "off";
      if (agent.status !== "live") return "paused";
      if (!isPaid) return "plan";
      return isVerified || sessions.includes(surface) ? null : "unknown";
    };
    const reachableSurfaces = [
      ...channels.map(({ type, isOn, isOptedOut, isClosed }): ReachableSurface => {
        const closedBecause = isOptedOut ? "optedOut" : isClosed ? "window" : null;
        return { surface: type, closedBecause: closeChannel(isOn) ?? closedBecause };
      }),
      { surface: "widget", closedBecause: close("widget", widget.enabled === 1) },
      { surface: "hosted-web", closedBecause: close("hosted-web", page?.enabled === 1) },
    ];
    // Those that they never used come last, in the order above.
    const placeOf = ({ surface }: ReachableSurface) => sessions.indexOf(surface) + 1 || sessions.length + 1;
    return reachableSurfaces.toSorted((one, other) => placeOf(one) - placeOf(other));
  };
}

/** Gives the surfaces of an agent that are switched off: visitors of one find no chat. */
export async function listOffSurfaces(db: Db, { organizationId, agentId }: AgentKey): Promise<string[]> {
  const key = { organizationId, agentId };
  const [widget, page] = await Promise.all([
    findSurface(db, { ...key, type: "widget" }),
    findHostedPage(db, key),
  ]);
  return [...(widget.enabled === 1 ? [] : ["widget"]), ...(page?.enabled === 1 ? [] : ["hosted-web"])];
}

/** The surfaces on which a visitor has a session, the one used last first. */
async function listLiveSessions(
  db: Db,
  { organizationId, agentId, contactId, now }: AgentKey & { contactId: string; now: number },
): Promise<string[]> {
  const found = await db
    .selectFrom("visitorSessions")
    .where("organizationId", "=", organizationId)
    .where("contactId", "=", contactId)
    .where("agentId", "=", agentId)
    .where("expiresAt", ">", now)
    .groupBy("surfaceType")
    .select(["surfaceType", (row) => row.fn.max("lastSeenAt").as("lastSeenAt")])
    .orderBy("lastSeenAt", "desc")
    .execute();
  return found.map(({ surfaceType }) => surfaceType);
}

import { findOpening } from "../../../../shared/domain/openingHours.ts";
import type { Tx } from "../../../database/store.ts";
import type { ConversationDeps } from "../../deps.ts";
import { giveThread, teamOf } from "./give.ts";
import { putBackOffline } from "./putBack.ts";
import { listQueued, mostAtOnce } from "./queued.ts";
import type { Group, QueuedRow } from "./queued.ts";
import { listRules } from "./rules.ts";
import type { AssignmentRules } from "./rules.ts";

/** Gives the conversations that wait for a person to those who have room. */
export interface Assigner {
  /** Looks through an organization's queue once the transaction is committed: somebody asks, or somebody has room. */
  later(tx: Tx, organizationId: string): void;
  /** Looks now: somebody is online, or the rules changed. */
  look(organizationId: string): void;
  /** Looks everywhere once a minute, for hours that begin and people who fell silent, until the function is called. */
  start(): () => Promise<void>;
  /** Waits for what is being given. */
  close(): Promise<void>;
}

const everyMs = 60_000;

/**
 * Makes the assigner of this process. Every process may look at once: what decides is locked where it is written. Nothing
 * is kept here that a restart would lose; what a process that died did not get to is found within the minute.
 */
export function createAssigner(deps: ConversationDeps): Assigner {
  const running = new Map<string, { again: boolean; ended: Promise<void> }>();

  function look(organizationId: string): void {
    const run = running.get(organizationId);
    if (run) {
      run.again = true;
      return;
    }
    const begun = { again: true, ended: Promise.resolve() };
    running.set(organizationId, begun);
    begun.ended = (async () => {
      try {
        while (begun.again) {
          begun.again = false;
          await lookThrough(deps, organizationId);
        }
      } catch (error) {
        deps.report(error);
      } finally {
        running.delete(organizationId);
      }
    })();
  }

  async function lookEverywhere(): Promise<void> {
    const rules = await listRules(deps.store.reader);
    new Set(rules.map(({ organizationId }) => organizationId)).forEach(look);
  }

  return {
    later: (tx, organizationId) => tx.afterCommit(() => look(organizationId)),
    look,
    start() {
      lookEverywhere().catch(deps.report);
      return deps.scheduler.every({ name: "gives out conversations", everyMs, work: lookEverywhere });
    },
    close: async () => {
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

async function lookThrough(deps: ConversationDeps, organizationId: string): Promise<void> {
  // Configurations are long texts: read off the main thread.
  const rules = await listRules(deps.store.reader, organizationId);
  for (const one of rules) await putBackOffline(deps, one);
  const open = new Map(
    rules.filter(({ hours }) => findOpening(hours, deps.now()).isOpen).map((one) => [one.agentId, one]),
  );
  if (open.size === 0) return;
  const agentIds = [...open.keys()];
  /** Whose people have no room: those behind don't move up. */
  const full = new Map<string, Group>();
  for (let after: QueuedRow | undefined; ;) {
    const wanted = { organizationId, agentIds, full: [...full.values()], after };
    const waiting = await listQueued(deps.store.reader, wanted);
    for (const row of waiting) {
      const rules = open.get(row.agentId) as AssignmentRules; // the agents that were asked for
      const group = { rules, teamId: teamOf(row, rules) };
      const name = `${row.agentId}:${group.teamId}`;
      if (full.has(name)) continue;
      if (!(await giveThread(deps, { threadId: row.id, rules }))) full.set(name, group);
    }
    after = waiting.at(-1);
    if (!after || waiting.length < mostAtOnce) return;
  }
}

import { createReach } from "../../../shared/domain/workflows/reach.ts";
import type { Graph } from "../../../shared/domain/workflows/graph.ts";

/** A step that a run is at. */
export interface Activation {
  id: string;
  stepId: string;
  /** The iterations of loops that it is in, the innermost last: `/ACTIVATION.INDEX`. */
  scope: string;
  /** Joins that went on without this branch: it ends when it comes to one of them. */
  late: readonly string[];
  /** `joining` waits at a join, `looping` is a loop whose items are under way. */
  state: "live" | "joining" | "looping";
}

export type NewActivation = Pick<Activation, "stepId" | "scope" | "late"> & { isJoining: boolean };

/** What follows from the end of a step. */
export interface Changes {
  begin: NewActivation[];
  /** Joins that go on now, of those that waited. */
  joined: string[];
  /** Activations at joins that another one goes on for. */
  absorbed: string[];
  /** Loops whose item has ended. */
  iterated: string[];
  /** Live branches that a join went on without. */
  late: { id: string; late: string[] }[];
}

/** The paths through one workflow. */
export interface Flow {
  /** The first step; null where there is none. */
  first: NewActivation | null;
  /** Gives what follows where these branches leave a step. `others` is all that the run is at beside it. */
  leave(
    ended: Pick<Activation, "stepId" | "scope" | "late">,
    outlets: readonly string[],
    others: readonly Activation[],
  ): Changes;
}

/**
 * Makes the rules by which a run goes through its steps. A join of all waits for each branch that can still come to it: one
 * that was not taken, ended elsewhere or failed can't, so nothing waits for ever. A join of any goes on with the first.
 */
export function createFlow(graph: Graph): Flow {
  const { steps, edges } = graph;
  const reach = createReach(edges);
  const byId = new Map(steps.map((step) => [step.id, step]));
  const targets = new Map(edges.map(({ from, outlet, to }) => [`${from}\n${outlet}`, to]));
  const targetOf = (from: string, outlet: string) => targets.get(`${from}\n${outlet}`);
  const isJoin = (stepId: string) => byId.get(stepId)?.kind === "join";

  function begin(stepId: string, { scope, late }: Pick<Activation, "scope" | "late">): NewActivation {
    return { stepId, scope, late, isJoining: isJoin(stepId) };
  }

  /** Whether a branch can still come to a join. */
  function canReach({ stepId, state }: Activation, join: string): boolean {
    if (state !== "looping") return reach(stepId).has(join);
    const after = targetOf(stepId, "done");
    return after !== undefined && (after === join || reach(after).has(join));
  }

  const start = targetOf("start", "next");

  return {
    first: start === undefined ? null : begin(start, { scope: "", late: [] }),
    leave(ended, outlets, others) {
      const changes: Changes = { begin: [], joined: [], absorbed: [], iterated: [], late: [] };
      const all: Activation[] = [...others];
      for (const outlet of outlets) {
        const to = targetOf(ended.stepId, outlet);
        // An item of a loop ends where the way leads back to it.
        if (to === undefined || isReturn(to, ended.scope, others)) continue;
        if (isJoin(to) && ended.late.includes(to)) continue;
        const next = begin(to, ended);
        const id = `new ${changes.begin.length}`;
        changes.begin.push(next);
        all.push({ ...next, id, state: next.isJoining ? "joining" : "live" });
      }
      settle(all, changes);
      return changes;
    },
  };

  function isReturn(stepId: string, scope: string, others: readonly Activation[]): boolean {
    const loop = others.find(({ id }) => scope.split("/").at(-1)?.startsWith(`${id}.`));
    return loop?.state === "looping" && loop.stepId === stepId;
  }

  /** Lets joins and loops go on as far as they can. */
  function settle(all: Activation[], changes: Changes): void {
    for (;;) {
      const join =
        findReady(all) ?? (isStuck(all) ? all.find(({ state }) => state === "joining") : undefined);
      if (join) {
        goOn(join, all, changes);
        continue;
      }
      const loop = all.find((one) => one.state === "looping" && !isUnderWay(one, all));
      if (!loop) return;
      loop.state = "live";
      changes.iterated.push(loop.id);
    }
  }

  function findReady(all: readonly Activation[]): Activation | undefined {
    return all.find((one) => {
      if (one.state !== "joining") return false;
      if (modeOf(one.stepId) === "any") return true;
      return !all.some((other) => isAwaited(other, one));
    });
  }

  function isAwaited(other: Activation, join: Activation): boolean {
    if (other.scope !== join.scope || other.late.includes(join.stepId)) return false;
    const isSame = other.state === "joining" && other.stepId === join.stepId;
    return !isSame && canReach(other, join.stepId);
  }

  function modeOf(stepId: string): "all" | "any" {
    const step = byId.get(stepId);
    return step?.kind === "join" ? step.config.mode : "all";
  }

  /** Joins in a circle wait for each other: the first one goes on. */
  function isStuck(all: readonly Activation[]): boolean {
    const isMoving = (one: Activation) =>
      one.state === "live" || (one.state === "looping" && !isUnderWay(one, all));
    return all.length > 0 && !all.some(isMoving);
  }

  function isUnderWay(loop: Activation, all: readonly Activation[]): boolean {
    return all.some(({ scope }) => scope.includes(`/${loop.id}.`));
  }

  function goOn(join: Activation, all: Activation[], changes: Changes): void {
    const { stepId, scope } = join;
    join.state = "live";
    changes.joined.push(join.id);
    for (const other of [...all]) {
      if (other === join || other.scope !== scope) continue;
      if (other.state === "joining" && other.stepId === stepId) {
        all.splice(all.indexOf(other), 1);
        changes.absorbed.push(other.id);
      } else if (canReach(other, stepId) && !other.late.includes(stepId)) {
        other.late = [...other.late, stepId];
        changes.late.push({ id: other.id, late: [...other.late] });
      }
    }
  }
}

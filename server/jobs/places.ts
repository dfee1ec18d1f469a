import { AsyncLocalStorage } from "node:async_hooks";
import { newId } from "../database/ids.ts";
import type { Store } from "../database/store.ts";
import type { Scheduler } from "../timing/scheduler.ts";
import { claimJobs, listWaiting } from "./claim.ts";
import type { JobKind } from "./kinds.ts";
import { startRun } from "./run.ts";
import type { Run } from "./run.ts";
import { chooseYields, countPlaces, createTurnOrder } from "./share.ts";
import type { TurnOrder } from "./share.ts";

interface PlacesOptions {
  store: Store;
  /** The handler of each kind of job, and how many run at once. */
  kinds: ReadonlyMap<string, JobKind>;
  now: () => number;
  report: (error: unknown) => void;
  scheduler: Scheduler;
}

/** The places of this process: the jobs that it runs at once. */
export interface Places {
  /**
   * Fills the free places of a kind, or of every kind; asked again meanwhile, it looks once more. A look takes what others
   * have queued besides: whose request began it is no matter of the jobs.
   */
  look(kind?: string | null): Promise<void>;
  /** From now on looks fill them. */
  open(): void;
  isOpen(): boolean;
  /** Lets a running job see whether it was canceled; without an ID all of them. */
  check(id: string | null): void;
  /** Stops filling places, and asks all running jobs to end. Resolves once they have. */
  close(): Promise<unknown>;
}

/** Makes the places of this process, which are closed at first. */
export function createPlaces({ store, kinds, now, report, scheduler }: PlacesOptions): Places {
  const owner = newId();
  const apart = AsyncLocalStorage.snapshot();
  const runs = new Map<string, Run>();
  const turns = new Map<string, TurnOrder>();
  /** Kinds whose free places are to be filled. */
  const wanted = new Set<string>();
  let isWorking = false;
  let isLooking = false;

  async function look(kind?: string | null): Promise<void> {
    for (const one of kind ? [kind] : kinds.keys()) wanted.add(one);
    if (!isLooking) await apart(fillAll);
  }

  async function fillAll(): Promise<void> {
    isLooking = true;
    try {
      for (const kind of wanted) {
        if (!isWorking) break;
        wanted.delete(kind);
        const known = kinds.get(kind);
        if (known) await fill(kind, known);
      }
    } catch (error) {
      // The database can't be reached, for example: the next poll tries again.
      report(error);
    } finally {
      isLooking = false;
    }
  }

  async function fill(kind: string, known: JobKind): Promise<void> {
    if (hasRoom(kind, known)) await begin(kind, known);
    // Claimed while the server began to stop: handed back like the others.
    if (!isWorking) return listRuns(kind).forEach((run) => run.stop());
    if (!known.yields || hasRoom(kind, known)) return;
    const order = await listOrder(kind);
    chooseYields(listRuns(kind), { order, now: now() }).forEach((run) => run.yield());
  }

  const listRuns = (kind: string) => [...runs.values()].filter((run) => run.kind === kind);
  const hasRoom = (kind: string, { concurrency }: JobKind) => listRuns(kind).length < concurrency;

  /** The organizations that wait, in the order of their turns. */
  async function listOrder(kind: string): Promise<string[]> {
    const waiting = await listWaiting({ store, kind, now: now(), running: [...runs.keys()] });
    return turnsOf(kind)
      .sort(waiting)
      .map(({ organizationId }) => organizationId);
  }

  async function begin(kind: string, known: JobKind): Promise<void> {
    const order = await listOrder(kind);
    if (order.length === 0) return;
    const underWay = listRuns(kind);
    const { concurrency, yields } = known;
    const claimed = await claimJobs({
      ...{ store, kind, known, owner, order, now: now(), running: [...runs.keys()] },
      limit: concurrency - underWay.length,
      places: countPlaces(underWay),
      // What gives back no place leaves one to the others from the beginning.
      mostEach: yields ? concurrency : Math.max(1, concurrency - 1),
    });
    for (const job of claimed) {
      turnsOf(kind).took(job.organizationId);
      const run = startRun({ job, known, store, now, report, scheduler });
      runs.set(job.id, run);
      void run.ended.finally(() => {
        runs.delete(job.id);
        void look(kind);
      });
    }
  }

  function turnsOf(kind: string): TurnOrder {
    const order = turns.get(kind) ?? createTurnOrder();
    turns.set(kind, order);
    return order;
  }

  return {
    look,
    open: () => void (isWorking = true),
    isOpen: () => isWorking,
    check: (id) => (id === null ? runs.forEach((run) => run.check()) : runs.get(id)?.check()),
    close() {
      isWorking = false;
      runs.forEach((run) => run.stop());
      return Promise.all([...runs.values()].map((run) => run.ended));
    },
  };
}

import { proxy, subscribe } from "valtio";
import type { ModelKey } from "../../../shared/contract/models/modelKeys.ts";
import { listModelKeys } from "../../../shared/contract/models/modelKeys.ts";
import { client } from "../platform/client.ts";
import { modelKeys } from "./modelKeys.ts";

/** The organization's keys that their providers refuse, as far as it is known. */
export const refusedKeys = proxy<{ items: ModelKey[] }>({ items: [] });

/** Owners are told within a minute. */
const readEveryMs = 45_000;

/** Reads them now, again and again while the tab is visible, and as their own page does; gives the way to stop. */
export function watchRefusedKeys(orgId: string): () => void {
  let isStopped = false;
  let readAt = 0;

  async function read(): Promise<void> {
    readAt = Date.now();
    try {
      const { items } = await client.call(listModelKeys, { params: { orgId }, query: { limit: 100 } });
      if (!isStopped) take(items);
    } catch {
      // What was known stays; the next time will tell.
    }
  }
  function readIfDue(): void {
    if (!document.hidden && Date.now() - readAt >= readEveryMs) void read();
  }

  void read();
  const timer = setInterval(readIfDue, readEveryMs);
  document.addEventListener("visibilitychange", readIfDue);
  const stopFollowing = subscribe(modelKeys, () => {
    if (modelKeys.status === "ready" && modelKeys.data) take(modelKeys.data);
  });
  return () => {
    isStopped = true;
    clearInterval(timer);
    document.removeEventListener("visibilitychange", readIfDue);
    stopFollowing();
    refusedKeys.items = [];
  };
}

function take(keys: ModelKey[]): void {
  refusedKeys.items = keys.filter(({ refusal }) => refusal !== null);
}

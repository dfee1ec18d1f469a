import { subscribe } from "valtio";
import { getSession } from "../../../shared/contract/accounts/accounts.ts";
import { client } from "./client.ts";
import { connection } from "./connection.ts";

const everyMs = 5000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Asks the server whether it is there; any answer at all takes the banner away. */
export async function reconnect(): Promise<void> {
  clearTimeout(timer);
  // Its own retries take a few seconds; what it answers does not matter.
  await client.call(getSession).catch(() => undefined);
  clearTimeout(timer);
  if (!connection.isReachable) timer = setTimeout(reconnect, everyMs);
}

/** Tries again by itself, every 5 s and when the device is online again, as long as the server is away. */
export function startReconnecting(): void {
  let wasReachable = true;
  subscribe(connection, () => {
    if (wasReachable && !connection.isReachable) timer = setTimeout(reconnect, everyMs);
    wasReachable = connection.isReachable;
  });
  addEventListener("online", () => !connection.isReachable && reconnect());
}

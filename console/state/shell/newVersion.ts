import { proxy } from "valtio";
import { version } from "../../../shared/domain/product.ts";
import { whenReachableAgain } from "../platform/connection.ts";
import { toAddress } from "../../../shared/client/basePath.ts";

/** Whether the server is of another version than the page that is open. */
export const newVersion = proxy({ isThere: false });

/** Looking back at the tab asks again after this time at the earliest. */
const leastMs = 5 * 60_000;
/** An answer that takes longer is not waited for. */
const mostMs = 10_000;
let askedAt = 0;

/** Asks the server for its version when it answers again after it was away, and when the tab becomes visible again. */
export function startWatchingVersion(): () => void {
  askedAt = Date.now();
  const stop = whenReachableAgain(() => void askVersion());
  const handleShow = () => {
    if (!document.hidden && Date.now() - askedAt > leastMs) void askVersion();
  };
  document.addEventListener("visibilitychange", handleShow);
  return () => {
    stop();
    document.removeEventListener("visibilitychange", handleShow);
  };
}

/** No call of the contract: it is asked of where the page came from, and anything but a version means nothing. */
async function askVersion(): Promise<void> {
  askedAt = Date.now();
  try {
    const { ofetch } = await import("ofetch");
    const answer: unknown = await ofetch(toAddress("/version"), { timeout: mostMs, retry: false });
    const isVersion = typeof answer === "object" && answer !== null && "version" in answer;
    if (isVersion && answer.version !== version) newVersion.isThere = true;
  } catch {
    // The server is away again; the next time will tell.
  }
}

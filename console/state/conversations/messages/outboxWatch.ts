import { whenReachableAgain } from "../../platform/connection.ts";
import { nameNow, showUnsent } from "./outbox.ts";
import { sendUnsent, settleFromOtherTab } from "./sendReplies.ts";

/**
 * Sends what earlier pages could not, now, and when the server answers again or the tab becomes visible; shows what
 * other tabs do. Gives the way to stop.
 */
export function watchOutbox(): () => void {
  const stop = whenReachableAgain(sendUnsent);
  const handleStorage = ({ key }: StorageEvent) => {
    // Without a name all of it was cleared.
    if (key !== null && key !== nameNow()) return;
    showUnsent();
    settleFromOtherTab(key !== null);
  };
  const handleShow = () => {
    if (!document.hidden) sendUnsent();
  };
  addEventListener("storage", handleStorage);
  document.addEventListener("visibilitychange", handleShow);
  showUnsent();
  sendUnsent();
  return () => {
    stop();
    removeEventListener("storage", handleStorage);
    document.removeEventListener("visibilitychange", handleShow);
  };
}

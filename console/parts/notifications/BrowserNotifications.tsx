import { useEffect, useId } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import {
  browserNotifications,
  rereadNotificationPermission,
  turnNotesOff,
  turnNotesOn,
} from "../../state/notifications/browserNotifications.ts";
import type { BrowserNotificationsState } from "../../state/notifications/browserNotifications.ts";
import { useAction } from "../useAction.ts";
import { switchedPart } from "./switchedPart.ts";

const hints: Record<BrowserNotificationsState, string> = {
  off: "Off. Hidden tabs only update their title, and play a sound if that is on.",
  on: "On for an AI Agent’s pages. Senders and texts are hidden.",
  denied: "Blocked. Allow notifications for this site in your browser’s settings, then come back.",
  unsupported: "Not available. This needs a supporting browser and an https address.",
};

/** Whether this browser shows a note while the console is open, and the switch for it; nothing asks before it is pressed. */
export function BrowserNotifications(): ReactNode {
  const { state } = useSnapshot(browserNotifications);
  const labelId = useId();
  useEffect(() => {
    rereadNotificationPermission();
    document.addEventListener("visibilitychange", rereadNotificationPermission);
    return () => document.removeEventListener("visibilitychange", rereadNotificationPermission);
  }, []);
  const { run } = useAction(async (isOn: boolean) => (isOn ? turnNotesOn() : turnNotesOff()));
  const hasSwitch = state === "on" || state === "off";
  return (
    <div className={switchedPart}>
      <div>
        <strong id={labelId}>While the console is open in another tab</strong>
        {hasSwitch && (
          <Toggle isOn={state === "on"} labelledBy={labelId} onChange={(isOn) => void run(isOn)} />
        )}
      </div>
      <p role="status">{hints[state]}</p>
    </div>
  );
}

import { useEffect, useId } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { Loaded } from "../Loaded.tsx";
import { useAction } from "../useAction.ts";
import { loadPush, push, pushHere, turnPushOff, turnPushOn } from "../../state/notifications/push.ts";
import type { PushHere } from "../../state/notifications/push.ts";
import { switchedPart } from "./switchedPart.ts";

/** What is said under the switch, and in its place where there is none. */
const hints: Record<PushHere, string> = {
  off: "Off. This device gets nothing while the inbox is closed.",
  on: "On. This device notifies you while the inbox is closed.",
  denied: "Blocked. Allow notifications for this site in your browser’s settings, then come back.",
  needsInstall:
    "On iPhone and iPad, install the app first: open Share and choose Add to Home Screen. Then turn them on there.",
  unsupported: "Not available. This needs a browser with push and an https address.",
};

/** Whether this browser tells by push, and the switch for it; nothing asks before it is pressed. */
export function PushSwitch({ orgId }: { orgId: string }): ReactNode {
  const resource = useSnapshot(push);
  const { state } = useSnapshot(pushHere);
  const labelId = useId();
  const { run, error } = useAction((isOn: boolean) => (isOn ? turnPushOn(orgId) : turnPushOff(orgId)));
  useEffect(() => void loadPush(orgId), [orgId]);
  const hasSwitch = state === "on" || state === "off";
  return (
    <Loaded
      resource={resource}
      needs="conversations.read"
      onRetry={() => void loadPush(orgId)}
      skeleton={<Skeleton height="56px" />}
    >
      {() => (
        <div className={switchedPart}>
          <div>
            <strong id={labelId}>Notifications on this device</strong>
            {hasSwitch && (
              <Toggle isOn={state === "on"} labelledBy={labelId} onChange={(isOn) => void run(isOn)} />
            )}
          </div>
          <p role="status">{hints[state]}</p>
          {error && <ErrorNotice title="Your change wasn’t saved." error={error} />}
        </div>
      )}
    </Loaded>
  );
}

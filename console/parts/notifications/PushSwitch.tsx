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
  off: "Off. Nothing comes to this device while the inbox is closed.",
  on: "On. This device rings while the inbox is closed.",
  denied:
    "Blocked. This browser was told to show none: allow notifications for this address in its site settings, then come back.",
  needsInstall:
    "On an iPhone or iPad notifications come to installed apps: open Share, choose Add to Home Screen, and turn them on there.",
  unsupported: "This browser can't do it. It takes one with push, and an address that begins with https.",
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
          {error && <ErrorNotice title="It was not changed." error={error} />}
        </div>
      )}
    </Loaded>
  );
}

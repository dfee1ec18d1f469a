import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { BellRing } from "lucide-react";
import type { PushDevice } from "../../../shared/contract/notifications/push.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { describeMoment } from "../describeMoment.ts";
import { useAction } from "../useAction.ts";
import { dropPushDevice, push } from "../../state/notifications/push.ts";
import { deviceList } from "../deviceList.ts";

/** Where the user is told, each to be ended from here. */
export function PushDevices({ orgId }: { orgId: string }): ReactNode {
  const { data } = useSnapshot(push);
  if (!data || data.devices.length === 0) return null;
  return (
    <ul className={deviceList} aria-label="Devices with notifications">
      {data.devices.map((device) => (
        <DeviceRow key={device.id} orgId={orgId} device={device} />
      ))}
    </ul>
  );
}

function DeviceRow({ orgId, device: shown }: { orgId: string; device: PushDevice }): ReactNode {
  const { id, device, isCurrent, createdAt, lastSentAt } = shown;
  const { run, isBusy, error } = useAction(() => dropPushDevice(orgId, id));
  const name = device ?? "A browser";
  return (
    <li>
      <BellRing size={18} aria-hidden />
      <span>
        <strong>
          {name} {isCurrent && <Badge tone="success">This one</Badge>}
        </strong>
        <span>
          Since {describeMoment(createdAt)} ·{" "}
          {lastSentAt === null ? "nothing sent yet" : `last notified ${describeMoment(lastSentAt)}`}
        </span>
      </span>
      <Button
        size="small"
        aria-label={`Remove ${name}, since ${describeMoment(createdAt)}`}
        isBusy={isBusy}
        onClick={() => void run()}
      >
        Remove
      </Button>
      {error && <ErrorNotice title="The device couldn’t be removed." error={error} />}
    </li>
  );
}

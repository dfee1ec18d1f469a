import type { ReactNode } from "react";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { PushChoices } from "../../parts/notifications/PushChoices.tsx";
import { PushDevices } from "../../parts/notifications/PushDevices.tsx";
import { QuietHours } from "../../parts/notifications/QuietHours.tsx";
import { SoundChoices } from "../../parts/notifications/SoundChoices.tsx";

/** What one is told of and where, over the inbox on a phone. */
export function PushDialog({ orgId, onClose }: { orgId: string; onClose: () => void }): ReactNode {
  return (
    <Dialog title="Notifications" onClose={onClose}>
      <div className={list}>
        <PushChoices orgId={orgId} />
        <QuietHours orgId={orgId} />
        <SoundChoices />
        <PushDevices orgId={orgId} />
      </div>
    </Dialog>
  );
}

const list = css`
  display: grid;
  gap: 20px;
`;

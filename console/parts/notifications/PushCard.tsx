import type { ReactNode } from "react";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../Card.tsx";
import { AppLinks } from "./AppLinks.tsx";
import { BrowserNotifications } from "./BrowserNotifications.tsx";
import { PushChoices } from "./PushChoices.tsx";
import { PushDevices } from "./PushDevices.tsx";
import { PushSwitch } from "./PushSwitch.tsx";
import { QuietHours } from "./QuietHours.tsx";
import { SoundChoices } from "./SoundChoices.tsx";

/** Push in the profile: this device, what one is told of, and all devices. */
export function PushCard({ orgId }: { orgId: string }): ReactNode {
  return (
    <Card
      title="Notifications"
      subtitle="On your devices, even while the console is closed. Only for this organization."
    >
      <div className={list}>
        <PushSwitch orgId={orgId} />
        <BrowserNotifications />
        <PushChoices orgId={orgId} />
        <QuietHours orgId={orgId} />
        <SoundChoices />
        <PushDevices orgId={orgId} />
        <AppLinks orgId={orgId} />
      </div>
    </Card>
  );
}

const list = css`
  display: grid;
  gap: 20px;
`;

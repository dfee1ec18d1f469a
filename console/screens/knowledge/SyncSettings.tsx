import type { ReactNode } from "react";
import { readsOutside } from "../../../shared/domain/syncSchedule.ts";
import type { ShownSource, SourcePlace } from "../../state/dataSources.ts";
import { ScheduleCard } from "./ScheduleCard.tsx";
import { WebhookCard } from "./WebhookCard.tsx";

export interface SyncSettingsProps {
  source: ShownSource;
  place: SourcePlace;
  mayChange: boolean;
}

/** What starts a source's syncs besides people; nothing where nothing outside can change. */
export default function SyncSettings(props: SyncSettingsProps): ReactNode {
  if (!readsOutside(props.source.config.kind)) return null;
  return (
    <>
      <ScheduleCard {...props} />
      <WebhookCard {...props} />
    </>
  );
}

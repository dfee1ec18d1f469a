import type { ReactNode } from "react";
import { kindHas } from "../../../shared/domain/sourceKinds.ts";
import type { ShownSource, SourcePlace } from "../../state/knowledge/dataSources.ts";
import { ScheduleCard } from "./ScheduleCard.tsx";
import { WebhookCard } from "./WebhookCard.tsx";

export interface SyncSettingsProps {
  source: ShownSource;
  place: SourcePlace;
  mayChange: boolean;
}

/** What starts a source's syncs besides people; nothing where nothing outside can change. */
export function SyncSettings(props: SyncSettingsProps): ReactNode {
  if (!kindHas(props.source.config.kind, "readsOutside")) return null;
  return (
    <>
      <ScheduleCard {...props} />
      <WebhookCard {...props} />
    </>
  );
}

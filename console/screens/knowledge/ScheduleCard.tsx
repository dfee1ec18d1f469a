import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { mayAutoSync } from "../../../shared/domain/subscription.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import type { ShownSource, SourcePlace } from "../../state/knowledge/dataSources.ts";
import { changeSchedule } from "../../state/knowledge/sourceSync.ts";
import { subscription } from "../../state/billing/subscription.ts";
import { openUpgrade } from "../../state/billing/upgrade.ts";
import { describeSchedule } from "./describeSchedule.ts";
import { SettingLine } from "./SettingLine.tsx";
import { ScheduleDialog } from "./ScheduleDialog.tsx";

interface ScheduleCardProps {
  source: ShownSource;
  place: SourcePlace;
  mayChange: boolean;
}

/** When a source is synced by itself, and the ways to change that. */
export function ScheduleCard({ source, place, mayChange }: ScheduleCardProps): ReactNode {
  const { data: plan } = useSnapshot(subscription);
  const { schedule } = source;
  const [isOpen, setIsOpen] = useState(false);
  const changing = useAction(changeSchedule);
  // While the plan is not known it is allowed; the server decides.
  const isLocked = plan !== null && !mayAutoSync(plan, Date.now());
  const handleOpen = () => (isLocked ? openUpgrade("datasource_auto_sync") : setIsOpen(true));
  const handlePause = () => {
    if (schedule?.isPaused && isLocked) return openUpgrade("datasource_auto_sync");
    if (schedule) void changing.run(place, { ...schedule, isPaused: !schedule.isPaused });
  };
  return (
    <SettingLine
      label="Schedule"
      title={schedule ? `Synced ${describeSchedule(schedule)}` : "Synced manually"}
      note={describeNext(source, isLocked)}
      actions={
        mayChange && (
          <>
            {schedule && (
              <>
                <Button
                  size="small"
                  kind="quiet"
                  isBusy={changing.isBusy}
                  onClick={() => void changing.run(place, null)}
                >
                  Remove
                </Button>
                <Button size="small" isBusy={changing.isBusy} onClick={handlePause}>
                  {schedule.isPaused ? "Resume" : "Pause"}
                </Button>
              </>
            )}
            <Button size="small" onClick={handleOpen}>
              {schedule ? "Change" : "Set schedule"}
            </Button>
          </>
        )
      }
    >
      {changing.error && <ErrorNotice error={changing.error} />}
      {isOpen && <ScheduleDialog schedule={schedule} place={place} onClose={() => setIsOpen(false)} />}
    </SettingLine>
  );
}

function describeNext({ schedule, nextSyncAt, restoredVersion }: ShownSource, isLocked: boolean): string {
  if (!schedule) return "A schedule keeps it up to date.";
  if (schedule.isPaused) return "Paused. Resume it to sync.";
  if (isLocked) return "On hold. Your plan doesn’t include scheduled syncs.";
  if (restoredVersion !== null)
    return `On hold after restoring version ${restoredVersion}. Sync once to continue.`;
  return nextSyncAt === null ? "" : `Next sync: ${describeDateTime(nextSyncAt)}`;
}

import { Suspense, lazy, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { mayAutoSync } from "../../../shared/domain/subscription.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import type { ShownSource, SourcePlace } from "../../state/dataSources.ts";
import { changeSchedule } from "../../state/sourceSync.ts";
import { subscription } from "../../state/subscription.ts";
import { openUpgrade } from "../../state/upgrade.ts";
import { describeSchedule } from "./describeSchedule.ts";

const ScheduleDialog = lazy(() => import("./ScheduleDialog.tsx"));

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
    <section className={card} aria-label="Schedule">
      <p>
        <strong>{schedule ? `Synced ${describeSchedule(schedule)}` : "Synced when somebody asks"}</strong>
        <small>{describeNext(source, isLocked)}</small>
      </p>
      {mayChange && (
        <div>
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
            {schedule ? "Change" : "Set a schedule"}
          </Button>
        </div>
      )}
      {changing.error && <ErrorNotice error={changing.error} />}
      {isOpen && (
        <Suspense fallback={null}>
          <ScheduleDialog schedule={schedule} place={place} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}

function describeNext({ schedule, nextSyncAt, restoredVersion }: ShownSource, isLocked: boolean): string {
  if (!schedule) return "A schedule keeps it up to date by itself.";
  if (schedule.isPaused) return "Paused. Nothing is synced until somebody resumes it.";
  if (isLocked) return "On hold: your plan has no syncs on a schedule.";
  if (restoredVersion !== null)
    return `On hold while it has the pages of version ${restoredVersion}. Sync it once to go on.`;
  return nextSyncAt === null ? "" : `Next sync: ${describeDateTime(nextSyncAt)}`;
}

const card = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 10px 16px;
  padding: 12px 16px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  & > p {
    display: grid;
    flex: 1 1 260px;
    gap: 2px;
    min-width: 0;
  }
  & strong {
    font-weight: 550;
    overflow-wrap: anywhere;
  }
  & small {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    font-variant-numeric: tabular-nums;
  }
  & > div:nth-child(2) {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
`;

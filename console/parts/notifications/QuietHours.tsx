import { useId, useRef } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { findQuiet, usualQuietHours } from "../../../shared/domain/quietHours.ts";
import type { ReadOnlyQuietHours } from "../../../shared/domain/quietHours.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import { describeMoment } from "../describeMoment.ts";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { ownTimeZone } from "../timeZones.ts";
import { useLatestAction } from "../useLatestAction.ts";
import { useNow } from "../useNow.ts";
import { moments } from "../../state/shell/moments.ts";
import { changePush, push } from "../../state/notifications/push.ts";
import { QuietTimes } from "./QuietTimes.tsx";
import { switchedPart } from "./switchedPart.ts";

/**
 * When somebody is told of nothing, wherever they are signed in, and whether that is now. Each choice takes effect
 * immediately.
 */
export function QuietHours({ orgId }: { orgId: string }): ReactNode {
  const { data } = useSnapshot(push);
  const labelId = useId();
  const zoneLine = useRef<HTMLParagraphElement>(null);
  const now = useNow();
  const { choose, chosen, error } = useLatestAction((quietHours: ReadOnlyQuietHours | null) =>
    changePush(orgId, { quietHours: quietHours && { ...quietHours, days: [...quietHours.days] } }),
  );
  if (!data) return null;
  const device = ownTimeZone();
  const quietHours = chosen ? chosen.value : data.quietHours;
  // The profile's may have been changed on this very page. Without one they stay in that in which they were chosen.
  const hours = quietHours && { ...quietHours, timeZone: moments.timeZone ?? quietHours.timeZone };
  const handleDevice = () => {
    if (hours) choose({ ...hours, timeZone: device });
    // The button goes away.
    zoneLine.current?.focus();
  };
  return (
    <section className={switchedPart} aria-labelledby={labelId}>
      <div>
        <strong id={labelId}>Quiet hours</strong>
        <Toggle
          isOn={hours !== null}
          labelledBy={labelId}
          onChange={(isOn) => choose(isOn ? usualQuietHours(moments.timeZone ?? device) : null)}
        />
      </div>
      <p role="status">{describeNow(hours, now)}</p>
      {hours && <QuietTimes hours={hours} onChange={choose} />}
      {hours && (
        <p ref={zoneLine} tabIndex={-1}>
          Times in {nameZone(hours.timeZone)}
          {moments.timeZone === null ? ". " : ", the time zone of your profile."}
          {moments.timeZone === null && hours.timeZone !== device && (
            <Button size="small" onClick={handleDevice}>
              Use this device’s: {nameZone(device)}
            </Button>
          )}
        </p>
      )}
      {error && <ErrorNotice title="Your changes weren’t saved." error={error} />}
    </section>
  );
}

function nameZone(timeZone: string): string {
  return timeZone.replaceAll("_", " ");
}

const silence =
  "No sounds, browser notifications or push notifications on any device. The bell and counts still work.";

function describeNow(hours: ReadOnlyQuietHours | null, now: number): string {
  if (!hours) return "Off. You’re notified at any time.";
  try {
    const { isQuiet, changesAt } = findQuiet(hours, now);
    // On the same clocks as the times below.
    const show = (at: number) => describeMoment(at, now, { ...moments, timeZone: hours.timeZone });
    if (!isQuiet) return `Not quiet now. Starts ${show(changesAt ?? now)}. ${silence}`;
    return `${changesAt === null ? "Always quiet" : `Quiet until ${show(changesAt)}`}. ${silence}`;
  } catch {
    // A zone that this browser does not know.
    return `On. ${silence}`;
  }
}

import { useId } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { findQuiet, usualQuietHours } from "../../../shared/domain/quietHours.ts";
import type { ReadOnlyQuietHours } from "../../../shared/domain/quietHours.ts";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import { describeMoment } from "../describeMoment.ts";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { ownTimeZone } from "../timeZones.ts";
import { useLatestAction } from "../useLatestAction.ts";
import { useNow } from "../useNow.ts";
import { moments } from "../../state/moments.ts";
import { changePush, push } from "../../state/push.ts";
import { QuietTimes } from "./QuietTimes.tsx";
import { switchedPart } from "./switchedPart.ts";

/** When somebody is told of nothing, wherever they are signed in, and whether that is now. Each choice holds at once. */
export function QuietHours({ orgId }: { orgId: string }): ReactNode {
  const { data } = useSnapshot(push);
  const labelId = useId();
  const now = useNow();
  const { choose, chosen, error } = useLatestAction((quietHours: ReadOnlyQuietHours | null) =>
    // The device's zone holds where the profile names none.
    changePush(orgId, {
      quietHours: quietHours && { ...quietHours, days: [...quietHours.days], timeZone: ownTimeZone() },
    }),
  );
  if (!data) return null;
  const quietHours = chosen ? chosen.value : data.quietHours;
  // It may have been changed on this very page.
  const hours = quietHours && { ...quietHours, timeZone: moments.timeZone ?? quietHours.timeZone };
  return (
    <section className={switchedPart} aria-labelledby={labelId}>
      <div>
        <strong id={labelId}>Quiet hours</strong>
        <Toggle
          isOn={hours !== null}
          labelledBy={labelId}
          onChange={(isOn) => choose(isOn ? usualQuietHours(ownTimeZone()) : null)}
        />
      </div>
      <p role="status">{describeNow(hours, now)}</p>
      {hours && <QuietTimes hours={hours} onChange={choose} />}
      {hours && (
        <p>
          Times in {hours.timeZone.replaceAll("_", " ")}
          {moments.timeZone === null ? "." : ", the time zone of your profile."}
        </p>
      )}
      {error && <ErrorNotice title="It was not saved." error={error} />}
    </section>
  );
}

const silence =
  "no sound, no browser notification and no push notification comes, on any device. The bell and the counts still work.";

function describeNow(hours: ReadOnlyQuietHours | null, now: number): string {
  if (!hours) return "Off. You are told at any time.";
  try {
    const { isQuiet, changesAt } = findQuiet(hours, now);
    if (!isQuiet) return `Not quiet now. It begins ${describeMoment(changesAt ?? now, now)}; then ${silence}`;
    return `It is quiet now, ${changesAt === null ? "and always" : `until ${describeMoment(changesAt, now)}`}: ${silence}`;
  } catch {
    // A zone that this browser does not know.
    return `On: ${silence}`;
  }
}

import { Cron } from "croner";
import { shortestScheduleMs } from "../../../shared/domain/workflows/limits.ts";
import type { Trigger } from "../../../shared/domain/workflows/triggers.ts";

type Schedule = Pick<Extract<Trigger, { kind: "schedule" }>, "cron" | "timeZone">;

/** When a schedule is due next; null where it never is. A time that a change of clocks leaves out or repeats is due once. */
export function findNextRun({ cron, timeZone }: Schedule, after: number): number | null {
  return open({ cron, timeZone }).nextRun(new Date(after))?.getTime() ?? null;
}

/** Why a schedule can't be kept; null where it can. */
export function findCronProblem(schedule: Schedule): string | null {
  try {
    const cron = open(schedule);
    const [first, second] = cron.nextRuns(2, new Date(0));
    if (!first) return "This schedule never runs. Check the day and month.";
    if (second && second.getTime() - first.getTime() < shortestScheduleMs)
      return "A workflow can run at most once a minute.";
    return null;
  } catch {
    return "This schedule isn’t valid. Use minute, hour, day, month and weekday, such as 0 9 * * 1-5.";
  }
}

function open({ cron, timeZone }: Schedule): Cron {
  return new Cron(cron, { timezone: timeZone, mode: "5-part", paused: true });
}

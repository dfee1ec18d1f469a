import { findOpening, listDaySpans } from "../../shared/domain/openingHours.ts";
import type { ReadOnlyHours } from "../../shared/domain/openingHours.ts";

/** Gives what a model is told of the time: the day and hour in the team's zone, and whether the team answers now. */
export function writeTime(hours: ReadOnlyHours | null, now: number): string {
  const zone = hours?.timeZone ?? "UTC";
  const format = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "short", timeZone: zone });
  const time = `It is ${format.format(now)} (${zone}).`;
  if (!hours) return time;
  const { isOpen, opensAt } = findOpening(hours, now);
  const team = isOpen ? "is there now" : "is away now";
  const next = !isOpen && opensAt !== null ? ` and is back on ${format.format(opensAt)}` : "";
  return `${time} The owner's team ${team}${next}. Its hours: ${describeWeek(hours)}.`;
}

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

function describeWeek({ week, closedDays = [] }: ReadOnlyHours): string {
  const byDay = days
    .map((day, at) => {
      const spans = listDaySpans(week[at]).map(({ opens, closes }) => `${opens} to ${closes}`);
      return `${day} ${spans.join(" and ") || "closed"}`;
    })
    .join(", ");
  return closedDays.length > 0 ? `${byDay}; closed on ${closedDays.join(", ")}` : byDay;
}

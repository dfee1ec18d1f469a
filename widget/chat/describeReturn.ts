import type { TeamPresence } from "../../shared/domain/openingHours.ts";
import { fill, language } from "../../shared/words/language.ts";
import { sayLater } from "../session/laterWords.ts";

/** That the team is away, and from when on it answers, as far as that is known. */
export function describeAway({ opensAt }: Readonly<Pick<TeamPresence, "opensAt">>): string {
  if (opensAt === null) return sayLater().teamIsAway;
  return fill(sayLater().teamIsAwayUntil, { time: describeReturn(opensAt) });
}

/** When the team comes next, as people say it: a weekday and a time, with its date where it is further than a week away. */
export function describeReturn(opensAt: number): string {
  const isFar = opensAt - Date.now() > 6 * 24 * 60 * 60_000;
  const format = new Intl.DateTimeFormat(language(), {
    ...({ weekday: "long", hour: "numeric", minute: "2-digit" } as const),
    ...(isFar && ({ day: "numeric", month: "long" } as const)),
  });
  return format.format(opensAt);
}

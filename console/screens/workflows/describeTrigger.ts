import { messageMatches, workflowEvents } from "../../../shared/domain/workflows/triggers.ts";
import type { Trigger } from "../../../shared/domain/workflows/triggers.ts";
import { describeCron } from "./describeCron.ts";

const mostPhrases = 3;

/** Says in words what begins a workflow's runs. */
export function describeTrigger(trigger: ShownTrigger): string {
  switch (trigger.kind) {
    case "manual":
      return "By hand";
    case "message":
      return describeMessage(trigger);
    case "event":
      return workflowEvents[trigger.event];
    case "schedule":
      return `${describeCron(trigger.cron)} (${trigger.timeZone})`;
    case "webhook":
      return "When its webhook is called";
    case "service":
      return `Event of ${trigger.connection || "a connection"}`;
    case "skill":
      return "When the agent decides";
  }
}

/** As a slice gives it, which nobody changes. */
export type ShownTrigger = Shown<Trigger>;
type Shown<T> = T extends object ? { readonly [Key in keyof T]: Shown<T[Key]> } : T;

function describeMessage({ match, phrases }: Extract<ShownTrigger, { kind: "message" }>): string {
  if (match === "first" || match === "any") return messageMatches[match];
  const some = phrases.slice(0, mostPhrases).map((phrase) => `“${phrase}”`);
  const more = phrases.length > mostPhrases ? ` and ${phrases.length - mostPhrases} more` : "";
  return `Message ${match === "words" ? "with" : "like"} ${some.join(", ") || "…"}${more}`;
}

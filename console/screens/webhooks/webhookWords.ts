import type { DeliveryState, Webhook } from "../../../shared/contract/webhooks/webhooks.ts";
import type { BadgeTone } from "../../../shared/ui/Badge.tsx";

interface StateWords {
  label: string;
  tone: BadgeTone;
}

/** How a webhook is. */
export function describeWebhook({
  isEnabled,
  disabledBecause,
  failingSince,
}: Pick<Webhook, "isEnabled" | "disabledBecause" | "failingSince">): StateWords {
  if (!isEnabled) {
    return disabledBecause === "person"
      ? { label: "Off", tone: "neutral" }
      : { label: "Turned off", tone: "danger" };
  }
  return failingSince === null ? { label: "On", tone: "success" } : { label: "Failing", tone: "warning" };
}

/** Why a webhook is off, in a sentence. */
export const offWords = {
  person: "A member turned it off. Events in the meantime aren’t sent later.",
  gone: "Its address answered 410 (gone). We e-mailed owners and admins.",
  failing: "All deliveries failed for three days. We e-mailed owners and admins.",
} as const;

export const deliveryWords: Record<DeliveryState, StateWords> = {
  waiting: { label: "Waiting", tone: "accent" },
  delivered: { label: "Delivered", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
};

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
  person: "Somebody of your team turned it off. What happens meanwhile is not sent later.",
  gone: "Its address answered 410: it says that it is gone. Owners and admins were told by mail.",
  failing: "Nothing could be delivered to it for three days. Owners and admins were told by mail.",
} as const;

export const deliveryWords: Record<DeliveryState, StateWords> = {
  waiting: { label: "Waiting", tone: "accent" },
  delivered: { label: "Delivered", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
};

/** Messengers and mail by which people write to an agent; the chat widget and the hosted page are surfaces of their own. */
export const channelTypes = ["telegram"] as const;
export type ChannelType = (typeof channelTypes)[number];

/** Something that the team enters to connect a channel. */
export interface ChannelField {
  name: string;
  label: string;
  /** Sealed once saved, and never shown again. */
  isSecret?: true;
  isOptional?: true;
  hint?: string;
  placeholder?: string;
}

/** What screens and server must both know of a channel. */
export interface ChannelFacts {
  name: string;
  summary: string;
  fields: readonly ChannelField[];
  /** What to do at the provider, in order. `{webhook}` stands for the address to paste there. */
  steps: readonly string[];
  /** How long after a person's message the agent and the team may write freely; null where they always may. */
  windowMs: number | null;
}

const hourMs = 60 * 60_000;
/** Meta's platforms let a business write freely for a day after each message of a person. */
export const metaWindowMs = 24 * hourMs;

/** Each channel, in the order in which they are offered. */
export const channelKinds: Readonly<Record<ChannelType, ChannelFacts>> = {
  telegram: {
    name: "Telegram",
    summary: "People write to your bot. Works without a public address.",
    fields: [
      {
        name: "token",
        label: "Bot token",
        isSecret: true,
        placeholder: "123456789:AAE…",
        hint: "From @BotFather. Anyone who has it can write as your bot.",
      },
    ],
    steps: [
      "Open @BotFather in Telegram and send /newbot.",
      "Choose a name, and a username that ends in “bot”.",
      "Paste the token that BotFather gives you.",
    ],
    windowMs: null,
  },
};

export function isChannelType(type: string): type is ChannelType {
  return Object.hasOwn(channelKinds, type);
}

/** How far a message got on its way to a person. It only moves forward, or fails. */
export const deliveryStates = ["queued", "sending", "sent", "delivered", "read", "failed"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Whether a delivery may pass from one state to the next: receipts come late, twice and out of order. */
export function mayBecome(from: DeliveryState, to: DeliveryState): boolean {
  if (from === "failed") return false;
  if (to === "failed") return from === "queued" || from === "sending" || from === "sent";
  return deliveryStates.indexOf(to) > deliveryStates.indexOf(from);
}

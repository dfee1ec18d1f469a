import { channelKinds, valueOfField } from "../../../../shared/domain/channels.ts";
import { ChannelProblem } from "../../ChannelProblem.ts";
import type { ChannelDeps } from "../../deps.ts";
import type { ChannelKind, OpenChannel } from "../../kind.ts";
import { speakInCall } from "./liveCalls.ts";
import type { PhoneProvider } from "./provider.ts";
import { createTelnyxCalls } from "./telnyxCalls.ts";
import { createTwilioCalls } from "./twilioCalls.ts";

/** Telephone calls. Agents speak in them by their own way; this connects the number, and speaks for people who type. */
export function createCall(deps: ChannelDeps): ChannelKind {
  const findProvider = createFindProvider(deps);
  return {
    type: "call",
    textLimit: 2000,
    choices: { most: 0, textLimit: 0 },
    speaksAnswers: true,

    async connect(channel, signal) {
      const { number = "", transferTo = "" } = channel.settings;
      for (const one of [number, transferTo].filter(Boolean))
        if (!isNumber(one))
          throw new ChannelProblem(
            "credentials",
            `Write ${one} with its country code, such as +15005550006.`,
          );
      if (!channel.webhookUrl?.startsWith("https:"))
        throw new ChannelProblem(
          "credentials",
          "Calls need a public https address. Set PUBLIC_URL to one, so that the provider reaches this server.",
        );
      await findProvider(channel).connect(channel, signal);
      return { id: number, label: number };
    },

    read: () => ({ kind: "skipped", what: "Calls are no messages." }),

    async send(_, { address, id }) {
      await speakInCall(deps, { callId: address["callId"] ?? "", deliveryId: id });
      return { platformId: null };
    },
  };
}

/** Makes what gives the provider that a channel chose. */
export function createFindProvider(
  deps: ChannelDeps,
): (channel: Pick<OpenChannel, "settings">) => PhoneProvider {
  const providers = { twilio: createTwilioCalls(deps), telnyx: createTelnyxCalls(deps) };
  const field = channelKinds.call.fields.find(({ name }) => name === "provider") ?? { name: "provider" };
  return ({ settings }) => (valueOfField(field, settings) === "telnyx" ? providers.telnyx : providers.twilio);
}

export function isNumber(text: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(text);
}

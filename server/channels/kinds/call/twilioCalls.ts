import { ChannelProblem } from "../../ChannelProblem.ts";
import type { ChannelDeps } from "../../deps.ts";
import { createProviderFetch } from "../../request.ts";
import { createTwilio, isSignedByTwilio, readTwilio } from "../../twilio.ts";
import { longestSeconds, mostRecordingBytes, ringSeconds } from "./provider.ts";
import type { PhoneProvider } from "./provider.ts";
import { readBytes } from "../../readBytes.ts";

const noCall = "This number can’t be called.";

/** Telephone calls by Twilio. */
export function createTwilioCalls({
  channels,
  operatorFetch,
}: Pick<ChannelDeps, "channels" | "operatorFetch">): PhoneProvider {
  const ask = createTwilio(createProviderFetch(operatorFetch, "Twilio"), channels.twilio);
  const recordingPath = (id: string) => `/Recordings/${encodeURIComponent(id)}`;
  return {
    async connect(channel, signal) {
      const { number = "" } = channel.settings;
      const path = `/IncomingPhoneNumbers.json?${new URLSearchParams({ PhoneNumber: number }).toString()}`;
      const { incoming_phone_numbers: numbers = [] } = await readTwilio(
        await ask(channel, { path, signal }),
        noCall,
      );
      if (numbers.length === 0)
        throw new ChannelProblem("credentials", `${number} is not in this Twilio account.`);
      if (numbers[0]?.capabilities?.voice === false)
        throw new ChannelProblem("credentials", `${number} doesn’t accept calls. Buy a number with voice.`);
    },
    isSigned: ({ url, headers, body }, { secrets }) =>
      isSignedByTwilio({
        ...{ url: url.href, headers, secret: secrets["authToken"] ?? "" },
        form: new URLSearchParams(new TextDecoder().decode(body)),
      }),
    isSocketSigned: (url, headers, { secrets }) =>
      isSignedByTwilio({
        ...{ url, headers, secret: secrets["authToken"] ?? "" },
        form: new URLSearchParams(),
      }),
    async dial(channel, { to, addresses, signal }) {
      const form: [string, string][] = [
        ["To", to],
        ["From", channel.settings["number"] ?? ""],
        ["Url", addresses.voice],
        ["Method", "POST"],
        ["StatusCallback", addresses.status],
        ["StatusCallbackMethod", "POST"],
        // One field for each: a list in one field is taken for a name that nobody knows.
        ...["initiated", "ringing", "answered", "completed"].map((event): [string, string] => [
          "StatusCallbackEvent",
          event,
        ]),
        ["MachineDetection", "Enable"],
        ["AsyncAmd", "true"],
        ["AsyncAmdStatusCallback", addresses.machine],
        ["AsyncAmdStatusCallbackMethod", "POST"],
        ["Timeout", String(ringSeconds)],
        ["TimeLimit", String(longestSeconds)],
      ];
      const { sid } = await readTwilio(await ask(channel, { path: "/Calls.json", signal, form }), noCall);
      if (!sid) throw new ChannelProblem("unknown", "Twilio did not say which call this is.");
      return sid;
    },
    async hangUp(channel, providerId, signal) {
      const path = `/Calls/${encodeURIComponent(providerId)}.json`;
      await readTwilio(await ask(channel, { path, signal, form: [["Status", "completed"]] }), noCall);
    },
    async readRecording(channel, { id }, signal) {
      const response = await ask(channel, { path: `${recordingPath(id)}.mp3`, signal });
      // It may take a moment until the file is there.
      if (!response.ok) throw new ChannelProblem("later", "Twilio has no recording yet.");
      return readBytes(response, mostRecordingBytes);
    },
    async removeRecording(channel, { id }, signal) {
      const response = await ask(channel, { path: `${recordingPath(id)}.json`, signal, method: "DELETE" });
      await response.body?.cancel();
    },
  };
}

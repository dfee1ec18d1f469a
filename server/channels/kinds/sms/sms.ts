import { ChannelProblem } from "../../ChannelProblem.ts";
import type { ChannelDeps } from "../../deps.ts";
import { hashKey } from "../../hmac.ts";
import { createFetchMedia, fileMs } from "../../fetchMedia.ts";
import type { ChannelKind, IncomingFile, Reading } from "../../kind.ts";
import { readBytes } from "../../readBytes.ts";
import { createProviderFetch } from "../../request.ts";
import { countSegments } from "./countSegments.ts";
import { createTwilio, isSignedByTwilio, readTwilio } from "../../twilio.ts";

const noSms = "This number can’t get text messages.";
const empty = `<?xml version="1.0" encoding="UTF-8"?><Response></Response>`;
const stopWords = /^(stop|stopall|unsubscribe|cancel|end|quit|revoke|optout)$/i;
const startWords = /^(start|unstop|yes)$/i;

/** SMS, by Twilio. */
export function createSms({ channels, operatorFetch, egress, now }: ChannelDeps): ChannelKind {
  const ask = createProviderFetch(operatorFetch, "Twilio");
  const fetchMedia = createFetchMedia({ egress }, "Twilio");
  const callTwilio = createTwilio(ask, channels.twilio);

  return {
    type: "sms",
    // Longer ones are cut by the network, at a price for each.
    textLimit: 1530,
    choices: { most: 0, textLimit: 0 },
    keepsOptOut: true,

    async connect(channel, signal) {
      await readTwilio(await callTwilio(channel, { path: ".json", signal }), noSms);
      const { number = "" } = channel.settings;
      if (!/^\+\d{7,15}$/.test(number))
        throw new ChannelProblem(
          "credentials",
          "Write your number with its country code, such as +15005550006.",
        );
      return { id: number, label: number };
    },

    receive({ url, headers, body }, { secrets }) {
      const form = new URLSearchParams(new TextDecoder().decode(body));
      const secret = secrets["authToken"] ?? "";
      if (!isSignedByTwilio({ url: url.href, headers, form, secret })) return { refused: true };
      const said = Object.fromEntries(form);
      const { MessageSid: id, MessageStatus: status, From: from = "", To: to = "" } = said;
      const isStatus = status !== undefined && status !== "received";
      const key = id === undefined ? hashKey(said) : isStatus ? `s:${id}:${status}` : `m:${id}`;
      return {
        updates: [{ key, conversation: isStatus ? to : from, at: now(), body: said }],
        answer: new Response(empty, { headers: { "content-type": "text/xml" } }),
      };
    },

    read: (body) => readSms(body as Record<string, string>), // as receive made it of a form

    async fetchFile(channel, { at: { path } }, { signal, mostBytes }) {
      // Any other address below the account's would be asked with its credentials.
      if (!path) throw new ChannelProblem("message", "Its address is none of Twilio’s.");
      const answer = await callTwilio(channel, {
        ...{ path, signal, withinMs: fileMs, redirect: "manual" },
      });
      // Twilio has files elsewhere, at an address that ends soon and takes no credentials.
      const location = answer.headers.get("location");
      if (location !== null) {
        await answer.body?.cancel();
        return fetchMedia(location, { signal, mostBytes });
      }
      if (!answer.ok) throw new ChannelProblem("message", "Twilio no longer gives it.");
      return { bytes: await readBytes(answer, mostBytes) };
    },

    describe: ({ text }) => ({ segments: countSegments(text) }),

    async send(channel, { address, text, signal }) {
      const form = Object.entries({
        ...{ From: channel.settings["number"] ?? "", To: address["number"] ?? "", Body: text },
        ...(channel.webhookUrl?.startsWith("https:") && { StatusCallback: channel.webhookUrl }),
      });
      const answer = await callTwilio(channel, { path: "/Messages.json", signal, form });
      const { sid = null } = await readTwilio(answer, noSms);
      return { platformId: sid };
    },
  };
}

/** What a form of Twilio's says. */
function readSms(said: Record<string, string>): Reading {
  const { MessageSid: id, MessageStatus: status, From: from, Body: text = "", ErrorCode: error } = said;
  if (id !== undefined && status !== undefined && status !== "received") {
    const problem = error ? `The network refused it (${error}).` : undefined;
    if (status === "sent" || status === "delivered" || status === "read")
      return { kind: "receipt", platformId: id, state: status };
    if (status === "failed" || status === "undelivered")
      return {
        kind: "receipt",
        platformId: id,
        state: "failed",
        problem: problem ?? "The network refused it.",
      };
    return { kind: "skipped", what: `A status of the kind ${status}.` };
  }
  if (id === undefined || from === undefined) return { kind: "skipped", what: "A form that is no message." };
  const sender = { id: from, name: null, ...(/^\+\d{7,15}$/.test(from) && { phone: from }) };
  const address = { number: from };
  const files = filesOf(said);
  const words = text.trim();
  if (files.length > 0) return { kind: "message", sender, text: words, files, address };
  if (words === "") return { kind: "skipped", what: "A message without words." };
  if (stopWords.test(words)) return { kind: "optOut", sender, address };
  if (startWords.test(words)) return { kind: "optIn", sender, address, text: words };
  return { kind: "message", sender, text: words, address };
}

/** Twilio's address of a file, below the account's. */
const mediaPath = /\/Accounts\/[^/]+(\/Messages\/\w+\/Media\/\w+)$/;

function filesOf(said: Record<string, string>): IncomingFile[] {
  const count = Math.min(10, Number(said["NumMedia"] ?? 0) || 0);
  return Array.from({ length: count }, (_, index) => ({
    name: "file",
    contentType: said[`MediaContentType${index}`] ?? null,
    sizeBytes: null,
    at: { path: mediaPath.exec(said[`MediaUrl${index}`] ?? "")?.[1] ?? "" },
  }));
}

import { channelKinds } from "../../../../shared/domain/channels.ts";
import { ChannelProblem } from "../../ChannelProblem.ts";
import type { ChannelDeps } from "../../deps.ts";
import { hashKey, signWith } from "../../hmac.ts";
import { isSame } from "../../isSame.ts";
import type { ChannelKind, OpenChannel, Reading } from "../../kind.ts";
import { createProviderFetch } from "../../request.ts";

const { name } = channelKinds.sms;
const empty = `<?xml version="1.0" encoding="UTF-8"?><Response></Response>`;
const stopWords = /^(stop|stopall|unsubscribe|cancel|end|quit|revoke|optout)$/i;
const startWords = /^(start|unstop|yes)$/i;

interface Answer {
  sid?: string;
  friendly_name?: string;
  code?: number;
  message?: string;
}

/** SMS, by Twilio. */
export function createSms({ channels, operatorFetch, now }: ChannelDeps): ChannelKind {
  const ask = createProviderFetch(operatorFetch, "Twilio");

  async function callTwilio(
    { settings, secrets }: OpenChannel,
    { path, signal, form }: { path: string; signal: AbortSignal; form?: Record<string, string> },
  ): Promise<Answer> {
    const { accountSid = "" } = settings;
    const account = `${channels.twilio}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`;
    const authorization = `Basic ${Buffer.from(`${accountSid}:${secrets["authToken"] ?? ""}`).toString("base64")}`;
    const response = await ask(`${account}${path}`, {
      ...{ signal, headers: { authorization } },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    const answer = (await response.json().catch(() => ({}))) as Answer; // read field by field
    if (response.ok) return answer;
    throw describe(answer, response.status);
  }

  return {
    type: "sms",
    // Longer ones are cut by the network, at a price for each.
    textLimit: 1530,
    choices: { most: 0, textLimit: 0 },

    async connect(channel, signal) {
      await callTwilio(channel, { path: ".json", signal });
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
      const fields = [...form].toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
      const content = url.href + fields.map((pair) => pair.join("")).join("");
      const secret = secrets["authToken"] ?? "";
      const signature = signWith({ algorithm: "sha1", secret, content }, "base64");
      if (secret === "" || !isSame(headers.get("x-twilio-signature") ?? "", signature))
        return { refused: true };
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

    async send(channel, { address, text, signal }) {
      const form = {
        ...{ From: channel.settings["number"] ?? "", To: address["number"] ?? "", Body: text },
        ...(channel.webhookUrl?.startsWith("https:") && { StatusCallback: channel.webhookUrl }),
      };
      const { sid = null } = await callTwilio(channel, { path: "/Messages.json", signal, form });
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
  if (stopWords.test(text.trim())) return { kind: "optOut", sender, address };
  if (startWords.test(text.trim())) return { kind: "optIn", sender, address };
  const files = Array.from({ length: Math.min(10, Number(said["NumMedia"] ?? 0) || 0) }, () => "[File]");
  const words = [...files, text.trim()].filter(Boolean).join("\n");
  return words === ""
    ? { kind: "skipped", what: "A message without words." }
    : { kind: "message", sender, text: words, address };
}

function describe({ code, message = "" }: Answer, status: number): ChannelProblem {
  if (status === 401 || status === 404 || code === 20003)
    return new ChannelProblem("credentials", `${name}: Twilio does not take the account SID and auth token.`);
  if (code === 21610)
    return new ChannelProblem("message", "They replied STOP, so Twilio sends them nothing.");
  if (code === 21211 || code === 21614)
    return new ChannelProblem("message", "This number can’t get text messages.");
  return new ChannelProblem("message", `Twilio refused it: ${message.slice(0, 200) || `status ${status}`}`);
}

import type { PhoneLanguage } from "./words.ts";

/** How long a member is rung, and how long a message may be, in seconds. */
const ringsFor = 25;
const longestMessage = 120;

/** What a call goes through next, as TwiML; TeXML is the same. */
export interface CallPlace {
  /** The channel's address, below which all others are. */
  base: string;
  spoken: PhoneLanguage;
}

/** Connects a call to the agent. The socket's address has no query, so the ticket stands beside it. */
export function connectDocument(
  { base, spoken }: CallPlace,
  { ticket, greeting, voice }: { ticket: string; greeting: string; voice: string },
): string {
  const relay = writeTag("ConversationRelay", {
    ...{ url: `${base.replace(/^http/, "ws")}/relay`, welcomeGreeting: greeting, language: spoken.tag },
    ...(voice !== "" && { voice }),
    ...{ interruptible: "any", welcomeGreetingInterruptible: "any", dtmfDetection: "true" },
  });
  const parameter = `${writeTag("Parameter", { name: "ticket", value: ticket }).slice(0, -1)}/>`;
  const connect = writeTag("Connect", { action: `${base}/action`, method: "POST" });
  return document(`${connect}${relay}${parameter}</ConversationRelay></Connect>`);
}

/** Rings the team's number; what comes of it is told. */
export function dialDocument({ base }: CallPlace, { to, from }: { to: string; from: string }): string {
  const dial = { action: `${base}/dialed`, method: "POST", timeout: String(ringsFor), callerId: from };
  return document(`${writeTag("Dial", dial)}<Number>${escape(to)}</Number></Dial>`);
}

/** Takes a message; `intro` is left out where the caller was told already. */
export function voicemailDocument({ base, spoken }: CallPlace, intro: string | null): string {
  const record = writeTag("Record", {
    ...{ action: `${base}/recorded`, method: "POST", maxLength: String(longestMessage), timeout: "5" },
    ...{ playBeep: "true", finishOnKey: "#", trim: "trim-silence" },
    ...{ recordingStatusCallback: `${base}/recording`, recordingStatusCallbackMethod: "POST" },
    recordingStatusCallbackEvent: "completed",
    // Providers write down English alone.
    ...(spoken.language === "en" && { transcribe: "true", transcribeCallback: `${base}/transcript` }),
  });
  const { noWords } = spoken.words;
  return document(`${sayOf(spoken, intro)}${record}</Record>${sayOf(spoken, noWords)}<Hangup/>`);
}

/** Says something and hangs up. */
export function goodbyeDocument({ spoken }: Pick<CallPlace, "spoken">, text: string | null): string {
  return document(`${sayOf(spoken, text)}<Hangup/>`);
}

export const rejectDocument = document("<Reject/>");

export function answerDocument(content: string): Response {
  return new Response(content, { headers: { "content-type": "text/xml; charset=utf-8" } });
}

function sayOf({ tag }: PhoneLanguage, text: string | null): string {
  return text === null ? "" : `${writeTag("Say", { language: tag })}${escape(text)}</Say>`;
}

function document(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${content}</Response>`;
}

function writeTag(name: string, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`);
  return `<${name}${written.join("")}>`;
}

function escape(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

import { createPublicKey, verify } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { ChannelProblem } from "../../ChannelProblem.ts";
import type { ChannelDeps } from "../../deps.ts";
import type { OpenChannel } from "../../kind.ts";
import { createProviderFetch } from "../../request.ts";
import { longestSeconds, mostRecordingBytes, ringSeconds } from "./provider.ts";
import type { PhoneProvider } from "./provider.ts";

/** What is older was recorded and sent again. */
const freshMs = 5 * 60_000;
/** An Ed25519 key in the form that Node reads: this, and its 32 bytes. */
const keyHead = Buffer.from("302a300506032b6570032100", "hex");

interface Answer {
  data?: unknown;
  call_sid?: string;
  errors?: { detail?: string; title?: string }[];
}

/** Telephone calls by Telnyx, with an application that speaks TeXML: documents and forms are those of Twilio. */
export function createTelnyxCalls({
  channels,
  operatorFetch,
  egress,
  now,
}: Pick<ChannelDeps, "channels" | "operatorFetch" | "egress" | "now">): PhoneProvider {
  const ask = createProviderFetch(operatorFetch, "Telnyx");

  async function callTelnyx(
    { secrets }: OpenChannel,
    path: string,
    { signal, body, method }: { signal: AbortSignal; body?: object; method?: "DELETE" },
  ): Promise<Answer> {
    const response = await ask(`${channels.telnyx}${path}`, {
      signal,
      headers: {
        authorization: `Bearer ${secrets["apiKey"] ?? ""}`,
        ...(body && { "content-type": "application/json" }),
      },
      ...(method && { method }),
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    const answer = (await response.json().catch(() => ({}))) as Answer; // read field by field
    if (response.ok) return answer;
    if (response.status === 401 || response.status === 403)
      throw new ChannelProblem("credentials", "Telnyx does not take the API key.");
    const [error] = answer.errors ?? [];
    const said = error?.detail ?? error?.title ?? `status ${response.status}`;
    throw new ChannelProblem("message", `Telnyx refused it: ${said.slice(0, 200)}`);
  }

  return {
    async connect(channel, signal) {
      const { number = "", applicationId = "" } = channel.settings;
      if (!readKey(channel))
        throw new ChannelProblem(
          "credentials",
          "The public key is not valid. Copy it from Keys & Credentials.",
        );
      const query = new URLSearchParams({ "filter[phone_number]": number });
      const { data } = await callTelnyx(channel, `/phone_numbers?${query.toString()}`, { signal });
      if (!Array.isArray(data) || data.length === 0)
        throw new ChannelProblem("credentials", `${number} is not in this Telnyx account.`);
      await callTelnyx(channel, `/texml_applications/${encodeURIComponent(applicationId)}`, { signal });
    },
    isSigned({ headers, body }, channel) {
      const key = readKey(channel);
      const at = headers.get("telnyx-timestamp") ?? "";
      const signature = Buffer.from(headers.get("telnyx-signature-ed25519") ?? "", "base64");
      if (!key || signature.length !== 64 || !/^\d{1,12}$/.test(at)) return false;
      if (Math.abs(now() - Number(at) * 1000) > freshMs) return false;
      return verify(null, Buffer.concat([Buffer.from(`${at}|`), body]), key, signature);
    },
    // Telnyx signs no sockets: the ticket in the first frame says who it is.
    isSocketSigned: () => true,
    async dial(channel, { to, addresses, signal }) {
      const { number = "", applicationId = "" } = channel.settings;
      const answer = await callTelnyx(channel, `/texml/calls/${encodeURIComponent(applicationId)}`, {
        signal,
        body: {
          ...{ To: to, From: number, Url: addresses.voice, UrlMethod: "POST" },
          ...{ StatusCallback: addresses.status, StatusCallbackMethod: "POST" },
          StatusCallbackEvent: "initiated ringing answered completed",
          ...{ MachineDetection: "Enable", AsyncAmd: true, AsyncAmdStatusCallback: addresses.machine },
          ...{ AsyncAmdStatusCallbackMethod: "POST", Timeout: ringSeconds, TimeLimit: longestSeconds },
        },
      });
      const data = answer.data as { call_sid?: string } | undefined; // read below
      const id = answer.call_sid ?? data?.call_sid;
      if (!id) throw new ChannelProblem("unknown", "Telnyx did not say which call this is.");
      return id;
    },
    async hangUp(channel, providerId, signal) {
      const path = `/texml/calls/${encodeURIComponent(providerId)}/update`;
      await callTelnyx(channel, path, { signal, body: { Status: "completed" } });
    },
    async readRecording(_, { url }, signal) {
      // Telnyx keeps recordings elsewhere, at an address that soon ends.
      const { status, body } = await egress.fetch(url, {
        timeoutMs: 60_000,
        maxBytes: mostRecordingBytes,
        signal,
      });
      if (status !== 200) throw new ChannelProblem("later", "Telnyx has no recording yet.");
      return body;
    },
    async removeRecording(channel, { id }, signal) {
      await callTelnyx(channel, `/recordings/${encodeURIComponent(id)}`, { signal, method: "DELETE" });
    },
  };
}

function readKey({ settings }: Pick<OpenChannel, "settings">): KeyObject | null {
  const bytes = Buffer.from(settings["publicKey"] ?? "", "base64");
  if (bytes.length !== 32) return null;
  return createPublicKey({ key: Buffer.concat([keyHead, bytes]), format: "der", type: "spki" });
}

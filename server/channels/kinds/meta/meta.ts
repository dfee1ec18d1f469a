import { ChannelProblem } from "../../ChannelProblem.ts";
import type { ChannelDeps } from "../../deps.ts";
import { signWith } from "../../hmac.ts";
import { isSame } from "../../isSame.ts";
import type { ChannelRequest, OpenChannel, Received, Update } from "../../kind.ts";
import { parseJson } from "../../parseJson.ts";
import { createProviderFetch } from "../../request.ts";

interface MetaError {
  message?: string;
  code?: number;
  error_subcode?: number;
}

export interface MetaCall {
  path: string;
  signal: AbortSignal;
  /** Sent by POST, as JSON where it is no form; a GET without. */
  body?: object;
}

export type AskMeta = (channel: OpenChannel, call: MetaCall) => Promise<Record<string, unknown>>;

/** Makes what asks Meta's Graph API for a channel, and says in words what it refuses. */
export function createMeta({ channels, operatorFetch }: ChannelDeps, name: string): AskMeta {
  const ask = createProviderFetch(operatorFetch, name);
  return async ({ secrets }, { path, signal, body }) => {
    const response = await ask(`${channels.meta}/${path}`, {
      signal,
      headers: {
        authorization: `Bearer ${secrets["accessToken"] ?? ""}`,
        ...(body && !(body instanceof FormData) && { "content-type": "application/json" }),
      },
      ...(body && { method: "POST", body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>; // read field by field
    if (response.ok) return answer;
    throw describe(answer["error"] as MetaError | undefined, response.status, name);
  };
}

/** What Meta's numbers mean for who writes; all others keep Meta's own words. */
const meanings: Record<number, string> = {
  131047: "More than 24 hours have passed since their last message. Send a template instead.",
  131026: "This number can’t get the message: it has no WhatsApp, or an old one.",
  131049: "WhatsApp held it back, because this person gets many marketing messages.",
  130472: "WhatsApp held it back, because this person is part of an experiment of Meta’s.",
  132000: "The template has another number of placeholders.",
  132001: "There is no such template in this language.",
  132012: "A placeholder of the template has the wrong form.",
  2018278: "The time in which you may write freely is over.",
  551: "This person can’t be written to at the moment.",
};
const slowDown = new Set([4, 613, 80007, 130429, 131056]);
const badToken = new Set([10, 190, 200, 131005]);

/** Gives what Meta's error means for people. */
export function explainMeta(code: number | undefined, message: string | undefined): string {
  return meanings[code ?? 0] ?? `It was refused: ${(message ?? "no reason given").slice(0, 200)}`;
}

function describe(error: MetaError | undefined, status: number, name: string): ChannelProblem {
  const { code, error_subcode: subcode, message } = error ?? {};
  if (badToken.has(code ?? 0) || status === 401)
    return new ChannelProblem(
      "credentials",
      `${name} does not take the access token: ${(message ?? "it is refused").slice(0, 200)}`,
    );
  if (slowDown.has(code ?? 0)) return new ChannelProblem("later", `${name} asks to send more slowly.`, 6000);
  return new ChannelProblem("message", explainMeta(meanings[subcode ?? 0] ? subcode : code, message));
}

/** Checks a webhook of Meta's: the greeting by the verify token, everything else by the app's signature. */
export function receiveMeta(
  { method, url, headers, body }: ChannelRequest,
  { secrets }: OpenChannel,
  toUpdates: (content: unknown) => Update[],
): Received {
  if (method === "GET") {
    const { searchParams: query } = url;
    const isRight =
      query.get("hub.mode") === "subscribe" &&
      isSame(query.get("hub.verify_token") ?? "", secrets["verifyToken"] ?? "");
    if (!isRight) return { refused: true };
    const challenge = query.get("hub.challenge") ?? "";
    return { updates: [], answer: new Response(challenge, { headers: { "content-type": "text/plain" } }) };
  }
  const signed = { algorithm: "sha256", secret: secrets["appSecret"] ?? "", content: body } as const;
  const isSigned =
    signed.secret !== "" &&
    isSame(headers.get("x-hub-signature-256") ?? "", `sha256=${signWith(signed, "hex")}`);
  if (!isSigned) return { refused: true };
  return { updates: toUpdates(parseJson(body)) };
}

/** The entries of a batch; what has another form is left out, and the others stay. */
export function listOf(value: unknown): Record<string, unknown>[] {
  if (!Array.isArray(value)) return [];
  return value.filter((one): one is Record<string, unknown> => typeof one === "object" && one !== null);
}

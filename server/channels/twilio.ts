import { ChannelProblem } from "./ChannelProblem.ts";
import { signWith } from "./hmac.ts";
import { isSame } from "./isSame.ts";
import type { OpenChannel } from "./kind.ts";
import type { ProviderFetch, ProviderRequest } from "./request.ts";

/** What Twilio answers, read field by field. */
export interface TwilioAnswer {
  sid?: string;
  code?: number;
  message?: string;
  incoming_phone_numbers?: { capabilities?: { voice?: boolean } }[];
}

export interface TwilioRequest extends Pick<ProviderRequest, "signal" | "withinMs" | "redirect"> {
  /** Below the account's address. */
  path: string;
  method?: "DELETE";
  /** Sent as a form; a field may occur several times. */
  form?: [name: string, value: string][];
}

/** Makes what asks Twilio for something of a channel's account; gives the answer, whatever its status. */
export function createTwilio(ask: ProviderFetch, baseUrl: string) {
  return (
    { settings, secrets }: Pick<OpenChannel, "settings" | "secrets">,
    { path, method, form, ...request }: TwilioRequest,
  ): Promise<Response> => {
    const { accountSid = "" } = settings;
    const credentials = Buffer.from(`${accountSid}:${secrets["authToken"] ?? ""}`).toString("base64");
    return ask(`${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}${path}`, {
      ...{ ...request, headers: { authorization: `Basic ${credentials}` } },
      ...(method && { method }),
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
  };
}

/** Reads what Twilio answered; throws a ChannelProblem where it refused. */
export async function readTwilio(response: Response, numberProblem: string): Promise<TwilioAnswer> {
  const answer = (await response.json().catch(() => ({}))) as TwilioAnswer; // read field by field
  if (response.ok) return answer;
  const { code, message = "" } = answer;
  if (response.status === 401 || response.status === 404 || code === 20003)
    throw new ChannelProblem("credentials", "Twilio does not take the account SID and auth token.");
  if (code === 21610) throw new ChannelProblem("message", "They replied STOP, so Twilio sends them nothing.");
  if (code === 21211 || code === 21214 || code === 21217 || code === 21614)
    throw new ChannelProblem("message", numberProblem);
  throw new ChannelProblem(
    "message",
    `Twilio refused it: ${message.slice(0, 200) || `status ${response.status}`}`,
  );
}

export interface TwilioSigned {
  /** The address as Twilio has it, with its query. */
  url: string;
  headers: Headers;
  /** The form that was posted; empty for a socket. */
  form: URLSearchParams;
  secret: string;
}

/** Whether Twilio signed a request, over its address and the sorted fields of its form. */
export function isSignedByTwilio({ url, headers, form, secret }: TwilioSigned): boolean {
  const fields = [...form].toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  const content = url + fields.map((pair) => pair.join("")).join("");
  const signature = signWith({ algorithm: "sha1", secret, content }, "base64");
  return secret !== "" && isSame(headers.get("x-twilio-signature") ?? "", signature);
}

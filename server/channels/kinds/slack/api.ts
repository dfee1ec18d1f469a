import { channelKinds } from "../../../../shared/domain/channels.ts";
import { ChannelProblem } from "../../ChannelProblem.ts";
import type { ChannelDeps } from "../../deps.ts";
import type { OpenChannel } from "../../kind.ts";
import { createProviderFetch } from "../../request.ts";

/** What Slack answered; read field by field. */
export interface SlackAnswer extends Record<string, unknown> {
  ok?: boolean;
  error?: string;
}

export interface SlackCall {
  signal: AbortSignal;
  fields?: Record<string, unknown>;
}

/** Calls a method of Slack's Web API as the app of a channel. Throws a ChannelProblem for all that Slack refuses. */
export type SlackApi = (
  channel: Pick<OpenChannel, "secrets">,
  method: string,
  call: SlackCall,
) => Promise<SlackAnswer>;

/** These read a form alone, and take no JSON. */
const takesForm = new Set([
  "conversations.list",
  "users.info",
  "users.lookupByEmail",
  "files.info",
  "files.getUploadURLExternal",
]);

/** Makes what speaks to Slack. */
export function createSlackApi({
  channels,
  operatorFetch,
}: Pick<ChannelDeps, "channels" | "operatorFetch">): SlackApi {
  const ask = createProviderFetch(operatorFetch, channelKinds.slack.name);
  return async ({ secrets }, method, { signal, fields = {} }) => {
    const isForm = takesForm.has(method);
    const response = await ask(`${channels.slack}/${method}`, {
      ...{ method: "POST", signal },
      body: isForm
        ? new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString()
        : JSON.stringify(fields),
      headers: {
        "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json; charset=utf-8",
        authorization: `Bearer ${secrets["botToken"] ?? ""}`,
      },
    });
    const answer = (await response.json().catch(() => ({}))) as SlackAnswer; // read field by field
    if (answer.ok === true) return answer;
    if (answer.error === "token_expired" && secrets["refreshToken"] !== undefined)
      throw new ChannelProblem("later", "Slack’s access is being renewed.", 5000);
    throw describe(answer.error ?? `status ${response.status}`);
  };
}

const badToken = new Set([
  "invalid_auth",
  "not_authed",
  "account_inactive",
  "token_revoked",
  "token_expired",
]);

function describe(error: string): ChannelProblem {
  if (badToken.has(error))
    return new ChannelProblem(
      "credentials",
      `Slack does not take the bot token (${error}). Install the app again.`,
    );
  if (error === "missing_scope")
    return new ChannelProblem(
      "credentials",
      "The app lacks a scope. Add those of the steps and install it again.",
    );
  if (error === "ratelimited") return new ChannelProblem("later", "Slack asks to send more slowly.", 30_000);
  // The stream has not ended yet.
  if (error === "streaming_state_conflict")
    return new ChannelProblem("later", "Slack still shows the answer while it is written.", 1000);
  if (error === "not_in_channel" || error === "channel_not_found")
    return new ChannelProblem("message", "The app is no longer a member of that channel.");
  if (error === "is_archived") return new ChannelProblem("message", "That channel is archived.");
  return new ChannelProblem("message", `Slack refused it: ${error.slice(0, 100)}.`);
}

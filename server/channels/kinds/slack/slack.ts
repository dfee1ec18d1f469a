import { channelKinds } from "../../../../shared/domain/channels.ts";
import { ChannelProblem } from "../../ChannelProblem.ts";
import type { ChannelDeps } from "../../deps.ts";
import { signWith } from "../../hmac.ts";
import { isSame } from "../../isSame.ts";
import type { ChannelKind, OpenChannel } from "../../kind.ts";
import { createProviderFetch } from "../../request.ts";
import { readSlack, readSlackBody, toUpdates } from "./read.ts";

const { name } = channelKinds.slack;
const oldestMs = 5 * 60_000;

interface Answer {
  ok?: boolean;
  error?: string;
  user_id?: string;
  team?: string;
  user?: string;
  ts?: string;
  channel?: string;
}

/** Slack, by its Events API: direct messages, and mentions in channels, which are answered in a thread. */
export function createSlack({ channels, operatorFetch, now }: ChannelDeps): ChannelKind {
  const ask = createProviderFetch(operatorFetch, name);

  async function callSlack(
    { secrets }: OpenChannel,
    method: string,
    { signal, ...fields }: { signal: AbortSignal } & Record<string, unknown>,
  ): Promise<Answer> {
    const response = await ask(`${channels.slack}/${method}`, {
      ...{ method: "POST", signal, body: JSON.stringify(fields) },
      headers: {
        "content-type": "application/json; charset=utf-8",
        authorization: `Bearer ${secrets["botToken"] ?? ""}`,
      },
    });
    const answer = (await response.json().catch(() => ({}))) as Answer; // read field by field
    if (answer.ok === true) return answer;
    throw describe(answer.error ?? `status ${response.status}`);
  }

  return {
    type: "slack",
    textLimit: 12_000,
    takesMarkdown: true,
    choices: { most: 0, textLimit: 0 },

    async connect(channel, signal) {
      const { user_id: id = "", user = "", team = "" } = await callSlack(channel, "auth.test", { signal });
      return { id, label: `@${user} in ${team}` };
    },

    receive({ headers, body }, { secrets }) {
      const at = headers.get("x-slack-request-timestamp") ?? "";
      const content = Buffer.concat([Buffer.from(`v0:${at}:`), body]);
      const secret = secrets["signingSecret"] ?? "";
      const signature = `v0=${signWith({ algorithm: "sha256", secret, content }, "hex")}`;
      const isFresh = /^\d{1,12}$/.test(at) && Math.abs(now() - Number(at) * 1000) <= oldestMs;
      if (secret === "" || !isFresh || !isSame(headers.get("x-slack-signature") ?? "", signature))
        return { refused: true };
      const said = readSlackBody(body);
      if (said["type"] === "url_verification")
        return { updates: [], answer: Response.json({ challenge: said["challenge"] }) };
      return { updates: toUpdates(said) };
    },

    read: (body, { account }) => readSlack(body, account?.id ?? null),

    async send(channel, { address, text, signal }) {
      const sent = await callSlack(channel, "chat.postMessage", {
        ...{ signal, channel: address["channel"], markdown_text: text },
        ...(address["thread"] && { thread_ts: address["thread"] }),
      });
      return { platformId: `${sent.channel ?? ""}:${sent.ts ?? ""}` };
    },
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
  if (error === "not_in_channel" || error === "channel_not_found")
    return new ChannelProblem("message", "The app is no member of that channel any more.");
  return new ChannelProblem("message", `Slack refused it: ${error.slice(0, 100)}.`);
}

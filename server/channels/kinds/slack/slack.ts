import { channelKinds, isInstalled } from "../../../../shared/domain/channels.ts";
import { pickLanguage } from "../../../../shared/domain/chatLanguages.ts";
import { languages } from "../../../languages/languages.ts";
import { ChannelProblem } from "../../ChannelProblem.ts";
import type { ChannelDeps } from "../../deps.ts";
import { createFetchMedia } from "../../fetchMedia.ts";
import { signWith } from "../../hmac.ts";
import { isSame } from "../../isSame.ts";
import type { ChannelKind, ChannelRequest } from "../../kind.ts";
import { createSlackApi } from "./api.ts";
import { createFetchSlackFile, createSendSlackFile } from "./files.ts";
import { readSlack, readSlackBody, toUpdates } from "./read.ts";
import { createSlackDrafts, finishDraft, writeBlocks } from "./stream.ts";

const oldestMs = 5 * 60_000;
/** Slack shows this many at most. */
const mostPrompts = 4;
const longestTitle = 100;

/** Whether Slack sent a request just now, for the app whose signing secret this is. */
export function isSlacks(
  { headers, body }: Pick<ChannelRequest, "headers" | "body">,
  { secret, now }: { secret: string; now: number },
): boolean {
  const at = headers.get("x-slack-request-timestamp") ?? "";
  const content = Buffer.concat([Buffer.from(`v0:${at}:`), body]);
  const signature = `v0=${signWith({ algorithm: "sha256", secret, content }, "hex")}`;
  const isFresh = /^\d{1,12}$/.test(at) && Math.abs(now - Number(at) * 1000) <= oldestMs;
  return secret !== "" && isFresh && isSame(headers.get("x-slack-signature") ?? "", signature);
}

/** Slack, by its Events API: direct messages, and mentions in channels, which are answered in a thread. */
export function createSlack(deps: ChannelDeps): ChannelKind {
  const call = createSlackApi(deps);
  const fetchMedia = createFetchMedia(deps, channelKinds.slack.name);
  const sendFile = createSendSlackFile({ call, egress: deps.egress });
  const { now } = deps;

  return {
    type: "slack",
    textLimit: 12_000,
    takesMarkdown: true,
    takesRatings: true,
    choices: { most: 0, textLimit: 0 },
    files: { takes: () => true, most: 1, mostBytes: 10_000_000 },

    isInstallable: deps.slackApp !== null,

    async connect(channel, signal) {
      if (isInstalled("slack", channel.settings) && channel.secrets["botToken"] === undefined)
        throw new ChannelProblem("credentials", "Add the app to Slack first.");
      const answer = await call(channel, "auth.test", { signal });
      const { user_id: id, user, team, team_id: workspace } = answer;
      return {
        ...{ id: String(id ?? ""), label: `@${String(user ?? "")} in ${String(team ?? "")}` },
        ...(typeof workspace === "string" && { workspace }),
      };
    },

    receive(request, { secrets }) {
      if (!isSlacks(request, { secret: secrets["signingSecret"] ?? "", now: now() }))
        return { refused: true };
      const said = readSlackBody(request.body);
      if (said["type"] === "url_verification")
        return { updates: [], answer: Response.json({ challenge: said["challenge"] }) };
      return { updates: toUpdates(said) };
    },

    read: (body, { account }) => readSlack(body, account),

    fetchFile: createFetchSlackFile({ call, fetchMedia, baseUrl: deps.channels.slack }),

    async findName(channel, { id, signal }) {
      const { user } = await call(channel, "users.info", { signal, fields: { user: id.split(":").at(-1) } });
      const { profile, real_name: realName } = (user ?? {}) as Record<string, unknown>; // read field by field
      const { real_name: full, display_name: shown } = (profile ?? {}) as Record<string, unknown>; // read field by field
      const name = [full, realName, shown].find((one) => typeof one === "string" && one !== "");
      return name === undefined ? null : String(name);
    },

    async greet(channel, { address, text, suggestions, signal }) {
      const { channel: place, thread } = address;
      if (text !== "")
        await call(channel, "chat.postMessage", {
          ...{ signal, fields: { channel: place, thread_ts: thread, markdown_text: text } },
        });
      if (suggestions.length === 0) return;
      const prompts = suggestions.slice(0, mostPrompts).map((title) => ({ title, message: title }));
      await call(channel, "assistant.threads.setSuggestedPrompts", {
        ...{ signal, fields: { channel_id: place, thread_ts: thread, prompts } },
      });
    },

    async showTyping(channel, { channel: place, thread }, { signal, language }) {
      if (thread === undefined) return;
      const status = languages[pickLanguage([language]) ?? "en"].channels.isWriting;
      await call(channel, "assistant.threads.setStatus", {
        ...{ signal, fields: { channel_id: place, thread_ts: thread, status } },
      });
    },

    async nameConversation(channel, { address: { channel: place = "", thread }, title, signal }) {
      // Threads in channels have no titles.
      if (thread === undefined || !place.startsWith("D")) return;
      await call(channel, "assistant.threads.setTitle", {
        ...{ signal, fields: { channel_id: place, thread_ts: thread, title: title.slice(0, longestTitle) } },
      });
    },

    drafts: createSlackDrafts(call),

    async send(channel, { address, text, files: [file], draft, isRateable, signal }) {
      if (file) return sendFile(channel, { file, address, signal });
      const isRated = isRateable === true && channel.settings["ratings"] !== "off";
      const finished = draft && (await finishDraft(call, channel, { at: draft, text, isRated, signal }));
      const fields = {
        channel: address["channel"],
        ...(isRated ? writeBlocks(text, { isRated }) : { markdown_text: text }),
        ...(address["thread"] && { thread_ts: address["thread"] }),
      };
      const sent = finished ?? (await call(channel, "chat.postMessage", { signal, fields }));
      return { platformId: `${String(sent["channel"] ?? "")}:${String(sent["ts"] ?? "")}` };
    },
  };
}

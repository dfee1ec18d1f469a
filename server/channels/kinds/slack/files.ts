import { ChannelProblem, prepare } from "../../ChannelProblem.ts";
import type { ChannelDeps } from "../../deps.ts";
import { fileMs } from "../../fetchMedia.ts";
import type { FetchMedia } from "../../fetchMedia.ts";
import type { ChannelKind, OpenChannel, SendingFile, Sent } from "../../kind.ts";
import type { SlackAnswer, SlackApi } from "./api.ts";

interface SlackFiles {
  call: SlackApi;
  fetchMedia: FetchMedia;
  /** Where Slack's interface is. */
  baseUrl: string;
}

/** Makes what gives a file that somebody sent in Slack, which the app's token opens. */
export function createFetchSlackFile({
  call,
  fetchMedia,
  baseUrl,
}: SlackFiles): NonNullable<ChannelKind["fetchFile"]> {
  return async (channel, { at: { id, url = "" }, contentType }, fetching) => {
    const address = url || (await findAddress(call, channel, { id, signal: fetching.signal }));
    if (!isSlacks(address, baseUrl)) throw new ChannelProblem("message", "It does not lie with Slack.");
    const headers = { authorization: `Bearer ${channel.secrets["botToken"] ?? ""}` };
    const found = await fetchMedia(address, { ...fetching, headers });
    // Instead of refusing, Slack shows its page to sign in.
    if (found.contentType?.startsWith("text/html") && contentType !== "text/html")
      throw new ChannelProblem("message", "The Slack app lacks the scope files:read.");
    return found;
  };
}

interface SentFile {
  file: SendingFile;
  address: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** Makes what shows a file in a conversation of Slack's, in three steps; nobody sees it before the last one. */
export function createSendSlackFile({ call, egress }: Pick<ChannelDeps, "egress"> & { call: SlackApi }) {
  return async (channel: OpenChannel, { file, address, signal }: SentFile): Promise<Sent> => {
    const bytes = await file.read();
    const fields = { filename: file.name, length: bytes.byteLength };
    const target = await asFile(prepare(call(channel, "files.getUploadURLExternal", { signal, fields })));
    const upload = { method: "POST", body: bytes, signal, maxBytes: 10_000, timeoutMs: fileMs } as const;
    const answer = await egress.fetch(String(target["upload_url"]), upload).catch(() => null);
    if (answer?.status !== 200) throw new ChannelProblem("later", "Slack did not take the file.");
    await asFile(
      call(channel, "files.completeUploadExternal", {
        signal,
        fields: {
          files: [{ id: target["file_id"], title: file.name }],
          channel_id: address["channel"],
          ...(address["thread"] && { thread_ts: address["thread"] }),
        },
      }),
    );
    return { platformId: null };
  };
}

/** An app that may write but send no files sends a link instead. */
async function asFile(asked: Promise<SlackAnswer>): Promise<SlackAnswer> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof ChannelProblem) || error.kind !== "credentials") throw error;
    throw new ChannelProblem("message", error.message);
  }
}

async function findAddress(
  call: SlackApi,
  channel: OpenChannel,
  { id, signal }: { id: string | undefined; signal: AbortSignal },
): Promise<string> {
  const { file } = await call(channel, "files.info", { signal, fields: { file: id } });
  const { url_private: url, is_external: isExternal } = (file ?? {}) as Record<string, unknown>; // read field by field
  if (typeof url !== "string" || isExternal === true)
    throw new ChannelProblem("message", "Slack does not give it.");
  return url;
}

/** Nobody else gets the app's token. */
function isSlacks(address: string, baseUrl: string): boolean {
  const host = URL.parse(address)?.hostname ?? "";
  return /(^|\.)slack(-gov)?\.com$/.test(host) || host === URL.parse(baseUrl)?.hostname;
}

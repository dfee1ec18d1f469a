import { createPublicKey, verify } from "node:crypto";
import * as v from "valibot";
import { channelKinds } from "../../../../shared/domain/channels.ts";
import { ChannelProblem } from "../../ChannelProblem.ts";
import type { ChannelDeps } from "../../deps.ts";
import { hashKey } from "../../hmac.ts";
import { createFetchMedia } from "../../fetchMedia.ts";
import type {
  ChannelKind,
  ChannelRequest,
  IncomingFile,
  OpenChannel,
  Reading,
  SendingFile,
} from "../../kind.ts";
import { parseJson } from "../../parseJson.ts";
import { createProviderFetch } from "../../request.ts";

const { name } = channelKinds.discord;
/** The kinds of interactions that there are, and of answers to them. */
const [ping, command] = [1, 2];
const [pong, says] = [1, 4];
const onlyThem = 64;
const [textOption, fileOption] = [3, 11];
/** An Ed25519 key in the form that Node reads: this, and its 32 bytes. */
const keyHead = Buffer.from("302a300506032b6570032100", "hex");

interface Answer {
  id?: string;
  channel_id?: string;
  username?: string;
  message?: string;
  code?: number;
}

const person = v.object({
  id: v.string(),
  username: v.optional(v.string()),
  global_name: v.optional(v.nullable(v.string())),
});
const attachment = v.object({
  url: v.string(),
  filename: v.optional(v.string(), "file"),
  content_type: v.optional(v.string()),
  size: v.optional(v.number()),
});
const interaction = v.object({
  type: v.literal(command),
  id: v.string(),
  token: v.string(),
  channel_id: v.optional(v.string(), ""),
  user: v.optional(person),
  member: v.optional(v.object({ user: person })),
  data: v.object({
    name: v.string(),
    options: v.optional(
      v.array(v.object({ name: v.string(), type: v.optional(v.number()), value: v.unknown() })),
      [],
    ),
    resolved: v.optional(v.object({ attachments: v.optional(v.record(v.string(), attachment), {}) }), {}),
  }),
});

/** Discord, by interactions: the command /ask. */
export function createDiscord({ channels, operatorFetch, egress, now }: ChannelDeps): ChannelKind {
  const ask = createProviderFetch(operatorFetch, name);
  const fetchMedia = createFetchMedia({ egress }, name);

  async function callDiscord(
    { secrets }: OpenChannel,
    path: string,
    { method = "POST", signal, body }: { method?: string; signal: AbortSignal; body?: unknown },
  ): Promise<Answer> {
    const response = await ask(`${channels.discord}${path}`, {
      ...{ method, signal },
      headers: {
        authorization: `Bot ${secrets["botToken"] ?? ""}`,
        ...(body !== undefined && !(body instanceof FormData) && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const answer = (await response.json().catch(() => ({}))) as Answer; // read field by field
    if (response.ok) return answer;
    throw describe(answer, response.status);
  }

  return {
    type: "discord",
    textLimit: 2000,
    takesMarkdown: true,
    choices: { most: 0, textLimit: 0 },
    files: { takes: () => true, most: 10, mostBytes: 10_000_000, isBesideText: true },
    isIdempotent: true,

    async connect(channel, signal) {
      if (!readKey(channel))
        throw new ChannelProblem("credentials", "The public key has 64 characters, 0–9 and a–f.");
      const me = await callDiscord(channel, "/users/@me", { method: "GET", signal });
      const { applicationId = "" } = channel.settings;
      await callDiscord(channel, `/applications/${encodeURIComponent(applicationId)}/commands`, {
        signal,
        body: {
          ...{ name: "ask", type: 1, description: "Ask a question." },
          options: [
            {
              name: "question",
              type: textOption,
              description: "Your question",
              required: true,
              max_length: 4000,
            },
            { name: "file", type: fileOption, description: "A picture or document" },
          ],
        },
      });
      return { id: applicationId, label: me.username ?? applicationId };
    },

    receive(request, channel) {
      if (!isSigned(request, channel)) return { refused: true };
      const said = parseJson(request.body) as Record<string, unknown> | null | undefined; // read field by field
      if (said?.["type"] === ping) return { updates: [], answer: Response.json({ type: pong }) };
      if (said?.["type"] !== command) {
        const data = { content: "Use the command /ask.", flags: onlyThem };
        return { updates: [], answer: Response.json({ type: says, data }) };
      }
      const member = said["member"] as { user?: { id?: unknown } } | undefined; // written as a text only
      const user = said["user"] as { id?: unknown } | undefined; // written as a text only
      return {
        updates: [
          {
            key: typeof said["id"] === "string" ? said["id"] : hashKey(said),
            conversation: `${String(said["channel_id"] ?? "")}:${String(member?.user?.id ?? user?.id ?? "")}`,
            at: now(),
            body: said,
          },
        ],
        // Shows everybody what was asked; the answer is a message of the bot's.
        answer: Response.json({
          type: says,
          data: { content: quote(said), allowed_mentions: { parse: [] } },
        }),
      };
    },

    read: readDiscord,
    fetchFile: (_, { at }, fetching) => fetchMedia(at["url"] ?? "", fetching),

    async send(channel, { id, address, text, files, signal }) {
      const { channelId = "" } = address;
      // The same number within some minutes is the same message.
      const nonce = { nonce: id.slice(-25), enforce_nonce: true };
      const message = { content: text, ...nonce, allowed_mentions: { parse: [] } };
      const sent = await callDiscord(channel, `/channels/${encodeURIComponent(channelId)}/messages`, {
        ...{ signal, body: files.length > 0 ? await writeForm(message, files) : message },
      });
      return { platformId: sent.id ?? null };
    },
  };
}

async function writeForm(message: object, files: SendingFile[]): Promise<FormData> {
  const form = new FormData();
  form.set("payload_json", JSON.stringify(message));
  for (const [index, file] of files.entries())
    form.set(`files[${index}]`, new Blob([await file.read()], { type: file.contentType }), file.name);
  return form;
}

function quote(said: Record<string, unknown>): string {
  const reading = readDiscord(said);
  return reading.kind === "message" ? `> ${reading.text.replaceAll("\n", "\n> ").slice(0, 1900)}` : "…";
}

function isSigned({ headers, body }: ChannelRequest, channel: OpenChannel): boolean {
  const key = readKey(channel);
  const signature = headers.get("x-signature-ed25519") ?? "";
  if (!key || !/^[0-9a-f]{128}$/i.test(signature)) return false;
  const signed = Buffer.concat([Buffer.from(headers.get("x-signature-timestamp") ?? ""), body]);
  return verify(null, signed, key, Buffer.from(signature, "hex"));
}

function readKey({ settings }: OpenChannel) {
  const { publicKey = "" } = settings;
  if (!/^[0-9a-f]{64}$/i.test(publicKey)) return null;
  return createPublicKey({
    key: Buffer.concat([keyHead, Buffer.from(publicKey, "hex")]),
    format: "der",
    type: "spki",
  });
}

/** What an interaction says, or an event that a gateway forwards. */
export function readDiscord(body: unknown): Reading {
  const parsed = v.safeParse(interaction, body);
  if (!parsed.success) {
    const { type } = (body ?? {}) as { type?: unknown }; // named only
    return { kind: "skipped", what: `An interaction of the kind ${String(type ?? "unknown")}.` };
  }
  const { user, member, data, channel_id: channelId } = parsed.output;
  const who = member?.user ?? user;
  const text = data.options
    .filter(({ type }) => type !== fileOption)
    .map(({ value }) => (typeof value === "string" ? value : ""))
    .join("\n")
    .trim();
  if (!who || text === "") return { kind: "skipped", what: `The command ${data.name} without words.` };
  return {
    kind: "message",
    sender: { id: who.id, name: who.global_name ?? who.username ?? null },
    ...{ text, address: { channelId }, files: Object.values(data.resolved.attachments).map(describeFile) },
  };
}

function describeFile({ url, filename, content_type, size }: v.InferOutput<typeof attachment>): IncomingFile {
  return { name: filename, contentType: content_type ?? null, sizeBytes: size ?? null, at: { url } };
}

function describe({ message = "", code }: Answer, status: number): ChannelProblem {
  if (status === 401) return new ChannelProblem("credentials", "Discord does not take the bot token.");
  if (code === 50001 || code === 50013)
    return new ChannelProblem(
      "message",
      "The bot may not write in that channel. Invite it to the server with the scope bot.",
    );
  return new ChannelProblem("message", `Discord refused it: ${message.slice(0, 200) || `status ${status}`}`);
}

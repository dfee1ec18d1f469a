import { createHash } from "node:crypto";
import { slackToken } from "./slackFake.ts";
import type { Answer, Asked } from "./providerServer.ts";

/** A file that a provider keeps for whoever may fetch it. */
interface KeptFile {
  contentType: string;
  bytes: Buffer;
  /** How many of the next requests for it meet a fault. */
  faults?: number;
  /** Its provider asks once to come back in an hour. */
  isBusy?: boolean;
}

export type KeptFiles = Map<string, KeptFile>;

interface Keeping {
  files: KeptFiles;
  brought: KeptFiles;
  /** Methods for which Slack's app has no scope. */
  unscoped: string[];
  origin: string;
  metaToken: string;
  twilioAuthorization: string;
}

/** Answers for a file as its provider does: by which address, with whose token, and by which way round. Null for all else. */
export function answerFile(provider: string, asked: Asked, keeping: Keeping): Answer | null {
  const id = asked.path.split("/").at(-1) ?? "";
  const { authorization } = asked.headers;
  switch (provider) {
    case "meta":
      return asked.method === "GET" && keeping.files.has(id)
        ? describeMedia(id, authorization, keeping)
        : null;
    case "meta-media":
      return authorization === `Bearer ${keeping.metaToken}` ? giveBytes(id, keeping) : [401, {}];
    case "slack-files":
      // Without the right token Slack shows its page to sign in.
      return authorization === `Bearer ${slackToken}`
        ? giveBytes(id, keeping)
        : [200, Buffer.from("<!DOCTYPE html><title>Sign in</title>"), { "content-type": "text/html" }];
    case "twilio":
      if (!/\/Media\/\w+$/.test(asked.path) || asked.method !== "GET") return null;
      return authorization === keeping.twilioAuthorization
        ? [307, {}, { location: `${keeping.origin}/cdn/${id}` }]
        : [401, { code: 20003, message: "Authenticate" }];
    case "cdn":
      // Its addresses are signed, and it takes no second proof.
      return authorization === undefined
        ? giveBytes(id, keeping)
        : [400, { message: "Only one auth mechanism allowed" }];
    default:
      return null;
  }
}

function describeMedia(id: string, authorization: string | undefined, keeping: Keeping): Answer {
  const { contentType, bytes } = keeping.files.get(id) ?? { contentType: "", bytes: Buffer.alloc(0) };
  if (authorization !== `Bearer ${keeping.metaToken}`)
    return [401, { error: { message: "Invalid OAuth access token.", code: 190 } }];
  const file = keeping.files.get(id);
  if (file?.isBusy) {
    file.isBusy = false;
    return [429, {}, { "retry-after": "3600" }];
  }
  return [
    200,
    {
      ...{ messaging_product: "whatsapp", id, mime_type: contentType, file_size: bytes.length },
      url: `${keeping.origin}/meta-media/${id}`,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    },
  ];
}

function giveBytes(id: string, { files }: Keeping): Answer {
  const file = files.get(id);
  if (!file) return [404, {}];
  if (file.faults) {
    file.faults -= 1;
    return [503, {}];
  }
  return [200, file.bytes, { "content-type": file.contentType }];
}

/** Takes a file in that is brought, as its provider wants it to be; null for all else. */
export async function takeFile(provider: string, asked: Asked, keeping: Keeping): Promise<Answer | null> {
  const { brought, origin } = keeping;
  if (provider === "meta" && asked.path.endsWith("/media")) {
    const file = asked.form?.get("file");
    const type = asked.form?.get("type");
    if (asked.form?.get("messaging_product") !== "whatsapp" || !(file instanceof Blob) || file.type !== type)
      return [400, { error: { code: 100, message: "Param file must be a file." } }];
    return [200, { id: await keep(brought, file) }];
  }
  const [name, file] = [...(asked.form?.entries() ?? [])].find(([, value]) => value instanceof Blob) ?? [];
  if (provider === "discord" && name === "files[0]" && file instanceof Blob) await keep(brought, file);
  if (provider === "slack-upload") {
    const id = asked.path;
    // Its address is signed for this many bytes.
    if (asked.bytes.length !== Number(asked.query.get("length"))) return [400, {}];
    brought.set(id, { contentType: "", bytes: asked.bytes });
    return [200, Buffer.from(`OK - ${asked.bytes.length}`), { "content-type": "text/plain" }];
  }
  const isSlacks = provider === "slack" && asked.headers.authorization === `Bearer ${slackToken}`;
  if (isSlacks && asked.path === "files.getUploadURLExternal" && !keeping.unscoped.includes(asked.path)) {
    const form = new URLSearchParams(asked.text);
    const length = Number(form.get("length"));
    if (!form.get("filename") || !(length > 0)) return [200, { ok: false, error: "invalid_arguments" }];
    const id = `F${brought.size + 1}`;
    return [200, { ok: true, file_id: id, upload_url: `${origin}/slack-upload/${id}?length=${length}` }];
  }
  return null;
}

async function keep(brought: KeptFiles, file: Blob): Promise<string> {
  const id = `media-${brought.size + 1}`;
  brought.set(id, { contentType: file.type, bytes: Buffer.from(await file.arrayBuffer()) });
  return id;
}

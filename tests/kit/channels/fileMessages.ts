import type { ChannelType } from "../../../shared/domain/channels.ts";
import { caseOf, seconds, whatsappBody } from "./channelCases.ts";
import { twilioAccount } from "./providerServer.ts";

interface SentFile {
  /** By which the provider keeps it. */
  id: string;
  name: string;
  contentType: string;
  sizeBytes: number;
  /** Where the provider keeps it. */
  origin: string;
}

/** What a provider sends where somebody sends a file with some words. */
export function writeWithFile(type: ChannelType, caption: string, file: SentFile): string {
  const plain = () => JSON.parse(caseOf(type).body(caption, `${file.id}-message`)) as Nested; // as the case wrote it
  switch (type) {
    case "whatsapp": {
      const kind = file.contentType.split("/")[0] ?? "";
      const media = { id: file.id, mime_type: file.contentType, sha256: "…", caption };
      const message = { from: "4930123456", id: `wamid.${file.id}`, timestamp: seconds(), type: kind };
      return whatsappBody({ messages: [{ ...message, [kind]: media }] });
    }
    case "messenger":
    case "instagram": {
      const body = plain();
      const message = body["entry"]?.[0]?.["messaging"]?.[0]?.["message"];
      const [kind] = file.contentType.split("/");
      const url = `${file.origin}/cdn/${file.id}?signature=1`;
      Object.assign(message ?? {}, { attachments: [{ type: kind, payload: { url } }] });
      return JSON.stringify(body);
    }
    case "slack": {
      const body = plain();
      const kept = { id: `F${file.id}`, name: file.name, mimetype: file.contentType, size: file.sizeBytes };
      const files = [{ ...kept, mode: "hosted", url_private: `${file.origin}/slack-files/${file.id}` }];
      Object.assign(body["event"] ?? {}, { subtype: "file_share", files });
      return JSON.stringify(body);
    }
    case "sms": {
      const form = new URLSearchParams(caseOf(type).body(caption, `MM${file.id}`));
      const path = `/2010-04-01/Accounts/${twilioAccount.sid}/Messages/MM${file.id}/Media/${file.id}`;
      form.set("NumMedia", "1");
      form.set("MediaUrl0", `https://api.twilio.com${path}`);
      form.set("MediaContentType0", file.contentType);
      return form.toString();
    }
    case "discord": {
      const body = plain();
      const url = `${file.origin}/cdn/${file.id}`;
      const attachment = { id: file.id, filename: file.name, content_type: file.contentType, url };
      const data = body["data"] ?? {};
      Object.assign(data, {
        resolved: { attachments: { [file.id]: { ...attachment, size: file.sizeBytes } } },
      });
      (data["options"] as unknown as object[]).push({ name: "file", type: 11, value: file.id });
      return JSON.stringify(body);
    }
    default:
      throw new Error(`No webhook of ${type} has files.`);
  }
}

interface Nested {
  [name: string]: Nested | undefined;
}

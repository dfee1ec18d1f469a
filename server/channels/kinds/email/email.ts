import { channelKinds } from "../../../../shared/domain/channels.ts";
import { ChannelProblem } from "../../ChannelProblem.ts";
import type { ChannelDeps } from "../../deps.ts";
import type { ChannelKind } from "../../kind.ts";
import { openMailbox, waitForMails } from "./mailbox.ts";
import { writeMessageId } from "./messageIds.ts";
import { readMail } from "./readMail.ts";

const { name } = channelKinds.email;
/** Mail programs keep up to so many of the mails before. */
const mostReferences = 10;

/** E-mail: a mailbox is read by IMAP, and answers go out by the installation's mail server. */
export function createEmail({ mail, egress, now }: ChannelDeps): ChannelKind {
  return {
    type: "email",
    textLimit: 100_000,
    choices: { most: 0, textLimit: 0 },
    mostPerHour: 30,

    async connect(channel, signal) {
      if (!mail.isConfigured)
        throw new ChannelProblem("credentials", "Replies need a mail server. Set SMTP_URL, then try again.");
      const { address = "" } = channel.settings;
      if (!/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(address))
        throw new ChannelProblem("credentials", "The address is not one that mails can be sent to.");
      const mailbox = await openMailbox(channel, { egress, signal });
      await mailbox.logout().catch(() => mailbox.close());
      return { id: address.toLowerCase(), label: address };
    },

    read: (body, channel) => readMail(body, channel),

    async send(channel, sending) {
      const { address, text } = sending;
      const messageId = writeMessageId(channel, sending);
      try {
        await mail.send({
          to: address["to"] ?? "",
          subject: subjectOf(address["subject"] ?? ""),
          text,
          headers: {
            "Message-ID": messageId,
            "Reply-To": channel.settings["address"] ?? "",
            ...(address["inReplyTo"] && { "In-Reply-To": address["inReplyTo"] }),
            ...(address["references"] && { References: cutReferences(address["references"]) }),
            // Other machines don't answer what says that a machine wrote it.
            ...(sending.isAutomatic && { "Auto-Submitted": "auto-replied" }),
          },
        });
      } catch (error) {
        throw describe(error);
      }
      return { platformId: messageId };
    },

    polling: {
      isPolled: () => true,
      poll: (channel, options) => waitForMails(channel, { ...options, egress, now }),
    },
  };
}

function subjectOf(subject: string): string {
  const line = subject.replace(/\s+/g, " ").trim() || "Your message";
  return /^(re|aw|sv|rv|antw)\s*:/i.test(line) ? line : `Re: ${line}`;
}

function cutReferences(references: string): string {
  return references.split(/\s+/).filter(Boolean).slice(-mostReferences).join(" ");
}

interface SmtpError {
  code?: string;
  responseCode?: number;
  command?: string;
}

function describe(error: unknown): ChannelProblem {
  const { code = "", responseCode = 0, command = "" } = (error ?? {}) as SmtpError; // read field by field
  if (responseCode >= 500)
    return new ChannelProblem("message", `The mail server refused this mail (${responseCode}).`);
  if (responseCode >= 400) return new ChannelProblem("later", `The mail server is busy (${responseCode}).`);
  if (code === "EENVELOPE") return new ChannelProblem("message", "The mail server refused the address.");
  if (command === "CONN" || code === "EDNS")
    return new ChannelProblem("later", "The mail server can’t be reached.");
  return new ChannelProblem("unknown", `${name}: the connection to the mail server broke.`);
}

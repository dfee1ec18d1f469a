import { ChannelProblem } from "../../ChannelProblem.ts";
import type { ChannelDeps } from "../../deps.ts";
import type { PlainLetter } from "../../../mail/letter.ts";
import type { ChannelKind, SendingFile } from "../../kind.ts";
import { openMailFiles, mailboxOf, openMailbox, waitForMails } from "./mailbox.ts";
import {
  isByHook,
  mostHookBytes,
  readContent,
  createReceiveMail,
  refuseUnsigned,
  wayOf,
} from "./mailHook.ts";
import { writeMessageId } from "./messageIds.ts";
import { readMail } from "./readMail.ts";
import { describeFailure } from "./smtpProblem.ts";

/** How many of the mails before a mail program keeps at most. */
const mostReferences = 10;

/** E-mail: a mailbox is read by IMAP, or a mail provider posts what comes; answers go out by the installation's mail server. */
export function createEmail(deps: ChannelDeps): ChannelKind {
  const { mail, egress, nameServers, now } = deps;
  return {
    type: "email",
    textLimit: 100_000,
    choices: { most: 0, textLimit: 0 },
    // Many mail servers refuse a mail of more than 20 MB, and files grow by a third on their way.
    files: { takes: () => true, most: 10, mostBytes: 14_000_000, isBesideText: true },
    mostPerHour: 30,

    async connect(channel, signal) {
      if (!mail.isConfigured)
        throw new ChannelProblem("credentials", "Replies need a mail server. Set SMTP_URL, then try again.");
      const { address = "" } = channel.settings;
      if (!/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(address))
        throw new ChannelProblem("credentials", "Mail can’t be sent to this address.");
      if (isByHook(channel)) refuseUnsigned(channel);
      else {
        const mailbox = await openMailbox(channel, { egress, signal });
        await mailbox.logout().catch(() => mailbox.close());
      }
      return { id: address.toLowerCase(), label: address };
    },

    mostReceivedBytes: mostHookBytes,
    receive: createReceiveMail(deps),
    read: (body, channel) => readMail(body, channel),
    openFiles(channel, { signal }) {
      const fetchFile = openMailFiles(channel, { egress, signal });
      // The channel may have received the mail another way than it does now.
      return async ({ at }) => ({
        bytes: at["uid"] === undefined ? readContent(at) : await fetchFile(at),
      });
    },

    describe: ({ address }) => ({ subject: subjectOf(address["subject"] ?? "") }),

    async send(channel, sending) {
      const { address, text, files } = sending;
      const attachments = await attach(files);
      const messageId = writeMessageId(channel, sending);
      try {
        await mail.send({
          to: address["to"] ?? "",
          subject: subjectOf(address["subject"] ?? ""),
          ...{ text, attachments },
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
        throw describeFailure(error);
      }
      return { platformId: messageId };
    },

    polling: {
      isPolled: (channel) => !isByHook(channel),
      accountOf: (channel) => (isByHook(channel) ? wayOf(channel) : mailboxOf(channel)),
      poll: (channel, options) => waitForMails(channel, { ...options, egress, nameServers, now }),
    },
  };
}

async function attach(files: readonly SendingFile[]) {
  const attachments: NonNullable<PlainLetter["attachments"]> = [];
  for (const file of files)
    attachments.push({
      ...{ filename: file.name, contentType: file.contentType },
      content: Buffer.from(await file.read()),
    });
  return attachments;
}

function subjectOf(subject: string): string {
  const line = subject.replace(/\s+/g, " ").trim() || "Your message";
  return /^(re|aw|sv|rv|antw)\s*:/i.test(line) ? line : `Re: ${line}`;
}

function cutReferences(references: string): string {
  return references.split(/\s+/).filter(Boolean).slice(-mostReferences).join(" ");
}

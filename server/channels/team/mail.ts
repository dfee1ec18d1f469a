import { letterLanguage } from "../../accounts/letterLanguage.ts";
import { drawNotice, drawRefusedReply } from "../../mail/noticeLetter.ts";
import type { NoticeRefusal } from "../../mail/noticeLetter.ts";
import { ChannelProblem } from "../ChannelProblem.ts";
import type { ChannelDeps } from "../deps.ts";
import type { OpenChannel } from "../kind.ts";
import { writeNoticeId } from "../kinds/email/messageIds.ts";
import { describeFailure } from "../kinds/email/smtpProblem.ts";
import { findChannel, openChannel } from "../open.ts";
import { findActor } from "./find.ts";
import { describeEffect, findCard, findLastWords, findSubject } from "./render.ts";
import type { TeamPostRow } from "./tables.ts";

/** Tells a member by mail, as it is now; a member who may no longer reply gets none. */
export async function sendNotice(
  deps: ChannelDeps,
  { post, userId }: { post: TeamPostRow; userId: string },
): Promise<void> {
  const { db } = deps.store;
  const { organizationId, threadId } = post;
  const right = "conversations.reply" as const;
  const member = await findActor(db, { organizationId, userId, right });
  const subject = await findSubject(db, post, await deps.lookOrigin());
  if (!member || !subject) return;
  const card = post.kind === "approval" ? await findCard(db, post) : null;
  if (post.kind === "approval" && card?.state !== "waiting") return;
  const mailbox = card ? null : await openMailboxChannel(deps, post);
  const letter = drawNotice(
    { to: member.email, language: letterLanguage(member) },
    {
      ...{ visitor: subject.contact.name, agent: subject.agent.name, url: subject.url },
      canReply: mailbox !== null,
      ...(card
        ? { approval: { title: card.title, effect: describeEffect(card) } }
        : {
            words: await findLastWords(db, post),
            page: subject.thread.latestPageUrl ?? subject.thread.pageUrl,
          }),
    },
  );
  const headers = mailbox && {
    "Reply-To": mailbox.settings["address"] ?? "",
    "Message-ID": writeNoticeId(mailbox, { threadId, userId }),
  };
  await send(deps, { ...letter, ...(headers && { headers }) });
}

/** The agent's mailbox, where it works; null elsewhere, so that nobody is promised that their answer is read. */
export async function openMailboxChannel(
  deps: ChannelDeps,
  { organizationId, agentId }: Pick<TeamPostRow, "organizationId" | "agentId">,
): Promise<OpenChannel | null> {
  const row = await findChannel(deps.store.db, { organizationId, agentId, type: "email" });
  return row?.enabled === 1 && row.state === "connected" ? openChannel(deps, row) : null;
}

interface Refused {
  to: string;
  language: Parameters<typeof letterLanguage>[0];
  why: NoticeRefusal;
  url: string | null;
}

/** Tells a member why their answer went to nobody. It goes to the address that we know, never to the one that wrote. */
export async function refuseReply(deps: ChannelDeps, { to, language, why, url }: Refused): Promise<void> {
  const letter = drawRefusedReply({ to, language: letterLanguage(language) }, { why, url });
  await send(deps, { ...letter, headers: { "Auto-Submitted": "auto-replied" } });
}

async function send(
  { mail }: ChannelDeps,
  letter: Parameters<ChannelDeps["mail"]["send"]>[0],
): Promise<void> {
  if (!mail.isConfigured) throw new ChannelProblem("message", "Mails need a mail server. Set SMTP_URL.");
  try {
    await mail.send(letter);
  } catch (error) {
    throw describeFailure(error);
  }
}

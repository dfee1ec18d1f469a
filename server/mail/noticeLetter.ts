import { directionOf } from "../../shared/domain/chatLanguages.ts";
import { languages } from "../languages/languages.ts";
import { drawLetter } from "./drawLetter.ts";
import type { Letter } from "./letter.ts";
import { fill, flat } from "./letters.ts";
import type { Addressee } from "./letters.ts";

/** What a member is told of a conversation. */
export interface Notice {
  visitor: string;
  agent: string;
  /** Where they answer; null where nobody has said at which address the console is. */
  url: string | null;
  /** An answer to the mail goes to the visitor. */
  canReply: boolean;
  /** What the visitor wrote last, and where. */
  words?: string | null;
  page?: string | null;
  /** What waits for the team's word, where that is why. */
  approval?: { title: string; effect: string };
}

/** Why an answer to a notice went to nobody. */
export type NoticeRefusal = "unverified" | "notAllowed" | "empty" | "failed";

const mostWords = 4000;

/** Writes what a member is told of a conversation that waits, in their language. Nothing in it decides by one click. */
export function drawNotice(
  { to, language }: Addressee,
  { visitor, agent, url, canReply, words, page, approval }: Notice,
): Letter {
  const texts = languages[language].mail.notice;
  const dir = directionOf(language);
  const named = { visitor: flat(visitor), agent: flat(agent), title: flat(approval?.title ?? "") };
  const put = (template: string) => fill(template, named, dir);
  const lines = [words?.trim().slice(0, mostWords), page].filter((line) => line != null && line !== "");
  const said = lines.map((line) => line ?? "");
  return drawLetter({
    ...{ to, language, dir },
    subject: put(approval ? texts.approvalSubject : texts.handoffSubject),
    says: put(approval ? texts.approvalSays : texts.handoffSays),
    ...(url !== null && { button: { label: texts.button, url } }),
    lists: [
      ...(said.length > 0 ? [{ heading: texts.lastWords, entries: [], more: said }] : []),
      ...(approval?.effect
        ? [{ heading: flat(approval.title), entries: [], more: approval.effect.split("\n") }]
        : []),
    ],
    small: [put(approval ? texts.decideThere : canReply ? texts.reply : texts.noReply)],
  });
}

/** Tells a member that their answer to a notice went to nobody, and why. */
export function drawRefusedReply(
  { to, language }: Addressee,
  { why, url }: { why: NoticeRefusal; url: string | null },
): Letter {
  const texts = languages[language].mail.notice;
  return drawLetter({
    ...{ to, language, dir: directionOf(language), subject: texts.refusedSubject, says: texts.refused[why] },
    ...(url !== null && { button: { label: texts.button, url } }),
    small: [],
  });
}

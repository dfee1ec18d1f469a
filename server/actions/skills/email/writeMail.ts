import type { EmailConfig, SentRequest } from "../../../../shared/contract/skills/skills.ts";
import type { FormValues } from "../../../../shared/domain/forms.ts";
import { fillTemplate } from "../http/fillTemplate.ts";

/** A mail as it goes out, and as the team sees it. */
export interface WrittenMail {
  to: string;
  subject: string;
  text: string;
  shown: SentRequest;
}

/** Fills in a mail. Its subject is one line, whatever somebody wrote into it; its text is plain. */
export function writeMail(
  { subject: subjectTemplate, body }: EmailConfig,
  { to, inputs }: { to: string; inputs: FormValues },
): WrittenMail {
  const fill = (template: string) => fillTemplate(template, inputs, (value) => value.toWellFormed());
  const subject = fill(subjectTemplate)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, longestSubject);
  const text = fill(body).replaceAll("\0", "");
  const shown = { method: "MAIL", url: `mailto:${to}`, headers: { Subject: subject }, body: text };
  return { to, subject, text, shown };
}

const longestSubject = 250;

import { brandName } from "../../shared/domain/product.ts";

/** A mail as it goes out: plain text, and the same as HTML. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
}

interface Content {
  to: string;
  subject: string;
  /** What is said before the button. */
  says: string[];
  button: { label: string; url: string };
  /** What is said below it, in small type. */
  small: string[];
}

/** Asks somebody to join an organisation. */
export function inviteLetter({
  to,
  organizationName,
  invitedBy,
  url,
}: {
  to: string;
  organizationName: string;
  invitedBy: string | null;
  url: string;
}): Letter {
  const who = invitedBy ?? "A member";
  return writeLetter({
    to,
    subject: `${who} invites you to ${organizationName}`,
    says: [`${who} invites you to work with ${organizationName} on its AI agents and conversations.`],
    button: { label: "Accept the invitation", url },
    small: ["The link is good for seven days.", "You did not expect this? Then do nothing."],
  });
}

/** Lets somebody choose a new password. */
export function passwordLetter({ to, url }: { to: string; url: string }): Letter {
  return writeLetter({
    to,
    subject: "Choose a new password",
    says: [`Somebody, probably you, asked for a new password of your ${brandName} account.`],
    button: { label: "Choose a new password", url },
    small: [
      "The link is good for one hour and works once.",
      "It was not you? Then do nothing: the old password stays.",
    ],
  });
}

function writeLetter({ to, subject, says, button, small }: Content): Letter {
  const text = [...says, `${button.label}:\n${button.url}`, ...small, `-- \n${brandName}`].join("\n\n");
  const paragraph = (line: string, style: string) =>
    `<p style="margin:0 0 16px;${style}">${escape(line)}</p>`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f4f5f7;color:#1c2230;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;border-radius:12px;background:#ffffff">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escape(subject)}</h1>
${says.map((line) => paragraph(line, "")).join("\n")}
<p style="margin:24px 0"><a href="${escape(button.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0e6a72;color:#ffffff;font-weight:600;text-decoration:none">${escape(button.label)}</a></p>
${paragraph(button.url, "font-size:13px;color:#5b6472;word-break:break-all")}
${small.map((line) => paragraph(line, "font-size:13px;color:#5b6472")).join("\n")}
</div>
<p style="max-width:520px;margin:16px auto 0;font-size:13px;color:#5b6472;text-align:center">${escape(brandName)}</p>
</body></html>
`;
  // A line break in a name would begin another header.
  return { to, subject: subject.replace(/\s+/g, " ").slice(0, 200), text, html };
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

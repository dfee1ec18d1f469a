import { brandName } from "../../shared/domain/product.ts";
import type { Letter } from "./letter.ts";

/** What a letter says, in its order. */
export interface Content {
  to: string;
  /** A BCP 47 tag, and how it is written. */
  language: string;
  dir: "ltr" | "rtl";
  subject: string;
  /** What is said before the code or the button. */
  says: string;
  /** Shown large, to be typed. */
  code?: string;
  button?: { label: string; url: string };
  /** Lists below the button. */
  lists?: LetterList[];
  /** What is said below it, in small type. */
  small: string[];
  /** Ends letters of this kind, below all else. */
  stop?: { label: string; url: string };
}

export interface LetterList {
  heading: string;
  /** Where all of it is. */
  url?: string;
  entries: { label: string; url: string }[];
  /** What leads nowhere, such as how many more there are. */
  more: string[];
}

/** Draws a letter as text and as the same in HTML. */
export function drawLetter({
  to,
  language,
  dir,
  subject,
  says,
  code,
  button,
  lists = [],
  small,
  stop,
}: Content): Letter {
  const parts = [code && `    ${code}`, button && `${button.label}:\n${button.url}`].filter(Boolean);
  const foot = stop ? [`${stop.label}:\n${stop.url}`] : [];
  const text = [says, ...parts, ...lists.map(writeList), ...small, ...foot, `-- \n${brandName}`].join("\n\n");
  const start = dir === "rtl" ? "right" : "left";
  // Many programs keep no html element: the language and the direction are on the letter itself too.
  const html = `<!doctype html>
<html lang="${language}" dir="${dir}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escape(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f4f5f7;color:#1c2230;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div lang="${language}" dir="${dir}" style="max-width:520px;margin:0 auto;padding:32px;border-radius:12px;background:#ffffff;text-align:${start}">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escape(subject)}</h1>
${paragraph(says)}
${code ? showCode(code) : ""}${button ? showButton(button, start) : ""}
${lists.map(showList).join("\n")}
${small.map((line) => paragraph(line, smallStyle)).join("\n")}
${stop ? `<p style="margin:0;${smallStyle}">${showLink(stop)}</p>` : ""}
</div>
<p style="max-width:520px;margin:16px auto 0;font-size:13px;color:#5b6472;text-align:center">${escape(brandName)}</p>
</body></html>
`;
  // A line break in a name would begin another header.
  const letter = { to, subject: subject.replace(/\s+/g, " ").slice(0, 200), text, html };
  return stop ? { ...letter, headers: listHeaders(stop.url) } : letter;
}

const smallStyle = "font-size:13px;color:#5b6472";

function paragraph(line: string, style = ""): string {
  return `<p style="margin:0 0 16px;${style}">${escape(line)}</p>`;
}

function showCode(code: string): string {
  return `<p dir="ltr" style="margin:24px 0;padding:16px;border-radius:8px;background:#f4f5f7;font:600 28px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;text-align:center">${escape(code)}</p>`;
}

function showButton({ label, url }: { label: string; url: string }, start: "left" | "right"): string {
  return `<p style="margin:24px 0"><a href="${escape(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#0e6a72;color:#ffffff;font-weight:600;text-decoration:none">${escape(label)}</a></p>
<p dir="ltr" style="margin:0 0 16px;${smallStyle};word-break:break-all;text-align:${start}">${escape(url)}</p>`;
}

/** By these a mail program ends the letters itself, at one press (RFC 8058). */
function listHeaders(url: string): Record<string, string> {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

function writeList({ heading, url, entries, more }: LetterList): string {
  const lines = entries.map((entry) => `- ${entry.label}\n  ${entry.url}`);
  const head = url === undefined ? [heading] : [heading, url];
  return [...head, ...lines, ...more.map((line) => `- ${line}`)].join("\n");
}

function showList({ heading, url, entries, more }: LetterList): string {
  const lines = [...entries.map(showLink), ...more.map(escape)];
  const items = lines.map((line) => `<li style="margin:0 0 4px">${line}</li>`).join("");
  return `<h2 style="margin:24px 0 8px;font-size:16px;line-height:1.3">${url === undefined ? escape(heading) : showLink({ label: heading, url })}</h2>
<ul style="margin:0 0 16px;padding-inline-start:20px">${items}</ul>`;
}

function showLink({ label, url }: { label: string; url: string }): string {
  return `<a href="${escape(url)}" style="color:#0e6a72">${escape(label)}</a>`;
}

/** For HTML: the five signs that mean something there. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

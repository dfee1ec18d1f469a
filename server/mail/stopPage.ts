import { createHash } from "node:crypto";
import { directionOf } from "../../shared/domain/chatLanguages.ts";
import type { ChatLanguage } from "../../shared/domain/chatLanguages.ts";
import { brandName } from "../../shared/domain/product.ts";
import { escape } from "./drawLetter.ts";
import { languages } from "../languages/languages.ts";

/** What the page that ends the letters does: it asks first, and ends nothing by a link that is no longer good. */
type StopState = "asking" | "stopped" | "notGood";

/** Which letters it ends. */
type Stopped = "digest" | "report";

/** Answers with the page that ends letters: with its button, or with what there is to say. */
export function answerStopPage(language: ChatLanguage, state: StopState, of: Stopped): Response {
  return new Response(drawStopPage(language, state, of), {
    status: state === "notGood" ? 403 : 200,
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": stopPagePolicy },
  });
}

/** Draws that page. */
export function drawStopPage(language: ChatLanguage, state: StopState, of: Stopped): string {
  const words = languages[language].mail[of];
  const heading = escape(state === "stopped" ? words.stoppedTitle : words.stop);
  const body =
    state === "asking"
      ? `<p>${escape(words.why)}</p><form method="post"><button>${heading}</button></form>`
      : `<p role="status">${escape(words[state])}</p>`;
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${heading}</title><style>${style}</style></head>
<body><main><a href="../../../../">${escape(brandName)}</a><h1>${heading}</h1>${body}</main></body></html>
`;
}

const style = `
:root { color-scheme: light dark; --ink: #1c2230; --soft: #5b6472; --ground: #f4f5f7; --card: #fff; --accent: #0e6a72; --on-accent: #fff;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e7edf2; --soft: #a3b0bc; --ground: #11181f; --card: #1a232c; --accent: #6cc5cc; --on-accent: #11181f; }
}
body { margin: 0; padding: 2rem 1rem; color: var(--ink); background: var(--ground); }
main { max-width: 27rem; margin: 10vh auto 0; padding: 2rem; border-radius: .75rem; background: var(--card); }
a { color: var(--accent); font-weight: 600; text-decoration: none; }
a:hover { text-decoration: underline; }
h1 { margin: 1rem 0 .5rem; font-size: 1.375rem; line-height: 1.3; }
p { margin: 0; color: var(--soft); }
button { margin-top: 1.5rem; padding: .75rem 1.25rem; border: 0; border-radius: .5rem; color: var(--on-accent); background: var(--accent);
  font: inherit; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

/** The page runs nothing, loads nothing, and has the one style that it was written with. */
export const stopPagePolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

import { createHash } from "node:crypto";
import { signInPath } from "../../../shared/domain/integrations.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { limitKeyOf } from "../../requests/address.ts";
import type { PageRoute } from "../../requests/page.ts";
import { findRun, readRunSkill } from "../skills/runs.ts";
import type { Connecting } from "./connecting.ts";
import type { IntegrationDeps } from "./deps.ts";
import { findByName } from "./stored.ts";
import { codePath, needsVisitor } from "./visitorSignIn.ts";

/** Leads a visitor to the service, for a run that waits for their sign-in. */
export function visitorSignInPage(deps: IntegrationDeps, connecting: Connecting): PageRoute {
  return {
    path: signInPath("{runId}"),
    async handler({ params: { runId = "" }, facts }) {
      deps.limits.take("signInByProvider", limitKeyOf(facts.address));
      const run = await deps.store.reader
        .selectFrom("skillRuns")
        .select("organizationId")
        .where("id", "=", runId)
        .where("state", "=", "waiting")
        .executeTakeFirst();
      const whole = run && (await findRun(deps.store.reader, { ...run, runId }));
      const name = whole ? needsVisitor(readRunSkill(whole)) : null;
      if (!whole || name === null) throw new AppError("not_found");
      const { organizationId, agentId } = whole;
      const row = await findByName(deps.store.reader, { organizationId, agentId, name });
      if (!row) throw new AppError("not_found");
      const location = await connecting.beginForVisitor(runId, { row, request: facts });
      return new Response(null, { status: 302, headers: { location, "Cache-Control": "no-store" } });
    },
  };
}

/** Shows the code that a visitor enters in the chat. It runs nothing. */
export function codePage(): PageRoute {
  return {
    path: codePath,
    handler({ request }) {
      const given = new URL(request.url).searchParams.get("code") ?? "";
      const code = /^[A-Z2-9]{8}$/.test(given) ? `${given.slice(0, 4)}-${given.slice(4)}` : null;
      return new Response(writeCodePage(code), {
        headers: {
          "Content-Type": "text/html; charset=utf-8",
          "Content-Security-Policy": `default-src 'none'; style-src '${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
          "Cache-Control": "private, no-store",
          "Referrer-Policy": "no-referrer",
        },
      });
    },
  };
}

function writeCodePage(code: string | null): string {
  const [title, body] =
    code === null
      ? ["Sign-in did not work", "<p>Close this page and try again in the chat.</p>"]
      : [
          "You are signed in",
          `<p>Enter this code in the chat where you started:</p><p><strong>${code}</strong></p><p>Don’t share it with anyone.</p>`,
        ];
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1>${body}</main></body>
</html>`;
}

const style =
  ":root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif}main{max-width:24rem;padding:24px;text-align:center}h1{font-size:1.4rem;margin:0 0 8px}p{margin:8px 0}strong{font:600 2rem/1.4 ui-monospace,monospace;letter-spacing:.08em}";
const styleHash = `sha256-${createHash("sha256").update(style).digest("base64")}`;

import { createHash, randomInt } from "node:crypto";
import { signInPath } from "../../../shared/domain/integrations.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Db, Tx } from "../../database/store.ts";
import { unsealOrNull } from "../../database/secrets.ts";
import type { PageRoute } from "../../requests/page.ts";
import type { SignInNeeded, SignInWord } from "../skills/deps.ts";
import { findRun, readRunSkill } from "../skills/runs.ts";
import type { RunPlace } from "../skills/runs.ts";
import type { StoredSkill } from "../skills/stored.ts";
import type { Tokens } from "./askTokens.ts";
import type { Connecting } from "./connecting.ts";
import type { IntegrationDeps } from "./deps.ts";
import { findGrant, keepGrant } from "./grants.ts";
import { resolveProvider } from "./resolveProvider.ts";
import { findByName, openClient } from "./stored.ts";
import type { IntegrationRow } from "./tables.ts";

/** So long a code is good after the sign-in. */
const goodForMs = 10 * 60_000;
/** Without signs that look like others. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

function needsVisitor({ config }: StoredSkill): string | null {
  const isTheirs =
    config.kind === "http" && config.auth.type === "connection" && config.auth.owner === "visitor";
  return isTheirs && config.auth.type === "connection" ? config.auth.name : null;
}

/** The service at which a visitor has to sign in before a skill is used for them; null where they need not. */
export async function findSignIn(
  deps: IntegrationDeps,
  { organizationId, agentId, contactId }: RunPlace,
  skill: StoredSkill,
): Promise<SignInNeeded | null> {
  const name = needsVisitor(skill);
  if (name === null || contactId === undefined) return null;
  const row = await findByName(deps.store.db, { organizationId, agentId, name });
  // Without a connection or a client nobody can sign in: using it says so.
  if (!row || !openClient(deps, row)) return null;
  const grant = await findGrant(deps.store.db, { organizationId, integrationId: row.id, contactId });
  return grant && grant.broken === null ? null : { service: row.name, integrationId: row.id };
}

interface SignedIn {
  organizationId: string;
  runId: string;
  tokens: Tokens;
  account: string | null;
  row: IntegrationRow;
}

/** Keeps what a visitor's sign-in brought until they enter its code in the chat where they began; gives the code. */
export async function keepSignIn(
  { store, seal, now }: IntegrationDeps,
  { organizationId, runId, tokens, account, row }: SignedIn,
): Promise<string> {
  const code = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join("");
  const kept = {
    ...{ agentId: row.agentId, integrationId: row.id, codeHash: hash(code), expiresAt: now() + goodForMs },
    sealedTokens: seal.seal(JSON.stringify({ tokens, account }), purposeOf(runId)),
  };
  await store.db
    .deleteFrom("integrationSignIns")
    .where("organizationId", "=", organizationId)
    .where("expiresAt", "<=", now())
    .execute();
  await store.db
    .insertInto("integrationSignIns")
    .values({ organizationId, runId, ...kept })
    .onConflict((conflict) => conflict.columns(["organizationId", "runId"]).doUpdateSet(kept))
    .execute();
  return code;
}

/** Gives a visitor's contact the access that belongs to the code; false where there is none, or no more. */
export async function acceptSignIn(deps: IntegrationDeps, tx: Tx, word: SignInWord): Promise<boolean> {
  const { organizationId, runId, contactId, code } = word;
  const kept = await tx
    .deleteFrom("integrationSignIns")
    .where("organizationId", "=", organizationId)
    .where("runId", "=", runId)
    .where("codeHash", "=", hash(code.toUpperCase().replace(/[^A-Z2-9]/g, "")))
    .where("expiresAt", ">", deps.now())
    .returningAll()
    .executeTakeFirst();
  const text = kept && unsealOrNull(deps.seal, kept.sealedTokens, purposeOf(runId));
  if (!text) return false;
  const { tokens, account } = JSON.parse(text) as { tokens: Tokens; account: string | null }; // written by keepSignIn
  const row = await findRow(tx, { organizationId, id: kept.integrationId });
  if (!row) return false;
  const { reachedUrl } = resolveProvider(deps.integrations, { ...row, auth: "oauth" });
  await keepGrant(tx, deps.seal, { row, contactId, tokens, reachedUrl, account, now: deps.now() });
  return true;
}

/** Leads a visitor to the service, for a run that waits for their sign-in. */
export function visitorSignInPage(deps: IntegrationDeps, connecting: Connecting): PageRoute {
  return {
    path: signInPath("{runId}"),
    async handler({ params: { runId = "" }, facts }) {
      deps.limits.take("signInByProvider", facts.address);
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

const codePath = "/api/webhooks/v1/signed-in";

/** Where a visitor who signed in reads their code, or that it did not work. */
export function codeAddress(code: string | null): string {
  return code === null ? codePath : `${codePath}?code=${code}`;
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
          `<p>Enter this code in the chat where you began:</p><p><strong>${code}</strong></p><p>Give it to nobody else.</p>`,
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

function findRow(
  db: Db,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<IntegrationRow | undefined> {
  return db
    .selectFrom("integrations")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

function hash(code: string): string {
  return createHash("sha256").update(code).digest("base64url");
}

function purposeOf(runId: string): string {
  return `integration-sign-in:${runId}`;
}

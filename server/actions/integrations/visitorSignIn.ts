import { createHash, randomInt } from "node:crypto";
import type { Db, Tx } from "../../database/store.ts";
import { unsealOrNull } from "../../database/secrets.ts";
import type { SignInNeeded, SignInWord } from "../skills/deps.ts";
import type { RunPlace } from "../skills/runs.ts";
import type { StoredSkill } from "../skills/stored.ts";
import type { Tokens } from "./askTokens.ts";
import type { IntegrationDeps } from "./deps.ts";
import { findGrant, keepGrant } from "./grants.ts";
import { resolveProvider } from "./resolveProvider.ts";
import { findByName, openClient } from "./stored.ts";
import type { IntegrationRow } from "./tables.ts";

/** How long a code is valid after the sign-in. */
const goodForMs = 10 * 60_000;
/** Without signs that look like others. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";

/** The connection at which a skill needs the visitor to sign in; null where it needs none. */
export function needsVisitor({ config }: StoredSkill): string | null {
  if (config.kind !== "http" || config.auth.type !== "connection") return null;
  return config.auth.owner === "visitor" ? config.auth.name : null;
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

/** Gives a visitor's contact the access that belongs to the code; false where there is none, or it has expired. */
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

export const codePath = "/api/webhooks/v1/signed-in";

/** Where a visitor who signed in reads their code, or that it did not work. */
export function codeAddress(code: string | null): string {
  return code === null ? codePath : `${codePath}?code=${code}`;
}

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

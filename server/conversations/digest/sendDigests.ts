import { letterLanguage } from "../../accounts/letterLanguage.ts";
import type {} from "../../accounts/tables.ts";
import type { Db } from "../../database/store.ts";
import type { Letter } from "../../mail/letters.ts";
import { writeDigestLetter } from "../../mail/digestLetter.ts";
import type { DigestDeps } from "./deps.ts";
import { readWaiting } from "./readWaiting.ts";
import type { Waiting } from "./readWaiting.ts";
import { findNextDigest } from "./settings.ts";
import type { DigestRow } from "./tables.ts";
import { makeStopAddress } from "./stopPage.ts";

const atOnce = 100;

interface DueDigest extends DigestRow {
  /** Where they are now. */
  zone: string;
}

/**
 * Sends every letter whose time has come, once: its row gets its next time in the transaction that puts the letter into
 * line, and whoever finds that moved already sends nothing. However many times were missed, it is one letter.
 */
export async function sendDueDigests(deps: DigestDeps): Promise<void> {
  for (;;) {
    const due = await listDue(deps.store.db, deps.now());
    for (const row of due) await sendDigest(deps, row);
    if (due.length < atOnce) return;
  }
}

/** Also those of people who are in another zone since: they are reckoned anew. */
async function listDue(db: Db, now: number): Promise<DueDigest[]> {
  const zone = db.fn.coalesce("users.timeZone", "organizations.timeZone");
  return db
    .selectFrom("digests")
    .innerJoin("users", "users.id", "digests.userId")
    .innerJoin("organizations", "organizations.id", "digests.organizationId")
    .selectAll("digests")
    .select(zone.as("zone"))
    .where((row) => row.or([row("digests.nextAt", "<=", now), row("digests.timeZone", "!=", zone)]))
    .orderBy("digests.nextAt")
    .limit(atOnce)
    .execute();
}

async function sendDigest(deps: DigestDeps, due: DueDigest): Promise<void> {
  const { organizationId, userId, every, zone } = due;
  const at = deps.now();
  // Read before the transaction, which waits for nobody.
  const letter = due.nextAt <= at ? await composeLetter(deps, due) : null;
  await deps.store.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("digests")
      .set({ timeZone: zone, nextAt: findNextDigest({ every, timeZone: zone }, at) })
      .where("organizationId", "=", organizationId)
      .where("userId", "=", userId)
      .where("nextAt", "=", due.nextAt)
      .where("timeZone", "=", due.timeZone)
      .executeTakeFirst();
    if (numUpdatedRows > 0n && letter) await deps.mail.post(tx, letter);
  });
}

/** Writes what waits; null where nothing does. */
async function composeLetter(deps: DigestDeps, due: DueDigest): Promise<Letter | null> {
  const { organizationId, userId, origin } = due;
  const db = deps.store.reader;
  const waiting = await readWaiting(db, due);
  const [first] = waiting;
  if (!first) return null;
  const user = await db
    .selectFrom("users")
    .innerJoin("organizations", (join) => join.on("organizations.id", "=", organizationId))
    .select(["users.email", "users.language", "organizations.name as organization"])
    .where("users.id", "=", userId)
    .executeTakeFirstOrThrow();
  const inboxOf = ({ agent }: Waiting) =>
    `${origin}/accounts/${organizationId}/cp/${agent.id}/inbox/conversations`;
  return writeDigestLetter(
    { to: user.email, language: letterLanguage(user) },
    {
      organization: user.organization,
      url: inboxOf(first),
      stopUrl: `${origin}${makeStopAddress(deps.key, due, deps.now())}`,
      sections: waiting.map((one) => ({
        kind: one.kind,
        agent: one.agent.name,
        count: one.count,
        url: `${inboxOf(one)}?${queryOf(one)}`,
        names: one.threads.map(({ id, title, contact }) => ({
          ...{ visitor: contact.name, title, url: `${inboxOf(one)}/${id}` },
        })),
      })),
    },
  );
}

function queryOf({ filter: { queue = "all", assigneeId } }: Waiting): URLSearchParams {
  return new URLSearchParams({ queue, ...(assigneeId !== undefined && { assignee: assigneeId }) });
}

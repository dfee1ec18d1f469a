import { letterLanguage } from "../../accounts/letterLanguage.ts";
import type {} from "../../accounts/tables.ts";
import type { JobRow } from "../../jobs/tables.ts";
import type { Letter } from "../../mail/letter.ts";
import { writeDigestLetter } from "../../mail/digestLetter.ts";
import type { DigestDeps } from "./deps.ts";
import { readWaiting } from "./readWaiting.ts";
import type { Waiting } from "./readWaiting.ts";
import type { DigestPayload } from "./queueDigests.ts";
import { makeStopAddress } from "./stopPage.ts";
import type { DigestRow } from "./tables.ts";

/**
 * Does one job: writes what waits for a member now, and sends it. Members who unsubscribed meanwhile, or may no longer
 * read, get none; erased text appears in none.
 */
export async function sendDigest(deps: DigestDeps, { organizationId, payload }: JobRow): Promise<void> {
  const { userId } = JSON.parse(payload) as DigestPayload; // written by queueDigest
  const asked = await deps.store.db
    .selectFrom("digests")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  const letter = asked && (await composeLetter(deps, asked));
  if (letter) await deps.mail.send(letter);
}

/** Writes what waits; null where nothing does, and where nobody has said where its links lead. */
async function composeLetter(deps: DigestDeps, asked: DigestRow): Promise<Letter | null> {
  const { organizationId, userId } = asked;
  const origin = await deps.lookOrigin();
  if (origin === null) return null;
  const db = deps.store.reader;
  const waiting = await readWaiting(db, asked);
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
      stopUrl: `${origin}${makeStopAddress(deps.key, asked, deps.now())}`,
      sections: waiting.map((one) => ({
        kind: one.kind,
        agent: one.agent.name,
        count: one.count,
        muted: one.muted,
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

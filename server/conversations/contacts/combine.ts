import { contactFieldNames, contactFields, mapContactFields } from "../../../shared/domain/contactFields.ts";
import { mergeAttributes, readAttributes } from "../visitors/attributes.ts";
import type { ContactRow } from "../tables.ts";
import { hasOwnName, nameOfContact } from "./nameOfContact.ts";

/** The parts of a contact that can differ from another's. */
export const combinedFields = [
  "name" as const,
  ...contactFieldNames,
  "signedEmail",
  "signedMore",
  "verified",
  "externalId",
  "attributes",
  "blockedAt",
] as const;
export type Combined = Pick<ContactRow, (typeof combinedFields)[number] | "createdAt" | "lastSeenAt">;

/**
 * Gives what two contacts are as one. What the site vouched for comes before what was only said; of two that are alike
 * in that, the one that stays has its own, and takes over what it has not. If one is blocked, both are. More than fifty
 * attributes together are `invalid_input`.
 */
export function combine(stays: ContactRow, goes: ContactRow): Combined {
  const [first, second] = goes.verified > stays.verified ? [goes, stays] : [stays, goes];
  // Beside "verified" stands nothing that was only said.
  const mayFill = first.verified === second.verified;
  const fields = mapContactFields((field) => first[field] ?? (mayFill ? second[field] : null));
  const named = [first, ...(mayFill ? [second] : [])].find(hasOwnName);
  return {
    name: nameOfContact({ ...fields, id: stays.id, name: named?.name ?? null }),
    ...fields,
    verified: first.verified,
    externalId: stays.externalId ?? goes.externalId,
    signedEmail: first.signedEmail,
    signedMore: first.signedMore,
    attributes: JSON.stringify(mergeAttributes(readAttributes(second), readAttributes(first))),
    blockedAt: stays.blockedAt ?? goes.blockedAt,
    createdAt: Math.min(stays.createdAt, goes.createdAt),
    lastSeenAt: Math.max(stays.lastSeenAt, goes.lastSeenAt),
  };
}

/** Tells what of either is not in what they became: so that nothing is lost, it is written down. Empty where all of it is. */
export function tellDifferences(stays: ContactRow, goes: ContactRow, combined: Combined): string[] {
  const kept = readAttributes(combined);
  return [stays, goes].flatMap((row) => [
    ...(hasOwnName(row) && row.name !== combined.name ? [`Name: ${row.name}`] : []),
    ...contactFieldNames.flatMap((field) =>
      row[field] !== null && row[field] !== combined[field]
        ? [`${contactFields[field].label}: ${row[field]}`]
        : [],
    ),
    ...Object.entries(readAttributes(row)).flatMap(([name, value]) =>
      kept[name] === value ? [] : [`${name}: ${value}`],
    ),
  ]);
}

/**
 * Gives what the contact that stayed is once they are two again: as before, but for what was changed since, which holds.
 */
export function separate(now: ContactRow, before: ContactRow, after: Combined): Partial<ContactRow> {
  const asBefore = <Name extends (typeof combinedFields)[number]>(name: Name) =>
    now[name] === after[name] ? before[name] : now[name];
  return {
    name: asBefore("name"),
    ...mapContactFields(asBefore),
    // Their identity is the site's: as long as this can be undone, nobody else claimed it.
    verified: before.verified,
    externalId: before.externalId,
    // One that was kept before it was known has none.
    signedEmail: before.signedEmail ?? null,
    signedMore: before.signedMore ?? null,
    blockedAt: asBefore("blockedAt"),
    attributes: JSON.stringify(separateAttributes(now, before, after)),
    createdAt: before.createdAt,
    lastSeenAt: now.lastSeenAt === after.lastSeenAt ? before.lastSeenAt : now.lastSeenAt,
  };
}

function separateAttributes(now: ContactRow, before: ContactRow, after: Combined) {
  const [present, former, merged] = [now, before, after].map(readAttributes);
  if (!present || !former || !merged) throw new Error("There are three of them.");
  const names = [...new Set([...Object.keys(present), ...Object.keys(former)])];
  const kept = names.flatMap((name) => {
    const value = present[name] === merged[name] ? former[name] : present[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(kept);
}

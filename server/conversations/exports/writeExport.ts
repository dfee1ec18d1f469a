import type { Thread } from "../../../shared/contract/conversations/conversations.ts";
import type { ThreadExport } from "../../../shared/contract/conversations/exports/threadExports.ts";
import { writeCsv } from "../../../shared/format/csv.ts";
import type { Db } from "../../database/store.ts";
import type { OfOneAgent } from "../inbox/inboxRows.ts";
import { listFieldRows } from "../inbox/customFields.ts";
import { contactColumns, textOf, timeOf } from "./cells.ts";
import { readAttributeNames, readMessages, readThreads } from "./exportedThreads.ts";

type Exported = Thread & { labels: string[] };

/** Gives the text of an export piece by piece, as far as it is read. */
export function writeExport(db: Db, wanted: OfOneAgent, what: ThreadExport): AsyncGenerator<string> {
  return what.format === "csv" ? writeTable(db, wanted) : writeJson(db, wanted, what);
}

/** One row a conversation, and a column for each custom field and each attribute that a visitor has. */
async function* writeTable(db: Db, wanted: OfOneAgent): AsyncGenerator<string> {
  const fields = await listFieldRows(db, wanted.organizationId);
  const attributes = await readAttributeNames(db, wanted);
  const names = [
    ...Object.keys(columns),
    ...fields.map(({ name }) => `Field: ${name}`),
    ...attributes.map((name) => `Attribute: ${name}`),
  ];
  // By its mark spreadsheets know that the text is UTF-8.
  yield `\ufeff${writeCsv([names])}`;
  for await (const thread of readThreads(db, wanted)) {
    const own = [
      ...fields.map(({ key }) => textOf(thread.customFields[key])),
      ...attributes.map((name) => textOf(thread.contact.attributes[name])),
    ];
    yield writeCsv([[...Object.values(columns).map((read) => textOf(read(thread))), ...own]]);
  }
}

const columns: Record<string, (thread: Exported) => string | number | boolean | null | undefined> = {
  Id: ({ id }) => id,
  Title: ({ title }) => title,
  Status: ({ status }) => status,
  "Snoozed until": ({ snoozedUntil }) => timeOf(snoozedUntil),
  Priority: ({ priority }) => priority,
  Labels: ({ labels }) => labels.join("; "),
  "Handled by": ({ handledBy }) => (handledBy === "ai" ? "agent" : "team"),
  "Assigned to": ({ assignee }) => assignee?.name,
  Team: ({ team }) => team?.name,
  "Came by": ({ surface }) => surface,
  "Page title": ({ page }) => page?.title,
  "Page address": ({ page }) => page?.url,
  "Came from": ({ referrer }) => referrer,
  Device: ({ device }) => device,
  Language: ({ language }) => language,
  Country: ({ country }) => country,
  Created: ({ createdAt }) => timeOf(createdAt),
  "Last activity": ({ lastActivityAt }) => timeOf(lastActivityAt),
  "Waiting since": ({ waitingSince }) => timeOf(waitingSince),
  "Reply due": ({ replyDueAt }) => timeOf(replyDueAt),
  "First reply": ({ firstReplyAt }) => timeOf(firstReplyAt),
  Resolution: ({ resolution }) => resolution?.is,
  "Resolution since": ({ resolution }) => timeOf(resolution?.at ?? null),
  "Resolution reason": ({ resolution }) => resolution?.reason,
  Rating: ({ rating }) => rating?.score,
  Remark: ({ rating }) => rating?.remark,
  "Visitor id": ({ contact }) => contact.id,
  Visitor: ({ contact }) => contact.name,
  ...contactColumns(({ contact }: Exported) => contact),
  Verified: ({ contact }) => contact.verified,
};

/** One list; a conversation's messages are written as they are read, however many there are. */
async function* writeJson(
  db: Db,
  wanted: OfOneAgent,
  { messages, privateMessages: isPrivate }: ThreadExport,
): AsyncGenerator<string> {
  const { organizationId } = wanted;
  let isFirst = true;
  yield "[";
  for await (const thread of readThreads(db, wanted)) {
    const text = JSON.stringify(describe(thread));
    yield `${isFirst ? "\n" : ",\n"}${messages ? text.slice(0, -1) : text}`;
    isFirst = false;
    if (!messages) continue;
    let between = ',"messages":[';
    for await (const message of readMessages(db, { organizationId, threadId: thread.id, isPrivate })) {
      yield `${between}${JSON.stringify(message)}`;
      between = ",";
    }
    yield between === "," ? "]}" : `${between}]}`;
  }
  yield "\n]\n";
}

function describe({
  id,
  title,
  status,
  priority,
  labels,
  contact,
  surface,
  page,
  referrer,
  device,
  language,
  country,
  rating,
  resolution,
  ...thread
}: Exported) {
  return {
    ...{ id, title, status, snoozedUntil: timeOf(thread.snoozedUntil), priority, labels },
    customFields: thread.customFields,
    handledBy: thread.handledBy === "ai" ? "agent" : "team",
    ...{ assignedTo: thread.assignee?.name ?? null, team: thread.team?.name ?? null, surface },
    ...{ page, referrer, device, language, country },
    ...{ createdAt: timeOf(thread.createdAt), lastActivityAt: timeOf(thread.lastActivityAt) },
    ...{ waitingSince: timeOf(thread.waitingSince), replyDueAt: timeOf(thread.replyDueAt) },
    firstReplyAt: timeOf(thread.firstReplyAt),
    resolution: resolution && { ...resolution, at: timeOf(resolution.at) },
    rating: rating && { ...rating, at: timeOf(rating.at) },
    visitor: contact,
  };
}

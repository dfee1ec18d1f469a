import type { Contact } from "../../../shared/contract/conversations/contacts/contacts.ts";
import type { ExportFormat } from "../../../shared/contract/conversations/exports/threadExports.ts";
import { writeCsv } from "../../../shared/format/csv.ts";
import type { Db } from "../../database/store.ts";
import { contactColumns, mostColumns, textOf, timeOf } from "../exports/cells.ts";
import type { ContactRow } from "../tables.ts";
import { presentContacts } from "./presentContact.ts";
import { selectContacts } from "./selectContacts.ts";
import type { ContactChoice } from "./selectContacts.ts";

const contactsAtOnce = 500;

type Exported = Contact & Pick<ContactRow, "consent">;

/** Gives people as the text of a file piece by piece, who came first first. */
export function writeContacts(db: Db, wanted: ContactChoice, format: ExportFormat): AsyncGenerator<string> {
  return format === "csv" ? writeTable(db, wanted) : writeJson(db, wanted);
}

/** One row a person, and a column for each attribute that somebody has. */
async function* writeTable(db: Db, wanted: ContactChoice): AsyncGenerator<string> {
  const attributes = await readAttributeNames(db, wanted);
  // By its mark spreadsheets know that the text is UTF-8.
  yield `\ufeff${writeCsv([[...Object.keys(columns), ...attributes.map((name) => `Attribute: ${name}`)]])}`;
  for await (const contact of readContacts(db, wanted)) {
    const told = Object.values(columns).map((read) => textOf(read(contact)));
    yield writeCsv([[...told, ...attributes.map((name) => textOf(contact.attributes[name]))]]);
  }
}

const columns: Record<string, (contact: Exported) => string | number | boolean | null> = {
  Id: ({ id }) => id,
  Name: ({ name }) => name,
  ...contactColumns((contact: Exported) => contact),
  Verified: ({ verified }) => verified,
  "Your site's ID": ({ externalId }) => externalId,
  Consent: ({ consent }) => consent,
  "Blocked since": ({ blockedAt }) => timeOf(blockedAt),
  Conversations: ({ conversations }) => conversations,
  "First seen": ({ firstSeenAt }) => timeOf(firstSeenAt),
  "Last seen": ({ lastSeenAt }) => timeOf(lastSeenAt),
};

/** One list. */
async function* writeJson(db: Db, wanted: ContactChoice): AsyncGenerator<string> {
  let before = "[\n";
  for await (const contact of readContacts(db, wanted)) {
    yield before + JSON.stringify(describe(contact));
    before = ",\n";
  }
  yield before === "[\n" ? "[\n\n]\n" : "\n]\n";
}

function describe({ eraseAskedAt: _, blockedAt, firstSeenAt, lastSeenAt, ...contact }: Exported) {
  return {
    ...contact,
    blockedSince: timeOf(blockedAt),
    firstSeenAt: timeOf(firstSeenAt),
    lastSeenAt: timeOf(lastSeenAt),
  };
}

async function* readContacts(db: Db, wanted: ContactChoice): AsyncGenerator<Exported> {
  for await (const rows of readRows(db, wanted)) {
    const contacts = await presentContacts(db, rows);
    yield* contacts.map((contact, at) => ({ ...contact, consent: rows[at]?.consent ?? null }));
  }
}

async function readAttributeNames(db: Db, wanted: ContactChoice): Promise<string[]> {
  const names = new Set<string>();
  for await (const rows of readRows(db, wanted)) {
    for (const { attributes } of rows) {
      for (const name of Object.keys(JSON.parse(attributes) as object)) names.add(name); // a record, written after the contract's check
    }
  }
  return [...names].toSorted().slice(0, mostColumns);
}

/** In the order in which they came, so that nobody comes twice; a contact that is being erased is never returned. */
async function* readRows(db: Db, wanted: ContactChoice): AsyncGenerator<ContactRow[]> {
  for (let last = ""; ;) {
    const rows = await selectContacts(db, wanted)
      .selectAll()
      .where("contacts.eraseAskedAt", "is", null)
      .where("contacts.id", ">", last)
      .orderBy("contacts.id")
      .limit(contactsAtOnce)
      .execute();
    yield rows;
    if (rows.length < contactsAtOnce) return;
    last = rows.at(-1)?.id ?? last;
  }
}

import * as v from "valibot";
import { call } from "../../call.ts";
import { changedContactFields, knownContactFields } from "./contactFields.ts";
import { contactFilter } from "./contactFilter.ts";
import { thread } from "../conversations.ts";
import { confirmed, count, data, id, list, paging, text, time, title } from "../../shapes.ts";
import { attributes } from "../../surfaces/surfaces.ts";

const base = "/v1/org/{orgId}/copilotapps/{productId}/contacts" as const;
const one = `${base}/{contactId}` as const;
const reads = { member: "conversations.read" } as const;
const writes = { member: "conversations.reply" } as const;

/** A person who wrote to an agent, over all surfaces, sessions and conversations. */
export const contact = v.object({
  id,
  name: v.string(),
  ...knownContactFields,
  /** The site's own id of this person, which it signed. */
  externalId: v.nullable(v.string()),
  /** The site signed who this is. */
  verified: v.boolean(),
  attributes: v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])),
  /** Since when nothing more is taken from them; null for who may write. */
  blockedAt: v.nullable(time),
  /** Since when what is held about them is being erased: it is gone soon. */
  eraseAskedAt: v.nullable(time),
  /** Their conversations with the agent. */
  conversations: count,
  firstSeenAt: time,
  lastSeenAt: time,
});
export type Contact = v.InferOutput<typeof contact>;

/** What a member wrote down about a person; its visitor never sees it. */
export const contactNote = v.object({
  id,
  content: v.string(),
  author: v.object({ id, name: v.string() }),
  createdAt: time,
  /** When its author edited it. */
  editedAt: v.nullable(time),
});
export type ContactNote = v.InferOutput<typeof contactNote>;

/**
 * Why two people who were made one stay one. `joined`: somebody else's conversations came to them since; `identified`: the
 * site said since who they are; `later`: they were made one with somebody else since, which is undone first.
 */
export const mergeRefusals = ["joined", "identified", "later"] as const;
export type MergeRefusal = (typeof mergeRefusals)[number];

/** Somebody who was made one with a person. */
export const contactMerge = v.object({
  id,
  name: v.string(),
  mergedBy: v.object({ id, name: v.string() }),
  mergedAt: time,
  undoUntil: time,
  /** Null where it can be undone. */
  refusal: v.nullable(v.picklist(mergeRefusals)),
});
export type ContactMerge = v.InferOutput<typeof contactMerge>;

export const contactDetail = v.object({
  ...contact.entries,
  /** The surfaces by which the team can begin a conversation with them (`initiateChat`), the one they used last first. */
  reachableBy: v.array(v.string()),
  /** Further ids by which the site knows them, of people who were made one with them. */
  otherIds: v.array(v.string()),
  /** The latest first; those of the last 30 days. */
  merges: v.array(contactMerge),
  /** The newest first. */
  notes: v.array(contactNote),
  /** What they agreed to and took back, the newest first; nothing where nobody asked. */
  consent: v.array(
    v.object({
      value: v.picklist(["granted", "denied"]),
      at: time,
      /** By which surface they said it. */
      surface: v.string(),
      /** What the chat showed them, with its link; null where the page asked by its own means, and where it was taken back. */
      text: v.nullable(v.string()),
    }),
  ),
});
export type ContactDetail = v.InferOutput<typeof contactDetail>;

/** `lastSeen`: who was there last stands first. `newest` and `oldest` are by when they came first. */
export const contactSorts = ["lastSeen", "newest", "oldest"] as const;
export type ContactSort = (typeof contactSorts)[number];

export const listContacts = call({
  family: "console",
  method: "GET",
  path: base,
  who: reads,
  summary: "Lists an agent's contacts, by default last seen first.",
  query: v.object({
    ...paging.entries,
    ...contactFilter.entries,
    sort: v.optional(v.picklist(contactSorts), "lastSeen"),
    /**
     * Walks on from who was last on the page before: empty at first, then the last `next`. Nobody comes twice. With `newest`
     * and `oldest` nobody is left out either, whatever happens meanwhile; with `lastSeen` who comes back stands first again.
     */
    cursor: v.optional(text(100)),
  }),
  answer: v.object({
    ...list(contact).entries,
    /**
     * With `cursor`: what the next page begins with. Null where the list ends; never null with `sort=oldest`, so that a
     * program comes back with it for who came since. `page.total` counts all whom the filter lets through.
     */
    next: v.optional(v.nullable(v.string())),
  }),
});

export const getContact = call({
  family: "console",
  method: "GET",
  path: one,
  who: reads,
  summary: "Returns one contact with the team's notes.",
  answer: data(contactDetail),
});

export const listContactThreads = call({
  family: "console",
  method: "GET",
  path: `${one}/threads`,
  who: reads,
  summary: "Lists one contact's conversations on all surfaces, latest activity first.",
  query: paging,
  answer: list(thread),
});

/** What the team changes of a person. An attribute that is null is taken away; of the others only those named change. */
export const contactChange = v.strictObject({
  name: v.optional(title(120)),
  ...changedContactFields,
  attributes: v.optional(attributes),
});
export type ContactChange = v.InferOutput<typeof contactChange>;

/** What a site says of a verified person comes again with their next visit. */
export const updateContact = call({
  family: "console",
  method: "PATCH",
  path: one,
  who: writes,
  audit: "Changed a visitor's details",
  summary: "Changes a contact's name, e-mail address, telephone number or attributes.",
  body: data(contactChange),
  answer: data(contactDetail),
});

/** The most notes about one person. */
export const maxContactNotes = 200;

const noteContent = data(v.strictObject({ content: title(5000) }));

export const addContactNote = call({
  family: "console",
  method: "POST",
  path: `${one}/notes`,
  who: writes,
  audit: "Added a note about a visitor",
  summary: "Adds a note about a contact, for the team only.",
  body: noteContent,
  answer: data(contactNote),
});

/** 403 `forbidden` for all but its author. */
export const updateContactNote = call({
  family: "console",
  method: "PATCH",
  path: `${one}/notes/{contactNoteId}`,
  who: writes,
  audit: "Changed a note about a visitor",
  summary: "Changes a note about a contact.",
  body: noteContent,
  answer: data(contactNote),
});

/** 403 `forbidden` for all but its author and managers. */
export const removeContactNote = call({
  family: "console",
  method: "DELETE",
  path: `${one}/notes/{contactNoteId}`,
  who: writes,
  audit: "Deleted a note about a visitor",
  summary: "Deletes a note about a contact.",
});

/** Their messages are 403 `visitor_blocked` from then on, in every session of theirs; they can still read. */
export const blockContact = call({
  family: "console",
  method: "PUT",
  path: `${one}/block`,
  who: writes,
  audit: "Blocked a visitor",
  summary: "Blocks a contact from writing.",
  answer: data(contactDetail),
});

export const unblockContact = call({
  family: "console",
  method: "DELETE",
  path: `${one}/block`,
  who: writes,
  audit: "Unblocked a visitor",
  summary: "Unblocks a contact.",
  answer: data(contactDetail),
});

/**
 * The other's conversations, notes, attributes, ids and sessions become this person's. What the site vouched for comes
 * before what was only said, else this person keeps what they have; what differs is written down as a note.
 */
export const mergeContact = call({
  family: "console",
  method: "POST",
  path: `${one}/merge`,
  who: writes,
  audit: "Merged two visitors",
  summary: "Merges another contact into this one. Can be undone for 30 days.",
  body: data(v.strictObject({ contactId: id })),
  answer: data(contactDetail),
});

/** 409 `conflict` if it can no longer be undone. What was changed since holds for the person who stayed. */
export const undoMerge = call({
  family: "console",
  method: "POST",
  path: `${one}/merges/{mergeId}/undo`,
  who: writes,
  audit: "Unmerged two visitors",
  summary: "Undoes a merge of two contacts.",
  answer: data(v.object({ kept: contactDetail, restored: contactDetail })),
});

/** The address holds for 15 minutes, for everybody who has it. */
export const exportContact = call({
  family: "console",
  method: "POST",
  path: `${one}/export`,
  who: { member: "contacts.export" },
  audit: "Exported all data about a visitor",
  summary: "Returns the address of an archive with all data about a contact: JSON and files.",
  answer: data(v.object({ url: v.string() })),
});

/**
 * Their sessions end at once; a job erases conversations, files, receipts, index, notes, what evaluation made of them, what
 * webhooks keep or have not sent (they are told `conversation.deleted` of each, and `contact.deleted`), and at last the person.
 * The audit log keeps that it happened, and nothing of theirs.
 */
export const eraseContact = call({
  family: "console",
  method: "DELETE",
  path: one,
  who: { member: "contacts.erase" },
  audit: "Requested the erasure of a visitor’s data",
  summary: "Starts to erase all data about a contact for good.",
  status: 202,
  query: confirmed,
  answer: data(contactDetail),
});

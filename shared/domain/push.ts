import type { EventNews } from "./eventNews.ts";

/** What somebody can be told of by push, the most urgent first: of several at once they are told the first. */
export const pushKinds = ["mentioned", "assigned", "overdue", "approval", "asked", "message"] as const;
export type PushKind = (typeof pushKinds)[number];

/** What travels to the device, encrypted: little, and nothing that a click could not fetch. */
export interface PushNote {
  title: string;
  body: string;
  /** Where a click leads: a path of this server's. */
  path: string;
  /** A newer note of the same conversation takes the place of the one before, and a newer sum of an agent's that of its last. */
  tag: string;
  /** By which it is known when it is old news. */
  about: NoteAbout;
  /**
   * How many of the organization's conversations have something new for the recipient: the number on the app's icon.
   */
  unread: number;
}

/** Why a note is shown: what happened in its conversation, or what was said. */
export type NoteAbout = PushKind | EventNews;

/** A device that is away for longer hears nothing of what was said meanwhile. */
export const pushTtlMs = 4 * 60 * 60 * 1000;
/** As many browsers one person may have told. */
export const maxPushDevices = 20;

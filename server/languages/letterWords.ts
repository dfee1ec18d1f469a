/** One letter, with the names of what is put in where they are in braces. `{brand}` is known to every one. */
export interface LetterTemplate {
  subject: string;
  /** What is said before the code or the button. */
  says: string;
  /** What is on the button of a letter that has a link. */
  button?: string;
  /** What is said below, in small type. */
  small: string[];
}

/** Every letter in one language; a file that leaves one out does not compile. */
export interface LetterWords {
  /** Who invites, where they have no name. */
  aMember: string;
  /** What waits, by agent; each number behind its words, so that no language needs their plural. */
  digest: DigestWords;
  report: ReportWords;
  keyRefused: KeyRefusedWords;
  notice: NoticeWords;
  letters: Record<LetterKind, LetterTemplate>;
}

export interface DigestWords {
  /** `organization`, and `count`: how many wait in all. */
  subject: string;
  says: string;
  /** Above each part, with its `count`. */
  assigned: string;
  unassigned: string;
  mentions: string;
  approvals: string;
  /** Below those that stand by name. */
  more: string;
  /** There, of those that the letter leaves out and its link shows. */
  muted: string;
  button: string;
  why: string;
  /** On the link below the letter, and on the button of its page. */
  stop: string;
  /** That page's title once it was pressed, and what stands below. */
  stoppedTitle: string;
  stopped: string;
  /** There, where the link is too old, or is not whole. */
  notGood: string;
}

/** A report of figures, which comes every week. */
export interface ReportWords {
  /** `report`: its name. */
  subject: string;
  /** `organization`, and `from` and `to`: its first and last day. */
  says: string;
  /** Above the figures. */
  figures: string;
  /** A `figure`, its `value`, and by how much it changed. */
  changed: string;
  button: string;
  why: string;
  /** As in digests. */
  stop: string;
  stoppedTitle: string;
  stopped: string;
  notGood: string;
}

/** Tells owners and admins that a model key is refused, once for as long as it is. */
export interface KeyRefusedWords {
  /** `key`, `provider`, `organization`. */
  subject: string;
  says: string;
  /** Above the agents, with their `count`, and above the default models. */
  agents: string;
  defaults: string;
  /** The user of the key: an `agent`, one that does as its fallback, and what the default model of each job is for. */
  user: Record<"agent" | "fallback" | "chat" | "code" | "embedding" | "speech", string>;
  /** What does it meanwhile, behind a colon: the key `other`, the installation's own, another `model`, and so on. */
  instead: Record<"key" | "server" | "model" | "builtin" | "words" | "nothing", string>;
  /** Below the agents that stand by name: `count`. */
  more: string;
  unused: string;
  button: string;
  small: string[];
}

/** What members are told of a conversation that waits for them: `visitor`, `agent`, and the `title` of what waits. */
export interface NoticeWords {
  handoffSubject: string;
  handoffSays: string;
  approvalSubject: string;
  approvalSays: string;
  /** Above what the visitor wrote last. */
  lastWords: string;
  button: string;
  /** Where an answer to the mail goes to the visitor, and where it is read by nobody. */
  reply: string;
  noReply: string;
  decideThere: string;
  /** Tells that such an answer went to nobody. */
  refusedSubject: string;
  refused: Record<"unverified" | "notAllowed" | "empty" | "failed", string>;
}

export type LetterKind =
  /** Asks somebody to join an organization: `who`, `organization`. */
  | "invite"
  /** Lets somebody choose a new password. */
  | "password"
  /** Shows that the address is theirs who begin an account: `code`. */
  | "code"
  /** Goes out in the place of a code, so that the page need not tell who has an account. */
  | "taken"
  /** Shows that a new address is the user's: `code`. */
  | "newEmail"
  /** Goes out in the place of that code where the address belongs to another account. */
  | "usedEmail"
  /** Tells the old address that another one has taken its place: `email`. */
  | "emailChanged"
  | "secondFactorOn"
  | "secondFactorOff"
  /** Tells who invited somebody that they came: `who`, `organization`. */
  | "accepted"
  /** Tells owners and admins that a webhook was turned off, and why: `webhook`, `organization`. */
  | "webhookGone"
  | "webhookFailing"
  /** Tells those who may change a workflow that its failures paused it: `workflow`, `organization`, `count`. */
  | "workflowPaused"
  /** Tells those who decide that a run without a conversation waits for them: `workflow`, `organization`, `title`. */
  | "workflowAsks"
  /** Tells owners and admins that a run failed which nobody watches: `workflow`, `organization`, `title`. */
  | "workflowFailed"
  /** Tells owners and admins how much of the month's credits is spent: `organization`, `percent`, `limit`. */
  | "creditsAlert"
  /** The same, of all of them. */
  | "creditsUsed"
  /** Tells them that a member asks for a larger plan: `who`, `organization`. */
  | "upgradeAsked";

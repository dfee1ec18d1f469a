import type { ChatLanguage } from "../../shared/domain/chatLanguages.ts";
import type { DateFormat } from "../../shared/domain/dateFormats.ts";

export interface UserRow {
  id: string;
  /** Lower case, unique in the installation. */
  email: string;
  firstName: string;
  lastName: string;
  pictureUrl: string | null;
  /** Null for who only ever signed in by a provider. */
  passwordHash: string | null;
  /**
   * When it was shown that the address is theirs: by an invitation or a code that went there, by the operator, or by a
   * provider that checked it. Null for who chose a password and never showed it.
   */
  emailVerifiedAt: number | null;
  isSuperAdmin: number;
  /** In which the console shows moments; null: the device's own. */
  timeZone: string | null;
  /** How it writes dates; null: as the device does. */
  dateFormat: DateFormat | null;
  /** In which mails come, and dates and numbers are written; null: as the browser does. */
  language: ChatLanguage | null;
  /** Whether they hear by mail that somebody accepted their invitation. */
  mailsOnAccept: number;
  createdAt: number;
  updatedAt: number;
}

/** The cookie's token is kept as a hash, the signing key sealed. */
export interface SessionRow {
  id: string;
  userId: string;
  tokenHash: string;
  sealedKey: string;
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
  /** The provider by which it began, and what that wants back at the end; null for a session by password. */
  issuer: string | null;
  sealedIdToken: string | null;
  /** What the browser said it was, such as `Firefox on Linux`; null where it said nothing that we know. */
  device: string | null;
  /** When its person last showed again who they are; null where they never did after signing in. */
  provedAt: number | null;
}

export interface OrganizationRow {
  id: string;
  name: string;
  slug: string;
  country: string | null;
  state: string | null;
  timeZone: string;
  /** Members without a second factor do nothing here until they have set one up. */
  requiresSecondFactor: number;
  createdAt: number;
  updatedAt: number;
}

export interface OrgAccountRow {
  organizationId: string;
  id: string;
  name: string;
  description: string;
  type: "default" | "other";
  identifier: string;
  createdAt: number;
}

/** A group's name says which role its members hold (specification 6). */
export interface UserGroupRow {
  organizationId: string;
  id: string;
  name: string;
  createdAt: number;
}

export interface MemberRow {
  organizationId: string;
  userId: string;
  agentStatus: "online" | "offline";
  /** When a support agent's console last said that they are there. */
  agentSeenAt: number | null;
  createdAt: number;
}

export interface GroupMemberRow {
  organizationId: string;
  groupId: string;
  userId: string;
}

/** Somebody who was asked to join; the row goes when they do. One a person and organization. */
export interface InviteRow {
  organizationId: string;
  id: string;
  /** Lower case. */
  email: string;
  groupId: string;
  /** Of what is in the link, so that the database alone lets nobody in. */
  tokenHash: string;
  invitedBy: string | null;
  sentAt: number;
  expiresAt: number;
}

/** By whose link a user may choose a new password. */
export interface PasswordLinkRow {
  tokenHash: string;
  userId: string;
  expiresAt: number;
}

/** A user's identity at a sign-in provider. One per provider. */
export interface IdentityRow {
  issuer: string;
  /** Never given to another person by the provider, as an address may be. */
  subject: string;
  userId: string;
  /** What the provider said when they were linked. */
  email: string;
  createdAt: number;
  lastUsedAt: number;
}

/** A sign-in that is on its way: to the provider (`left`), back from it (`returned`), or inside the page (`oneTap`). */
export interface SocialAttemptRow {
  /** Of the state, the code or the nonce that comes back. */
  tokenHash: string;
  kind: "left" | "returned" | "oneTap" | "connecting";
  /** Of the cookie of the browser that began it: no other may end it. */
  browserHash: string;
  sealed: string;
  expiresAt: number;
}

/** An agent that somebody chose for a plug-in of a design tool, until the plug-in has read it. */
export interface DesignSelectionRow {
  writeKeyHash: string;
  userId: string;
  token: string;
  expiresAt: number;
}

/** A code that went to an address, and what happens once it comes back. */
export interface MailedCodeRow {
  /** Of the browser that asked for it, or of the user whose address it is about. */
  keyHash: string;
  userId: string | null;
  email: string;
  /** The code with what waits for it. */
  sealed: string;
  tries: number;
  sends: number;
  sentAt: number;
  expiresAt: number;
  usedAt: number | null;
}

/** The app that makes a user's codes. */
export interface SecondFactorRow {
  userId: string;
  sealedSecret: string;
  /** The newest half minute whose code was taken: no code is taken twice. */
  lastStep: number;
  createdAt: number;
  /** Null until the first right code: a mistake in setting it up locks nobody out. */
  enabledAt: number | null;
}

/** A code that stands in for the app once; the row goes with its use. */
export interface RecoveryCodeRow {
  userId: string;
  codeHash: string;
}

/** Somebody who has shown the first factor and not yet the second. */
export interface PendingSignInRow {
  tokenHash: string;
  userId: string;
  /** What the session gets that begins then. */
  sealed: string;
  tries: number;
  expiresAt: number;
}

/** A user's picture. It belongs to no organization, so it does not lie among their files. */
export interface UserPictureRow {
  /** Random: who has the address may see the picture. */
  id: string;
  userId: string;
  contentType: string;
  bytes: Uint8Array;
}

/** Facts about this installation that are written once. `firstOwner`: the set-up is closed. */
export interface InstallationRow {
  key: string;
  value: string;
  createdAt: number;
}

/** One of the product's own API keys. Revoked ones stay, so that the audit log can name them; their hash opens nothing. */
export interface ApiKeyRow {
  organizationId: string;
  id: string;
  name: string;
  /** Of the key as it was shown, so that a copy of the database opens nothing. */
  keyHash: string;
  /** Its last four characters. */
  ending: string;
  /** JSON: the rights that it was given. */
  scopes: string;
  /** JSON: the agents that it is limited to; null for all. */
  agentIds: string | null;
  /** Its creator: it never has more rights than they. */
  userId: string;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
  lastUsedAddress: string | null;
}

/** Something that somebody did. */
export interface AuditEntryRow {
  organizationId: string;
  id: string;
  at: number;
  userId: string | null;
  /** The key by which a program did it in the user's name. */
  apiKeyId: string | null;
  action: string;
  /** JSON: the ids of the call's path. */
  targets: string;
  outcome: "done" | "failed";
  address: string;
  requestId: string;
}

declare module "../database/store.ts" {
  interface Tables {
    users: UserRow;
    sessions: SessionRow;
    organizations: OrganizationRow;
    orgAccounts: OrgAccountRow;
    userGroups: UserGroupRow;
    members: MemberRow;
    groupMembers: GroupMemberRow;
    invites: InviteRow;
    passwordLinks: PasswordLinkRow;
    apiKeys: ApiKeyRow;
    auditEntries: AuditEntryRow;
    identities: IdentityRow;
    socialAttempts: SocialAttemptRow;
    designSelections: DesignSelectionRow;
    mailedCodes: MailedCodeRow;
    secondFactors: SecondFactorRow;
    recoveryCodes: RecoveryCodeRow;
    pendingSignIns: PendingSignInRow;
    userPictures: UserPictureRow;
    installation: InstallationRow;
  }
}

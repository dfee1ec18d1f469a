export interface UserRow {
  id: string;
  /** Lower case, unique in the installation. */
  email: string;
  firstName: string;
  lastName: string;
  pictureUrl: string | null;
  passwordHash: string | null;
  isSuperAdmin: number;
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
}

export interface OrganizationRow {
  id: string;
  name: string;
  slug: string;
  country: string | null;
  state: string | null;
  timeZone: string;
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

/** Somebody who was asked to join; the row goes when they do. One a person and organisation. */
export interface InviteRow {
  organizationId: string;
  id: string;
  /** Lower case. */
  email: string;
  groupId: string;
  /** Of what stands in the link, so that the database alone lets nobody in. */
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

/** Facts about this installation that are written once. `firstOwner`: the set-up is closed. */
export interface InstallationRow {
  key: string;
  value: string;
  createdAt: number;
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
    installation: InstallationRow;
  }
}

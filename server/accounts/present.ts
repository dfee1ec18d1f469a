import type { Role } from "../../shared/domain/access.ts";
import type { Organization, User } from "../../shared/contract/accounts/accounts.ts";
import { statusAt } from "./presence.ts";
import type { MemberRow, OrgAccountRow, OrganizationRow, UserRow } from "./tables.ts";

/** A user as they see themselves. */
export function presentUser(row: UserRow, roles: Role[]): User {
  const isSuperAdmin = row.isSuperAdmin === 1;
  return {
    _id: row.id,
    email: row.email,
    first_name: row.firstName,
    last_name: row.lastName,
    profile_pic_url: row.pictureUrl,
    roles,
    isSuperAdmin,
    meta: { isSuperAdmin },
  };
}

/** A membership with all that an organization shows to its member. */
export interface Membership {
  organization: OrganizationRow;
  member: Pick<MemberRow, "agentStatus" | "agentSeenAt">;
  /** The highest first. */
  roles: Role[];
  isSuperAdmin: boolean;
  accounts: OrgAccountRow[];
}

/** An organization as one of its members sees it at a time. */
export function presentOrganization(membership: Membership, now: number): Organization {
  const { organization, member, roles, isSuperAdmin, accounts } = membership;
  return {
    _id: organization.id,
    org_id: organization.id,
    name: organization.name,
    slug: organization.slug,
    country: organization.country,
    state: organization.state,
    timeZone: organization.timeZone,
    requiresSecondFactor: organization.requiresSecondFactor === 1,
    roles,
    member: {
      ...{ roles, role: roles[0] ?? null },
      agentStatus: statusAt(member, now),
      meta: { isSuperAdmin },
    },
    orgAccounts: accounts.map((account) => ({
      _id: account.id,
      org_id: account.organizationId,
      acc_name: account.name,
      acc_desc: account.description,
      type: account.type,
      identifier: account.identifier,
    })),
  };
}

/** A person's whole name. */
export function nameOf({ firstName, lastName }: Pick<UserRow, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`.trim();
}

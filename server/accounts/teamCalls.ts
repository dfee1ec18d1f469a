import {
  endMemberSessions,
  getTeamMember,
  inviteMembers,
  listGroupMembers,
  listInvitedUsers,
  listMembers,
  listPendingInvites,
  listTeam,
  listUserGroups,
  removeFromGroup,
  resendInvite,
  revokeInvite,
  searchUsers,
  updateTeamMember,
} from "../../shared/contract/accounts/teams.ts";
import type { PendingInvite } from "../../shared/contract/accounts/teams.ts";
import { mayGrant } from "../../shared/domain/access.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Db, Store } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { MemberCaller, RequestFacts, Route } from "../requests/handle.ts";
import type { Limits } from "../requests/limits.ts";
import { writeLetter } from "../mail/letters.ts";
import type { Mail } from "../mail/mail.ts";
import type { Log } from "../requests/log.ts";
import { changeGroups } from "./changeGroups.ts";
import type { MemberLeft } from "./changeGroups.ts";
import { putInvite, removeInvite } from "./invites.ts";
import { letterLanguage } from "./letterLanguage.ts";
import { endAllSessions } from "./passwordLinks.ts";
import { requireProof } from "./proof.ts";
import { tellSecurity } from "./signInTries.ts";
import { listGroups, listInvites, listTeamMembers, type TeamWanted } from "./team.ts";
import { findUser } from "./users.ts";

export interface TeamDeps {
  store: Store;
  mail: Mail;
  limits: Limits;
  log: Pick<Log, "info" | "warn">;
  now: () => number;
  /** Is called in the transaction that ends a membership. */
  memberLeft: MemberLeft;
}

/** The calls on an organization's people. Both families of the specification answer from the same work. */
export function teamRoutes({ store, mail, limits, log, now, memberLeft }: TeamDeps): Route[] {
  const { db } = store;

  async function membersPage(wanted: Omit<TeamWanted, "now">) {
    const { items, total } = await listTeamMembers(db, { ...wanted, now: now() });
    return { items, page: { page: wanted.page, limit: wanted.limit, total } };
  }

  async function findTeamMember(organizationId: string, person: { userId: string } | { email: string }) {
    const { items } = await listTeamMembers(db, { organizationId, ...person, page: 1, limit: 1, now: now() });
    const [member] = items;
    if (!member) throw new AppError("not_found");
    return member;
  }

  /** A group that the caller may put people into; a foreign one answers as a missing one. */
  async function findGrantable({ organizationId, roles }: MemberCaller, groupId: string) {
    const group = (await listGroups(db, organizationId)).find(({ _id }) => _id === groupId);
    if (!group) throw new AppError("not_found");
    if (group.role && !mayGrant(roles, group.role)) throw new AppError("forbidden");
    return group;
  }

  async function invite(
    { caller, request }: { caller: MemberCaller; request: RequestFacts },
    { email, groupId }: { email: string; groupId: string },
  ) {
    const { organizationId, userId } = caller;
    const { organization, who, language } = await describeInviter(db, caller, request);
    const origin = await request.findOrigin();
    limits.take("inviteByOrganization", organizationId);
    const link = await store.transaction(async (tx) => {
      const invited = { organizationId, email, groupId, invitedBy: userId, now: now() };
      const { token } = await putInvite(tx, invited);
      const url = `${origin}/accept-invite?token=${token}`;
      await mail.post(tx, writeLetter("invite", { to: email, language }, { who, organization, url }));
      return mail.isConfigured ? null : url;
    });
    return { ...(await findPending(db, { organizationId, email, now: now() })), link };
  }

  return [
    handle(listMembers, ({ caller, query }) =>
      membersPage({
        organizationId: caller.organizationId,
        ...{ search: query.search, page: query.page, limit: query.per_page },
      }),
    ),

    handle(listTeam, ({ caller, query }) =>
      membersPage({
        organizationId: caller.organizationId,
        ...{ search: query.search, page: query.page, limit: query.pageSize },
      }),
    ),

    handle(listGroupMembers, async ({ caller, params, query }) => {
      const { organizationId } = caller;
      await requireGroup(db, organizationId, params.groupId);
      const { page, per_page: limit } = query;
      return membersPage({ organizationId, groupId: params.groupId, page, limit });
    }),

    handle(listUserGroups, async ({ caller, query }) => {
      const groups = await listGroups(db, caller.organizationId);
      if (query.invite !== "true") return { items: groups };
      return { items: groups.filter(({ role }) => role !== null && mayGrant(caller.roles, role)) };
    }),

    handle(listPendingInvites, async ({ caller, params, query }) => {
      const { organizationId } = caller;
      await requireGroup(db, organizationId, params.groupId);
      const { page, per_page: limit } = query;
      const wanted = { organizationId, groupId: params.groupId, page, limit, now: now() };
      const { items, total } = await listInvites(db, wanted);
      return { items, page: { page, limit, total } };
    }),

    handle(listInvitedUsers, async ({ caller, query }) => {
      const { page, pageSize: limit, search } = query;
      const wanted = { organizationId: caller.organizationId, search, page, limit, now: now() };
      const { items, total } = await listInvites(db, wanted);
      return { items, page: { page, limit, total } };
    }),

    handle(inviteMembers, async ({ caller, body, request }) => {
      const { emails, groupId } = body.data;
      await findGrantable(caller, groupId);
      const invites = [];
      const members: string[] = [];
      for (const email of new Set(emails)) {
        const known = await listTeamMembers(db, {
          ...{ organizationId: caller.organizationId, email, page: 1, limit: 1, now: now() },
        });
        if (known.total > 0) members.push(email);
        else invites.push(await invite({ caller, request }, { email, groupId }));
      }
      return { data: { invites, members } };
    }),

    handle(resendInvite, async ({ caller, body, request }) => {
      const { email } = body.data;
      const { organizationId } = caller;
      const pending = await findPending(db, { organizationId, email, now: now() });
      const groupId = pending.usergroups[0]?._id ?? "";
      await findGrantable(caller, groupId);
      return { data: await invite({ caller, request }, { email, groupId }) };
    }),

    handle(revokeInvite, async ({ caller, params }) => {
      const { organizationId } = caller;
      const email = params.emailid.toLowerCase();
      const pending = await findPending(db, { organizationId, email, now: now() });
      await findGrantable(caller, pending.usergroups[0]?._id ?? "");
      await removeInvite(db, { organizationId, email });
      return undefined;
    }),

    handle(getTeamMember, async ({ caller, params }) => ({
      data: await findTeamMember(caller.organizationId, { userId: params.memberId }),
    })),

    handle(searchUsers, async ({ caller, query }) => {
      const wanted = { organizationId: caller.organizationId, email: query.email, page: 1, limit: 1 };
      return { items: (await membersPage(wanted)).items };
    }),

    handle(updateTeamMember, async ({ caller, params, body }) => {
      const { organizationId, roles: by } = caller;
      const { groupIds } = body.data;
      const userId = params.memberId;
      await store.transaction((tx) => changeGroups(tx, { organizationId, userId, groupIds, by, memberLeft }));
      return { data: await findTeamMember(organizationId, { userId }) };
    }),

    handle(endMemberSessions, async ({ caller, params, request }) => {
      const member = await findTeamMember(caller.organizationId, { userId: params.memberId });
      if (member.role && !mayGrant(caller.roles, member.role)) throw new AppError("forbidden");
      await requireProof({ db, limits, now, log }, { caller, request });
      await store.transaction((tx) => endAllSessions(tx, member._id));
      tellSecurity(log, "sessions ended", { address: request.address, account: member.email });
      return undefined;
    }),

    handle(removeFromGroup, async ({ caller, params }) => {
      const { organizationId, roles: by } = caller;
      await requireGroup(db, organizationId, params.groupId);
      const member = await findTeamMember(organizationId, { email: params.email.toLowerCase() });
      const own = member.usergroups.map(({ _id }) => _id);
      if (!own.includes(params.groupId)) throw new AppError("not_found");
      const groupIds = own.filter((id) => id !== params.groupId);
      const change = { organizationId, userId: member._id, groupIds, by, memberLeft };
      await store.transaction((tx) => changeGroups(tx, change));
      return undefined;
    }),
  ];
}

async function requireGroup(db: Db, organizationId: string, groupId: string): Promise<void> {
  const groups = await listGroups(db, organizationId);
  if (!groups.some(({ _id }) => _id === groupId)) throw new AppError("not_found");
}

async function findPending(
  db: Db,
  wanted: { organizationId: string; email: string; now: number },
): Promise<PendingInvite> {
  const { items } = await listInvites(db, { ...wanted, page: 1, limit: 1 });
  const [pending] = items;
  if (!pending) throw new AppError("not_found");
  return pending;
}

/** An invitation is in the language of who sends it: nobody knows another one of whom it goes to. */
async function describeInviter(
  db: Db,
  { organizationId, userId, name }: MemberCaller,
  request: RequestFacts,
) {
  const organization = await db
    .selectFrom("organizations")
    .select("name")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  const language = letterLanguage(await findUser(db, userId), request);
  return { organization: organization.name, who: name || null, language };
}

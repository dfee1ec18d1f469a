import {
  acceptInvite,
  acceptOwnInvite,
  listOwnInvites,
  verifyInvite,
  type OwnInvite,
} from "../../shared/contract/accounts/teams.ts";
import { roleOf } from "../../shared/domain/access.ts";
import type { Db, Store } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { RequestFacts, Route } from "../requests/handle.ts";
import type { Mail } from "../mail/mail.ts";
import { findInvite, useInvite } from "./invites.ts";
import { findOwnInvite, readOwnInvites } from "./ownInvites.ts";
import type { InviteRow, UserRow } from "./tables.ts";
import { listInvites } from "./team.ts";
import { tellInviter } from "./tellInviter.ts";
import { findUser, findUserByEmail } from "./users.ts";

/** The calls of who was invited: by a link, or signed in under the invited address. */
export function invitedRoutes({
  store,
  mail,
  now,
}: {
  store: Store;
  mail: Mail;
  now: () => number;
}): Route[] {
  const { db } = store;

  async function join(user: UserRow, invite: InviteRow, request: RequestFacts) {
    const place = await describeGroup(db, invite);
    const { organizationName } = place;
    const origin = mail.isConfigured ? await request.findOrigin() : null;
    await store.transaction(async (tx) => {
      await useInvite(tx, invite, { user, now: now() });
      await tellInviter(tx, mail, { user, invite, organizationName, origin });
    });
    const message = "User is registered and added to the group.";
    return { accountId: invite.organizationId, message, ...place };
  }

  return [
    handle(verifyInvite, async ({ params }) => {
      const { organizationId, email, groupId } = await findInvite(db, params.token, now());
      const place = await describeGroup(db, { organizationId, groupId });
      const { items } = await listInvites(db, { organizationId, email, page: 1, limit: 1, now: now() });
      const isRegistered = (await findUserByEmail(db, email)) !== undefined;
      return { data: { email, invitedBy: items[0]?.invitedBy || null, isRegistered, ...place } };
    }),

    handle(acceptInvite, async ({ caller, params, request }) => {
      const found = await findInvite(db, params.token, now());
      return { data: await join(await findUser(db, caller.userId), found, request) };
    }),

    handle(listOwnInvites, async ({ caller }) => ({
      items: await readOwnInvites(db, await findUser(db, caller.userId), now()),
    })),

    handle(acceptOwnInvite, async ({ caller, params, request }) => {
      const user = await findUser(db, caller.userId);
      const invite = await findOwnInvite(db, user, { id: params.inviteId, now: now() });
      return { data: await join(user, invite, request) };
    }),
  ];
}

/** A group by its name and role, and the organization that it belongs to. */
async function describeGroup(
  db: Db,
  { organizationId, groupId }: Pick<InviteRow, "organizationId" | "groupId">,
): Promise<Pick<OwnInvite, "organizationName" | "usergroup_name" | "role">> {
  const { organizationName, name } = await db
    .selectFrom("userGroups")
    .innerJoin("organizations", "organizations.id", "userGroups.organizationId")
    .where("userGroups.organizationId", "=", organizationId)
    .where("userGroups.id", "=", groupId)
    .select(["organizations.name as organizationName", "userGroups.name"])
    .executeTakeFirstOrThrow();
  return { organizationName, usergroup_name: name, role: roleOf(name) ?? null };
}

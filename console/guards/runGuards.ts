import { toRequestError } from "../../shared/client/requestError.ts";
import { authentication, checkSession } from "../state/accounts/authentication.ts";
import { loadOrganizations, organization, organizations } from "../state/accounts/organization.ts";
import { readAccountId } from "../state/shell/paths.ts";
import { storeRedirect } from "../state/accounts/redirect.ts";
import { authenticate } from "./authenticate.ts";
import type { Decision, GuardName, GuardedMember } from "./guard.ts";
import { loadOrganization } from "./loadOrganization.ts";
import { guardOrganization, guardFailedOrganization } from "./guardOrganization.ts";
import { restrict } from "./restrict.ts";

interface Place {
  path: string;
  search: string;
}

/** Runs a page's guards in order, loading what each needs to know; gives where to go, or null to stay. */
export async function runGuards(guards: readonly GuardName[], place: Place): Promise<Decision> {
  for (const guard of guards) {
    const decision = (await loaders[guard](place)) ?? decisions[guard](place);
    if (!decision) continue;
    // The specification sends to the plain login page; where somebody wanted to go is kept for afterwards.
    if (!authentication.isUserLoggedIn) storeRedirect("redirectUrl", place.path + place.search);
    return decision;
  }
  return null;
}

/** Gives what the guards decide from what is loaded; undefined where something must be loaded first. */
export function decideNow(guards: readonly GuardName[], place: Place): Decision | undefined {
  if (!isLoadedFor(guards, place)) return undefined;
  for (const guard of guards) {
    const decision = decisions[guard](place);
    if (decision) return decision;
  }
  return null;
}

/** Gives what the role guard and the menus know of the member; outside an account what they are in any of theirs. */
export function readMember(): GuardedMember {
  if (organization._id !== null)
    return { roles: organization.roles, isSuperAdmin: organization.member?.meta.isSuperAdmin === true };
  const all = organizations.data ?? [];
  return {
    roles: [...new Set(all.flatMap(({ roles }) => roles))],
    isSuperAdmin: authentication.user?.isSuperAdmin === true,
  };
}

function isLoadedFor(guards: readonly GuardName[], { path }: Place): boolean {
  if (guards.includes("authentication") && authentication.isUserLoggedIn === null) return false;
  const wantedId = readAccountId(path);
  if (!wantedId) return !guards.includes("role") || areOrganizationsKnown();
  return !guards.includes("organisation") || organization._id !== null;
}

/** A list that can't be had is as good as an empty one: "errors on the setup-company page are ignored". */
function areOrganizationsKnown(): boolean {
  return organizations.data !== null || organizations.status === "failed";
}

const decisions: Record<GuardName, (place: Place) => Decision> = {
  authentication: (place) => authenticate(place, authentication.isUserLoggedIn === true),
  organisation: ({ path }) =>
    guardOrganization({
      path,
      currentId: organization._id,
      organizationIds: organizations.data?.map(({ org_id }) => org_id) ?? null,
    }),
  role: ({ path }) => restrict(path, readMember()),
};

const loaders: Record<GuardName, (place: Place) => Promise<Decision>> = {
  authentication: async () => {
    await checkSession();
    return null;
  },
  organisation: async (place) => {
    const wantedId = readAccountId(place.path);
    if (!wantedId || organization._id) return null;
    const decision = decisions.organisation(place);
    if (decision) return decision;
    try {
      await loadOrganization(place.path, wantedId);
      return null;
    } catch (error) {
      console.error(error);
      return guardFailedOrganization(place.path, toRequestError(error).code);
    }
  },
  role: async ({ path }) => {
    if (!readAccountId(path) && !areOrganizationsKnown()) await loadOrganizations().catch(() => undefined);
    return null;
  },
};

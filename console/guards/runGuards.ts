import { loadAgents } from "../state/agents.ts";
import { authentication, checkSession } from "../state/authentication.ts";
import {
  enterOrganization,
  loadOrganizations,
  loadSubscription,
  organization,
  organizations,
} from "../state/organization.ts";
import { readAccountId } from "../state/paths.ts";
import { storeRedirect } from "../state/redirect.ts";
import { authenticate } from "./authenticate.ts";
import type { Decision, GuardName, GuardedMember } from "./guard.ts";
import { organise, organiseAfterError } from "./organise.ts";
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

/** Gives what the role guard and the menus know of the member. */
export function readMember(): GuardedMember {
  return { roles: organization.roles, isSuperAdmin: organization.member?.meta.isSuperAdmin === true };
}

function isLoadedFor(guards: readonly GuardName[], { path }: Place): boolean {
  if (guards.includes("authentication") && authentication.isUserLoggedIn === null) return false;
  const wantedId = readAccountId(path);
  return !guards.includes("organisation") || !wantedId || organization._id !== null;
}

const decisions: Record<GuardName, (place: Place) => Decision> = {
  authentication: (place) => authenticate(place, authentication.isUserLoggedIn === true),
  organisation: ({ path }) =>
    organise({
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
  organisation: async ({ path }) => {
    const wantedId = readAccountId(path);
    if (!wantedId || organization._id) return null;
    try {
      await loadOrganisation(path, wantedId);
      return null;
    } catch (error) {
      console.error(error);
      return organiseAfterError(path);
    }
  },
  role: async () => null,
};

/** Token, agents and plan of the organisation; the session call has given the user's profile already. */
async function loadOrganisation(path: string, wantedId: string): Promise<void> {
  if (!organizations.data) await loadOrganizations();
  if (organizations.error) throw organizations.error;
  const entered = organizations.data?.find(({ org_id }) => org_id === wantedId);
  if (!entered) return;
  await enterOrganization(entered);
  await loadAgents(wantedId);
  if (!path.endsWith("/dashboard")) await loadSubscription(wantedId);
}

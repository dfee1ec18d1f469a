import { paths, readAccountId } from "../state/shell/paths.ts";
import type { Decision } from "./guard.ts";

interface Facts {
  path: string;
  /** The organization that is loaded already, if one is. */
  currentId: string | null;
  /** The user's organizations; null while they are not known yet. */
  organizationIds: readonly string[] | null;
}

/** Where the organization guard sends somebody before anything of an organization is loaded (specification 4). */
export function guardOrganization({ path, currentId, organizationIds }: Facts): Decision {
  const wantedId = readAccountId(path);
  if (!wantedId)
    return path === paths.setupCompany || path === paths.chooseCompany ? null : paths.chooseCompany;
  if (currentId && currentId !== wantedId) return paths.chooseCompany;
  if (!currentId && organizationIds && !organizationIds.includes(wantedId)) return paths.chooseCompany;
  return null;
}

/** Where an error of the loading sends somebody: nowhere on the setup-company page, else to choose again. */
export function guardFailedOrganization(path: string): Decision {
  return path === paths.setupCompany || path === paths.chooseCompany ? null : paths.chooseCompany;
}

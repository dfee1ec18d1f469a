import type { RequestErrorCode } from "../../shared/client/requestError.ts";
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

/**
 * Where an error of the loading sends somebody: nowhere on the setup-company page, else to choose again, where they are led
 * to set up the second factor that the organization requires.
 */
export function guardFailedOrganization(path: string, code?: RequestErrorCode): Decision {
  const wantedId = readAccountId(path);
  if (code === "second_factor_required" && wantedId) return paths.requiredFactor(wantedId);
  return path === paths.setupCompany || path === paths.chooseCompany ? null : paths.chooseCompany;
}

import { AppError } from "../../../shared/errors/errors.ts";
import type { IntegrationDeps } from "./deps.ts";
import { AccessLost, ProviderTrouble } from "./faults.ts";
import { changeGrant, findGrant, teamItself } from "./grants.ts";
import { resolveProvider } from "./resolveProvider.ts";
import type { IntegrationRow } from "./tables.ts";
import { askWhoami, openAccess, renewAccess } from "./useConnection.ts";

/** Renews the team's access, or tries it where it needs no renewal; unconfirmed it says what would be done. */
export async function renewNow(
  deps: IntegrationDeps,
  row: IntegrationRow,
  { isConfirmed, signal }: { isConfirmed: boolean; signal: AbortSignal },
): Promise<{ isDone: boolean; message: string }> {
  const { organizationId, id: integrationId } = row;
  const key = { organizationId, integrationId, contactId: teamItself };
  const grant = await findGrant(deps.store.db, key);
  if (!grant)
    throw new AppError("conflict", { message: `${row.name} is not connected yet. Connect it first.` });
  const resolved = resolveProvider(deps.integrations, row);
  const { name } = resolved.provider;
  const isRenewable = grant.renewable === 1;
  if (!isConfirmed)
    return {
      isDone: false,
      message: isRenewable
        ? `This asks ${name} for a new access and replaces the one in use. Add confirmed=true to do it.`
        : `This asks ${name} whether the access still works. Nothing is replaced. Add confirmed=true to do it.`,
    };
  try {
    if (isRenewable && grant.broken === null) {
      await renewAccess(deps, row, { resolved, grant, signal });
      return { isDone: true, message: `${name} gave a new access.` };
    }
    const { tokens } = await openAccess(deps, row, { contactId: teamItself, signal });
    await askWhoami(deps, { resolved, accessToken: tokens.accessToken, signal });
    return { isDone: true, message: `${name} accepts the access.` };
  } catch (error) {
    if (error instanceof ProviderTrouble) return { isDone: false, message: error.message };
    if (!(error instanceof AccessLost)) throw error;
    if (grant.broken === null && !isRenewable)
      await changeGrant(deps.store.db, grant, { broken: error.message, updatedAt: deps.now() });
    return { isDone: false, message: error.message };
  }
}

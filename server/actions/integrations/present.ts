import type {
  Integration,
  IntegrationEvent,
  IntegrationProvider,
} from "../../../shared/contract/integrations/integrations.ts";
import type { SkillDraft } from "../../../shared/contract/skills/skills.ts";
import { expiringWithinMs } from "../../../shared/domain/integrations.ts";
import { returnAddress } from "./connecting.ts";
import type { Provider, ProviderOperation } from "./Provider.ts";
import { findProvider } from "./providers.ts";
import { eventsAddress } from "./receiveEvent.ts";
import { findClient, readSettings, resolveProvider } from "./resolveProvider.ts";
import type { IntegrationSettings } from "./settings.ts";
import type { IntegrationEventRow, IntegrationGrantRow, IntegrationRow } from "./tables.ts";

export interface Around {
  integrations: IntegrationSettings;
  /** Where people reach the installation; null while nobody has said it. */
  origin: string | null;
  now: number;
}

/** A connection as the team sees it: nothing that signs in. */
export function presentIntegration(
  row: IntegrationRow,
  { grant, visitors }: { grant: IntegrationGrantRow | undefined; visitors: number },
  { integrations, origin, now }: Around,
): Integration {
  const { id, provider, name, auth, clientId, sealedEventSecret, lastEventAt, updatedAt } = row;
  const isListening = findProvider(provider)?.events != null;
  return {
    ...{ id, provider, name, settings: readSettings(row), auth, clientId },
    ...describeState(row, grant, now),
    hasClient: clientId !== null || findClient(integrations, provider) !== null,
    account: grant?.account ?? null,
    connectedAt: grant?.createdAt ?? null,
    expiresAt: grant?.expiresAt ?? null,
    eventsUrl: isListening && origin !== null ? eventsAddress(origin, row) : null,
    hasEventSecret: sealedEventSecret !== null,
    ...{ lastEventAt, visitors, updatedAt },
  };
}

function describeState(
  { problem }: Pick<IntegrationRow, "problem">,
  grant: IntegrationGrantRow | undefined,
  now: number,
): Pick<Integration, "state" | "reason"> {
  if (!grant) return { state: "unconnected", reason: problem };
  if (grant.broken !== null) return { state: "broken", reason: grant.broken };
  if (grant.trouble !== null) return { state: "expiring", reason: grant.trouble };
  if (grant.renewable === 1 || grant.expiresAt === null) return { state: "connected", reason: null };
  if (grant.expiresAt <= now) return { state: "broken", reason: "The access has ended." };
  if (grant.expiresAt - now > expiringWithinMs) return { state: "connected", reason: null };
  return { state: "expiring", reason: "The access ends soon, and can't be renewed automatically." };
}

export function presentEvent({ id, type, body, receivedAt }: IntegrationEventRow): IntegrationEvent {
  return { id, type, body: body.slice(0, shownOfBody), receivedAt };
}

const shownOfBody = 20_000;

/** A provider as people choose it; with a connection its operations as skills of that connection. */
export function presentProvider(
  provider: Provider,
  row: IntegrationRow | null,
  { integrations, origin }: Around,
): IntegrationProvider {
  const { id, name, summary, icon, oauth, key, events } = provider;
  return {
    ...{ id, name, summary, icon },
    settings: provider.settings.map(({ pattern: _, problem: __, ...setting }) => setting),
    signIn: oauth && {
      hasClient: findClient(integrations, id) !== null,
      clientsUrl: oauth.clientsUrl,
      redirectUri: origin && returnAddress(origin),
      scopes: oauth.scopes.map(({ scope, words }) => ({ scope, words })),
      isForVisitors: oauth.isForVisitors === true,
    },
    key: key && { label: key.label, hint: key.hint },
    events: events && {
      ...{ hint: events.hint, secretLabel: events.secretLabel },
      types: events.types.map(({ type, words }) => ({ type, words })),
    },
    operations: provider.operations.map((operation) => ({
      ...{ id: operation.id, title: operation.skill.title, description: operation.skill.description },
      risk: operation.skill.risk,
      draft: row && writeDraft(operation, { provider, row, integrations }),
    })),
  };
}

/** An operation as a skill that uses a connection, which it knows by name. */
function writeDraft(
  { id, skill }: ProviderOperation,
  { provider, row, integrations }: { provider: Provider; row: IntegrationRow } & Pick<Around, "integrations">,
): SkillDraft {
  const { config } = skill;
  const name = `${provider.id}_${id}`.replaceAll("-", "_");
  if (config.kind !== "http") return { ...skill, name };
  const { apiUrl } = resolveProvider(integrations, row);
  return {
    ...{ ...skill, name },
    config: {
      ...{ ...config, url: config.url.replace("{apiUrl}", apiUrl) },
      auth: { type: "connection", name: row.name, owner: "team" },
    },
  };
}

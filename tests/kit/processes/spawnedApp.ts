import { createOrganization, getOrganizationToken } from "../../../shared/contract/accounts/accounts.ts";
import { createAgent, listAgents, updateAgentStatus } from "../../../shared/contract/agents/agents.ts";
import { createApiKey } from "../../../shared/contract/accounts/apiKeys.ts";
import { loginWithPassword } from "../../../shared/contract/accounts/signIn.ts";
import { createTestClient } from "../client.ts";
import type { Actor, TestClient } from "../client.ts";
import { readCookie } from "../factories.ts";
import type { SpawnedServer } from "./spawnServer.ts";

const email = "owner@example.com";
const password = "a long test password";

/** What a spawned server is started with, so that `openSpawnedHouse` can sign in. */
export const spawnedOwner = { ADMIN_EMAIL: email, ADMIN_PASSWORD: password };

/** Asks a spawned server, as it is reached since its last start. */
export function clientOf(server: SpawnedServer, actor: Actor): TestClient {
  return createTestClient({ send: (request) => fetch(request), origin: server.url, now: Date.now }, actor);
}

/** An organization on a spawned server with a paused agent, its owner, and a program with a key. */
export async function openSpawnedApp(
  server: SpawnedServer,
): Promise<{ owner: Actor; program: Actor; productId: string }> {
  const address = "127.0.0.1";
  const login = await clientOf(server, { address }).send(loginWithPassword, { body: { email, password } });
  const { session } = await login.json();
  const person: Actor = { address, session, cookie: readCookie(login) };
  const { data: organization } = await clientOf(server, person).call(createOrganization, {
    body: { data: { name: "Acme" } },
  });
  const organizationId = organization.org_id;
  const { data } = await clientOf(server, person).call(getOrganizationToken, {
    params: { orgId: organizationId },
  });
  const owner: Actor = { ...person, organizationId, bearer: data.token };
  const client = clientOf(server, owner);
  await client.call(createAgent, { body: { data: { name: "Lumi" } } });
  const [agent] = (await client.call(listAgents, {})).items;
  const productId = agent?.id ?? "";
  await client.call(updateAgentStatus, { params: { productId }, body: { data: { status: "paused" } } });
  const made = await client.call(createApiKey, {
    body: { data: { name: "CRM", scopes: ["conversations.read", "conversations.reply"] } },
  });
  return { owner, program: { address, organizationId, bearer: made.data.key }, productId };
}

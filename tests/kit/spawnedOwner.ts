import { createOrganization, getOrganizationToken } from "../../shared/contract/accounts.ts";
import { loginWithPassword } from "../../shared/contract/signIn.ts";
import { createTestClient } from "./client.ts";
import type { Actor, TestClient } from "./client.ts";
import { readCookie } from "./factories.ts";
import type { SpawnedServer } from "./spawnServer.ts";

const email = "owner@example.com";
const password = "a long test password";

/** The settings by which a server of its own process has its first owner. */
export const ownerEnv = { ADMIN_EMAIL: email, ADMIN_PASSWORD: password };

/** A client of a server of its own process, over its socket. */
export function connect(server: SpawnedServer, actor: Actor): TestClient {
  return createTestClient({ send: (request) => fetch(request), origin: server.url, now: Date.now }, actor);
}

/** Signs the first owner in, with an organisation of their own. */
export async function signInOwner(server: SpawnedServer): Promise<Actor & { organizationId: string }> {
  const address = "127.0.0.1";
  const login = await connect(server, { address }).send(loginWithPassword, { body: { email, password } });
  const { session } = await login.json();
  const person = { address, session, cookie: readCookie(login) };
  const { data: organization } = await connect(server, person).call(createOrganization, {
    body: { data: { name: "Acme" } },
  });
  const organizationId = organization.org_id;
  const { data } = await connect(server, person).call(getOrganizationToken, {
    params: { orgId: organizationId },
  });
  return { ...person, organizationId, bearer: data.token };
}

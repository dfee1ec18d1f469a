import { createOrganization, getOrganizationToken } from "../../shared/contract/accounts/accounts.ts";
import { loginWithPassword } from "../../shared/contract/accounts/signIn.ts";
import type { User } from "../../shared/contract/accounts/accounts.ts";
import { createAgent } from "../../shared/contract/agents/agents.ts";
import type { Agent } from "../../shared/contract/agents/agents.ts";
import { listSurfaces, openChatWidget } from "../../shared/contract/surfaces/surfaces.ts";
import type { Role } from "../../shared/domain/access.ts";
import type { UserRow } from "../../server/accounts/tables.ts";
import { newId } from "../../server/database/ids.ts";
import type { Store } from "../../server/database/store.ts";
import { nextAddress } from "./client.ts";
import type { Actor, TestClient } from "./client.ts";
import { hashQuickly } from "./processes/quickHash.ts";

/** Somebody who is signed in. */
export interface Person extends Actor {
  cookie: string;
  session: NonNullable<Actor["session"]>;
  user: User;
}

/** Somebody inside an organization. */
export interface Member extends Person {
  organizationId: string;
  bearer: string;
}

/** A website's visitor with their anonymous session. */
export interface Visitor extends Actor {
  session: NonNullable<Actor["session"]>;
  agentId: string;
  contactId: string;
}

export interface Factories {
  /** Somebody with an account and a session, in no organization. */
  createPerson(
    given?: Partial<Pick<UserRow, "email" | "firstName" | "lastName" | "emailVerifiedAt">>,
  ): Promise<Person>;
  /** An owner with an organization of their own. */
  createOwner(organizationName?: string): Promise<Member>;
  /** A new member of an organization, in the group that gives this role. */
  createMember(organizationId: string, role: Role): Promise<Member>;
  /** An agent of the member's organization. */
  createAgent(member: Member, name?: string): Promise<Agent>;
  /** A visitor of an agent's chat widget, come by the frame's document as on a website. */
  createVisitor(member: Member, agentId: string): Promise<Visitor>;
}

/** The password of everybody whom the factories make. */
export const testPassword = "a test password";
const passwordHash = hashQuickly(testPassword);

const groupOf: Record<Role, string> = {
  owner: "Organization Owners",
  admin: "Admin",
  collaborator: "Collaborator",
  support: "Support",
};

export interface FactoryParts {
  store: Store;
  origin: string;
  as(actor: Actor): TestClient;
  anyone(address?: string): TestClient;
  now(): number;
  fetch(request: Request, from: { address: string }): Promise<Response>;
}

/** Makes the factories of one server. Rows stand in only for what no call makes yet: further users and members. */
export function createFactories({ store, origin, as, anyone, now, fetch }: FactoryParts): Factories {
  async function createPerson(given: Partial<UserRow> = {}): Promise<Person> {
    const id = newId();
    const row: UserRow = {
      id,
      email: `${id}@example.com`,
      firstName: "Test",
      lastName: "Person",
      pictureUrl: null,
      passwordHash,
      emailVerifiedAt: now(),
      isSuperAdmin: 0,
      ...{ timeZone: null, dateFormat: null, language: null, mailsOnAccept: 1 },
      createdAt: now(),
      updatedAt: now(),
      ...given,
    };
    await store.db.insertInto("users").values(row).execute();
    const address = nextAddress();
    const response = await anyone(address).send(loginWithPassword, {
      body: { email: row.email, password: testPassword },
    });
    const { user, session } = await response.json();
    return { address, user, session, cookie: readSessionCookie(response) };
  }

  async function enter(person: Person, organizationId: string): Promise<Member> {
    const { data } = await as(person).call(getOrganizationToken, { params: { orgId: organizationId } });
    return { ...person, organizationId, bearer: data.token };
  }

  return {
    createPerson,
    async createOwner(name = "Acme") {
      const person = await createPerson();
      const { data } = await as(person).call(createOrganization, { body: { data: { name } } });
      return enter(person, data.org_id);
    },
    async createMember(organizationId, role) {
      const person = await createPerson();
      const userId = person.user._id;
      const { id: groupId } = await store.db
        .selectFrom("userGroups")
        .select("id")
        .where("organizationId", "=", organizationId)
        .where("name", "=", groupOf[role])
        .executeTakeFirstOrThrow();
      const member = {
        organizationId,
        userId,
        agentStatus: "offline",
        agentSeenAt: null,
        createdAt: now(),
      } as const;
      await store.db.insertInto("members").values(member).execute();
      await store.db.insertInto("groupMembers").values({ organizationId, groupId, userId }).execute();
      return enter(person, organizationId);
    },
    async createAgent(member, name = "Support agent") {
      const { data } = await as(member).call(createAgent, { body: { data: { name } } });
      return data;
    },
    async createVisitor(member, agentId) {
      const address = nextAddress();
      const { items } = await as(member).call(listSurfaces, { params: { productId: agentId } });
      const page = await fetch(
        new Request(`${origin}/embed/${items.find((one) => one.type === "widget")?.token}`),
        { address },
      );
      const [, json = "{}"] = /id="frame-document">(.*?)<\/script>/.exec(await page.text()) ?? [];
      const { ticket } = JSON.parse(json);
      const { data } = await anyone(address).call(openChatWidget, { body: { data: { ticket } } });
      return { address, ...data };
    },
  };
}

/** The cookie header that a browser would send after this response. */
export function readCookie(response: Response): string {
  return listCookies(response).join("; ");
}

/** The session's cookie alone: without the mark of a known device a person's tries count by their address. */
function readSessionCookie(response: Response): string {
  return listCookies(response).find((cookie) => /^[^=]*session=/.test(cookie)) ?? "";
}

function listCookies(response: Response): string[] {
  return response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
}

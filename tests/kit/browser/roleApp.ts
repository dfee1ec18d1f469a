import type { Page } from "playwright";
import { setSuperAdmin } from "../../../server/accounts/commands.ts";
import { openStore } from "../../../server/database/openStore.ts";
import { createOrganization } from "../../../shared/contract/accounts/accounts.ts";
import { register } from "../../../shared/contract/accounts/registration.ts";
import { acceptInvite, inviteMembers, listUserGroups } from "../../../shared/contract/accounts/teams.ts";
import { product } from "../../../shared/domain/product.ts";
import { openBenchApp, type BenchApp } from "../../bench/visitor.ts";
import type { RunningChromium } from "./chromium.ts";
import { createTestClient, type Actor } from "../client.ts";
import { readCookie } from "../factories.ts";
import { signIn } from "./signIn.ts";
import { spawnServer, type SpawnedServer } from "../processes/spawnServer.ts";

/** Who walks through the console; `none` is nobody: signed out. */
export const walkers = ["none", "owner", "admin", "collaborator", "support", "super admin"] as const;
export type Walker = (typeof walkers)[number];

/** A real server with an organization that has somebody of every role, and with a second one that is none of theirs. */
export interface RoleApp extends BenchApp {
  server: SpawnedServer;
  orgId: string;
  /** An organization of which only the admin is a member. */
  otherOrgId: string;
  /** The token of an invitation that still waits. */
  inviteToken: string;
  /** Opens a page of a browser of their own, signed in; `origin` where a line that can go bad leads to the server. */
  enter(walker: Walker, chromium: RunningChromium, origin?: string): Promise<Page>;
}

const password = "long enough";
const groupOf = {
  admin: "Admin",
  collaborator: "Collaborator",
  support: "Support",
  "super admin": "Support",
};

/** Starts the app. Everybody comes by an invitation; the super admin is in the group Support, and made as the command line makes them. */
export async function openRoleApp(env: Record<string, string> = {}): Promise<RoleApp> {
  const server = await spawnServer({ env: { TRUST_PROXY: "1", ...env } });
  const app = await openBenchApp(server);
  const { items: groups } = await app.client.call(listUserGroups);
  const invite = async (email: string, group: string) => {
    const data = { emails: [email], groupId: groups.find((one) => one.usergroup_name === group)?._id ?? "" };
    const answer = await app.client.call(inviteMembers, { query: { source: product }, body: { data } });
    const link = answer.data.invites[0]?.link;
    if (!link) throw new Error("Without a mail server an invitation comes with its link.");
    return new URL(link).searchParams.get("token") ?? "";
  };
  let otherOrgId = "";
  for (const [index, [walker, group]] of Object.entries(groupOf).entries()) {
    const token = await invite(emailOf(walker), group);
    const client = await join(server, { email: emailOf(walker), token, address: `192.0.2.${index + 1}` });
    if (walker !== "admin") continue;
    otherOrgId = (await client.call(createOrganization, { body: { data: { name: "Other" } } })).data.org_id;
  }
  await makeSuperAdmin(server.dataDir);
  return {
    ...app,
    ...{ server, otherOrgId },
    orgId: app.organizationId,
    inviteToken: await invite("waits@example.com", "Support"),
    enter: (walker, chromium, origin = server.url) => enter(origin, walker, chromium),
  };
}

/** What `npm run cli -- super-admin` does, without its two seconds of start. */
async function makeSuperAdmin(dataDir: string): Promise<void> {
  const store = await openStore({ dataDir, isBrief: true });
  await setSuperAdmin(store, { email: emailOf("super admin"), state: "on" });
  await store.close();
}

function emailOf(walker: string): string {
  return walker === "owner" ? "bench@example.com" : `${walker.replace(" ", "-")}@example.com`;
}

async function join(
  server: SpawnedServer,
  { email, token, address }: Record<"email" | "token" | "address", string>,
) {
  const connect = (actor: Actor) =>
    createTestClient({ send: (request) => fetch(request), origin: server.url, now: Date.now }, actor);
  const body = { email, password, first_name: email.split("@")[0] ?? "", inviteToken: token };
  const headers = { "x-forwarded-for": address };
  const response = await connect({ address }).send(register, { body, headers });
  const { session } = await response.json();
  const client = connect({ address, session, cookie: readCookie(response) });
  await client.call(acceptInvite, { params: { token } });
  return client;
}

async function enter(origin: string, walker: Walker, chromium: RunningChromium): Promise<Page> {
  const headers = { "x-forwarded-for": `192.0.2.${100 + walkers.indexOf(walker)}` };
  const context = await chromium.browser.newContext({
    ...{ viewport: { width: 1440, height: 900 }, bypassCSP: true, reducedMotion: "reduce" },
    extraHTTPHeaders: headers,
  });
  const page = await context.newPage();
  if (walker === "none") return page;
  await signIn(context, { url: origin, email: emailOf(walker), password, headers });
  return page;
}

import { afterEach, expect, it, vi } from "vitest";
import { getSession } from "../contract/accounts/accounts.ts";
import { loginWithPassword } from "../contract/accounts/signIn.ts";
import { listAgents } from "../contract/agents/agents.ts";
import { createClient } from "./createClient.ts";

afterEach(() => void vi.unstubAllGlobals());

it("sends credentials with every call, unless it is told that there are none", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("location", { href: "https://pilot.example/" });
  vi.stubGlobal("fetch", async (_: string, { credentials }: RequestInit) => {
    sent.push(credentials);
    return Response.json({});
  });
  const session = { read: () => null };
  const client = createClient({ session });
  await client.call(getSession);
  await client.call(loginWithPassword, { body: { email: "a@example.com", password: "x" } });
  await client.call(listAgents, { params: { orgId: "o1" } });
  await createClient({ session, credentials: "omit" }).call(getSession);
  expect(sent).toEqual(["include", "include", "include", "omit"]);
});

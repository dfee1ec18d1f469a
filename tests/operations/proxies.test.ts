import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { getOrganizationToken } from "../../shared/contract/accounts/accounts.ts";
import { createFirstOwner, loginWithPassword } from "../../shared/contract/accounts/signIn.ts";
import { createAgent } from "../../shared/contract/agents/agents.ts";
import { watchEvents } from "../../shared/contract/conversations/conversations.ts";
import { callSocketPath } from "../../shared/contract/voice/voice.ts";
import { createTestClient } from "../kit/client.ts";
import type { Actor } from "../kit/client.ts";
import { readCookie, testPassword } from "../kit/factories.ts";
import { findPort } from "../kit/network/findPort.ts";
import { spawnServer } from "../kit/processes/spawnServer.ts";
import { explainMissing, recipes, startProxy } from "./startProxy.ts";
import type { Proxy } from "./startProxy.ts";

const publicOrigin = "https://agents.example.com";

for (const recipe of recipes) {
  const missing = explainMissing(recipe);
  const { basePath = "" } = recipe;
  const origin = publicOrigin + basePath;
  describe.skipIf(missing !== null)(
    `${recipe.file} of ${recipe.name}${missing ? `, ${missing}` : ""}`,
    () => {
      let proxy: Proxy;
      let lines: string[];
      let setupToken: string;
      beforeAll(async () => {
        const port = await findPort();
        const server = await spawnServer({
          env: { PUBLIC_URL: publicOrigin, BASE_PATH: basePath, TRUST_PROXY: "1" },
          port,
        });
        proxy = await startProxy(recipe, port);
        ({ lines, setupToken } = server);
        await vi.waitUntil(async () => (await proxy.ask(new Request(`${origin}/readyz`))).ok, 20_000);
      });
      afterAll(async () => proxy?.stop());

      const connect = (actor: Actor) =>
        createTestClient({ send: (request) => proxy.ask(request), origin, now: Date.now }, actor);
      const email = "ana@example.com";

      it("signs people in by the public address, passes events as they come and no client's claims", async () => {
        const body = {
          email,
          password: testPassword,
          first_name: "Ana",
          organizationName: "First",
          setupToken,
        };
        const made = await connect({ address: "" }).send(createFirstOwner, { body });
        expect(made.headers.get("set-cookie")).toMatch(
          basePath ? /__Secure-\w+=.*; Secure/ : /__Host-\w+=.*; Secure/,
        );

        const { session, organization } = await made.clone().json();
        const person = {
          address: "",
          session,
          cookie: readCookie(made),
          organizationId: organization.org_id,
        };
        const params = { orgId: organization.org_id };
        const { data } = await connect(person).call(getOrganizationToken, { params });
        const client = connect({ ...person, bearer: data.token });
        const agent = await client.call(createAgent, { body: { data: { name: "Ada" } } });
        const abort = new AbortController();
        onTestFinished(() => abort.abort());
        const stream = client.stream(watchEvents, {
          params: { productId: agent.data.id },
          signal: abort.signal,
        });
        expect((await stream.next()).value).toMatchObject({ type: "ready" });

        const claims = { "x-forwarded-for": "198.51.100.7", "x-forwarded-host": "evil.example" };
        await connect({ address: "" })
          .send(loginWithPassword, { body: { email, password: "a wrong one" }, headers: claims })
          .then((answer) => expect(answer.status).toBe(401));
        await vi.waitFor(() => {
          const events = lines.map((line) => JSON.parse(line) as { event?: string; address?: string });
          const refused = events.find(({ event }) => event === "sign-in failed");
          expect(refused?.address).toBe("127.0.0.1");
        }, 5000);
      });

      it("passes the sockets of voice calls", async () => {
        const socket = proxy.openSocket(basePath + callSocketPath);
        onTestFinished(() => socket.terminate());
        socket.on("open", () => socket.send(JSON.stringify({ type: "hello", ticket: "s1.x", got: 0 })));
        // What the server itself says to a ticket that nobody made.
        const [code] = (await once(socket, "close")) as [number];
        expect(code).toBe(4003);
      });

      it("lets the server itself say what is too large", async () => {
        const request = new Request(`${origin}/api/account/v1.0/login`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ text: "x".repeat(2_000_000) }),
        });
        expect(await (await proxy.ask(request)).json()).toMatchObject({
          error: { requestId: expect.any(String) },
        });
      });
    },
  );
}

import { setTimeout as pause } from "node:timers/promises";
import { createEgress } from "../../server/egress/egress.ts";
import { callTool, readTools } from "../../server/actions/mcp/client.ts";
import type { ListedTool, Reached } from "../../server/actions/mcp/client.ts";
import { answerForms } from "../../server/actions/mcp/elicit.ts";
import type { Exchange } from "../../server/actions/mcp/elicit.ts";
import { McpFault } from "../../server/actions/mcp/McpFault.ts";
import { createAccess } from "../../server/actions/mcp/oauth/createAccess.ts";
import { emptyGrant } from "../../server/actions/mcp/oauth/grant.ts";
import { beginSignIn, endSignIn } from "../../server/actions/mcp/oauth/signIn.ts";

/** What the suite tells a client of a scenario. */
export interface Context {
  client_id?: string;
  client_secret?: string;
  toolCalls?: { name: string; arguments: Record<string, unknown> }[];
}

const way = createEgress({ allow: ["127.0.0.0/8", "::1/128"], ownNames: [] });
const mostSignIns = 3;
const mostRounds = 5;

/**
 * Plays one scenario with our own client: it signs in where it is asked to, reads the tools and calls each. It comes as an agent
 * does: by the way out, with tokens that are kept, and with forms that are answered later.
 */
export async function runClient(url: string, context: Context): Promise<void> {
  const grant = emptyGrant();
  const { client_id: id, client_secret: secret = null } = context;
  const common = {
    ...{ url, fetch: way.streamFetch, now: Date.now, registered: id ? { id, secret } : null },
    clientMetadataUrl: "https://conformance-test.local/client-metadata.json",
  };
  let signIns = 0;

  function reach(): Reached {
    const { signal } = new AbortController();
    const place = {
      ...{ read: () => Promise.resolve(grant), keep: () => Promise.resolve() },
      ...{ takeLease: () => Promise.resolve(true), giveLease: () => Promise.resolve() },
      pause: () => pause(100),
    };
    const access = createAccess({ ...common, place, signal });
    return { url, headers: {}, access, fetch: way.streamFetch, version: "0.1.0", offersApps: false, signal };
  }

  /** Somebody agrees at once. */
  async function signIn({ challenge }: McpFault): Promise<void> {
    const signingIn = { ...common, grant, keep: () => {}, redirectUrl: "http://localhost:3000/callback" };
    const begun = await beginSignIn(signingIn, challenge);
    const answer = await fetch(begun.url, { redirect: "manual" });
    const back = new URL(answer.headers.get("location") ?? "");
    await endSignIn(signingIn, { pending: begun.pending, returned: back.searchParams });
  }

  async function trySignedIn<Result>(work: (reached: Reached) => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await work(reach());
      } catch (error) {
        if (!(error instanceof McpFault && error.challenge) || signIns >= mostSignIns) throw error;
        signIns += 1;
        await signIn(error);
      }
    }
  }

  /** Fills in nothing, so that the server's defaults are what it gets. */
  async function callWhole(tool: ListedTool, input: Record<string, unknown>): Promise<void> {
    let exchange: Exchange | null = null;
    for (let round = 0; round < mostRounds; round += 1) {
      const called = await trySignedIn((reached) => callTool(reached, { tool, input, exchange }));
      if ("text" in called) return;
      const { asked, answered } = called.exchange;
      const answers = answerForms(asked, { action: "accept", values: {} });
      exchange = { ...called.exchange, answered: [...answered, ...answers] };
    }
  }

  const tools = await trySignedIn(readTools);
  const all = tools.map(({ name }) => ({ name, arguments: name === "add_numbers" ? { a: 5, b: 3 } : {} }));
  for (const call of context.toolCalls ?? all) {
    const tool = tools.find(({ name }) => name === call.name);
    // A tool that our client leaves out is none for an agent either.
    if (tool) await callWhole(tool, call.arguments);
  }
}

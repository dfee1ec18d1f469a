import { getOrganizationToken } from "../../shared/contract/accounts/accounts.ts";
import { createFirstOwner } from "../../shared/contract/accounts/signIn.ts";
import { createAgent, getAgent, publishAgent, updateAgent } from "../../shared/contract/agents/agents.ts";
import { createDataSource, getDataSource } from "../../shared/contract/knowledge/knowledge.ts";
import { initUpload } from "../../shared/contract/storage/storage.ts";
import { getWidget, openChatWidget } from "../../shared/contract/surfaces/surfaces.ts";
import type { FrameDocument } from "../../shared/contract/surfaces/surfaces.ts";
import { createTestClient, type Actor, type TestClient } from "../kit/client.ts";
import { readCookie } from "../kit/factories.ts";
import type { RunningServer } from "../kit/processes/runServer.ts";
import { fetchStream } from "./fetchStream.ts";

/** An organization on a real server, with one agent, as a bench needs it. */
export interface BenchApp {
  client: TestClient;
  organizationId: string;
  agentId: string;
  /** The surface's public token. */
  token: string;
  /** The same owner's client of another process on the same database. */
  at(url: string): TestClient;
}

/** Makes the first owner, an organization and an agent over the server's socket. */
export async function openBenchApp({ url, setupToken }: RunningServer): Promise<BenchApp> {
  const connect = (actor: Actor, origin = url) =>
    createTestClient({ send: (request) => fetch(request), origin, now: Date.now }, actor);
  const body = {
    email: "bench@example.com",
    password: "long enough",
    first_name: "Bench",
    organizationName: "Bench",
    setupToken,
  };
  const response = await connect({ address: "" }).send(createFirstOwner, { body });
  const { session, organization } = await response.json();
  const person: Actor = {
    address: "",
    session,
    cookie: readCookie(response),
    organizationId: organization.org_id,
  };
  const { data } = await connect(person).call(getOrganizationToken, {
    params: { orgId: organization.org_id },
  });
  const owner = { ...person, bearer: data.token };
  const client = connect(owner);
  return {
    ...{ client, organizationId: organization.org_id },
    ...(await addAgent(client)),
    at: (origin) => connect(owner, origin),
  };
}

/** The same organization with another agent, of which nobody knows yet. */
export async function openAnother<App extends BenchApp>(app: App): Promise<App> {
  return { ...app, ...(await addAgent(app.client)) };
}

async function addAgent(client: TestClient): Promise<Pick<BenchApp, "agentId" | "token">> {
  const agent = await client.call(createAgent, { body: { data: { name: "Bench" } } });
  const surface = await client.call(getWidget, { params: { productId: agent.data.id } });
  return { agentId: agent.data.id, token: surface.data.token };
}

/** A app whose agent speaks by the provider's model. */
export async function openModelApp(server: RunningServer): Promise<BenchApp> {
  const app = await openBenchApp(server);
  const params = { productId: app.agentId };
  const { data: agent } = await app.client.call(getAgent, { params });
  const configuration = { ...agent.configuration, model: "gpt-4o" };
  await app.client.call(updateAgent, {
    params,
    body: { data: { revision: agent.revision, configuration } },
  });
  await app.client.call(publishAgent, { params });
  return app;
}

/** Uploads texts as files of one data source and resolves when they are indexed; gives how many passages there are. */
export async function addTexts(
  { client, agentId }: BenchApp,
  { url }: RunningServer,
  texts: string[],
): Promise<number> {
  const fileIds: string[] = [];
  for (const [index, text] of texts.entries()) {
    const bytes = Buffer.from(text);
    const data = { name: `part-${index}.md`, sizeBytes: bytes.byteLength };
    const upload = await client.call(initUpload, { body: { data } });
    const sent = await fetch(new URL(upload.url, url), {
      method: upload.method,
      headers: upload.fields,
      body: bytes,
    });
    if (!sent.ok) throw new Error(`The upload answered ${sent.status}.`);
    fileIds.push(upload.fileId);
  }
  const params = { productId: agentId };
  const { data: source } = await client.call(createDataSource, {
    params,
    body: { data: { config: { kind: "files", fileIds } } },
  });
  for (;;) {
    const at = { ...params, datasourceId: source.id };
    const { data } = await client.call(getDataSource, { params: at });
    if (data.lastRun?.endedAt) return data.counts.passages;
    await new Promise((resolve) => setTimeout(resolve, 200)); // a bench waits; nothing is asserted by it
  }
}

/** Opens a visitor's session as the frame does, and gives the client that signs with it. */
export async function openVisitor(
  app: Pick<BenchApp, "token">,
  server: Pick<RunningServer, "url">,
  /** Where the visitor is, for a server that trusts what a proxy on this machine says. */
  address?: string,
): Promise<TestClient> {
  const send = async (request: Request) => {
    const { url, method, headers, signal } = request;
    if (address !== undefined) headers.set("x-forwarded-for", address);
    return fetchStream(url, { method, headers, signal, body: await request.text() });
  };
  const { session } = await openSession(app, server, address);
  return createTestClient({ send, origin: server.url, now: Date.now }, { address: "", session });
}

/** Opens a visitor's session as the frame does. */
export async function openSession(
  { token }: Pick<BenchApp, "token">,
  { url }: Pick<RunningServer, "url">,
  address?: string,
) {
  const send = forwardFor(address);
  const html = await (await send(new Request(`${url}/embed/${token}`))).text();
  const json =
    /<script type="application\/json" id="frame-document">(.*?)<\/script>/s.exec(html)?.[1] ?? "{}";
  const { ticket } = JSON.parse(json) as FrameDocument; // our own server wrote it
  const anyone = createTestClient({ send, origin: url, now: Date.now }, { address: "" });
  const { data } = await anyone.call(openChatWidget, { body: { data: { ticket } } });
  return data;
}

function forwardFor(address: string | undefined): (request: Request) => Promise<Response> {
  return (request) => {
    if (address !== undefined) request.headers.set("x-forwarded-for", address);
    return fetch(request);
  };
}

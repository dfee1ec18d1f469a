import { beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "../../../shared/contract/accounts/apiKeys.ts";
import { listAgents } from "../../../shared/contract/agents/agents.ts";
import type { PortableFile } from "../../../shared/contract/agents/portable.ts";
import { importAgent } from "../../../shared/contract/agents/templates.ts";
import { maxPortableBytes } from "../../../shared/domain/portable.ts";
import type { Member } from "../../kit/factories.ts";
import { exportOf } from "../../kit/agents/portable.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

describe.each(stores())("a hostile agent file on $name", (store) => {
  let server: TestServer;
  let owner: Member;
  let right: PortableFile;
  let apiKey: string;
  beforeAll(async () => {
    server = await startTestServer({ store });
    owner = await server.createOwner();
    right = await exportOf(server, owner, await server.createAgent(owner));
    const data = { name: "Importer", scopes: ["agents.create" as const] };
    apiKey = (await server.as(owner).call(createApiKey, { body: { data } })).data.key;
  });

  /** Sends a body as it is written, which no client of ours would. */
  function post(body: BodyInit) {
    const path = `/api/console/v1/org/${owner.organizationId}/import/templates`;
    const headers = { "content-type": "application/json", authorization: `Bearer ${apiKey}` };
    return server.request(path, { method: "POST", body, headers, duplex: "half" } as RequestInit);
  }
  async function send(text: string) {
    const response = await post(text);
    return { status: response.status, body: await response.json() };
  }
  const sendChanged = (change: (file: string) => string) =>
    send(`{"data":{"file":${change(JSON.stringify(right))}}}`);
  const add = (field: string) => (file: string) => `{${field},${file.slice(1)}`;
  const addInside = (name: string, field: string) => (file: string) =>
    file.replace(`"${name}":{`, `"${name}":{${field},`);
  const polluting = "A field has a name that is not allowed.";
  const deep = "This is nested more than 32 levels deep.";

  it.each<[string, (file: string) => string, string, string | RegExp]>([
    ["E8: __proto__", add('"__proto__":{"isSuperAdmin":true}'), "body", polluting],
    [
      "E8: __proto__ deep inside",
      (file) => file.replace('"words":{}', '"words":{"en":{"__proto__":"x"}}'),
      "body",
      polluting,
    ],
    ["E8: constructor", addInside("agent", '"constructor":{"prototype":{"a":1}}'), "body", polluting],
    ["E9: a command", add('"command":"rm -rf /"'), "body.data.file.command", /./],
    [
      "E9: an MCP server to be started",
      add('"mcpServers":{"x":{"command":"sh","args":["-c","id"],"transport":"stdio"}}'),
      "body.data.file.mcpServers",
      /./,
    ],
    ["E9: code", addInside("agent", '"code":"process.exit()"'), "body.data.file.agent.code", /./],
    [
      "E9: a credential's id",
      addInside("agent", '"credentialId":"01abc"'),
      "body.data.file.agent.credentialId",
      /./,
    ],
    ["E9: a token", addInside("widget", '"token":"abc"'), "body.data.file.surfaces.widget.token", /./],
    [
      "E9: origins",
      addInside("surfaces", '"allowedDomains":["evil.example"]'),
      "body.data.file.surfaces.allowedDomains",
      /./,
    ],
    ["an organization", add('"organizationId":"01abc"'), "body.data.file.organizationId", /./],
    [
      "E9: another organization's files",
      addSource('{"name":"F","config":{"kind":"files","fileIds":["01abc"]}}'),
      "body.data.file.knowledge.sources.0.config.kind",
      /./,
    ],
    [
      "E9: headers for a source",
      addSource(
        '{"name":"T","config":{"kind":"text","title":"T","text":"x","headers":{"Authorization":"x"}}}',
      ),
      "body.data.file.knowledge.sources.0.config.headers",
      /./,
    ],
    [
      "a color that is CSS",
      replaceColor("url(https://evil.example)"),
      "body.data.file.surfaces.widget.primary",
      /#1a73e8/,
    ],
    ["an icon that is markup", replaceIcon("<svg onload=alert(1)>"), "body.data.file.agent.icon", /icon/],
    [
      "a newer version",
      (file) => file.replace('"formatVersion":1', '"formatVersion":9'),
      "body.data.file.formatVersion",
      /newer version/,
    ],
    [
      "another format",
      (file) => file.replace("pilothouse-agent", "flow"),
      "body.data.file.format",
      /not the file of an agent/,
    ],
    [
      "E10: depth 100,000",
      addInside("agent", `"x":${"[".repeat(100_000)}${"]".repeat(100_000)}`),
      "body",
      deep,
    ],
    ["E10: 500,000 values", add(`"x":[${"1,".repeat(500_000)}1]`), "body.data.file", /more in it/],
    [
      "E10: 300,000 invalid rules",
      (file) => file.replace('"guidance":[]', `"guidance":[${"{},".repeat(300_000)}{}]`),
      "body.data.file",
      /more in it/,
    ],
    [
      "a test case of somebody's conversation",
      addCases('{"question":"Q","kind":"answer","from":{"threadId":"01abc","messageId":"01abc"}}'),
      "body.data.file.evaluation.cases.0.from",
      /./,
    ],
    [
      "a test case that is code",
      addCases('{"question":"Q","kind":"answer","check":"process.exit()"}'),
      "body.data.file.evaluation.cases.0.check",
      /./,
    ],
    [
      "a test case with endless questions",
      addCases(`{"question":"${"x".repeat(100_000)}","kind":"answer"}`),
      "body.data.file.evaluation.cases.0.question",
      /./,
    ],
    [
      "201 test cases",
      addCases(Array(201).fill('{"question":"Q","kind":"answer"}').join()),
      "body.data.file.evaluation.cases",
      /./,
    ],
    ["a list", () => '"hello"', "body.data.file", /./],
  ])("is refused: %s", async (_, change, path, message) => {
    const { status, body } = await sendChanged(change);
    expect([status, body.error.code]).toEqual([400, "invalid_input"]);
    const field = body.error.fields.find((one: { path: string }) => one.path === path);
    expect(field, JSON.stringify(body.error.fields)).toBeDefined();
    expect(field.message).toMatch(message instanceof RegExp ? message : new RegExp(`^${message}$`));
    expect(({} as Record<string, unknown>)["isSuperAdmin"]).toBeUndefined();
  });

  it("E10: is refused early when it is too large, whether it declares its length or not", async () => {
    const { status, body } = await send(`{"data":{"file":"${"x".repeat(maxPortableBytes)}"}}`);
    expect([status, body.error.code]).toEqual([413, "too_large"]);
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(120));
      },
    });
    expect((await post(endless)).status).toBe(413);
    expect(sent).toBeLessThan(2 * maxPortableBytes);
  });

  it("leaves nothing behind, neither a row nor an agent", async () => {
    const rows = await server.store.db.selectFrom("agentExports").select("kind").execute();
    expect(rows).toEqual([{ kind: "export" }]);
    expect((await server.as(owner).call(listAgents, { query: {} })).items).toHaveLength(1);
  });

  it("E9: has its scripts kept as text, and its addresses inside the network never requested", async () => {
    const script = "<script>alert(1)</script>";
    const config = { kind: "website", scope: "site", urls: ["http://169.254.169.254/latest"] };
    const file = {
      ...right,
      agent: { ...right.agent, instructions: script },
      knowledge: { sources: [{ name: script, config }], left: [] },
    };
    const { status, body } = await send(JSON.stringify({ data: { file } }));
    expect(status).toBe(200);
    const params = { exportId: body.data.exportId };
    const { data } = await server.as(owner).call(importAgent, { params, body: { data: {} } });
    expect(data.configuration.instructions).toBe(script);
    expect(await server.store.db.selectFrom("syncRuns").select("id").execute()).toEqual([]);
  });

  it("is refused as a whole when one source is invalid", async () => {
    const before = (await server.as(owner).call(listAgents, { query: {} })).page.total;
    const config = { kind: "website", scope: "site", urls: ["javascript:alert(1)"] };
    const file = { ...right, knowledge: { sources: [{ name: "S", config }], left: [] } };
    const { body } = await send(JSON.stringify({ data: { file } }));
    const importing = server
      .as(owner)
      .call(importAgent, { params: { exportId: body.data.exportId }, body: { data: {} } });
    await expect(importing).rejects.toMatchObject({ status: 400, code: "invalid_input" });
    expect((await server.as(owner).call(listAgents, { query: {} })).page.total).toBe(before);
  });
});

function addCases(cases: string) {
  return (file: string) => `{"evaluation":{"cases":[${cases}],"left":0},${file.slice(1)}`;
}

function addSource(source: string) {
  return (file: string) => file.replace('"sources":[', `"sources":[${source}`);
}

function replaceColor(colour: string) {
  return (file: string) => file.replace(/"primary":"#[0-9a-f]{6}"/, `"primary":"${colour}"`);
}

function replaceIcon(icon: string) {
  return (file: string) => file.replaceAll('"icon":"compass"', `"icon":"${icon}"`);
}

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, it } from "vitest";
import { getAgent } from "../../../shared/contract/agents/agents.ts";
import type { KeyScope } from "../../../shared/domain/keyScopes.ts";
import { builtinModel } from "../../../shared/domain/models.ts";
import { makeApiKey } from "../../kit/conversations/visitors/programs.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { evaluateAt } from "../../kit/evaluation/evaluation.ts";

const [kind] = stores();
if (!kind) throw new Error("There is a store on every machine.");

const reading: KeyScope[] = ["agents.read", "evaluation.read"];
const changing: KeyScope[] = [
  ...reading,
  ...(["agents.create", "agents.update", "knowledge.read", "knowledge.update"] as const),
  ...(["surfaces.read", "skills.read", "skills.update", "evaluation.update"] as const),
];

describe("the console as an MCP server", () => {
  let talk: TalkingServer;
  beforeAll(async () => void (talk = await startTalkingServer(kind)));

  const path = (organizationId = talk.owner.organizationId) => `/api/mcp/org/${organizationId}`;

  /** A client of the protocol's makers, in process; its person answers as told, or it can't ask one. */
  async function connect(
    token: string,
    approves: boolean | null,
  ): Promise<{ client: Client; asked: string[] }> {
    const client = new Client(
      { name: "test", version: "1" },
      {
        versionNegotiation: { mode: "auto" },
        capabilities: approves === null ? {} : { elicitation: { form: {} } },
      },
    );
    const asked: string[] = [];
    if (approves !== null)
      client.setRequestHandler("elicitation/create", ({ params }) => {
        asked.push(params.message);
        return { action: "accept" as const, content: { approve: approves } };
      });
    const transport = new StreamableHTTPClientTransport(new URL(`http://localhost:4300${path()}`), {
      fetch: (input, init) => {
        const request = new Request(input, init);
        request.headers.set("host", "localhost:4300");
        return talk.server.request(new URL(request.url).pathname, {
          ...{ method: request.method, headers: Object.fromEntries(request.headers) },
          ...(request.body && { body: request.body, duplex: "half" }),
        });
      },
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    });
    await client.connect(transport);
    return { client, asked };
  }

  /** Calls a tool and gives its text and data. */
  async function use(client: Client, name: string, input: Record<string, unknown>) {
    const said = await client.callTool({ name, arguments: input });
    const text = (said.content as { text: string }[]).map((part) => part.text).join("\n"); // our tools give texts
    const data = (said.structuredContent ?? {}) as Record<string, string>; // read with care below
    return { text, data, isError: said.isError === true };
  }

  it("pulls, plans, applies what a person approves, and tests", async () => {
    const evaluation = evaluateAt(talk);
    const { agent, params } = await evaluation.makeShop(builtinModel);
    await evaluation.addCase(params, {
      question: "How long are gift cards valid?",
      expected: ["five years"],
    });
    const { client, asked } = await connect(await makeApiKey(talk, changing), true);
    const { tools } = await client.listTools();
    expect(
      tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.destructiveHint]),
    ).toEqual([
      ...[
        ["list_agents", true, false],
        ["pull_agent", true, false],
        ["plan_agent", true, false],
      ],
      ...[
        ["apply_agent", false, true],
        ["test_agent", false, false],
      ],
    ]);
    expect((await use(client, "list_agents", {})).text).toContain(agent.id);

    const at = { agent_id: agent.id };
    const { yaml = "" } = (await use(client, "pull_agent", at)).data;
    expect((await use(client, "plan_agent", { ...at, yaml })).text).toBe("Nothing would change.");
    const edited = yaml.replace(/^( +)instructions: .*$/m, "$1instructions: Be brief.");
    expect(edited).not.toBe(yaml);
    const planned = await use(client, "plan_agent", { ...at, yaml: edited });
    expect(planned.text).toContain("instructions");
    const { plan } = planned.data;

    // Another person does not approve, and a program that can't ask one is refused.
    const key = await makeApiKey(talk, changing);
    const change = { ...at, yaml: edited, plan };
    const declined = await use((await connect(key, false)).client, "apply_agent", change);
    expect(declined).toMatchObject({ isError: true, text: "Not approved. Nothing was changed." });
    const unasked = await use((await connect(key, null)).client, "apply_agent", change);
    expect(unasked.text).toContain("can't ask a person");
    const readInstructions = async () =>
      (await talk.server.as(talk.owner).call(getAgent, { params })).data.configuration.instructions;
    expect(await readInstructions()).not.toBe("Be brief.");

    const applied = await use(client, "apply_agent", change);
    const effect = "Sources change immediately. The rest changes the draft.";
    expect(applied).toMatchObject({ isError: false, text: expect.stringContaining(`Applied. ${effect}`) });
    expect(asked).toEqual([`${planned.text}\n${effect}`]);
    expect(await readInstructions()).toBe("Be brief.");
    const again = await use(client, "apply_agent", change);
    expect(again.text).toContain("The plan is out of date");
    expect((await use(client, "test_agent", at)).text).toBe("1 of 1 passed");
  });

  it("creates an agent without asking where the key has that right", async () => {
    const { agent } = await evaluateAt(talk).makeShop(builtinModel);
    const { client } = await connect(await makeApiKey(talk, [...changing, "agents.apply"]), null);
    const { yaml = "" } = (await use(client, "pull_agent", { agent_id: agent.id })).data;
    const copy = yaml.replace(/^( +)name: .*$/m, "$1name: Second shop");
    const { plan } = (await use(client, "plan_agent", { yaml: copy })).data;
    const made = await use(client, "apply_agent", { yaml: copy, plan });
    expect(made.text).toMatch(/a new agent "Second shop"\nCreated \w+\./);
    const again = await use(client, "apply_agent", { yaml: copy, plan });
    expect(again).toMatchObject({
      isError: true,
      text: expect.stringContaining(`Pass its agent_id, ${made.data["agent_id"]}, to change it.`),
    });
    const broken = await use(client, "plan_agent", { yaml: "format: nothing" });
    expect(broken).toMatchObject({ isError: true, text: expect.stringContaining("is not an agent's file") });
  });

  it("offers a key only what its scopes allow, and its agents only", async () => {
    const [mine, other] = [await talk.createAgent(builtinModel), await talk.createAgent(builtinModel)];
    const token = await makeApiKey(talk, reading, { agentIds: [mine.id] });
    const { client } = await connect(token, true);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      "list_agents",
      "pull_agent",
      "plan_agent",
    ]);
    const { text } = await use(client, "list_agents", {});
    expect(text).toContain(mine.id);
    expect(text).not.toContain(other.id);
    expect((await use(client, "pull_agent", { agent_id: other.id })).isError).toBe(true);

    const stranger = await talk.server.createOwner();
    const post = (to: string, authorization?: string) =>
      talk.server.request(to, {
        method: "POST",
        headers: { ...(authorization && { authorization }) },
        body: "{}",
      });
    expect((await post(path(stranger.organizationId), `Bearer ${token}`)).status).toBe(404);
    expect((await post(path())).status).toBe(401);
    expect((await post(path(), `Bearer ${await makeApiKey(talk, ["conversations.read"])}`)).status).toBe(403);
  });
});

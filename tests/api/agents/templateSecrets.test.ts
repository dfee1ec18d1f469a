import { expect, describe, it } from "vitest";
import { createApiKey } from "../../../shared/contract/accounts/apiKeys.ts";
import { createIdentitySecret, getWidget } from "../../../shared/contract/surfaces/surfaces.ts";
import { inviteMembers } from "../../../shared/contract/accounts/teams.ts";
import {
  getImport,
  getTemplate,
  importAgent,
  listTemplates,
  publishTemplate,
  sendImport,
} from "../../../shared/contract/agents/templates.ts";
import { exportOf, makeFullAgent, writeModelKey } from "../../kit/agents/portable.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";
import { newClientId } from "../../kit/conversations/threads/talks.ts";

/** Secrets that people wrote where they should not have, each with what it stands in. */
const written = {
  openaiKey: `sk-proj-${"Ab3dEf6hIj9kLm2n"}Op5qRs8t`,
  anthropicKey: "sk-ant-api03-Zb3dEf6hIj9kLm2nOp5q",
  stripeKey: `sk_${"live"}_51Hx9dEf6hIj9kLm2nOp5q`,
  githubToken: "ghp_Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3d",
  gitlabToken: "glpat-Ab3dEf6hIj9kLm2nOp5q",
  slackToken: `xox${"b"}-123456789012-Ab3dEf6hIj9k`,
  awsKey: "AKIAIOSFODNN7EXAMPLE",
  awsSecret: "wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY",
  googleKey: "AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY",
  webhookSecret: "whsec_Ab3dEf6hIj9kLm2nOp5qRs8t",
  signedToken: "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N",
  bearerHeader: "q7w8e9r0t1y2u3i4",
  basicHeader: "dXNlcjpwYXNzd29yZDEyMw==",
  headerKey: "1234567890abXY",
  signingKey: "3f786850e387550fdab836ed7e6dc881de23001b",
  password: "Summer2026!",
  databasePassword: "pgPassw0rd99",
  mailPassword: "smtpPassw0rd99",
  sitePassword: "sitePassw0rd99",
  feedToken: "feedToken2026",
  privateKey: "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC",
};

describe.each(stores())("an agent export on $name", (store) => {
  it("B16: contains 0 of 30 planted secrets, in the file, its summary and the public template", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner("Canary Trading Company");
    const client = server.as(owner);
    const keyId = await writeModelKey(server, owner, "private-model");
    const agent = await makeFullAgent(server, owner, {
      configuration: {
        model: `own/${keyId}/private-model`,
        description: `Ask with ${written.googleKey} only.`,
        personality: { preset: "custom", text: `Authorization: Bearer ${written.bearerHeader}` },
        instructions: [
          `Our key is ${written.openaiKey}, the other ${written.anthropicKey}.`,
          `curl -H "X-Api-Key: ${written.headerKey}" -H "Authorization: Basic ${written.basicHeader}"`,
          `Pay by ${written.stripeKey}; deploy by ${written.gitlabToken}.`,
          `signing_key=${written.signingKey}`,
          `postgres://app:${written.databasePassword}@db.internal/app and smtp://mail:${written.mailPassword}@mail.internal`,
        ].join("\n"),
        guidance: [
          {
            ...{ title: "Deploy", category: "other", isEnabled: true },
            text: `Push with ${written.githubToken}. Hooks: ${written.webhookSecret}`,
            when: { words: [written.slackToken], pages: [], audience: "everyone" },
          },
        ],
        guardrails: {
          blockedTopics: [{ name: "Keys", words: [written.awsKey] }],
          refusal: `No. ${written.signedToken}`,
          hidesPersonalData: false,
        },
      },
      settings: {
        welcome: `Hi! The password is ${written.password}`,
        suggestions: [`Use ${written.awsSecret}?`],
      },
      sources: [
        {
          ...{ kind: "website", scope: "pages", include: [], exclude: [], maxDepth: 1, maxPages: 1 },
          urls: [
            `https://crawler:${written.sitePassword}@intranet.example/feed?lang=en&token=${written.feedToken}`,
          ],
        },
        {
          ...{ kind: "text", title: "Runbook" },
          text: `-----BEGIN PRIVATE KEY-----\n${written.privateKey}\n-----END PRIVATE KEY-----\nThen restart.`,
        },
      ],
    });
    const params = { productId: agent.id };
    const { secret: identitySecret } = (await client.call(createIdentitySecret, { params })).data;
    const { key: apiKey } = (
      await client.call(createApiKey, { body: { data: { name: "Robot", scopes: ["agents.read"] } } })
    ).data;
    const group = await server.store.db
      .selectFrom("userGroups")
      .select("id")
      .where("organizationId", "=", owner.organizationId)
      .where("name", "=", "Support")
      .executeTakeFirstOrThrow();
    const invited = `${newClientId()}@invited.example`;
    await client.call(inviteMembers, {
      query: { source: "copilot" },
      body: { data: { emails: [invited], groupId: group.id } },
    });
    const visitor = await server.createVisitor(owner, agent.id);
    const { token } = (await client.call(getWidget, { params })).data;

    const planted: Record<string, string> = {
      ...written,
      ...{ identitySecret, apiKey, widgetToken: token, modelKeyId: keyId, sealedModelKey: "sealedModelKey" },
      ...{
        modelAddress: "models.internal.example",
        modelKeyName: "finance team",
        visitorKey: visitor.session.key,
      },
      ...{ sessionKey: owner.session.key, bearer: owner.bearer, cookie: owner.cookie },
      ...{ ownerMail: owner.user.email, invitedMail: invited, organizationId: owner.organizationId },
      ...{ organizationName: "Canary Trading Company", userId: owner.user._id },
    };
    expect(Object.keys(planted).length).toBeGreaterThanOrEqual(30);
    const file = await exportOf(server, owner, agent);
    const { data: summary } = await client.call(getImport, { params: { exportId: file.id } });
    const about = { title: "Harbour help", description: "", category: "support", icon: "anchor" } as const;
    await client.call(publishTemplate, { params, body: { data: about } });
    const gallery = await server.anyone().call(listTemplates, { query: { search: "Harbour" } });
    const { data: detail } = await server.anyone().call(getTemplate, { params: { productAppId: agent.id } });
    expect(gallery.items).toHaveLength(1);
    // What was taken out is said beside it: nothing is to be filled in there.
    const { placeholders } = detail;
    expect([...summary.placeholders, ...placeholders]).not.toContainEqual(expect.stringContaining("removed"));
    for (const seen of [file, summary, gallery, detail]) {
      const text = JSON.stringify(seen);
      const found = Object.entries(planted).filter(([, value]) => text.includes(value));
      expect(found).toEqual([]);
    }
    // What must be entered again is said, and what is no secret came along.
    expect(file.requires.secrets).toContain("agent.instructions");
    expect(file.requires.models).toEqual(["private-model"]);
    expect(JSON.stringify(file)).toContain("Then restart.");
    expect(file.knowledge?.sources[0]?.config).toMatchObject({
      urls: ["https://intranet.example/feed?lang=en"],
    });
    expect(summary.missing.filter(({ kind }) => kind === "secret").length).toBeGreaterThanOrEqual(10);
  });

  it("B16: drops secrets that somebody wrote into a sent file, and says where they were", async () => {
    const server = await startTestServer({ store });
    const owner = await server.createOwner();
    const client = server.as(owner);
    const file = await exportOf(server, owner, await server.createAgent(owner));
    const instructions = Object.values(written).map((secret) => `The password is: ${secret}`);
    const agent = { ...file.agent, instructions: instructions.join("\n") };
    const { data: summary } = await client.call(sendImport, { body: { data: { file: { ...file, agent } } } });
    const params = { exportId: summary.exportId };
    const { data: brought } = await client.call(importAgent, { params, body: { data: {} } });
    for (const seen of [summary, brought]) {
      const text = JSON.stringify(seen);
      expect(Object.entries(written).filter(([, value]) => text.includes(value))).toEqual([]);
    }
    expect(summary.missing).toMatchObject([{ kind: "secret", name: "agent.instructions" }]);
  });
});

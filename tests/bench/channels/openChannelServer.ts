import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { updateChannel } from "../../../shared/contract/channels/channels.ts";
import type { ChannelType } from "../../../shared/domain/channels.ts";
import { metaToken, slackToken, startProviderServer } from "../../kit/channels/providerServer.ts";
import type { ProviderServer } from "../../kit/channels/providerServer.ts";
import { runServer } from "../../kit/processes/runServer.ts";
import type { RunningServer } from "../../kit/processes/runServer.ts";
import { clientOf, openSpawnedApp, spawnedOwner } from "../../kit/processes/spawnedApp.ts";
import type { TestClient } from "../../kit/client.ts";

/** A server with channels, whose providers stand beside it. */
export interface ChannelServer {
  server: RunningServer;
  client: TestClient;
  productId: string;
  providers: ProviderServer;
  /** Has Meta take connections and never answer, as a platform that is down; and back. */
  setMetaDead(isDead: boolean): void;
  /** Posts a WhatsApp webhook that is signed; gives its status. */
  sendWhatsapp(message: object): Promise<number>;
  sendSlack(text: string, user: string): Promise<number>;
  /** Ends the server at once and starts it again. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

const secrets = { accessToken: metaToken, appSecret: "app-secret", verifyToken: "verify" };

/** Starts the server in a process of its own, with WhatsApp and Slack connected. The agent is paused: people answer. */
export async function openChannelServer(): Promise<ChannelServer> {
  const providers = await startProviderServer();
  const gate = await startGate(providers.addresses.meta);
  const env = {
    ...spawnedOwner,
    ...{ META_BASE_URL: gate.url, SLACK_BASE_URL: providers.addresses.slack },
  };
  const opened = { server: await runServer({ env }) };
  const { owner, productId } = await openSpawnedApp(opened.server);
  const client = clientOf(opened.server, owner);
  const whatsappUrl = await connect("whatsapp", {
    settings: { phoneNumberId: "1", businessAccountId: "2" },
    secrets,
  });
  const slackUrl = await connect("slack", {
    settings: {},
    secrets: { botToken: slackToken, signingSecret: "signing" },
  });

  async function connect(type: ChannelType, data: Record<"settings" | "secrets", Record<string, string>>) {
    const params = { productId, surfaceType: type };
    const answer = await client.call(updateChannel, {
      params,
      body: { data: { revision: 0, enabled: true, ...data } },
    });
    return new URL(answer.data.webhookUrl ?? "http://none/").pathname;
  }

  async function post(path: string, body: string, headers: Record<string, string>): Promise<number> {
    const response = await fetch(opened.server.url + path, { method: "POST", body, headers });
    await response.arrayBuffer();
    return response.status;
  }

  return {
    get server() {
      return opened.server;
    },
    ...{ client, productId, providers, setMetaDead: gate.setDead },
    sendWhatsapp: (message) => {
      const value = { metadata: { phone_number_id: "1" }, messages: [message] };
      const entry = [{ id: "1", changes: [{ field: "messages", value }] }];
      const body = JSON.stringify({ object: "whatsapp_business_account", entry });
      const signature = createHmac("sha256", secrets.appSecret).update(body).digest("hex");
      return post(whatsappUrl, body, { "x-hub-signature-256": `sha256=${signature}` });
    },
    sendSlack: (text, user) => {
      const at = String(Math.floor(Date.now() / 1000));
      const event = { type: "message", channel_type: "im", channel: `D${user}`, user, text, ts: `${at}.1` };
      const body = JSON.stringify({ type: "event_callback", team_id: "T1", event_id: `Ev${user}`, event });
      const signature = createHmac("sha256", "signing").update(`v0:${at}:${body}`).digest("hex");
      return post(slackUrl, body, {
        "x-slack-request-timestamp": at,
        "x-slack-signature": `v0=${signature}`,
      });
    },
    kill: async () => {
      await opened.server.end("SIGKILL");
      opened.server = await opened.server.restart();
    },
    close: async () => {
      await opened.server.end("SIGKILL");
      await gate.stop();
      await providers.stop();
    },
  };
}

/** Stands before a provider: passes what comes, or keeps it without an answer. */
async function startGate(target: string) {
  let isDead = false;
  const server = createServer((request, response) => {
    if (isDead) return;
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding is set
      const { method = "GET", headers, url = "" } = request;
      const answer = await fetch(target + url, {
        method,
        headers: {
          authorization: headers.authorization ?? "",
          "content-type": headers["content-type"] ?? "",
        },
        ...(method === "POST" && { body: Buffer.concat(chunks) }),
      });
      response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on TCP
    setDead: (dead: boolean) => void (isDead = dead),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

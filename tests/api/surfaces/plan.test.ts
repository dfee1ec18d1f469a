import { describe, expect, it, onTestFinished } from "vitest";
import {
  checkPage,
  createPreviewTicket,
  getHostedWeb,
  getPublicConfiguration,
  getWidget,
  openChatWidget,
  renewTicket,
  updateHostedWeb,
} from "../../../shared/contract/surfaces/surfaces.ts";
import type { FrameDocument } from "../../../shared/contract/surfaces/surfaces.ts";
import { createTestPlans } from "../../kit/billing/plans.ts";
import { startTestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";
import { startWebServer } from "../../kit/network/webServer.ts";

const findFrameScript = () => ({ file: "/assets/widget/frame.js", preload: [] });
const refusal = { status: 402, code: "plan_limit" };

describe.each(stores())("an organization whose plan has expired on $name", (store) => {
  it("accepts no visitor in any way until it has a plan again", async () => {
    const plans = createTestPlans();
    const server = await startTestServer({
      ...{ store, findFrameScript, plans },
      egressAllow: ["127.0.0.0/8"],
    });
    const owner = await server.createOwner();
    const agent = await server.createAgent(owner, "Harbour Help");
    const params = { productId: agent.id };
    const { token } = (await server.as(owner).call(getWidget, { params })).data;
    const { revision, slug, settings } = (await server.as(owner).call(getHostedWeb, { params })).data;
    const page = { data: { revision, enabled: true, slug, settings } };
    await server.as(owner).call(updateHostedWeb, { params, body: page });
    const query = { surface: "widget", token } as const;
    const ask = () => server.anyone().call(getPublicConfiguration, { query });
    const look = async (path: string) => readFrame(await server.request(path));
    const open = (ticket: string) => server.anyone().call(openChatWidget, { body: { data: { ticket } } });
    const { ticket } = (await look(`/embed/${token}`)).frame;
    const hosted = (await look(`/p/${slug}`)).frame;
    await open(hosted.ticket);

    plans.set({ currentEndDate: Date.now() - 1 }, owner.organizationId);
    await expect(ask()).rejects.toMatchObject(refusal);
    const said = await (await server.anyone().send(getPublicConfiguration, { query })).text();
    expect(said).not.toMatch(/plan has|upgrade/i);
    expect(await look(`/embed/${token}`)).toMatchObject({
      status: 402,
      frame: { unavailable: "plan_limit", configuration: null, ticket: "" },
    });
    expect(await look(`/p/${slug}`)).toMatchObject({ frame: { unavailable: "plan_limit", ticket: "" } });
    for (const old of [ticket, hosted.ticket]) {
      await expect(open(old)).rejects.toMatchObject(refusal);
      await expect(server.anyone().call(renewTicket, { body: { ticket: old } })).rejects.toMatchObject(
        refusal,
      );
    }
    const site = await startWebServer((_, response) => void response.end("<p>Hello</p>"));
    onTestFinished(site.stop);
    const checked = { params, body: { data: { url: `${site.origin}/` } } };
    const { checks } = (await server.as(owner).call(checkPage, checked)).data;
    expect(checks.find(({ name }) => name === "agent")).toMatchObject({ state: "error" });
    // The team tries its agent all the same.
    const preview = (await server.as(owner).call(createPreviewTicket, { params })).data;
    await open(preview.ticket);

    plans.set({}, owner.organizationId);
    expect((await ask()).name).toBe("Harbour Help");
    expect((await look(`/embed/${token}`)).frame.unavailable).toBeNull();
    await open(ticket);
  });
});

async function readFrame(response: Response) {
  const json = /id="frame-document">(.*?)<\/script>/s.exec(await response.text())?.[1] ?? "null";
  return { status: response.status, frame: JSON.parse(json) as FrameDocument };
}

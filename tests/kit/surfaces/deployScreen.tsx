import { screen } from "@testing-library/react";
import { expect, vi } from "vitest";
import type {
  HostedWebSurface,
  IdentitySettings,
  WidgetSurface,
} from "../../../shared/contract/surfaces/surfaces.ts";
import type { Role } from "../../../shared/domain/access.ts";
import { holdUnsaved } from "../../../console/state/shell/navigation.ts";
import { hostedWeb } from "../../../console/state/surfaces/hostedWeb.ts";
import { identity } from "../../../console/state/surfaces/identity.ts";
import { closeLive } from "../../../console/state/platform/live.ts";
import { pageCheck } from "../../../console/state/surfaces/pageCheck.ts";
import { callVoices } from "../../../console/state/models/callVoices.ts";
import { reset } from "../../../console/state/platform/resource.ts";
import { proactiveFigures } from "../../../console/state/surfaces/proactiveFigures.ts";
import { surfaces } from "../../../console/state/surfaces/surface.ts";
import Deploy from "../../../console/screens/surfaces/Deploy.tsx";
import { makeAgent, openScreen } from "../console/consoleScreen.tsx";
import { startConsoleServer } from "../console/consoleServer.ts";
import type { ConsoleServer } from "../console/consoleServer.ts";
import { makeWidgetSurface } from "../samples.ts";

const conflict = { status: 409, code: "conflict", message: "This was changed in the meantime." };

/** A server with one agent's surfaces; saving goes by the revisions, as in the real one. */
export interface DeployServer extends ConsoleServer {
  widget: WidgetSurface;
  page: HostedWebSurface;
  identity: IdentitySettings;
  /** The bodies with which the widget was saved. */
  saved(): WidgetSurface[];
}

export function startDeployServer(): DeployServer {
  const server: DeployServer = Object.assign(startConsoleServer(), {
    widget: makeWidgetSurface(),
    page: makeHostedPage(),
    identity: { mode: "optional" as const, secrets: [] },
    saved: () => server.sent("PUT surfaces/widget").map((body) => (body as { data: WidgetSurface }).data), // as the contract has it
  });
  server.on("GET agent", () => ({ body: { data: makeAgent() } }));
  server.on("GET surfaces/widget", () => ({ body: { data: server.widget } }));
  server.on("PUT surfaces/widget", ({ body }) => {
    const { data } = body as { data: WidgetSurface }; // as the contract has it
    if (data.revision !== server.widget.revision) return conflict;
    server.widget = { ...server.widget, ...data, revision: data.revision + 1 };
    return { body: { data: server.widget } };
  });
  server.on("DELETE surfaces/widget", () => {
    const { revision } = server.widget;
    server.widget = { ...makeWidgetSurface(), enabled: false, token: "token-2", revision: revision + 1 };
    return { body: { data: server.widget } };
  });
  server.on("POST surfaces/widget/preview-ticket", {
    body: { data: { ticket: "ticket-1", expiresAt: Date.now() + 600_000 } },
  });
  server.on("GET surfaces/widget/proactive", { body: { items: [] } });
  server.on("GET surfaces/hosted-web", () => ({ body: { data: server.page } }));
  server.on("PUT surfaces/hosted-web", ({ body }) => {
    const { data } = body as { data: HostedWebSurface }; // as the contract has it
    if (data.revision !== server.page.revision) return conflict;
    server.page = { ...server.page, ...data, revision: data.revision + 1 };
    return { body: { data: server.page } };
  });
  server.on("DELETE surfaces/hosted-web", () => {
    server.page = makeHostedPage();
    return { body: { data: server.page } };
  });
  server.on("GET surfaces/widget/identity", () => ({ body: { data: server.identity } }));
  return server;
}

/** Forgets what the slices of Deploy keep, and takes the server away. */
export function endDeploy(): void {
  holdUnsaved(null);
  closeLive();
  for (const resource of [surfaces, hostedWeb, identity, pageCheck, proactiveFigures, callVoices])
    reset<unknown>(resource);
  vi.unstubAllGlobals();
}

/** Opens a tab of Deploy and waits until it and its live events are there. */
export async function openDeploy(
  server: DeployServer,
  { part = "", roles }: { part?: string; roles?: Role[] } = {},
): Promise<void> {
  openScreen({ at: `deploy${part && `/${part}`}`, route: "deploy/:part?", screen: Deploy, roles });
  await screen.findByRole("link", { name: "Install" });
  await vi.waitFor(() => expect(screen.queryByText("Loading")).toBeNull());
  await vi.waitFor(() => expect(server.openStreams()).toBe(1));
}

function makeHostedPage(): HostedWebSurface {
  return {
    type: "hosted-web",
    enabled: false,
    slug: "harbour-help",
    domain: null,
    settings: {
      ...{ title: "Harbour Help", description: "", imageFileId: null, iconFileId: null, isIndexed: false },
    },
    revision: 0,
    savedBy: null,
  };
}

import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { openScreen } from "../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, orgId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import { ShownTabs } from "../../../parts/shownTabs.ts";
import type { ShownTab } from "../../../parts/shownTabs.ts";
import { ThreadListEmpty } from "./ThreadListEmpty.tsx";

afterEach(() => vi.unstubAllGlobals());

const deploy: ShownTab = { tab: "deploy", label: "Deploy", isUntilSetUp: false };

it.each<[string, ShownTab[], string, boolean]>([
  ["members who can deploy how to put the chat on a site", [deploy], "Paste one line into your site. ", true],
  ["other members only what will appear", [], "", false],
])("an inbox without conversations tells %s", async (_, tabs, words, leads) => {
  startConsoleServer();
  const view = { queue: "all", sort: "newest" } as const;
  openScreen({
    at: "inbox/conversations",
    route: "inbox/conversations",
    screen: () => (
      <ShownTabs value={tabs}>
        <ThreadListEmpty place={{ orgId, agentId }} view={view} />
      </ShownTabs>
    ),
  });
  await screen.findByText(`${words}Questions appear here as visitors ask them.`);
  expect(screen.queryByRole("link", { name: "Get the snippet" }) !== null).toBe(leads);
});

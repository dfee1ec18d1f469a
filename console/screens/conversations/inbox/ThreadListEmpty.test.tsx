import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { openScreen } from "../../../../tests/kit/console/consoleScreen.tsx";
import { agentId, orgId, startConsoleServer } from "../../../../tests/kit/console/consoleServer.ts";
import { ShownTabs } from "../../../parts/shownTabs.ts";
import type { ShownTab } from "../../../parts/shownTabs.ts";
import ThreadListEmpty from "./ThreadListEmpty.tsx";

afterEach(() => vi.unstubAllGlobals());

const deploy: ShownTab = { tab: "deploy", label: "Deploy", isUntilSetUp: false };

it.each<[string, ShownTab[], string, boolean]>([
  [
    "who puts the chat on a site how that is done",
    [deploy],
    "Paste one line into your site. The first",
    true,
  ],
  ["nobody else", [], "The first", false],
])("an inbox to which nobody has written tells %s", async (_, tabs, words, leads) => {
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
  await screen.findByText(`${words} question of a visitor shows here the moment it is asked.`);
  expect(screen.queryByRole("link", { name: "Get the snippet" }) !== null).toBe(leads);
});

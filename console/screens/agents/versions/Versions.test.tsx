import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Version, VersionChanges } from "../../../../shared/contract/agents/versions.ts";
import { failWith } from "../../../../tests/kit/console/fakeApi.ts";
import { makeAgent, openConsole, signedIn } from "../../../../tests/kit/console/openConsole.tsx";

const apps = "/api/console/v1/org/o1/copilotapps";
const base = "/accounts/o1/cp/a1";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

function makeVersion(change: Partial<Version> = {}): Version {
  return {
    ...{ version: 2, reason: "publish", note: "Shorter answers", isPublic: false },
    ...{ summary: ["Instructions"], keepsKnowledge: true, createdAt: 1_750_000_000_000, createdBy: "Ada" },
    ...change,
  };
}

const versions = [
  makeVersion({ version: 4, reason: "restore", note: "Before version 2 was restored", summary: [] }),
  makeVersion({
    version: 3,
    note: "",
    isPublic: true,
    summary: ["Name", "Icon", "Model", "Language", "Sound"],
  }),
  makeVersion(),
];

const changes: VersionChanges = {
  revision: 7,
  changes: [
    { area: "behaviour", label: "Instructions", before: "One\nTwo\nThree", after: "One\n2\nThree" },
    { area: "guidance", label: "Guidance rule “Refunds”", before: null, after: "Be kind." },
  ],
  pages: {
    ...{ added: 1, changed: 0, removed: 0, isWhole: true },
    pages: [{ kind: "added", title: "Prices", url: "https://example.com/prices", source: "Site" }],
  },
};

function answers(version = makeVersion()) {
  const agent = makeAgent({ revision: 7, publishedVersion: 3 });
  const one = `${apps}/a1/versions/2`;
  return {
    ...signedIn(["owner"], [agent]),
    [`GET ${apps}/a1/versions`]: { items: versions, page: { page: 1, limit: 25, total: 3 } },
    [`GET ${one}`]: { data: { ...version, configuration: agent.configuration, look: null, sources: null } },
    [`GET ${one}/changes`]: { data: changes },
    [`POST ${one}/restore`]: { data: makeAgent({ revision: 8, hasUnpublishedChanges: true }) },
  };
}

describe("versions", () => {
  it("are listed with who, why and what changed, the public one marked", async () => {
    await openConsole(`${base}/versions`, answers());
    await screen.findByText("Shorter answers");
    const [restored, published, first] = document.querySelectorAll("main [data-row]");
    expect(restored?.textContent).toContain("Draft before a restore");
    expect(published?.textContent).toContain("Public");
    expect(published?.textContent).toContain("Name, Icon, Model, Language and 1 more");
    expect(first?.textContent).toContain("Shorter answers");
    expect(first?.textContent).toContain("Ada");
  });

  it("tell that they can't be loaded, and load again", async () => {
    const { api } = await openConsole(`${base}/versions`, {
      ...answers(),
      [`GET ${apps}/a1/versions`]: failWith("internal"),
    });
    await screen.findByRole("alert");
    api.answer(answers());
    fireEvent.click(screen.getByRole("button", { name: /again|Retry/ }));
    await screen.findByText("Shorter answers");
  });

  it("show what changed, line by line and page by page, and keep the compared version in the address", async () => {
    const { api } = await openConsole(`${base}/versions?version=2&to=3`, answers());
    await screen.findByText("Guidance rule “Refunds”");
    const lines = within(screen.getByRole("group", { name: "Changed lines" }));
    lines.getByText("2");
    screen.getByText("1 added, 0 changed, 0 removed");
    expect(api.last(`GET ${apps}/a1/versions/2/changes`)?.query.get("to")).toBe("3");
    fireEvent.change(screen.getByRole("combobox"), { target: { value: "draft" } });
    await waitFor(() => expect(location.search).toBe("?version=2"));
  });

  it("show all that one holds", async () => {
    await openConsole(`${base}/versions?version=2&show=content`, answers());
    await screen.findByText("Harbour Help", { selector: "dd" });
  });

  it("are restored with their knowledge once that is chosen, from the draft that was seen", async () => {
    const { api } = await openConsole(`${base}/versions?version=2`, answers());
    fireEvent.click(await screen.findByRole("button", { name: "Restore" }));
    const dialog = within(await screen.findByRole("dialog"));
    dialog.getByText(/Answers use restored pages immediately/);
    fireEvent.click(dialog.getByRole("radio", { name: /Settings and knowledge/ }));
    fireEvent.click(dialog.getByRole("button", { name: "Restore" }));
    await waitFor(() => expect(location.pathname + location.search).toBe(`${base}/versions`));
    const sent = { data: { revision: 7, withKnowledge: true } };
    expect(api.last(`POST ${apps}/a1/versions/2/restore`)?.body).toEqual(sent);
  });

  it("offer no knowledge where a version does not remember it", async () => {
    await openConsole(
      `${base}/versions?version=2&restore=1`,
      answers(makeVersion({ keepsKnowledge: false })),
    );
    const dialog = within(await screen.findByRole("dialog"));
    const choice = dialog.getByRole<HTMLInputElement>("radio", { name: /Settings and knowledge/ });
    expect(choice.disabled).toBe(true);
    dialog.getByText("This version has no saved pages.");
  });

  it("are not restored over a draft that another member saved meanwhile", async () => {
    const { api } = await openConsole(`${base}/versions?version=2&restore=1`, {
      ...answers(),
      [`POST ${apps}/a1/versions/2/restore`]: failWith("conflict"),
    });
    await screen.findByRole("dialog");
    const dialog = () => within(screen.getByRole("dialog"));
    fireEvent.click(dialog().getByRole("button", { name: "Restore" }));
    await waitFor(() => dialog().getByText("Someone saved this draft after you opened it."));
    const newer = makeAgent({ revision: 9, publishedVersion: 3 });
    api.answer({ ...answers(), [`GET ${apps}/a1`]: { data: newer } });
    fireEvent.click(dialog().getByRole("button", { name: "Show latest draft" }));
    await waitFor(() => expect(api.last(`GET ${apps}/a1`)).toBeDefined());
    await waitFor(() => {
      const button = dialog().getByRole<HTMLButtonElement>("button", { name: "Restore" });
      expect(button.disabled).toBe(false);
    });
  });

  it("say that one no longer exists", async () => {
    await openConsole(`${base}/versions?version=1`, {
      ...answers(),
      [`GET ${apps}/a1/versions/1`]: failWith("not_found"),
      [`GET ${apps}/a1/versions/1/changes`]: failWith("not_found"),
    });
    await screen.findByText("This version no longer exists");
  });
});

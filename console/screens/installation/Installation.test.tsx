import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Installation } from "../../../shared/contract/installation/installation.ts";
import { failWith } from "../../../tests/kit/console/fakeApi.ts";
import type { Replies } from "../../../tests/kit/console/fakeApi.ts";
import { openConsole, signedIn } from "../../../tests/kit/console/openConsole.tsx";

const path = "/api/panel/v1/installation";
const shown: Installation = {
  ...{ version: "1.2.3", node: "26.0.0", database: "sqlite", startedAt: Date.UTC(2026, 2, 5, 12) },
  checks: [
    { name: "database", state: "ok", message: "It answers and is whole.", lines: [] },
    {
      name: "clock",
      state: "error",
      message: "This clock is 90 s behind.",
      lines: ["timedatectl set-ntp true"],
    },
  ],
  jobs: [{ kind: "sync", queued: 3, running: 1, failed: 2, waitsMs: 61_000 }],
  storage: { databaseBytes: 2048, files: 2, fileBytes: 1024, freeBytes: null },
  backups: {
    ...{ folder: "/var/backups/pilothouse", at: "03:00", isRunning: false, problem: null },
    items: [{ name: "pilothouse-2026-03-05", madeAt: Date.UTC(2026, 2, 5, 3), rows: 1200, files: 2 }],
  },
  log: [{ at: "2026-03-05T12:00:00.000Z", level: "warn", message: "slow request", facts: { ms: "700" } }],
};

const open = (answers: Replies) =>
  openConsole("/accounts/o1/account/installation", { ...signedIn(["owner"]), ...answers });

describe("the Installation screen", () => {
  it("shows what is wrong first, with the line to paste, and begins a backup", async () => {
    let isRunning = false;
    const { api } = await open({
      [`GET ${path}`]: () => ({ data: { ...shown, backups: { ...shown.backups, isRunning } } }),
      [`POST ${path}/backups`]: () => void (isRunning = true),
    });
    const health = await screen.findByRole("region", { name: "Health" });
    expect(health.textContent).toContain("1 problem, 0 suggestions.");
    const [first] = within(health).getAllByRole("listitem");
    expect(first?.textContent).toContain("Clock");
    expect(first?.textContent).toContain("timedatectl set-ntp true");
    expect(screen.getByRole("row", { name: /^sync 3 1 2 61 s$/ })).toBeTruthy();
    expect(screen.getByLabelText("Newest lines").textContent).toContain("slow request  ms=700");

    fireEvent.click(screen.getByRole("button", { name: "Back up now" }));
    await screen.findByRole("button", { name: /Backing up/ });
    expect(api.last(`POST ${path}/backups`)).toBeDefined();
  });

  it("tells others who may see it, and how to turn on backups", async () => {
    await open({ [`GET ${path}`]: failWith("not_found") });
    expect(await screen.findByText("Only the installation’s owner can see this")).toBeTruthy();

    const backups = { ...shown.backups, folder: null, at: null, items: [] };
    await open({ [`GET ${path}`]: { data: { ...shown, backups } } });
    const card = await screen.findByRole("region", { name: "Backups" });
    expect(card.textContent).toContain("BACKUP_DIR=/var/backups/pilothouse");
  });
});

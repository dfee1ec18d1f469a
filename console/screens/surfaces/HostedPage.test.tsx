import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { endDeploy, openDeploy, startDeployServer } from "../../../tests/kit/surfaces/deployScreen.tsx";
import type { DeployServer } from "../../../tests/kit/surfaces/deployScreen.tsx";

const checkCall = "POST surfaces/hosted-web/check-predefined-domain";
const initCall = "POST /api/console/v1/org/org-1/storage/init";

let server: DeployServer;
beforeEach(() => {
  server = startDeployServer();
  server.on(checkCall, ({ body }) => {
    const { slug } = (body as { data: { slug: string } }).data; // as the contract has it
    return { body: { data: { isAvailable: slug !== "taken-one" } } };
  });
});
afterEach(endDeploy);

async function open(roles?: ["support"]) {
  await openDeploy(server, { part: "page", roles });
  await screen.findByLabelText("Address");
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));

describe("the address", () => {
  it.each([
    ["harbour", "This address is free."],
    ["taken-one", "This address is taken. Choose another one."],
  ])("%s: %s", async (slug, words) => {
    await open();
    type("Address", slug);
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it("refuses an invalid address immediately, without a request", async () => {
    server.page = { ...server.page, revision: 1 };
    await open();
    type("Address", "a b");
    expect(await screen.findByText("Use letters, digits and single hyphens.")).toBeTruthy();
    expect(server.sent(checkCall)).toEqual([]);
  });

  it("is refused if it was taken meanwhile", async () => {
    server.on("PUT surfaces/hosted-web", { status: 409, code: "name_taken", message: "Taken." });
    await open();
    type("Address", "harbour");
    save();
    expect((await screen.findByRole("alert")).textContent).toContain("Taken.");
    expect(screen.getByText("This address is taken. Choose another one.")).toBeTruthy();
  });
});

describe("the page", () => {
  it("is public the moment it is saved, and then has a link", async () => {
    await open();
    expect(screen.queryByRole("link", { name: "Open the page" })).toBeNull();
    fireEvent.click(screen.getByRole("switch", { name: "Page is on" }));
    type("Description", "Ask about boats.");
    save();
    const link = await screen.findByRole<HTMLAnchorElement>("link", { name: "Open the page" });
    expect(new URL(link.href).pathname).toBe("/p/harbour-help");
    expect(server.page).toMatchObject({ enabled: true, settings: { description: "Ask about boats." } });
  });

  it.each([
    ["required", 1],
    ["optional", 0],
  ] as const)("says how people come to it signed in, where identity is %s", async (mode, count) => {
    server.identity = { mode, secrets: [] };
    server.page = { ...server.page, revision: 1, enabled: true };
    await open();
    await vi.waitFor(() => expect(screen.queryAllByText(/harbour-help#identity=JWT/)).toHaveLength(count));
  });

  it("shows a colleague's change before it overwrites it", async () => {
    server.page = { ...server.page, revision: 1 };
    await open();
    type("Title", "Mine");
    const theirs = { ...server.page.settings, title: "Theirs" };
    server.page = { ...server.page, revision: 2, settings: theirs };
    save();
    fireEvent.click(await screen.findByRole("button", { name: "Overwrite" }));
    await vi.waitFor(() => expect(server.page.settings.title).toBe("Mine"));
    // What the server gave back is not left to the next test.
    await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Overwrite" })).toBeNull());
  });

  it("sends a picture as soon as it is chosen, and takes it away again", async () => {
    vi.stubGlobal("XMLHttpRequest", TakesAll);
    server.on(initCall, {
      body: {
        fileId: "f1",
        method: "PUT",
        url: "/upload/1",
        fields: {},
        cdn_path: "",
        storage_type: "local",
      },
    });
    await open();
    choose("Icon: choose a file", new File(["x"], "icon.png", { type: "image/png" }));
    fireEvent.click(await screen.findByRole("button", { name: "Icon: remove" }));
    choose("Icon: choose a file", new File(["x"], "icon.png", { type: "image/png" }));
    await screen.findByRole("button", { name: "Icon: remove" });
    save();
    await vi.waitFor(() => expect(server.page.settings.iconFileId).toBe("f1"));
  });

  it("refuses what is no picture before it is sent", async () => {
    await open();
    choose("Icon: choose a file", new File(["x"], "icon.svg", { type: "image/svg+xml" }));
    expect((await screen.findByRole("alert")).textContent).toContain("PNG, JPEG, WebP or GIF");
    expect(server.sent(initCall)).toEqual([]);
  });

  it("is deleted after a confirmation, and the agent's proposal replaces it", async () => {
    const settings = { ...server.page.settings, title: "Mine" };
    server.page = { ...server.page, enabled: true, revision: 3, settings };
    await open();
    type("Description", "Half typed");
    fireEvent.click(screen.getByRole("button", { name: "Delete" }));
    await screen.findByRole("dialog", { name: "Delete the hosted page?" });
    fireEvent.click(screen.getByRole("button", { name: "Delete the hosted page" }));
    await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>("Title").value).toBe("Harbour Help");
    expect(screen.getByLabelText<HTMLInputElement>("Description").value).toBe("");
    expect(screen.queryByRole("link", { name: "Open the page" })).toBeNull();
    // What was never saved, nobody can delete.
    expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  });

  it("says what went wrong with reading it", async () => {
    server.on("GET surfaces/hosted-web", { status: 500, code: "internal", message: "Broken." });
    await openDeploy(server, { part: "page" });
    expect((await screen.findByRole("alert")).textContent).toContain("Broken.");
  });

  it("can be viewed by members who may not change it", async () => {
    await open(["support"]);
    expect(screen.getByLabelText("Address").closest("fieldset[disabled]")).toBeTruthy();
  });
});

function choose(label: string, file: File): void {
  fireEvent.change(screen.getByLabelText(label), { target: { files: [file] } });
}

/** Takes every file. */
class TakesAll {
  upload = { onprogress: null };
  status = 200;
  responseText = "{}";
  onload: (() => void) | null = null;
  onloadend: (() => void) | null = null;
  open() {}
  setRequestHeader() {}
  abort() {}
  send() {
    queueMicrotask(() => {
      this.onload?.();
      this.onloadend?.();
    });
  }
}

import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { startConsoleServer } from "../../../../../tests/kit/console/consoleServer.ts";
import { FilesField } from "./FilesField.tsx";

const initPath = "POST /api/console/v1/org/org-1/storage/init";

/** Takes every file whose address does not say that it breaks. */
class FakeRequest {
  upload = { onprogress: null };
  status = 200;
  responseText = "{}";
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onloadend: (() => void) | null = null;
  #url = "";
  open(_method: string, url: string) {
    this.#url = url;
  }
  setRequestHeader() {}
  abort() {}
  send() {
    queueMicrotask(() => {
      if (this.#url.endsWith("broken")) this.onerror?.();
      else this.onload?.();
      this.onloadend?.();
    });
  }
}

afterEach(() => vi.unstubAllGlobals());

function choose(files: File[]) {
  const chosen: string[][] = [];
  render(
    <FilesField
      orgId="org-1"
      there={[]}
      onChange={(ids) => chosen.push(ids)}
      onUploading={() => undefined}
    />,
  );
  fireEvent.change(screen.getByLabelText("Choose files"), { target: { files } });
  return chosen;
}

describe("files of a source", () => {
  it("sends those that can be read, and names for each other one what is wrong with it", async () => {
    const server = startConsoleServer();
    vi.stubGlobal("XMLHttpRequest", FakeRequest);
    server.on(initPath, ({ body }) => {
      const { name } = (body as { data: { name: string } }).data; // as the contract has it
      const url = name === "cut.txt" ? "http://localhost/broken" : "http://localhost/put";
      return {
        body: { fileId: `id-${name}`, method: "PUT", url, fields: {}, cdn_path: "", storage_type: "" },
      };
    });
    const chosen = choose([
      new File(["hello"], "menu.txt"),
      new File(["MZ"], "setup.exe"),
      new File([], "empty.pdf"),
      new File(["x"], "cut.txt"),
    ]);
    expect(await screen.findByText(/This file type isn’t supported/)).toBeTruthy();
    expect(screen.getByText("The file is empty.")).toBeTruthy();
    expect(await screen.findByText("The upload was cut. Check your connection.")).toBeTruthy();
    await vi.waitFor(() => expect(chosen.at(-1)).toEqual(["id-menu.txt"]));
    expect(screen.getByRole("button", { name: "Try cut.txt again" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Try setup.exe again" })).toBeNull();
  });

  it("says why the server takes none", async () => {
    const server = startConsoleServer();
    server.on(initPath, { status: 429, code: "too_many", message: "Please wait a moment." });
    const chosen = choose([new File(["a"], "a.csv")]);
    expect(await screen.findByText("Please wait a moment.")).toBeTruthy();
    expect(chosen.at(-1)).toEqual([]);
  });
});

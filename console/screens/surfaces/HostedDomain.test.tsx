import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { HostedDomain } from "../../../shared/contract/surfaces/surfaces.ts";
import { endDeploy, openDeploy, startDeployServer } from "../../../tests/kit/surfaces/deployScreen.tsx";
import type { DeployServer } from "../../../tests/kit/surfaces/deployScreen.tsx";

const domain: HostedDomain = {
  name: "chat.example.com",
  validatedAt: null,
  records: [
    { type: "TXT", name: "_pilothouse.chat.example.com", value: "pilothouse-domain=1" },
    { type: "CNAME", name: "chat.example.com", value: "agents.example.org" },
  ],
};
const nameCall = "PUT surfaces/hosted-web/domain";
const checkCall = "POST surfaces/hosted-web/validate-dns";

let server: DeployServer;
beforeEach(() => {
  server = startDeployServer();
  server.page = { ...server.page, enabled: true, revision: 1 };
  server.on(nameCall, ({ body }) => {
    const { name } = (body as { data: { name: string | null } }).data; // as the contract has it
    server.page = { ...server.page, domain: name === null ? null : { ...domain, name } };
    return { body: { data: server.page } };
  });
});
afterEach(endDeploy);

async function open(roles?: ["support"]) {
  await openDeploy(server, { part: "page", roles });
  await screen.findByLabelText("Address");
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const card = () => within(screen.getByRole("region", { name: "Custom domain" }));
const record = (type: string) => card().getByText(type).closest("li") as HTMLElement; // it stands in a list

it("is named as it was pasted, and shows which records to set", async () => {
  await open();
  fireEvent.change(screen.getByLabelText("Domain"), { target: { value: "https://Chat.Example.com/" } });
  press("Use this domain");
  await screen.findByText("Not verified yet");
  expect(server.sent(nameCall)).toEqual([{ data: { name: "chat.example.com" } }]);
  expect(record("TXT").textContent).toContain("_pilothouse.chat.example.com");
  expect(record("CNAME").textContent).toContain("agents.example.org");
});

it("is asked for again where it is none, by the page or by the server", async () => {
  await open();
  press("Use this domain");
  expect(await screen.findByText("Write a domain such as chat.example.com.")).toBeTruthy();
  expect(server.sent(nameCall)).toEqual([]);
  const message = "This is the address of this server itself.";
  const fields = [{ path: "body.data.name", message }];
  server.on(nameCall, { status: 400, code: "invalid_input", fields });
  fireEvent.change(screen.getByLabelText("Domain"), { target: { value: "agents.example.org" } });
  press("Use this domain");
  expect(await screen.findByText(message)).toBeTruthy();
});

it("shows the found value instead of a record, and opens once its proof was seen", async () => {
  server.page = { ...server.page, domain };
  server.on(checkCall, {
    body: {
      data: {
        surface: server.page,
        findings: [
          { type: "TXT", state: "missing", found: [], message: "There is no such record yet." },
          {
            type: "CNAME",
            state: "wrong",
            found: ["shops.example.org"],
            message: "The domain leads elsewhere.",
          },
        ],
      },
    },
  });
  await open();
  press("Check records");
  expect(await screen.findByText("There is no such record yet.")).toBeTruthy();
  expect(record("CNAME").textContent).toContain("Foundshops.example.org");
  expect(screen.queryByRole("link", { name: "Open chat.example.com" })).toBeNull();

  const found = { found: [], message: "It is there." };
  server.page = { ...server.page, domain: { ...domain, validatedAt: 1 } };
  const findings = [
    { type: "TXT", state: "ok", ...found },
    { type: "CNAME", state: "ok", ...found },
  ];
  server.on(checkCall, () => ({ body: { data: { surface: server.page, findings } } }));
  press("Check records");
  await screen.findByText("Verified");
  expect(screen.getByRole("link", { name: "Open chat.example.com" }).getAttribute("href")).toBe(
    "//chat.example.com/",
  );
});

it("says why it can't be had where another agent has it", async () => {
  server.page = { ...server.page, domain };
  server.on(checkCall, { status: 409, code: "name_taken", message: "Another agent answers at this domain." });
  await open();
  press("Check records");
  expect((await screen.findByRole("alert")).textContent).toContain("Another agent answers at this domain.");
});

it("is removed after a question", async () => {
  server.page = { ...server.page, domain: { ...domain, validatedAt: 1 } };
  await open();
  press("Remove domain");
  const dialog = within(await screen.findByRole("dialog", { name: "Remove chat.example.com?" }));
  fireEvent.click(dialog.getByRole("button", { name: "Remove domain" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.sent(nameCall)).toEqual([{ data: { name: null } }]);
  expect(screen.getByRole("button", { name: "Use this domain" })).toBeTruthy();
});

it("waits until the page was saved", async () => {
  server.page = { ...server.page, revision: 0 };
  await open();
  expect(screen.queryByText("Custom domain")).toBeNull();
});

it("is read-only for members who may not change it", async () => {
  server.page = { ...server.page, domain };
  await open(["support"]);
  expect(screen.getByText("Not verified yet")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Check records" })).toBeNull();
});

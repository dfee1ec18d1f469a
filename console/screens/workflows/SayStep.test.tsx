import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { calls, detail, openWorkflows, tab } from "../../../tests/kit/console/openWorkflows.ts";

const init = "POST /api/console/v1/org/o1/storage/init";
const target = {
  ...{ fileId: "f1", method: "PUT", url: "/upload/f1", fields: {}, cdn_path: "", storage_type: "local" },
};

it("a message takes a card with links and a file, and refuses others", async () => {
  const { api } = await openWorkflows(`${tab}/w1?step=hello`, {
    [init]: target,
    "PUT /upload/f1": undefined,
    [`PUT ${calls}/w1`]: { data: detail },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Add card" }));
  const card = within(await screen.findByRole("region", { name: "Card" }));
  await screen.findByText(/Fill in Title of the card of "Greet"/, { selector: "[role=alert]" });
  fireEvent.change(card.getByRole("combobox", { name: "Title" }), { target: { value: "Offer" } });
  fireEvent.click(card.getByRole("button", { name: "Add link" }));
  fireEvent.change(card.getByRole("combobox", { name: "Label" }), { target: { value: "Shop" } });
  fireEvent.change(card.getByRole("combobox", { name: "Address" }), {
    target: { value: "https://shop.example/" },
  });
  const picture = card.getByLabelText("Picture: choose a file");
  fireEvent.change(picture, {
    target: { files: [new File(["%PDF"], "a.pdf", { type: "application/pdf" })] },
  });
  expect((await card.findByRole("alert")).textContent).toMatch(/a\.pdf/);

  const file = new File(["%PDF-1.7"], "guide.pdf", { type: "application/pdf" });
  fireEvent.change(screen.getByLabelText("File: choose a file"), { target: { files: [file] } });
  await screen.findByRole("button", { name: "File: remove" });
  expect(api.last(init)?.body).toMatchObject({ data: { keptBy: "workflows" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(api.last(`PUT ${calls}/w1`)).toBeDefined());
  const { data } = api.last(`PUT ${calls}/w1`)?.body as { data: typeof detail };
  expect(data.graph.steps[0]?.config).toMatchObject({
    card: { title: "Offer", picture: null, links: [{ label: "Shop", url: "https://shop.example/" }] },
    file: { fileId: "f1", name: "guide.pdf", contentType: "application/pdf", sizeBytes: 8 },
  });
});

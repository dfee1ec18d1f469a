import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { ModelKey } from "../../../shared/contract/models/modelKeys.ts";
import type { Role } from "../../../shared/domain/access.ts";
import { failWith, type Replies } from "../../../tests/kit/console/fakeApi.ts";
import { openConsole, signedIn } from "../../../tests/kit/console/openConsole.tsx";

const keys = "/api/account/v1/org/o1/keys";
const shop: ModelKey = {
  ...{ id: "k1", organizationId: "o1", name: "Shop", provider: "openai", baseUrl: null, lastFour: "abcd" },
  ...{ refusal: null, checkedAt: Date.UTC(2026, 2, 5), createdAt: Date.UTC(2026, 2, 5) },
  models: [
    { id: "gpt-4o", type: "completion" },
    { id: "text-embedding-3-small", type: "embedding" },
  ],
  speechModels: [],
};
const gpt = {
  ...{ label: "GPT-4o", name: "gpt-4o", provider: "openai", value: "gpt-4o", isPremium: true, limit: 5000 },
  ...{ isDefault: false, isAttachmentsSupported: true, creditsPerMessage: 5, isAvailable: true },
};
const meaning = {
  ...{ label: "Small meaning", name: "small", provider: "openai", value: "small", isAvailable: true },
};
const whisper = {
  ...{
    label: "OpenAI whisper-1",
    name: "whisper-1",
    provider: "openai",
    value: "whisper-1",
    isAvailable: true,
  },
};
const vectors = (change: object) => ({
  data: { model: "small", done: 0, total: 0, sources: 2, failedSources: 0, error: null, ...change },
});
const builtin = { ...gpt, label: "Built-in", value: "pilothouse-builtin", isDefault: true };
const listOf = (...items: ModelKey[]) => ({ items, page: { page: 1, limit: 100, total: items.length } });
const replies: Replies = {
  [`GET ${keys}`]: listOf(shop),
  [`GET ${keys}/defaults`]: { data: { chat: null, code: null, embedding: null, speech: null } },
  "GET /api/console/v1/org/o1/models/embedding": {
    items: [meaning, { ...meaning, value: "y", isAvailable: false }],
  },
  "GET /api/console/v1/org/o1/voicekeys": { items: [] },
  "GET /api/console/v1/org/o1/models/speech": { items: [{ ...whisper, isAvailable: false }] },
  "GET /api/console/v1/org/o1/embeddings": vectors({ state: "off", model: null }),
  "GET /api/console/v1/org/o1/models": { items: [builtin, gpt, { ...gpt, value: "x", isAvailable: false }] },
};
const open = ({ roles = ["owner"], more = {} }: { roles?: Role[]; more?: Replies } = {}) =>
  openConsole("/accounts/o1/account/models", { ...signedIn(roles), ...replies, ...more });

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  // happy-dom has no popovers; the menu's items are there all the same.
  HTMLElement.prototype.hidePopover = () => undefined;
});

describe("the model keys", () => {
  it("show where a key leads, its last four characters and what it offers", async () => {
    await open();
    const row = within(await screen.findByRole("list", { name: "Keys" })).getByRole("listitem");
    expect(row.textContent).toContain("OpenAI · key ends in abcd");
    expect(row.textContent).toContain("1 model for answers, 1 for embeddings");
    expect(row.textContent).toContain("Works");
  });

  it("name the provider beside an address of its own", async () => {
    const baseUrl = "https://models.example/v1";
    await open({ more: { [`GET ${keys}`]: listOf({ ...shop, baseUrl }) } });
    await screen.findByText(/^https:\/\/models\.example\/v1 · OpenAI-compatible · key ends in abcd$/);
  });

  it("say why a provider refuses a key", async () => {
    const refusal = "The provider does not know this key. Copy it again.";
    await open({ more: { [`GET ${keys}`]: listOf({ ...shop, refusal }) } });
    expect((await screen.findByText(/does not know this key/)).textContent).toContain("answer without it");
    expect(screen.getByText("Refused")).toBeTruthy();
  });

  it("keep what was typed and show the provider's reason beside the field", async () => {
    const fields = [
      { path: "body.data.key", message: "The provider does not know this key. Copy it again." },
    ];
    const { api } = await open({
      more: { [`GET ${keys}`]: listOf(), [`POST ${keys}`]: failWith("invalid_input", { fields }) },
    });
    fireEvent.click((await screen.findAllByRole("button", { name: "Add a key" }))[0] as HTMLElement); // there is one
    await screen.findByRole("dialog", { name: "Add a model key" });
    const dialog = () => within(screen.getByRole("dialog"));
    const add = () => fireEvent.click(dialog().getByRole("button", { name: "Check and add" }));
    add();
    await waitFor(() => dialog().getByText("Field is required"));
    await waitFor(() => expect(document.activeElement).toBe(dialog().getByLabelText("Key")));
    fireEvent.change(dialog().getByLabelText(/^Key/), { target: { value: "sk-wrong" } });
    add();
    await waitFor(() => dialog().getByText(/does not know this key/));
    expect(dialog().getByLabelText(/^Key/)).toHaveProperty("value", "sk-wrong");
    api.answer({ [`POST ${keys}`]: { data: shop }, [`GET ${keys}`]: listOf(shop) });
    add();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.last(`POST ${keys}`)?.body).toEqual({
      data: { provider: "openai", key: "sk-wrong", baseUrl: null },
    });
    await screen.findByText("Shop");
  });

  it("ask a server of one's own for its address, and for a key only where it has one", async () => {
    const { api } = await open({ more: { [`POST ${keys}`]: { data: shop } } });
    fireEvent.click(await screen.findByRole("button", { name: "Add a key" }));
    const dialog = await screen.findByRole("dialog", { name: "Add a model key" });
    fireEvent.change(within(dialog).getByLabelText(/^Provider/), { target: { value: "own" } });
    const address = "http://localhost:11434/v1";
    fireEvent.change(within(dialog).getByLabelText(/^Address/), { target: { value: address } });
    fireEvent.click(within(dialog).getByRole("button", { name: "Check and add" }));
    await waitFor(() => expect(api.last(`POST ${keys}`)).toBeTruthy());
    expect(api.last(`POST ${keys}`)?.body).toEqual({
      data: { provider: "openai", key: null, baseUrl: address },
    });
  });

  it("show a key's models by purpose on request", async () => {
    const { api } = await open({
      more: {
        [`GET ${keys}`]: listOf({ ...shop, speechModels: ["whisper-1"] }),
        [`GET ${keys}/k1/models`]: { data: { models: shop.models.slice(0, 1) } },
        [`GET ${keys}/k1`]: { data: shop },
      },
    });
    const opener = await screen.findByText("Models", { selector: "summary" });
    expect(api.last(`GET ${keys}/k1/models`)).toBeUndefined();
    fireEvent.click(opener);
    const idsOf = (name: string) =>
      within(screen.getByRole("list", { name }))
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent);
    await screen.findByRole("list", { name: "Chat" });
    expect(["Chat", "Code", "Embedding", "Speech"].map(idsOf)).toEqual([
      ["gpt-4o"],
      ["gpt-4o"],
      ["text-embedding-3-small"],
      ["whisper-1"],
    ]);
    expect(api.requests.filter(({ what }) => what === `GET ${keys}/k1/models`)).toHaveLength(1);
    fireEvent.click(opener);
    await waitFor(() => expect(screen.queryByRole("list", { name: "Chat" })).toBeNull());
  });

  it("say where a key offers no model, and where its provider does not say", async () => {
    const message = "The provider does not answer.";
    const { api } = await open({
      more: { [`GET ${keys}/k1/models`]: failWith("model_key_refused", { message }) },
    });
    fireEvent.click(await screen.findByText("Models", { selector: "summary" }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("The models could not be read.");
    expect(alert.textContent).toContain(message);
    api.answer({
      [`GET ${keys}/k1/models`]: { data: { models: [] } },
      [`GET ${keys}/k1`]: { data: { ...shop, models: [] } },
    });
    fireEvent.click(within(alert).getByRole("button", { name: "Retry" }));
    await screen.findByText("The provider offers no models for this key.");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("set what new agents begin with, among the models that can be used", async () => {
    const data = { chat: "gpt-4o", code: null, embedding: null, speech: null };
    const { api } = await open({ more: { [`POST ${keys}/defaults`]: { data } } });
    const select = () => screen.getByLabelText<HTMLSelectElement>("Model for answers");
    await waitFor(() =>
      expect([...select().options].map(({ value }) => value)).toEqual(["pilothouse-builtin", "gpt-4o"]),
    );
    await waitFor(() => expect(select().disabled).toBe(false));
    fireEvent.change(select(), { target: { value: "gpt-4o" } });
    await waitFor(() => expect(select().value).toBe("gpt-4o"));
    expect(api.last(`POST ${keys}/defaults`)?.body).toEqual({ data: { chat: "gpt-4o" } });
  });

  it("offer what a key leads to since it was checked again", async () => {
    const { api } = await open({ more: { [`POST ${keys}/k1/check`]: { data: shop } } });
    const select = await screen.findByLabelText<HTMLSelectElement>("Model for answers");
    const own = { ...gpt, label: "llama (Shop)", value: "own/k1/llama" };
    api.answer({
      [`GET ${keys}`]: listOf({ ...shop, checkedAt: Date.UTC(2026, 2, 6) }),
      "GET /api/console/v1/org/o1/models": { items: [builtin, gpt, own] },
    });
    fireEvent.click(screen.getByRole("menuitem", { name: "Check again", hidden: true }));
    await waitFor(() => expect([...select.options].map(({ value }) => value)).toContain("own/k1/llama"));
  });

  it("say why one could not be checked again, also beside why it was refused before", async () => {
    const refusal = "The account of this key has no credit left.";
    const message = "The provider could not be reached. Try again in a minute.";
    await open({
      more: {
        [`GET ${keys}`]: listOf({ ...shop, refusal }),
        [`GET ${keys}/k1/models`]: failWith("model_key_refused", { message }),
      },
    });
    await screen.findByText(/no credit left/);
    fireEvent.click(screen.getByRole("menuitem", { name: "Check again", hidden: true }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("The key couldn’t be checked.");
    expect(alert.textContent).toContain(message);
    expect(screen.getByText(/no credit left/)).toBeTruthy();
  });

  it("set what writes down speech, among the models that can be used", async () => {
    const speech = "own/k1/parakeet";
    const own = { ...whisper, label: "parakeet (Shop)", name: "parakeet", provider: "own", value: speech };
    const { api } = await open({
      more: {
        [`GET ${keys}`]: listOf({ ...shop, speechModels: ["parakeet"] }),
        "GET /api/console/v1/org/o1/models/speech": {
          items: [whisper, { ...whisper, value: "x", isAvailable: false }, own],
        },
        [`POST ${keys}/defaults`]: { data: { chat: null, code: null, embedding: null, speech } },
      },
    });
    const select = await screen.findByLabelText<HTMLSelectElement>(/^Model for speech/);
    expect(screen.getByRole("list", { name: "Keys" }).textContent).toContain("1 for speech");
    expect([...select.options].map(({ value }) => value)).toEqual(["", "whisper-1", speech]);
    await waitFor(() => expect(select.disabled).toBe(false));
    fireEvent.change(select, { target: { value: speech } });
    await waitFor(() => expect(select.value).toBe(speech));
    expect(api.last(`POST ${keys}/defaults`)?.body).toEqual({ data: { speech } });
  });

  it("say what would write down speech where no key does", async () => {
    await open();
    await screen.findByText(/None of your keys has a speech model/);
    expect(screen.queryByLabelText(/^Model for speech/)).toBeNull();
  });

  it("set what drafts, which is the same as what answers until another one is chosen", async () => {
    const data = { chat: null, code: "gpt-4o", embedding: null, speech: null };
    const { api } = await open({ more: { [`POST ${keys}/defaults`]: { data } } });
    const select = () => screen.getByLabelText<HTMLSelectElement>(/^Model for drafts/);
    await waitFor(() => expect(select().disabled).toBe(false));
    expect([select().value, select().selectedOptions[0]?.text]).toEqual(["", "Same as for answers"]);
    fireEvent.change(select(), { target: { value: "gpt-4o" } });
    await waitFor(() => expect(select().value).toBe("gpt-4o"));
    expect(api.last(`POST ${keys}/defaults`)?.body).toEqual({ data: { code: "gpt-4o" } });
    fireEvent.change(select(), { target: { value: "" } });
    await waitFor(() => expect(api.last(`POST ${keys}/defaults`)?.body).toEqual({ data: { code: null } }));
  });

  it("say that they could not be read, and are read again", async () => {
    const { api } = await open({ more: { [`GET ${keys}`]: failWith("internal", { message: "Broken." }) } });
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("The keys could not be read.");
    expect(alert.textContent).toContain("Broken.");
    api.answer({ [`GET ${keys}`]: listOf(shop) });
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("Shop");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("show each provider's icon, and another one for a server of one's own", async () => {
    const own = { ...shop, id: "k2", name: "Ours", baseUrl: "http://localhost:11434/v1" };
    const gemini = { ...shop, id: "k3", name: "Gemini", provider: "google" as const };
    await open({ more: { [`GET ${keys}`]: listOf(shop, own, gemini) } });
    const rows = within(await screen.findByRole("list", { name: "Keys" })).getAllByRole("listitem");
    const shapes = rows.map((row) => row.querySelector("svg")?.getAttribute("class"));
    expect(shapes).toEqual([
      expect.stringContaining("lucide-orbit"),
      expect.stringContaining("lucide-server"),
      expect.stringContaining("lucide-gem"),
    ]);
  });

  it("are removed after a question", async () => {
    const { api } = await open({ more: { [`DELETE ${keys}/k1`]: () => undefined } });
    const menu = await screen.findByRole("button", { name: "Actions for Shop" });
    menu.focus();
    fireEvent.click(await screen.findByRole("menuitem", { name: "Remove", hidden: true }));
    api.answer({ [`GET ${keys}`]: listOf() });
    fireEvent.click(await screen.findByRole("button", { name: "Remove key" }));
    await screen.findByText("No keys yet");
    expect(api.last(`DELETE ${keys}/k1`)).toBeTruthy();
    // Its row is gone, and with it the button that the focus came from.
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Add a key"));
  });

  it("are for owners and admins", async () => {
    await open({ roles: ["collaborator"] });
    await screen.findByText("Your role doesn’t have access");
  });

  it("choose an embedding model, and show how far its vectors are", async () => {
    const { api } = await open();
    const select = () => screen.getByLabelText("Embedding model");
    await waitFor(select);
    expect(within(select()).getAllByRole("option")).toHaveLength(2);
    api.answer({
      [`POST ${keys}/defaults`]: { data: { chat: null, embedding: "small" } },
      "GET /api/console/v1/org/o1/embeddings": vectors({ state: "making", done: 1200, total: 5000 }),
    });
    fireEvent.change(select(), { target: { value: "small" } });
    await waitFor(() => screen.getByText(/1,200 of 5,000 passages/));
    expect(screen.getByLabelText("Vectors made").getAttribute("value")).toBe("1200");
    expect(api.last(`POST ${keys}/defaults`)?.body).toEqual({ data: { embedding: "small" } });
  });

  it("say why vectors could not be made, and try again with the same model", async () => {
    const failed = vectors({ state: "failed", failedSources: 1, error: "The model's key was refused." });
    const { api } = await open({ more: { "GET /api/console/v1/org/o1/embeddings": failed } });
    expect((await screen.findByText(/key was refused/)).textContent).toContain("1 source has no vectors");
    api.answer({
      [`POST ${keys}/defaults`]: { data: { chat: null, embedding: "small" } },
      "GET /api/console/v1/org/o1/embeddings": vectors({ state: "ready", done: 1, total: 1 }),
    });
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => screen.getByText("Vectors ready for 1 of 1 passage."));
    expect(api.last(`POST ${keys}/defaults`)?.body).toEqual({ data: { embedding: "small" } });
  });
});

describe("the keys for voices and avatars", () => {
  const voiceKeys = "/api/console/v1/org/o1/voicekeys";
  const tavus = {
    ...{ service: "tavus", baseUrl: null, lastFour: "0001", refusal: null },
    ...{ checkedAt: 1, createdAt: 1 },
  };

  it("are connected and removed, and those for programs alone are set apart", async () => {
    const { api } = await open({ more: { [`GET ${voiceKeys}`]: { items: [tavus] } } });
    const services = within(await screen.findByRole("list", { name: "Services" }));
    expect(services.getAllByRole("heading").map(({ textContent }) => textContent)).toEqual([
      "ElevenLabs",
      "Tavus",
    ]);
    expect(services.getByRole("button", { name: "Connect ElevenLabs" })).toBeTruthy();
    const heygen = screen.getByText("HeyGen LiveAvatar");
    expect(heygen.closest("details")?.querySelector("summary")?.textContent).toBe("Developer");
    api.answer({ [`DELETE ${voiceKeys}/tavus`]: () => undefined, [`GET ${voiceKeys}`]: { items: [] } });
    const actions = within(screen.getByRole("menu", { name: "Actions for Tavus", hidden: true }));
    fireEvent.click(actions.getByRole("menuitem", { name: "Remove key", hidden: true }));
    const dialog = within(await screen.findByRole("dialog", { name: "Remove Tavus key?" }));
    fireEvent.click(dialog.getByRole("button", { name: "Remove key" }));
    await services.findByRole("button", { name: "Connect Tavus" });
  });
});

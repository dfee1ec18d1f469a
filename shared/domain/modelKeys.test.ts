import { expect, it } from "vitest";
import { groupModels } from "./modelKeys.ts";
import { findModel, nameOwnModel, readOwnModel } from "./models.ts";

it("groups models as chat, code, which is the same set, and embedding", () => {
  const gpt = { id: "gpt-4o", type: "completion" } as const;
  const embedding = { id: "text-embedding-3-small", type: "embedding" } as const;
  expect(groupModels([gpt, embedding])).toEqual({ chat: [gpt], code: [gpt], embedding: [embedding] });
});

it.each(["llama3.1:8b", "accounts/x/models/llama-v3", "a/b", "with space"])(
  "names a model of an own key and finds it again: %s",
  (name) => {
    const value = nameOwnModel("01m0k", name);
    expect(readOwnModel(value)).toEqual({ keyId: "01m0k", name });
    expect(findModel(value)).toMatchObject({ label: name, name, provider: "own", creditsPerMessage: 1 });
  },
);

it.each(["gpt-99", "own/", "own/k", "own/k/", "own//x", "OWN/k/x", "own/../x"])(
  "finds no model in %j",
  (value) => expect(findModel(value)).toBeUndefined(),
);

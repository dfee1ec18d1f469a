import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { failWith, startFakeApi } from "../../../tests/kit/console/fakeApi.ts";
import {
  addModelKey,
  changeModelKey,
  checkModelKey,
  forgetModelKey,
  keyCalls,
  loadModelKeys,
  loadOffer,
  modelKeys,
} from "./modelKeys.ts";
import { reset } from "../platform/resource.ts";

const keys = "/api/account/v1/org/o1/keys";
const place = { orgId: "o1", keyId: "k1" };
const typed = { provider: "openai", key: "sk-1", baseUrl: null } as const;
const logged = vi.spyOn(console, "error");

beforeEach(() => {
  logged.mockReset();
  reset(modelKeys);
  keyCalls.error = null;
});
afterEach(() => void vi.unstubAllGlobals());

it.each([
  ["reads the keys", `GET ${keys}`, () => loadModelKeys("o1")],
  ["adds one", `POST ${keys}`, () => addModelKey("o1", typed)],
  ["changes one", `PUT ${keys}/k1`, () => changeModelKey(place, { name: "Shop" })],
  ["checks one", `GET ${keys}/k1/models`, () => checkModelKey(place)],
  ["asks for the models of one", `GET ${keys}/k1/models`, () => loadOffer(place)],
  ["removes one", `DELETE ${keys}/k1`, () => forgetModelKey(place)],
] as const)("a failed call that %s is logged, sets GET_KEY_ERROR and is rejected", async (_, call, ask) => {
  startFakeApi({ [call]: failWith("internal", { message: "Broken." }) });
  await expect(ask()).rejects.toMatchObject({ message: "Broken." });
  expect(keyCalls.error).toBe("GET_KEY_ERROR");
  expect(logged.mock.calls).toEqual([["Broken."]]);

  startFakeApi({ [`GET ${keys}`]: { items: [], page: { page: 1, limit: 100, total: 0 } } });
  await loadModelKeys("o1");
  expect(keyCalls.error).toBeNull();
});

import { expect, it } from "vitest";
import { createStreamPlaces } from "./streamPlaces.ts";

it("hole 14: an address has a thousand open streams and a session fifty, and a closed one frees its place once", () => {
  const places = createStreamPlaces();
  let session = 0;
  const open = (address: string, sessionId = `s${(session += 1)}`) => places.take({ address, sessionId });
  const [free] = Array.from({ length: 1000 }, () => open("192.0.2.1"));
  expect(() => open("192.0.2.1")).toThrow(expect.objectContaining({ code: "too_many" }));
  open("192.0.2.2");
  free?.();
  free?.();
  open("192.0.2.1");
  expect(() => open("192.0.2.1")).toThrow();
  for (let index = 0; index < 50; index += 1) open(`198.51.100.${index}`, "one");
  expect(() => open("198.51.100.99", "one")).toThrow();
  // Behind a proxy that is not trusted everybody comes from this machine.
  for (let index = 0; index < 1500; index += 1) open("127.0.0.1");
});

import fc from "fast-check";
import { expect, it, vi } from "vitest";

// Other tests of this process may have made ids of a later time, after which time stands still.
vi.resetModules();
const { newId } = await import("./ids.ts");

it("has 26 characters of lower-case base32, the time first", () => {
  expect(newId()).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/);
  const [first, second] = [newId(Date.now() + 1000), newId(Date.now() + 2000)];
  expect(second.slice(0, 10) > first.slice(0, 10)).toBe(true);
  expect(second.slice(10)).not.toBe(first.slice(10));
});

it("gives ids that differ and sort in the order they were made, whatever the clock does", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 45 }), { minLength: 2, maxLength: 300 }), (times) => {
      const ids = times.map((time) => newId(time));
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.toSorted()).toEqual(ids);
    }),
  );
});

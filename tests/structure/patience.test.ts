import { expect, it } from "vitest";
import { listSources, readProject } from "./files.ts";

/** Where a test may wait otherwise, with the reason. */
const mayWaitOtherwise = new Map([
  ["tests/kit/browser/chromium.ts", "holds the number for Playwright"],
  ["tests/kit/workflows/difyRefund.ts", "another product's file"],
  ["tests/journeys/documentation.test.ts", "runs npm ci"],
  ["tests/journeys/hostileText.test.ts", "draws texts of 500,000 characters"],
  ["tests/api/knowledge/hostile.test.ts", "reads files that take as long as they may"],
  ["tests/structure/patience.test.ts", "names what it looks for"],
  ["console/screens/conversations/files/TranscribeAction.test.tsx", "nothing may come"],
]);

/** A bound for one wait, or for a test of up to five minutes, which every test has. */
const bound = /\btimeout: ?\d|setDefaultTimeout\(|^\}, ([1-9]?\d|[12]\d\d|300)_000\);/m;

it("a test gives no bound of its own to waiting, which a busy machine would pass", () => {
  const found = listSources()
    .filter((path) => /^tests\/(kit|api|journeys|hosts|built)\/|\.test\.tsx?$/.test(path))
    .filter((path) => !mayWaitOtherwise.has(path))
    .filter((path) => bound.test(readProject(path)));
  expect(found).toEqual([]);
});

import { expect, it } from "vitest";
import { mayShowAt } from "./rules.ts";

it.each([
  ["/", [], [], true],
  ["/checkout", ["/checkout*"], [], false],
  ["/checkout/2", ["/checkout*"], [], false],
  ["/my/checkout", ["/checkout*"], [], true],
  ["/a.b", ["/a.b"], [], false],
  ["/axb", ["/a.b"], [], true],
  ["/help", [], ["/help", /^\/docs/], true],
  ["/docs/x", [], ["/help", /^\/docs/], true],
  ["/", [], ["/help"], false],
  ["/help/me", ["*me"], ["/help*"], false],
])("at %s with hideOn %o and showOn %o: %s", (path, hideOn, showOn, expected) => {
  expect(mayShowAt(path, { hideOn, showOn })).toBe(expected);
});

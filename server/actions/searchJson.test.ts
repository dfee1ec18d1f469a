import { describe, expect, it } from "vitest";
import { ExpressionTooLarge, searchJson } from "./searchJson.ts";

const list = Array.from({ length: 50_000 }, (_, at) => ({ at, text: "x".repeat(10) }));
const text = "x".repeat(100_000);

describe("an expression", () => {
  it.each([
    ["a field", "order.total", { order: { total: 5 } }, 5],
    ["a list", "[?at > `1`].at | [0]", [{ at: 1 }, { at: 2 }], 2],
    [
      "a variable",
      "let $n = name in items[*].{name: $n, id: @}",
      { name: "A", items: [1] },
      [{ name: "A", id: 1 }],
    ],
    ["a nested variable", "let $a = a in let $b = b in [$a, $b, $.a]", { a: 1, b: 2 }, [1, 2, 1]],
    ["a sum", "sum([*].at)", list, 1_249_975_000],
    ["a padded text", "pad_left(name, `4`, '0')", { name: "7" }, "0007"],
    ["a replaced text", "replace(name, 'a', 'bb')", { name: "aba" }, "bbbbb"],
  ])("gives %s", (_name, expression, value, found) => {
    expect(searchJson(value, expression)).toEqual(found);
  });

  const doubled = (open: string) => `${"let $a = [$a, $a] in ".repeat(40)}${open}`;
  it.each([
    ["pads without end", "pad_left('x', `1000000000`)", {}],
    ["replaces by long texts", "replace(text, 'x', text)", { text }],
    ["joins by long texts", "join(text, split(text, ''))", { text }],
    [
      "joins again and again",
      `${"let $a = join('', [$a, $a]) in ".repeat(30)}$a`.replace("let", "let $a = text in let"),
      { text },
    ],
    ["makes a list of lists of lists", "map(&map(&$, $), @)", list],
    ["compares each with all", "[?contains($[*].text, text)]", list],
    ["flattens what repeats", "map(&$, @)[][]", list.slice(0, 5000)],
    ["writes out what repeats", `let $a = [\`1\`] in ${doubled("to_string($a)")}`, {}],
    ["gives what repeats", `let $a = [\`1\`] in ${doubled("$a")}`, {}],
    ["compares what repeats", `let $a = [\`1\`] in ${doubled("[$a] == [[$a, $a]]")}`, {}],
    ["cuts a long text for each", "map(&$.text[0:1], $.list)", { text, list: list.slice(0, 1000) }],
  ])("is refused where it %s", (_name, expression, value) => {
    expect(() => searchJson(value, expression)).toThrow(ExpressionTooLarge);
  });
});

import { CurlProblem } from "./CurlProblem.ts";

/** Gives the words of each command in a text for PowerShell, where a backtick escapes and ends lines that continue. */
export function splitPowershell(text: string, warnings: Set<string>): string[][] {
  const commands: string[][] = [[]];
  let word: string | null = null;
  let quote = "";
  const endWord = () => {
    if (word?.includes('\\"')) {
      warnings.add('Versions of PowerShell differ about \\". It was read as a quotation mark.');
      word = word.replaceAll('\\"', '"');
    }
    if (word !== null) commands.at(-1)?.push(word);
    word = null;
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (char === "`" && quote !== "'") {
      const [blank = ""] = quote ? [] : (/^[ \t]*(?=\n)/.exec(text.slice(at + 1, at + 100)) ?? []);
      at += 1 + blank.length;
      if (text.charAt(at) !== "\n" || quote) word = (word ?? "") + (escapes[next] ?? next);
    } else if (quote && char === quote && next === quote) {
      word = (word ?? "") + char;
      at += 1;
    } else if (quote && char === quote) quote = "";
    else if (!quote && /['"]/.test(char)) {
      quote = char;
      word ??= "";
    } else if (!quote && /\s/.test(char)) {
      endWord();
      if (char === "\n") commands.push([]);
    } else if (!quote && /[;|&]/.test(char)) {
      endWord();
      commands.push([]);
    } else if (!quote && /[@({]/.test(char) && word === null) {
      throw new CurlProblem("The command uses PowerShell's own syntax. Write its values as plain text.");
    } else {
      if (char === "$" && quote !== "'" && /[A-Za-z_{(]/.test(next))
        warnings.add(
          "The command has variables of PowerShell, such as $name. Replace them with their values.",
        );
      word = (word ?? "") + char;
    }
  }
  if (quote) throw new CurlProblem("A quotation mark is opened and not closed. Copy the whole command.");
  endWord();
  return commands;
}

const escapes: Record<string, string> = {
  n: "\n",
  r: "\r",
  t: "\t",
  "0": "",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
};

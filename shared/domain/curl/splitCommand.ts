import { CurlProblem } from "./CurlProblem.ts";
import { splitBash } from "./splitBash.ts";
import { splitCmd } from "./splitCmd.ts";
import { splitPowershell } from "./splitPowershell.ts";

/** What the shell would hand to curl. */
export interface CommandWords {
  words: string[];
  warnings: string[];
}

/**
 * Gives the arguments of the first curl command of a pasted text, as the shell that it was written for would. Throws a
 * CurlProblem where only the shell could tell what they are.
 */
export function splitCommand(text: string): CommandWords {
  if (text.length > longestCommand) throw new CurlProblem("The command is longer than 200,000 characters.");
  if (text.includes("\0")) throw new CurlProblem("The command holds a character that no shell takes (NUL).");
  const trimmed = text
    .replace(/^\ufeff/, "")
    .replace(/\r\n?/g, "\n")
    .trim();
  if (trimmed === "") throw new CurlProblem("Paste a curl command.");
  const warnings = new Set<string>();
  const commands = splitByDialect(trimmed, warnings).map(dropPrefixes);
  const curls = commands.filter(([name = ""]) => /(?:^|[/\\])curl(?:\.exe)?$/i.test(name));
  const [first] = curls;
  if (!first) throw new CurlProblem(explainForeign(trimmed));
  if (curls.length > 1) warnings.add("The text has several curl commands. Only the first one was read.");
  if (commands[commands.indexOf(first) + 1]?.[0]?.startsWith("-"))
    warnings.add("A line begins with a flag, but the line before it does not end with \\. It was left out.");
  return { words: first.slice(1), warnings: [...warnings] };
}

const longestCommand = 200_000;

function splitByDialect(text: string, warnings: Set<string>): string[][] {
  if (isCmd(text)) return splitCmd(text, warnings);
  if (/[ \t]`[ \t]*\n/.test(text) && !/\\\n/.test(text)) return splitPowershell(text, warnings);
  return splitBash(text, warnings);
}

/** Browsers write `^"` and end lines with `^` for the Windows command line; in bash neither stands outside of quotes. */
function isCmd(text: string): boolean {
  return /^[^'"]*\s\^"/.test(text) || /^[^']*?\^[ \t]*\n/.test(text);
}

/** Prompts, assignments and programs that run another one, before the command itself. */
function dropPrefixes(words: string[]): string[] {
  const from = words.findIndex(
    (word) => !/^(?:[$%#>]|sudo|time|env|exec|command|nohup|[A-Za-z_]\w*=.*)$/s.test(word),
  );
  return from < 0 ? [] : words.slice(from);
}

function explainForeign(text: string): string {
  if (/\b(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm)\b/i.test(text))
    return "This is PowerShell's own command. In the browser choose “Copy as cURL” and paste that.";
  if (/^\s*(?:await\s+)?fetch\(/.test(text))
    return "This is a fetch call. In the browser choose “Copy as cURL” and paste that.";
  return "This isn't a curl command. Paste one that begins with curl.";
}

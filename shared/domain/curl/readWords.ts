import { CurlProblem } from "./CurlProblem.ts";
import { findLetter, findName } from "./flags.ts";
import type { FlagKind } from "./flags.ts";

/** A flag that counts for the request, in the order of the command. */
export interface GivenFlag {
  name: string;
  value: string;
  /** Whether it was taken back by `--no-…`. */
  isOff: boolean;
}

export interface ReadWords {
  given: GivenFlag[];
  addresses: string[];
}

/** Tells flags, their values and addresses apart, as curl does. Flags that are left out or unknown become warnings. */
export function readWords(words: readonly string[], warnings: Set<string>): ReadWords {
  const given: GivenFlag[] = [];
  const addresses: string[] = [];
  let areFlagsOver = false;
  let at = 0;

  /** Gives whether the command continues: `--next` begins another request. */
  const take = (
    flag: FlagKind,
    value: string,
    { shown, isOff = false }: { shown: string; isOff?: boolean },
  ) => {
    if (flag.name === "next") {
      warnings.add(`${shown} begins another request. Only the first one was read.`);
      return false;
    }
    if (flag.effect === "refused" && !isOff) throw new CurlProblem(`${shown}: ${flag.words ?? ""}`);
    if (flag.effect === "leftOut" && !isOff) warnings.add(`${shown}: ${flag.words ?? ""}`);
    if (flag.name === "url") addresses.push(value);
    else if (flag.effect === "read") given.push({ name: flag.name, value, isOff });
    return true;
  };
  const takeValue = (shown: string) => {
    const value = words[at];
    if (value === undefined) throw new CurlProblem(`${shown} needs a value. Copy the whole command.`);
    at += 1;
    return value;
  };

  while (at < words.length) {
    const word = words[at] ?? "";
    at += 1;
    if (areFlagsOver || !word.startsWith("-") || word === "-") addresses.push(word);
    else if (word === "--") areFlagsOver = true;
    else if (word.startsWith("--")) {
      const name = word.slice(2);
      const isOff = name.startsWith("no-") && !findName(name);
      const flag = findName(isOff ? name.slice(3) : name);
      const shown = word.slice(0, 60);
      if (!flag) warnings.add(`${shown} is not a flag that curl knows. It was left out.`);
      else if (!take(flag, flag.hasValue ? takeValue(shown) : "", { shown, isOff })) break;
    } else if (!takeLetters(word.slice(1))) break;
  }
  return { given, addresses };

  function takeLetters(letters: string): boolean {
    for (let index = 0; index < letters.length; index += 1) {
      const letter = letters.charAt(index);
      const shown = `-${letter}`;
      const flag = findLetter(letter);
      if (!flag) {
        warnings.add(`${shown} is not a flag that curl knows. It was left out.`);
        continue;
      }
      const rest = letters.slice(index + 1);
      if (!flag.hasValue) {
        if (!take(flag, "", { shown })) return false;
        continue;
      }
      return take(flag, rest || takeValue(shown), { shown });
    }
    return true;
  }
}

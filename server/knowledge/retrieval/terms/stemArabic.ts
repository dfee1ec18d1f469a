/** The article with what is written together with it, and "and" before a word that stays long enough. */
const beginnings = ["وال", "بال", "كال", "فال", "ولل", "لل", "ال"];
const endings = ["ها", "ان", "ات", "ون", "ين", "يه", "هم", "كم", "نا", "ه", "ي"];
const shortestStem = 3;

/** Gives a stem of an Arabic word, whose letters come without points and without their hamza (foldText.ts). */
export function stemArabic(written: string): string {
  let word = written.replaceAll("ة", "ه").replaceAll("ى", "ي");
  const beginning = beginnings.find(
    (each) => word.startsWith(each) && word.length - each.length >= shortestStem,
  );
  if (beginning) word = word.slice(beginning.length);
  else if (word.startsWith("و") && word.length > shortestStem + 1) word = word.slice(1);
  // A plural or a pronoun goes first, then the letter of a woman's form that it stood behind.
  for (let left = 2; left > 0; left--) {
    const ending = endings.find((each) => word.endsWith(each) && word.length - each.length >= shortestStem);
    if (!ending) break;
    word = word.slice(0, -ending.length);
  }
  return word;
}

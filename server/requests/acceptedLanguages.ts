const longestHeader = 500;

/** Gives the languages (BCP 47 tags) of an Accept-Language header, the best first, without those that it refuses (`q=0`). */
export function readAcceptedLanguages(header: string | null): string[] {
  return (header ?? "")
    .slice(0, longestHeader)
    .split(",")
    .map((range) => {
      const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
      const said = parameters.find((part) => part.startsWith("q="))?.slice(2) ?? "1";
      return { tag, weight: Number(said) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}

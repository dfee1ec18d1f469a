import type { FoundPassage, Retrieve } from "../../../server/knowledge/retrieve.ts";
import { splitTerms } from "../../../server/knowledge/retrieval/terms/splitTerms.ts";

/** The help pages of a shop that sells lamps, a passage each: what answers are tried on. */
export const helpPassages: FoundPassage[] = [
  passage(
    "Shipping",
    ["Delivery times"],
    "Orders placed before 14:00 leave our warehouse the same day. Delivery within Norway takes 2–4 working days. To Sweden and Denmark it takes 4–6 working days, to the rest of Europe up to 10.",
  ),
  passage(
    "Shipping",
    ["Costs"],
    "Shipping within Norway costs 79 kr. Orders over 999 kr ship free.\n\n| Country | Price |\n|---|---|\n| Sweden | 99 kr |\n| Denmark | 99 kr |\n| Germany | 149 kr |",
  ),
  passage(
    "Shipping",
    ["Tracking"],
    "As soon as your parcel leaves us you get an e-mail with a tracking number. Follow the parcel on the carrier's page.",
  ),
  passage(
    "Returns",
    ["How to return a lamp"],
    "You can return any lamp within 60 days. It must be unused and in its box.\n\nTo return it:\n\n1. Sign in and open the order.\n2. Choose *Return items*.\n3. Print the label and hand the parcel in at any post office.",
  ),
  passage(
    "Returns",
    ["Refunds"],
    "We pay the money back within 5 days after the parcel reached us, to the card you paid with. Shipping costs are not refunded.",
  ),
  passage(
    "Warranty",
    ["What is covered"],
    "All lamps come with a five-year guarantee against defects in material and workmanship. Bulbs and damage from falls are not covered.",
  ),
  passage(
    "Warranty",
    ["Claims"],
    "Send us a photo of the fault and your order number. If the fault is covered we send a new lamp at no cost.",
  ),
  passage(
    "Contact",
    ["Reach us"],
    "Write to help@lumen.example or call +47 21 00 00 00. The phone is answered Monday to Friday from 9:00 to 16:00.",
  ),
  passage(
    "Stores",
    ["Oslo"],
    "Our shop in Oslo is at Storgata 12, 0155 Oslo. It is open Monday to Saturday from 10 am to 6 pm.",
  ),
  passage(
    "Payment",
    ["Ways to pay"],
    "We take Visa, Mastercard, Vipps and Klarna. Invoices are for companies only.",
  ),
  passage(
    "Lamps",
    ["Nordlys desk lamp"],
    "The Nordlys desk lamp uses a 9 W LED, gives 800 lumens and dims in four steps. Its arm is made of oak. It costs 1,490 kr.",
  ),
  passage(
    "Lamps",
    ["Cleaning"],
    "Wipe the shade with a dry cloth. Never use solvents on the oak arm, because they take off the oil.",
  ),
  passage(
    "Account",
    ["Change your password"],
    "Open *Profile*, choose **Security** and then *Change password*. You get an e-mail to confirm it.",
  ),
  passage(
    "Account",
    ["Delete your account"],
    "Write to privacy@lumen.example to have your account deleted. We remove your data within 30 days.",
  ),
  passage(
    "Versand",
    ["Lieferzeiten nach Deutschland"],
    "Die Lieferung nach Deutschland dauert 5 bis 8 Werktage. Die Versandkosten betragen 14 Euro.",
  ),
  passage(
    "Rückgabe",
    ["Frist"],
    "Sie können jede Lampe innerhalb von 60 Tagen zurückgeben. Sie muss unbenutzt sein.",
  ),
];

/** Finds passages by the terms they share with a question, weighed by their rarity, as the real search roughly does. */
export function createTestRetrieve(passages: FoundPassage[] = helpPassages): Retrieve {
  const indexed = passages.map((one) => ({
    one,
    terms: termsOf(`${one.title} ${one.headings.join(" ")} ${one.text}`),
  }));
  const weigh = (found: number) => Math.log(1 + (indexed.length - found + 0.5) / (found + 0.5));
  return async ({ question, limit, noteTerms }) => {
    const asked = [...termsOf(question)];
    const idf = new Map(
      asked.map((term) => [term, weigh(indexed.filter(({ terms }) => terms.has(term)).length)]),
    );
    const rarity = Object.fromEntries(asked.map((term) => [term, (idf.get(term) ?? 0) / weigh(0)]));
    const most = asked.reduce((sum, term) => sum + mostForOne * (idf.get(term) ?? 0), 0);
    noteTerms?.({ rarity, most, passages: indexed.length });
    return indexed
      .map(({ one, terms }) => ({
        ...one,
        score: asked.reduce((sum, term) => sum + (terms.has(term) ? (idf.get(term) ?? 0) : 0), 0),
      }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .slice(0, limit);
  };
}

/** How many times as much as one mention BM25 counts a term that appears very often. */
const mostForOne = 2.2;

function termsOf(text: string): Set<string> {
  return new Set(splitTerms(text).flatMap((term) => (term.isCommon ? [] : [term.text])));
}

function passage(title: string, headings: string[], text: string): FoundPassage {
  const name = `${title}-${headings.join("-")}`.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return {
    passageId: `passage-${name}`,
    pageId: `page-${title.toLowerCase()}`,
    sourceId: "source-help",
    title,
    headings,
    url: `https://lumen.example/${encodeURIComponent(title.toLowerCase())}`,
    text,
    position: null,
    score: 1,
  };
}

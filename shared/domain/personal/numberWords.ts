import { findAll } from "./span.ts";
import type { Span } from "./span.ts";

const suffix = String.raw`(?:\.?[ -]?(?:number|nummer|num|no|nr|id|code)\b)?`;

/** Words that say what number comes next: however it is grouped, nobody calls it. A customer alone may have one to call. */
const otherNames = [
  "order|invoice|ticket|serial|sku|tracking|parcel|version|article|art",
  String.raw`(?:case|item|part|customer|account) (?:number|no\b|id\b)|(?:kd|kunden)[.-]{0,2} ?(?:nummer|nr\b)`,
  "isbn|issn|ean|gtin|upc|vat|iban|bic|blz|ust-?id|konto|bestellung|rechnung|auftrag|vorgang|artikel",
  "commande|facture|pedido|factura|ordine|fattura|bestelling|factuur|ordre|faktura",
  String.raw`(?!(?:tele(?:f|ph)on|ruf|handy|mobil|fax|whatsapp))\p{L}{2,20}nummer`,
].join("|");
const named = new RegExp(String.raw`(?<![\p{L}\d])(?:${otherNames})${suffix}[ .:#°º]{0,3}$`, "iu");

const money = String.raw`(?:[€$£¥₹]|(?<!\p{L})(?:kr|eur|usd|gbp|chf|nok|sek|dkk|pln|czk|jpy|inr)(?![\p{L}\d]))`;
const moneyBefore = new RegExp(String.raw`${money}\.? ?$`, "iu");
const moneyBehind = new RegExp(String.raw`^ ?${money}`, "iu");

/** As much of a text as a name of a number takes. */
const nameLength = 40;

/** Whether what stands around a number says that it is another than one to call. A sum of money begins with no zero. */
export function isNamedOtherwise(text: string, { from, to }: Span): boolean {
  const before = text.slice(Math.max(0, from - nameLength), from);
  if (named.test(before)) return true;
  if (/^\(?0/.test(text.slice(from, to))) return false;
  return moneyBefore.test(before) || moneyBehind.test(text.slice(to, to + nameLength));
}

/** Words behind which a number to call stands, also a short one and one without groups. */
const phoneNames = [
  "tel|tele(?:ph|f)one?|telefono|teléfono|telefoon|téléphone|tlf|puh|phone|fax|whatsapp|hotline|rufnummer|handy",
  "mobile?|mobiel|móvil|movil|cell|celular|cellulare|portable|тел|телефон",
].join("|");
const called = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${phoneNames})${suffix}[ .:]{0,3}(?:(?:is|ist|est|es|är|er) )?(?=[(\d])`,
  "giu",
);
const dialled = /^\(?\d(?:[ .()/-]{0,2}\d){5,14}(?![\p{L}\d]|[.,-]\d)/u;

/** Finds numbers that a word before them calls one to call. */
export function findCalled(text: string): Span[] {
  return findAll(text, called).flatMap(({ to: from }) => {
    const [found] = dialled.exec(text.slice(from, from + nameLength)) ?? [];
    return found === undefined ? [] : [{ from, to: from + found.length }];
  });
}

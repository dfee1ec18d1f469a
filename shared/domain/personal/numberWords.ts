import { findAll } from "./span.ts";
import type { Span } from "./span.ts";

const suffix = String.raw`(?:\.?[ -]{0,2}(?:number|nummer|num|no|nr|id|code)\b\.?)`;

/** Words for what has a number; what is said behind them may be somebody's telephone all the same. */
const things = [
  "order|invoice|ticket|tracking|parcel|article|bestellung|rechnung|auftrag|vorgang|artikel",
  "commande|facture|pedido|factura|ordine|fattura|bestelling|factuur|ordre|faktura",
].join("|");
/** Words for a number itself that nobody calls. */
const codes = "serial|sku|version|isbn|issn|ean|gtin|upc|vat|iban|bic|blz|ust-?id|konto";
const numbered = [
  "bestell|rechnungs|auftrags|kunden|artikel|serien|sendungs|paket|vorgangs|vertrags|konto|modell|teile|ticket",
  "beleg|mitglieds|referenz|steuer|order|factuur|klant|bestelling|faktura|fakturerings|kund|kunde|ordre",
].join("|");
const named = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${[
    String.raw`(?:${things}|${codes}|art)${suffix}`,
    String.raw`(?:${things}|${codes}) ?[:#°º]`,
    String.raw`(?:${codes})`,
    String.raw`(?:${numbered})nummer`,
    String.raw`(?:kd|kunden|(?:case|item|part|customer|account)(?= ))${suffix}`,
  ].join("|")})[ :#°º]{0,2}$`,
  "iu",
);
const behindThing = new RegExp(String.raw`(?<![\p{L}\d])(?:${things}) $`, "iu");

const money = String.raw`(?:[€$£¥₹]|(?<!\p{L})(?:kr|eur|usd|gbp|chf|nok|sek|dkk|pln|czk|jpy|inr)(?![\p{L}\d]))`;
const moneyBefore = new RegExp(String.raw`${money}\.? ?$`, "iu");
const moneyBehind = new RegExp(String.raw`^ ?${money}`, "iu");

/** As much of a text as a name of a number takes. */
const nameLength = 40;

/** A sum is grouped by thousands. */
const sum = /^[1-9]\d{0,2}(?:[ .,']\d{3})*(?:[.,]\d{2})?$/;

/** Whether what stands around a number says that it is another than one to call. Where that is not certain, it is one. */
export function isNamedOtherwise(text: string, { from, to }: Span): boolean {
  const before = text.slice(Math.max(0, from - nameLength), from);
  if (named.test(before)) return true;
  const number = text.slice(from, to);
  if (/^\(?0/.test(number)) return false;
  if (behindThing.test(before)) return true;
  return sum.test(number) && isMoney();

  function isMoney(): boolean {
    return moneyBefore.test(before) || moneyBehind.test(text.slice(to, to + nameLength));
  }
}

/** Words behind which a number to call stands, also a short one and one without groups. */
const phoneNames = [
  "tel|tele(?:ph|f)one?|telefono|teléfono|telefoon|téléphone|tlf|puh|phone|fax|whatsapp|hotline|rufnummer|handy",
  "mobile?|mobiel|móvil|movil|cell|celular|cellulare|portable|тел|телефон",
].join("|");
const called = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${phoneNames})${suffix}?[ .:]{0,3}(?:(?:is|ist|est|es|är|er) )?(?=[(\d])`,
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

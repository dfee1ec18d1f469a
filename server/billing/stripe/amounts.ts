/** Currencies of which Stripe counts whole units, and those of which it counts thousandths; of all others hundredths. */
const whole = new Set("bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "));
const thousandths = new Set("bhd jod kwd omr tnd".split(" "));

/** Gives an amount as Stripe counts it in the currency's own unit: 4900 of `usd` is 49. */
export function readAmount(amount: number, currency: string): number {
  if (whole.has(currency)) return amount;
  return amount / (thousandths.has(currency) ? 1000 : 100);
}

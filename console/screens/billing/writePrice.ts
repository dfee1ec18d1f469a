import type { Plan } from "../../../shared/contract/billing/billing.ts";
import { localeOf } from "../../parts/localeOf.ts";
import { moments } from "../../state/shell/moments.ts";

/** What something costs as the user wants numbers written: `$49`, `49,90 €`. */
export function writePrice({ currentPrice, currency }: Pick<Plan, "currentPrice" | "currency">): string {
  const isWhole = Number.isInteger(currentPrice);
  return new Intl.NumberFormat(localeOf(moments.language), {
    style: "currency",
    currency: currency.toUpperCase(),
    ...(isWhole && { maximumFractionDigits: 0 }),
  }).format(currentPrice);
}

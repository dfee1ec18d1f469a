import type { ReadAddresses } from "./readAddresses.ts";

/** Says what is wrong with the addresses that somebody typed, if anything is. */
export function describeAddressProblem(
  { emails, wrong }: ReadAddresses,
  mostAddresses: number,
): string | undefined {
  const shown = new Intl.ListFormat("en").format(wrong.slice(0, 3).map((one) => `“${one}”`));
  if (wrong.length === 1) return `${shown} isn’t an e-mail address.`;
  if (wrong.length > 1) return `${shown} aren’t e-mail addresses.`;
  if (emails.length === 0) return "Field is required";
  if (emails.length > mostAddresses)
    return `You entered ${emails.length} addresses. Invite up to ${mostAddresses} at a time.`;
  return undefined;
}

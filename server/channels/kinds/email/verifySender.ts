import { addressParser } from "postal-mime";
import type { ChannelDeps } from "../../deps.ts";
import type { KeptMail } from "./keptMail.ts";
import { listHeaders } from "./topHeaders.ts";

/** Whether a mail has one sender, and its envelope a sender of the same domain or below it, as bounces are sent to. */
export function isSentBy(
  source: Uint8Array,
  { from }: Pick<KeptMail, "from">,
  envelopeDomain: string,
): boolean {
  const shown = listHeaders(source).filter((header) => /^from\s*:/i.test(header));
  const address = from.address.toLowerCase();
  const senders = shown.flatMap((header) =>
    addressParser(header.slice(header.indexOf(":") + 1), { flatten: true }),
  );
  if (shown.length !== 1 || senders.length !== 1 || senders[0]?.address?.toLowerCase() !== address)
    return false;
  const domain = address.split("@")[1] ?? "";
  return domain !== "" && (envelopeDomain === domain || envelopeDomain.endsWith(`.${domain}`));
}

/**
 * Whether the domain of the sender's address signed a mail as it is, all of it (DKIM). The server that delivered it to
 * a mailbox is unknown, so SPF says nothing there.
 */
export async function isSignedBySender(
  source: Buffer,
  { from }: Pick<KeptMail, "from">,
  { nameServers, now }: Pick<ChannelDeps, "nameServers" | "now">,
): Promise<boolean> {
  const domain = from.address.toLowerCase().split("@")[1] ?? "";
  // Loaded with the first mail: it is a hundred files.
  const { dkimVerify } = await import("mailauth/lib/dkim/verify.js");
  const result = await dkimVerify(source, {
    curTime: new Date(now()),
    resolver: async (name: string, type: string) => {
      const texts = type === "TXT" ? await nameServers.texts(name) : [];
      // Their absence is the answer that it is.
      if (!texts || texts.length === 0) throw Object.assign(new Error("No record."), { code: "ENOTFOUND" });
      return texts.map((text) => [text]);
    },
  }).catch(() => null);
  // Two senders: the one that is shown need not be the one that was signed.
  const sender = result?.headerFrom ?? [];
  if (!result || sender.length !== 1 || sender[0]?.toLowerCase() !== from.address.toLowerCase()) return false;
  return result.results.some(({ signingDomain, status }) => {
    // A mail without a signature has a result of its own, which names no domain.
    const signed = ((signingDomain as string | undefined) ?? "").toLowerCase(); // the types leave that out
    const isTheirs = signed !== "" && (domain === signed || domain.endsWith(`.${signed}`));
    // A signature that covers only the beginning lets anybody write on.
    return status.result === "pass" && isTheirs && !status.underSized;
  });
}

const mostBytes = 64 * 1024;

/**
 * Gives a header that the server which received a mail put above it: none of those below the line in which that server says
 * from whom it came, as its sender wrote them. Null without one, and where there are several.
 */
export function findTopHeader(source: Uint8Array, name: string): string | null {
  const found: string[] = [];
  for (const header of listHeaders(source)) {
    const colon = header.indexOf(":");
    const [key, value] = [header.slice(0, colon).trim().toLowerCase(), header.slice(colon + 1).trim()];
    // Postmark hands mails over within its own server, above its verdicts.
    if (key === "received" && !/^by \S+ \(Postfix, from userid \d+\)/.test(value))
      return found.length === 1 ? (found[0] ?? null) : null;
    if (key === name) found.push(value);
  }
  return null;
}

/** Gives the headers of a mail, each in one line. */
export function listHeaders(source: Uint8Array): string[] {
  const text = Buffer.from(source.buffer, source.byteOffset, Math.min(source.byteLength, mostBytes)).toString(
    "latin1",
  );
  const [head = ""] = text.split(/\r?\n\r?\n/, 1);
  return head.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/);
}

/** The domain of the envelope's sender, where a Received-SPF header says that it passes; null otherwise. */
export function readReceivedSpf(source: Uint8Array): string | null {
  const verdict = findTopHeader(source, "received-spf") ?? "";
  const [, address] = /\benvelope-from="?([^\s"';<>()]+)"?(?:;|$)/.exec(verdict) ?? [];
  // The sender chose what stands in it: what is there twice says nothing.
  const isPlain = ["identity=", "envelope-from="].every((part) => verdict.split(part).length === 2);
  return /^pass\b/i.test(verdict) && isPlain && /\bidentity=mailfrom\b/.test(verdict)
    ? domainOf(address ?? "")
    : null;
}

/** The domain of an address; null where it is none. */
export function domainOf(address: string): string | null {
  const [, domain] = /^[^\s@<>]+@([a-z0-9.-]+)$/i.exec(address) ?? [];
  return domain?.toLowerCase() ?? null;
}

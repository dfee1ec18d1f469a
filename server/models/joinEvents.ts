/**
 * An event that brings text and nothing else, up to the text: as OpenAI's older format and its many imitators write it, or
 * as Anthropic does. Inside a string each quote has a backslash before it, so that what people say is never taken for this.
 */
const opening =
  /^(?:event: ?\w+\n)?data: ?\{.*?"delta": ?\{(?:"(?:role|type)": ?"\w+", ?)?"(?:content|reasoning_content|text)": ?"/;
/** The inside of a JSON string. */
const inside = /^(?:[^"\\]|\\.)*$/;
const between = "\n\n";

/** An event cut at its text. */
interface Cut {
  before: string;
  text: string;
  after: string;
}

/**
 * Joins the events of a provider's stream that follow each other and differ only in their text, as if the provider had said
 * it at once: every layer after this one then works once. Everything else stays as it is, byte for byte.
 */
export function joinEvents(bytes: Uint8Array): Uint8Array {
  // One sign a byte: signs of several bytes have no byte in common with what is looked for.
  const written = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  if (written.indexOf(between) === written.lastIndexOf(between)) return bytes;
  const events = written.split(between);
  const rest = events.pop() ?? "";
  const joined: string[] = [];
  let open: Cut | null = null;
  for (const event of events) {
    const more = open && readText(event, open);
    if (open && more !== null) open.text += more;
    else {
      if (open) joined.push(write(open));
      open = cut(event);
      if (!open) joined.push(event);
    }
  }
  if (open) joined.push(write(open));
  return Buffer.from([...joined, rest].join(between), "latin1");
}

/** Gives an event's text where it differs from another one in nothing else. */
function readText(event: string, { before, after }: Cut): string | null {
  if (event.length < before.length + after.length) return null;
  if (!event.startsWith(before) || !event.endsWith(after)) return null;
  const text = event.slice(before.length, event.length - after.length);
  return inside.test(text) ? text : null;
}

function cut(event: string): Cut | null {
  const before = opening.exec(event)?.[0];
  if (before === undefined) return null;
  const end = findEnd(event, before.length);
  return end === -1 ? null : { before, text: event.slice(before.length, end), after: event.slice(end) };
}

/** Gives where the string ends that begins at `from`; -1 where it does not end. */
function findEnd(event: string, from: number): number {
  let at = from;
  while (at < event.length && event[at] !== '"') at += event[at] === "\\" ? 2 : 1;
  return at < event.length ? at : -1;
}

function write({ before, text, after }: Cut): string {
  return before + text + after;
}

/** One event of a stream as it is on the wire. */
export interface SentEvent {
  event: string;
  data: string;
  id: string;
}

/**
 * Reads server-sent events from a body: split characters, CR, LF and CRLF, comments and data over several lines.
 * `onActivity` hears of every chunk, heartbeats too. What is left unfinished at the end is dropped, as the standard says.
 */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  onActivity?: () => void,
): AsyncGenerator<SentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parser = createEventParser();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onActivity?.();
      yield* parser(decoder.decode(value, { stream: true }));
    }
  } finally {
    // Tells the server that nobody listens; a stream that broke has nobody to tell.
    await reader.cancel().catch(() => undefined);
  }
}

/** Gives a function that takes text as it comes and gives the events that it completes. */
export function createEventParser(): (text: string) => SentEvent[] {
  let line = "";
  let endedByCarriageReturn = false;
  let event = "";
  let id = "";
  let data: string[] = [];

  function takeLine(events: SentEvent[]): void {
    if (line === "") {
      if (data.length > 0) events.push({ event: event || "message", data: data.join("\n"), id });
      event = "";
      data = [];
      return;
    }
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") data.push(value);
    if (field === "event") event = value;
    if (field === "id" && !value.includes("\0")) id = value;
  }

  return (text) => {
    const events: SentEvent[] = [];
    for (const part of text.split(/(\r\n|\r|\n)/)) {
      const isBreak = part === "\r" || part === "\n" || part === "\r\n";
      if (!isBreak) {
        if (part) endedByCarriageReturn = false;
        line += part;
        continue;
      }
      const isRestOfBreak = part === "\n" && endedByCarriageReturn;
      endedByCarriageReturn = part === "\r";
      if (isRestOfBreak) continue;
      takeLine(events);
      line = "";
    }
    return events;
  };
}

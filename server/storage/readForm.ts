import { AppError } from "../../shared/errors/errors.ts";

/** A form as browsers send it to object stores: fields, and the file after them. What follows the file is not read. */
export interface FileForm {
  /** By their names in small letters. */
  fields: Map<string, string>;
  file: ReadableStream<Uint8Array>;
}

const mostParts = 16;
const mostPartBytes = 4096;

/** Reads a multipart form up to its file, and gives the file as it comes: nothing of it is kept in memory. */
export async function readForm(
  body: ReadableStream<Uint8Array>,
  contentType: string | null,
): Promise<FileForm> {
  const boundary = /^multipart\/form-data;.*\bboundary="?([^";,\s]{1,70})"?/i.exec(contentType ?? "")?.[1];
  if (!boundary) throw new AppError("unsupported_media");
  const input = openInput(body);
  const fields = new Map<string, string>();
  // With a line break before it, as every other boundary has: a form begins with its first one.
  input.give("\r\n");
  if ((await input.readUntil(`\r\n--${boundary}`, 2)) !== "") throw broken();
  for (let count = 0; count < mostParts; count += 1) {
    const [line = "", ...headers] = (await input.readUntil("\r\n\r\n", mostPartBytes)).split("\r\n");
    if (line !== "") throw broken();
    const name = headers.map((header) => /^content-disposition:.*[; ]name="([^"]*)"/i.exec(header)?.[1]);
    const [given] = name.filter((one) => one !== undefined);
    if (given === undefined) throw broken();
    if (given === "file") return { fields, file: input.streamUntil(`\r\n--${boundary}`) };
    fields.set(given.toLowerCase(), await input.readUntil(`\r\n--${boundary}`, mostPartBytes));
  }
  throw broken();
}

function broken(): AppError {
  return new AppError("invalid_input", {
    message: "This is not a form with a file as its last field, or it was cut on its way.",
  });
}

/** Bytes that come, with those that were read too far. */
function openInput(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  let held = Buffer.alloc(0);

  async function more(): Promise<void> {
    const { done, value } = await reader.read();
    if (done) throw broken();
    held = Buffer.concat([held, value]);
  }

  return {
    give: (text: string) => void (held = Buffer.concat([Buffer.from(text), held])),
    async readUntil(mark: string, most: number): Promise<string> {
      for (;;) {
        const at = held.indexOf(mark);
        if (at > most || (at < 0 && held.length > most + mark.length)) throw broken();
        if (at >= 0) {
          const text = held.subarray(0, at).toString("utf8");
          held = held.subarray(at + mark.length);
          return text;
        }
        await more();
      }
    },
    streamUntil: (mark: string) =>
      new ReadableStream<Uint8Array>({
        async pull(to) {
          for (;;) {
            const at = held.indexOf(mark);
            // The last bytes may be the beginning of the mark.
            const sure = at >= 0 ? at : Math.max(0, held.length - mark.length + 1);
            const bytes = held.subarray(0, sure);
            held = held.subarray(sure);
            if (bytes.length > 0) to.enqueue(new Uint8Array(bytes));
            if (at >= 0) to.close();
            if (at >= 0 || bytes.length > 0) return;
            await more();
          }
        },
        cancel: (reason) => reader.cancel(reason),
      }),
  };
}

import { ChannelProblem } from "./ChannelProblem.ts";

/** Reads an answer's bytes; throws a ChannelProblem where they are more than `most`. */
export async function readBytes(response: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) {
      length += chunk.byteLength;
      if (length > most) throw tooLarge(most);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ChannelProblem) throw error;
    throw new ChannelProblem("later", "The connection broke before the whole of it came.");
  }
  return Buffer.concat(chunks);
}

/** What is said of a file that is too large; its size, where the provider tells it. */
export function tooLarge(most: number, sizeBytes?: number): ChannelProblem {
  const limit = writeMegabytes(most);
  return new ChannelProblem(
    "message",
    sizeBytes === undefined
      ? `It is larger than the limit of ${limit}.`
      : `It has ${writeMegabytes(sizeBytes)}, and the limit is ${limit}.`,
  );
}

function writeMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 100_000) / 10} MB`;
}

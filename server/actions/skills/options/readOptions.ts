import type { OptionsSource } from "../../../../shared/domain/forms.ts";
import { EgressError } from "../../../egress/EgressError.ts";
import type { Egress } from "../../../egress/egress.ts";
import { pickResponse } from "../http/pickResponse.ts";

/** As many options as a field may have. */
const mostOptions = 100;
const longestOption = 120;
const mostBytes = 1_000_000;

/** Reads the options of a field from an address, or says in a sentence why there are none. */
export async function readOptions(
  egress: Pick<Egress, "fetch">,
  { url, pick }: Pick<OptionsSource, "url" | "pick">,
  signal: AbortSignal,
): Promise<{ options: string[] } | { problem: string }> {
  try {
    const { status, body } = await egress.fetch(url, {
      ...{ method: "GET", headers: { accept: "application/json" }, timeoutMs: 10_000, signal },
      maxBytes: mostBytes,
      onRedirect: (to, from) => to.origin === from.origin,
    });
    if (status < 200 || status > 299) return { problem: `The address answered with ${status}.` };
    // A reader is told of a list only: all else is a mistake in the expression.
    const picked = pickResponse(body.toString("utf8").replaceAll("\u0000", "\ufffd"), pick);
    if ("problem" in picked) return picked;
    return toOptions(picked.data);
  } catch (error) {
    if (signal.aborted) return { problem: "The address did not answer in time." };
    if (!(error instanceof EgressError)) throw error;
    return { problem: error.message };
  }
}

function toOptions(data: unknown): { options: string[] } | { problem: string } {
  if (!Array.isArray(data))
    return { problem: "This is not a list. Select a list of texts, such as items[].name." };
  const texts = data.flatMap((one) =>
    typeof one === "string" || typeof one === "number" ? [String(one).trim().slice(0, longestOption)] : [],
  );
  const options = [...new Set(texts.filter((one) => one !== ""))].slice(0, mostOptions);
  return options.length > 0
    ? { options }
    : { problem: "The list has no texts. Select them, such as items[].name." };
}

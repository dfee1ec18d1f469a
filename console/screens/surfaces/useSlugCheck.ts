import { useEffect, useState } from "react";
import * as v from "valibot";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { slug as slugSchema } from "../../../shared/contract/shapes.ts";
import { isSlugFree } from "../../state/surfaces/hostedWeb.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";

type SlugCheck =
  | { state: "saved" | "asking" | "free" }
  | { state: "wrong" | "taken" | "unknown"; message: string };

/** How long after the last keystroke the server is asked. */
const settleMs = 350;
const taken = "This address is taken. Choose another one.";

/** Says whether an address can be taken: by its letters at once, by the server a moment after the last letter. */
export function useSlugCheck(
  { orgId, agentId }: AgentPlace,
  { slug, saved }: { slug: string; saved: string | null },
): SlugCheck {
  const [answer, setAnswer] = useState<{ slug: string; check: SlugCheck } | null>(null);
  const parsed = v.safeParse(slugSchema, slug);
  const isRight = parsed.success;

  useEffect(() => {
    if (!isRight || slug === saved) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const check = await ask({ orgId, agentId }, slug, controller.signal);
      if (!controller.signal.aborted) setAnswer({ slug, check });
    }, settleMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [orgId, agentId, slug, saved, isRight]);

  if (slug === saved) return { state: "saved" };
  if (!parsed.success) return { state: "wrong", message: parsed.issues[0].message };
  return answer?.slug === slug ? answer.check : { state: "asking" };
}

async function ask(place: AgentPlace, slug: string, signal: AbortSignal): Promise<SlugCheck> {
  try {
    return (await isSlugFree(place, slug, signal)) ? { state: "free" } : { state: "taken", message: taken };
  } catch (thrown) {
    return { state: "unknown", message: toRequestError(thrown).message };
  }
}

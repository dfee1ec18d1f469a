import { useEffect, useRef, useState } from "react";
import type { Generated } from "../../../../shared/contract/agents/generate.ts";
import type { ModelDefaults } from "../../../../shared/contract/models/modelKeys.ts";
import { builtinModel } from "../../../../shared/domain/models.ts";
import { authentication } from "../../../state/accounts/authentication.ts";
import { keptForTab } from "../../../state/platform/storage.ts";
import { offerUndo } from "../../../state/shell/undo.ts";
import { blankAgent, type NewAgent } from "./newAgent.ts";
import type { Wish } from "../../../parts/generate/useDrafting.ts";

/** All that is typed on the way to an agent. */
export interface TypedAgent {
  agent: NewAgent;
  /** What a draft was asked for. */
  wish: Wish;
  drafted: Generated | null;
  /** The furthest step that was open, by its place in the row. */
  reached: number;
}

type Presets = Pick<Readonly<ModelDefaults>, "chat" | "code">;

/**
 * What is typed, kept in this tab under who types it and for which organization, so that a reload loses nothing.
 * `presets` are the models that the organization begins with, once they are known.
 */
export function useTypedAgent(orgId: string, presets: Presets | null) {
  const [kept] = useState(() => readKept(orgId));
  const [typed, setTyped] = useState(() => kept ?? blankTyped(null));
  const [isRestored, setIsRestored] = useState(kept !== null);
  /** Whether there is anything of the user's in it. */
  const hasTyped = useRef(isRestored);

  useEffect(() => {
    // Unless something was typed before it was known.
    if (!presets || hasTyped.current) return;
    setTyped(({ reached }) => ({ ...blankTyped(presets), reached }));
  }, [presets]);
  useEffect(() => {
    if (hasTyped.current) keptForTab.write(nameOf(orgId), JSON.stringify(typed));
  }, [orgId, typed]);

  return {
    typed,
    /** Something of an earlier visit was found. */
    isRestored,
    change: (part: Partial<TypedAgent>) => {
      hasTyped.current = true;
      setTyped((before) => ({ ...before, ...part }));
    },
    /** Notes that a step is open; nothing is typed by that. */
    reach: (step: number) => setTyped((before) => ({ ...before, reached: Math.max(before.reached, step) })),
    /** Starts over; for some seconds that can be taken back. */
    discard: () => {
      const before = typed;
      hasTyped.current = false;
      forgetTypedAgent(orgId);
      setTyped(blankTyped(presets));
      setIsRestored(false);
      offerUndo({
        text: "Your draft is discarded",
        undo: async () => {
          hasTyped.current = true;
          // The page may be left by now: it is found there again.
          keptForTab.write(nameOf(orgId), JSON.stringify(before));
          setTyped(before);
          setIsRestored(true);
        },
      });
    },
  };
}

/** Forgets what was typed: the agent is made. */
export function forgetTypedAgent(orgId: string): void {
  keptForTab.remove(nameOf(orgId));
}

function blankTyped(presets: Presets | null): TypedAgent {
  const agent = blankAgent();
  const model = presets?.chat ?? builtinModel;
  agent.configuration.model = model;
  const wish = { description: "", url: "", model: presets?.code ?? model };
  return { agent, wish, drafted: null, reached: 0 };
}

function readKept(orgId: string): TypedAgent | null {
  try {
    const kept = JSON.parse(keptForTab.read(nameOf(orgId)) ?? "null") as TypedAgent | null; // written by ourselves, above
    if (!kept) return null;
    const blank = blankTyped(null);
    const { configuration, look, source } = kept.agent;
    return {
      ...kept,
      // A newer console may know fields that an older one did not keep.
      agent: {
        configuration: { ...blank.agent.configuration, ...configuration },
        look: { ...blank.agent.look, ...look },
        source: { ...blank.agent.source, ...source },
      },
      wish: { ...blank.wish, ...kept.wish },
    };
  } catch {
    return null;
  }
}

function nameOf(orgId: string): string {
  return `newAgent:${authentication.user?._id ?? ""}:${orgId}`;
}

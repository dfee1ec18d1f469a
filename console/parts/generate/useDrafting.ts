import { useEffect, useRef, useState } from "react";
import type { Generated } from "../../../shared/contract/agents/generate.ts";
import { generateUseCases } from "../../../shared/domain/generate.ts";
import type { GenerateUseCase } from "../../../shared/domain/generate.ts";
import type { RequestError } from "../../../shared/client/requestError.ts";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { draftAgent } from "../../state/agents/generate.ts";
import { noteError } from "../../state/notifications/notices.ts";

/** What a draft is made from. */
export type DraftedWay = "describe" | "website";

/** What is typed for a draft: it stays where drafting fails. */
export interface Wish {
  description: string;
  url: string;
  model: string;
}

export interface Drafting {
  wish: Wish;
  onWish: (part: Partial<Wish>) => void;
  /** Drafts from one of the two; what is typed for the other way is not sent. */
  start: (way: DraftedWay) => Promise<void>;
  stop: () => void;
  clear: () => void;
  isBusy: boolean;
  error: RequestError | null;
}

interface DraftingOptions {
  orgId: string;
  wish: Wish;
  onWish: (wish: Wish) => void;
  /** Left out: all of them. */
  useCases?: readonly GenerateUseCase[];
  onDrafted: (drafted: Generated) => void;
}

/** Has an agent drafted, once at a time; leaving the page or stopping gives it up. */
export function useDrafting(options: DraftingOptions): Drafting {
  const { orgId, wish, onWish, useCases = generateUseCases, onDrafted } = options;
  const [error, setError] = useState<RequestError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  const stop = () => {
    running.current?.abort();
    running.current = null;
    setIsBusy(false);
  };
  useEffect(() => () => running.current?.abort(), []);

  async function start(way: DraftedWay): Promise<void> {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setIsBusy(true);
    setError(null);
    try {
      const isSite = way === "website";
      const given = { url: isSite ? wish.url : "", description: isSite ? "" : wish.description };
      const data = { useCases: [...useCases], model: wish.model, ...given };
      const drafted = await draftAgent(orgId, data, controller.signal);
      if (running.current === controller) onDrafted(drafted);
    } catch (thrown) {
      if (running.current !== controller) return;
      const failure = toRequestError(thrown);
      setError(failure);
      noteError(failure);
    } finally {
      if (running.current === controller) {
        running.current = null;
        setIsBusy(false);
      }
    }
  }

  return {
    ...{ wish, start, stop, isBusy, error },
    onWish: (part) => onWish({ ...wish, ...part }),
    clear: () => {
      stop();
      setError(null);
    },
  };
}

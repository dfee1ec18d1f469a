import { fitsPage, isDue } from "../../shared/domain/proactive.ts";
import type { PublicRule } from "../../shared/domain/proactive.ts";
import type { Boot } from "../bootState.ts";
import type { Notes } from "./notes.ts";

interface RulesDeps {
  boot: Boot;
  notes: Notes;
  attributes(): object | undefined;
  /** Whether nothing can be said at this moment. */
  isBusy(): boolean;
  show(rule: { id: string; textId: string; text: string }): void;
}

/** Looks at what the visitor does on the page, and says the first message whose conditions hold. */
export interface Rules {
  /** Something may have changed. */
  look(): void;
  /** Page code told something of the visitor. */
  hear(type: string | undefined, payload: unknown): void;
  /** No more messages on this page. */
  stop(): void;
}

export function createRules({ boot, notes, attributes, isBusy, show }: RulesDeps): Rules {
  const told: Record<string, unknown> = {};
  let events: string[] = [];
  let address = "";
  let openedAt = 0;
  let scrolled = 0;
  let isLeaving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const leaving = new AbortController();
  const { signal } = leaving;

  /** The rules, in the language that the page shows now, and when they came. */
  let listed: readonly PublicRule[] | undefined;
  let listedAt = 0;
  const list = (): readonly PublicRule[] => {
    const now = boot.configuration?.proactive;
    if (now !== listed) [listed, listedAt] = [now, Date.now()];
    return listed ?? [];
  };

  if (list().length > 0) {
    addEventListener("scroll", look, { passive: true, signal });
    document.addEventListener("visibilitychange", look, { signal });
    document.addEventListener("mouseout", leave, { signal });
  }

  /** The pointer goes to the tabs, or to the address. */
  function leave({ relatedTarget, clientY }: MouseEvent): void {
    if (relatedTarget !== null || clientY > 0) return;
    isLeaving = true;
    look();
  }

  function look(): void {
    clearTimeout(timer);
    const rules = list();
    if (isOver || rules.length === 0) return;
    startPage();
    scrolled = Math.max(scrolled, measureScroll());
    if (isBusy() || !mayKeep() || notes.isQuiet()) return;
    const isReturning = needsVisits() && notes.isReturning();
    const seconds = (Date.now() - openedAt) / 1000;
    const visit = {
      ...{ url: location, seconds, scrollPercent: scrolled, isLeaving, isReturning, events },
      attributes: { ...attributes(), ...told },
    };
    const open = rules.filter(({ id, when }) => !notes.wasShown(id) && fitsPage(when, location));
    const ms = Date.now() - listedAt;
    const due = open.find((rule) => isLive(rule, ms) && isDue(rule.when, visit));
    if (due) return speak(due);
    const waits = open.flatMap(({ when, live = [] }) => [
      (when.afterSeconds - seconds) * 1000,
      ...live.map(({ fromMs }) => fromMs - ms),
    ]);
    const next = Math.min(...waits.filter((wait) => wait > 0));
    if (next < Infinity) timer = setTimeout(look, next + 20);
  }

  /** Nothing is kept of visits where no rule asks for them. */
  function needsVisits(): boolean {
    return list().some(({ when }) => when.visitors !== "all");
  }

  /** Another address of the same document is another page. */
  function startPage(): void {
    const now = location.pathname + location.search;
    if (now === address) return;
    address = now;
    openedAt = Date.now();
    scrolled = 0;
    isLeaving = false;
  }

  /** Visitors whose state may not be stored would see the same message again and again. */
  function mayKeep(): boolean {
    return (boot.options.consent ?? "granted") === "granted";
  }

  function speak({ id, texts }: PublicRule): void {
    const text = texts[Math.floor(Math.random() * texts.length)];
    if (text) show({ id, textId: text.id, text: text.text });
  }

  return {
    look,
    hear(type, payload) {
      if (type === "attributes") Object.assign(told, payload);
      if (type === "track") events = (payload as { event: string }[]).map(({ event }) => event); // as pageData tells it
    },
    stop() {
      isOver = true;
      clearTimeout(timer);
      leaving.abort();
    },
  };
}

/** Whether it may speak at this time; the server said when, so that nobody's clock is asked. */
function isLive({ live }: PublicRule, ms: number): boolean {
  return !live || live.some(({ fromMs, toMs }) => fromMs <= ms && ms < toMs);
}

/** How much of the page was in sight, in percent. */
function measureScroll(): number {
  const { scrollHeight } = document.documentElement;
  return scrollHeight > 0 ? ((scrollY + innerHeight) / scrollHeight) * 100 : 100;
}

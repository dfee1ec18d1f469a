import { createElement, useEffect, useRef, useSyncExternalStore } from "react";
import type { ReactNode } from "react";
import type { EventName, Listener, Widget, WidgetMethods, WidgetOptions, WidgetState } from "./types.ts";

type Pascal<Name extends string> = Name extends `${infer First}${":" | "-"}${infer Rest}`
  ? `${Capitalize<First>}${Pascal<Rest>}`
  : Capitalize<Name>;

/** A listener for each event: `onMessageReceived` hears `message:received`. A token that ran out asks `onTokenExpired`. */
export type EventProps = {
  [Name in Exclude<EventName, "token:expired"> as `on${Pascal<Name>}`]?: Listener<Name>;
};

/** A widget's options, and what hears it. `className` is of the element that an inline chat is in. */
export interface PilothouseProps extends WidgetOptions, EventProps {
  /** Origin of the installation. */
  host: string;
  className?: string;
}

export interface UsedPilothouse {
  /** Null until it is there, and where a server renders. */
  widget: Widget | null;
  /** As it was at the last event. */
  state: Readonly<WidgetState>;
}

interface Held {
  /** How many components show it. */
  users: number;
  loading: Promise<void> | null;
  shown: UsedPilothouse;
}

const nobody: UsedPilothouse = {
  widget: null,
  state: {
    status: "loading",
    open: false,
    unread: 0,
    online: true,
    conversationId: null,
    verified: false,
    agent: { name: "", online: true },
  },
};
const held = new Map<string, Held>();
const watchers = new Set<() => void>();

/** The events that components can hear, each by its property. */
const eventNames: readonly Exclude<EventName, "token:expired">[] = [
  "ready",
  "unavailable",
  "open",
  "close",
  "unread",
  "conversation:start",
  "conversation:end",
  "conversation:assigned",
  "message:before-send",
  "message:sent",
  "message:failed",
  "message:received",
  "stream:start",
  "stream:end",
  "suggestion:click",
  "source:click",
  "link:click",
  "feedback",
  "handoff",
  "identity",
  "consent",
  "connection",
  "error",
];

/** After which the state may be another. The other two are called before something happens. */
const newsNames = eventNames.filter((name) => name !== "message:before-send" && name !== "link:click");

/**
 * The chat: nothing of it is drawn by React but, where it is inline, the element that it is in. Drawn twice, as
 * StrictMode does, it is one widget; it goes with the last component that shows it. Options may change at any time.
 */
export function Pilothouse(props: PilothouseProps): ReactNode {
  const { token, host, mode, target, className } = props;
  const place = useRef<HTMLDivElement>(null);
  const now = useRef(props);
  const before = useRef(props);
  const heard = eventNames.filter((name) => toProps(props)[propOf(name)]).join(" ");
  useEffect(() => void (now.current = props));
  useEffect(() => listen(token, heard, now), [token, heard]);
  useEffect(() => {
    const { current: first } = now;
    before.current = first;
    return hold(token, host, {
      ...readOptions(first),
      ...(place.current && { target: place.current }),
      // The closure of the latest drawing, which knows who is signed in.
      ...(first.onTokenExpired && { onTokenExpired: () => now.current.onTokenExpired?.() ?? "" }),
    });
  }, [token, host]);
  useEffect(() => {
    const widget = held.get(token)?.shown.widget;
    const changed = readChanges(before.current, props);
    // A user who is no longer signed in has left, and the next one must not see what they wrote.
    if (before.current.identity && !props.identity) void widget?.logout();
    before.current = props;
    if (changed) widget?.update(changed);
  });
  return mode === "inline" && target === undefined ? createElement("div", { ref: place, className }) : null;
}

/** The widget of this token, or the first one that is there; its state is redrawn with each event. */
export function usePilothouse(token?: string): UsedPilothouse {
  return useSyncExternalStore(watch, () => find(token)?.shown ?? nobody, giveNobody);
}

function giveNobody(): UsedPilothouse {
  return nobody;
}

function find(token: string | undefined): Held | undefined {
  return token === undefined ? held.values().next().value : held.get(token);
}

function watch(onChange: () => void): () => void {
  watchers.add(onChange);
  return () => void watchers.delete(onChange);
}

function tell(): void {
  for (const onChange of [...watchers]) onChange();
}

/** Keeps the widget as long as a component shows it: StrictMode lets go and takes hold again in one breath. */
function hold(token: string, host: string, options: WidgetOptions): () => void {
  const one: Held = held.get(token) ?? { users: 0, loading: null, shown: nobody };
  held.set(token, one);
  one.users += 1;
  one.loading ??= create(one, host, options);
  return () => {
    one.users -= 1;
    queueMicrotask(() => {
      if (one.users > 0 || held.get(token) !== one) return;
      held.delete(token);
      void one.shown.widget?.destroy();
      one.shown = nobody;
      tell();
    });
  };
}

async function create(one: Held, host: string, options: WidgetOptions): Promise<void> {
  try {
    // The bundler leaves it alone: the installation serves the module that fits it.
    const { createWidget } = (await import(
      /* webpackIgnore: true */ /* @vite-ignore */ `${host}/widget.mjs`
    )) as { createWidget(given: WidgetOptions): Promise<Widget | null> };
    const widget = one.users > 0 ? await createWidget({ ...options, host }) : null;
    if (!widget) return;
    if (one.users === 0) return void widget.destroy();
    show(one, widget);
    for (const name of newsNames) widget.on(name, () => one.users > 0 && show(one, widget));
  } catch (error) {
    // A network that is down comes back: the next component that shows it tries again.
    one.loading = null;
    console.warn("Pilothouse:", error);
  }
}

function show(one: Held, widget: Widget): void {
  one.shown = { widget, state: { ...widget.state, agent: { ...widget.state.agent } } };
  tell();
}

/** Hears these events for the component, with the listeners of its latest drawing, from the moment the widget is there. */
function listen(token: string, heard: string, now: { current: PilothouseProps }): () => void {
  let of: Widget | null = null;
  let stops: (() => void)[] = [];

  function attach(): void {
    const widget = held.get(token)?.shown.widget ?? null;
    if (widget === of) return;
    of = widget;
    stops = heard.split(" ").flatMap((name) => {
      const hear = (detail: unknown) => toProps(now.current)[propOf(name)]?.(detail);
      return widget && name ? [(widget.on as WidgetMethods["on"])(name as "ready", hear)] : [];
    });
  }

  attach();
  const leave = watch(attach);
  return () => {
    leave();
    stops.forEach((stop) => stop());
  };
}

/** `message:before-send` is heard by `onMessageBeforeSend`. */
function propOf(name: string): string {
  return `on${name.replace(/(?:^|[:-])(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
}

function toProps(props: PilothouseProps): Record<string, ((detail: unknown) => void) | undefined> {
  return props as unknown as Record<string, (detail: unknown) => void>; // read by the names of its listeners alone
}

function readOptions(props: PilothouseProps): WidgetOptions {
  const listeners = new Set<string>(eventNames.map(propOf));
  const options = Object.entries(props).filter(([name]) => !listeners.has(name) && name !== "className");
  return Object.fromEntries(options) as unknown as WidgetOptions; // what is left of the properties
}

/**
 * What is another value than before; objects that say the same are the same, for components write them again each time.
 */
function readChanges(before: PilothouseProps, after: PilothouseProps): Partial<WidgetOptions> | null {
  const [old, next] = [readOptions(before), readOptions(after)] as unknown as Record<string, unknown>[]; // by their names
  const names = Object.keys({ ...old, ...next }).filter((name) => !isSame(old?.[name], next?.[name]));
  if (names.length === 0) return null;
  // Null takes back what was said.
  return Object.fromEntries(names.map((name) => [name, next?.[name] ?? null]));
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === "function" && typeof other === "function") return true;
  const isData = [one, other].every((value) => isPlain(value));
  return isData ? write(one) === write(other) : one === other;
}

function write(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (inner instanceof RegExp ? String(inner) : inner));
}

function isPlain(value: unknown): boolean {
  const made = typeof value === "object" && value !== null ? Object.getPrototypeOf(value) : null;
  return made === Object.prototype || made === Array.prototype;
}

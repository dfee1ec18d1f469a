import type { DoctorReport } from "../shared/domain/doctor.ts";
import type {
  Attributes,
  ConversationSummary,
  Identity,
  PageLook,
  ShownMessage,
  UnavailableReason,
  WidgetEvents,
} from "../shared/frame/messages.ts";

/** What a page may ask of a widget: `createWidget(options)`, and as `data-*` of the tag or attributes of the element. */
export interface WidgetOptions {
  /** The public token of the agent's chat widget. */
  token: string;
  /** Origin of the installation; the script's own where it is not said. */
  host?: string;
  /** The name under which page code finds the widget on `window`. */
  global?: string;
  /** `bubble` beside a launcher, `inline` in the page, `drawer` at its side, `modal` in its middle, `none` without launcher. */
  mode?: WidgetMode;
  /** Where an inline chat stands: an element or its selector. */
  target?: string | Element;
  position?: "right" | "left";
  /** From the page's edges to the launcher, in px; `mobileY` takes the place of `y` where the open chat covers the page. */
  offset?: { x?: number; y?: number; mobileY?: number };
  zIndex?: number;
  /**
   * The panel's size as CSS has it; a number of px may stand alone. An inline chat with the height `auto` is as high as what
   * is in it, up to the height that Deploy says.
   */
  size?: { width?: string | number; height?: string | number };
  /** `false`: no button of ours. `selector`: elements of the page that open and close the chat. */
  launcher?: false | LauncherOptions;
  /** A BCP 47 tag; `auto`: what Deploy says, and the visitor's own. */
  locale?: string;
  dir?: "auto" | "ltr" | "rtl";
  /** Words by their key, over those of the language. */
  strings?: Record<string, string>;
  theme?: Theme | "auto" | "light" | "dark";
  /** Nothing that the widget puts into a page needs one; a page may say it here as it does for its other scripts. */
  nonce?: string;
  /** The main color: shorter for `theme.primary`. */
  color?: string;
  /** Opens as soon as it is there. */
  open?: boolean;
  /** When the chat is loaded: on the first opening, once the page is idle, or immediately. */
  defer?: "open" | "idle" | "now";
  /** Whether opening puts the focus into the composer; `desktop`, the default, leaves a phone's keyboard away. */
  autofocus?: boolean | "desktop";
  /** Where the session is kept. */
  storage?: "local" | "session" | "none";
  /** `required`: nothing is kept or sent before the visitor or `setConsent` agrees. */
  consent?: "granted" | "required";
  /** Whether new answers sound; Deploy and the visitor decide where it is not said. */
  sound?: boolean;
  /** Whether a hidden page's title counts what is unread: `(2) Shop`. */
  titleBadge?: boolean;
  /** Path rules: `/checkout*` or a regular expression. Checked again whenever the page's address changes. */
  hideOn?: PathRule[];
  showOn?: PathRule[];
  /** The visitor's identity, sent when the chat is loaded; `identify` sends it immediately. */
  identity?: Identity;
  /** What the page says of itself with each message. */
  context?: Record<string, unknown>;
  /** What the agent may have this page do; see `addTool`. */
  tools?: ClientTool[];
  /** Gives a fresh JWT once the visitor's has run out. */
  onTokenExpired?: () => Promise<string> | string;
}

/**
 * Code of the page's that the agent may run, for an action of the kind "Code on your website" with the same name. What
 * the agent knows of it is what the action says: `description` and `parameters` are for readers of the page's code.
 */
export interface ClientTool {
  name: string;
  description: string;
  /** JSON Schema of `args`. */
  parameters: Record<string, unknown>;
  /** The visitor is asked first, unless the action had them asked already. */
  confirm?: boolean;
  /** Gives what can be written as JSON, up to 16,000 characters. The signal aborts when the action's time is over. */
  run(args: unknown, signal: AbortSignal): unknown;
}

export type WidgetMode = "bubble" | "inline" | "drawer" | "modal" | "none";
/** `*` stands for anything, the rest for itself; it is held against the whole path. */
export type PathRule = string | RegExp;
export type Theme = Omit<PageLook, "position" | "height">;

export interface LauncherOptions {
  icon?: "chat" | "question" | "spark" | "wave";
  label?: string;
  selector?: string;
}

export interface WidgetState {
  /** `idle` after destroy. */
  status: "idle" | "loading" | "ready" | "unavailable";
  open: boolean;
  unread: number;
  online: boolean;
  conversationId: string | null;
  /** The visitor's identity was signed, and the signature is right. */
  verified: boolean;
  /** The visitor is in a call by voice; not there before the chat is. */
  inCall?: boolean;
  agent: { name: string; online: boolean };
}

/** `home`: the greeting with its suggestions. `call` begins a call by voice. */
export type WidgetView = "home" | "chat" | "history" | "call" | { conversation: string };

/** An answer that the visitor can choose; it is sent as their message. */
export interface Suggestion {
  text: string;
}

/** What page code has the chat say first. */
export interface ProactiveMessage {
  text: string;
  actions?: Suggestion[];
  delayMs?: number;
  once?: string;
}

export interface SendOptions {
  files?: File[];
  /** What the page says of this message, beside its context. */
  meta?: Attributes;
  /** Whether the chat opens too; it does where it is not said. */
  open?: boolean;
}

/** What a call gave that is not valid, by name: it was left out, and the console says so too. */
export interface Ignored {
  ignored?: string[];
}

export type EventName = keyof WidgetEvents;
export type Listener<Name extends EventName> = (detail: WidgetEvents[Name]) => void;
export type AnyListener = (name: EventName, detail: WidgetEvents[EventName]) => void;
export type Unsubscribe = () => void;

export interface Listen {
  <Name extends EventName>(name: Name, listener: Listener<Name>): Unsubscribe;
  (name: "*", listener: AnyListener): Unsubscribe;
}

/**
 * One widget of a page. Methods may be called at any time, before it is there too. What can't be done rejects with an
 * Error that has a `code`; what is told to nobody (show, stop, setLocale …) never fails.
 */
export interface WidgetMethods {
  readonly version: string;
  readonly token: string;
  /** Resolves when the launcher is there, or when it steps aside; never rejects. */
  readonly ready: Promise<void>;
  /** Always as it is now. */
  readonly state: Readonly<WidgetState>;
  open(view?: WidgetView): Promise<void>;
  close(): Promise<void>;
  toggle(): Promise<void>;
  /** Shows or hides launcher and panel. */
  show(): void;
  hide(): void;
  /** Tells who the visitor is; loads the chat in the background. What is not valid is left out. */
  identify(identity: Identity): Promise<{ verified: boolean } & Ignored>;
  setAttributes(attributes: Attributes): Promise<Ignored>;
  setContext(context: Record<string, unknown> | null): Promise<Ignored>;
  /**
   * Tells what the visitor did, as in `track("plan_chosen", { plan: "pro" })`: the latest twenty go along with the next
   * messages, as `events` of their context. Only messages bring them to the server. Proactive messages can wait for an event.
   */
  track(event: string, properties?: Attributes): Promise<Ignored>;
  /** Forgets the visitor, here and in the browser's storage; the widget stays. */
  logout(): Promise<void>;
  /** Gives its id, under which it begins with the first message; until then nobody else hears of it. */
  newConversation(): Promise<string>;
  endConversation(): Promise<void>;
  conversations(): Promise<ConversationSummary[]>;
  /** Of the conversation that is shown, or of the one with this id. */
  transcript(id?: string): Promise<ShownMessage[]>;
  /** Opens the chat and writes this into the composer. */
  prefill(text: string): void;
  /** Resolves when the server has the message. */
  send(text: string, options?: SendOptions): Promise<ShownMessage>;
  /** Stops the answer that is being written. */
  stop(): void;
  /** Lets the agent run code of the page's; resolves with a function that takes it away again. */
  addTool(tool: ClientTool | ClientTool[]): Promise<Unsubscribe>;
  removeTool(name: string): void;
  /**
   * Says something beside the closed launcher, after `delayMs`, with up to three answers to choose from. Under a key in `once`
   * a visitor reads it one time only. Nothing is said while the chat is open.
   */
  say(message: ProactiveMessage): void;
  /** Takes away what is said beside the launcher, and what waits to be. */
  hideProactive(): void;
  /** Opens the chat and begins a call by voice, where the agent takes calls; the visitor is asked for the microphone. */
  startCall(): Promise<void>;
  endCall(): void;
  /** Looks at what a chat needs on this page. */
  doctor(): Promise<DoctorReport>;
  setLocale(locale: string): void;
  setTheme(theme: Theme): void;
  setConsent(consent: "granted" | "denied"): void;
  update(options: Partial<WidgetOptions>): void;
  unavailableReason(): UnavailableReason | null;
  on: Listen;
  once: Listen;
  off(name: EventName | "*", listener: (...all: never[]) => void): void;
  /** Removes everything from the page. */
  destroy(): Promise<void>;
}

/** The public object: its methods, and callable with a method's name: `Pilothouse("open")`. */
export type Widget = WidgetMethods & ((method: string, ...rest: unknown[]) => unknown);

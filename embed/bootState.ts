import type { UnavailableReason } from "../shared/frame/messages.ts";
import type { Core } from "./coreMethods.ts";
import type { LauncherConfiguration, Launcher } from "./launcher.ts";
import type { Listeners } from "./listeners.ts";
import type { RawOptions } from "./raw.ts";
import type { WidgetState } from "./types.ts";

/** What the loader and the core of one widget share. */
export interface Boot {
  token: string;
  host: string;
  options: RawOptions;
  state: WidgetState;
  reason: UnavailableReason | null;
  /** What page code asked by `show` and `hide`. */
  isWanted: boolean;
  /** What the path rules say; false until the core has read them. */
  mayShow: boolean;
  configuration?: LauncherConfiguration;
  launcher?: Launcher;
  listeners: Listeners;
  core?: Core;
  /** What is beside the launcher is told here that something was drawn, or what page code said, by its name. */
  heed?(type?: string, payload?: unknown): void;
  /** Shows the launcher, or does not. */
  place(): void;
  /** Asks for the configuration, with the language that the page says; gives what is in the way. */
  configure(): Promise<UnavailableReason | null>;
  stepAside(why: UnavailableReason, detail?: string): void;
}

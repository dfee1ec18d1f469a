import { createContext, useContext, useSyncExternalStore } from "react";
import { snapshot, subscribe, type Snapshot } from "valtio";
import { chat, type ChatState } from "../session/state.ts";

type Configuration = Snapshot<ChatState>["configuration"];

/**
 * The agent's configuration for the messages, which the conversation reads once for all of them: with a thousand messages
 * that each followed the state by themselves, every change of it would ask three thousand listeners.
 */
export const ConfigurationContext = createContext<Configuration>(null);

export function useConfiguration(): Configuration {
  return useContext(ConfigurationContext);
}

/** The configuration as it is in the state, plain. */
export function useOwnConfiguration(): Configuration {
  return useSyncExternalStore(watch, read);
}

const watch = (onChange: () => void): (() => void) => subscribe(chat, onChange);
const read = (): Configuration => snapshot(chat).configuration;

import { afterEach } from "vitest";
import { configurationId, makeConfiguration } from "../../../shared/contract/configuration.ts";
import type { Configuration } from "../../../shared/contract/configuration.ts";

/** Writes the embedded configuration into the test's document, as the server does; call it before openConsole. */
export function configurePage(part: Partial<Configuration>): void {
  document.getElementById(configurationId)?.remove();
  const block = document.createElement("script");
  block.type = "application/json";
  block.id = configurationId;
  block.textContent = JSON.stringify({ ...makeConfiguration(), ...part });
  document.head.append(block);
}

afterEach(() => document.getElementById(configurationId)?.remove());

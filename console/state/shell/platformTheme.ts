import { proxy, subscribe } from "valtio";
import { applyTheme } from "../../../shared/ui/style/theme.ts";
import { keptForBrowser } from "../platform/storage.ts";

/** `system` follows the device; light is the default. */
export type ThemeChoice = "light" | "dark" | "system";

const storedName = "theme";

/** The console's light or dark. */
export const platformTheme = proxy<{ choice: ThemeChoice }>({ choice: readChoice() });

subscribe(platformTheme, () => keptForBrowser.write(storedName, platformTheme.choice));

/** Sets the theme and shows it immediately. */
export function chooseTheme(choice: ThemeChoice): void {
  platformTheme.choice = choice;
  showTheme();
}

/** Puts the chosen theme on the page. */
export function showTheme(): void {
  applyTheme(document.documentElement, { scheme: schemeOf(platformTheme.choice) });
}

function schemeOf(choice: ThemeChoice): "light" | "dark" | "auto" {
  return choice === "system" ? "auto" : choice;
}

function readChoice(): ThemeChoice {
  const stored = keptForBrowser.read(storedName);
  return stored === "dark" || stored === "system" ? stored : "light";
}

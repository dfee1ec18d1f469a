import type { Theme, WidgetOptions } from "./types.ts";

/**
 * Options as the embed keeps them: those that page code gives as objects lie flat, by the names that a tag has for them too.
 * Values may be texts, as a tag or an element has them; the core reads them.
 */
export type RawOptions = {
  [Name in Exclude<keyof WidgetOptions, "offset" | "size" | "launcher">]?: WidgetOptions[Name] | string;
} & {
  token?: string;
  host?: string;
  global?: string;
  userToken?: string;
  offsetX?: string | number;
  offsetY?: string | number;
  offsetMobileY?: string | number;
  width?: string | number;
  height?: string | number;
  launcher?: string | boolean;
  launcherIcon?: string;
  launcherLabel?: string;
  onPrimary?: string;
  launcherSelector?: string;
  position?: string;
  /** The tag that brought them: an inline chat without a target stands after it. */
  script?: Element;
  /** The element that is this widget: its events are told there, and an inline chat is in it. */
  element?: Element;
};

/** Gives options of page code as the embed keeps them; what is not said is not there. */
export function flatten({ offset, size, launcher, ...rest }: Partial<WidgetOptions>): RawOptions {
  const { primary: color, onPrimary }: Theme = typeof rest.theme === "object" ? rest.theme : {};
  const flat = {
    color,
    onPrimary,
    ...rest,
    ...(offset && { offsetX: offset.x, offsetY: offset.y, offsetMobileY: offset.mobileY }),
    ...size,
    ...(launcher !== undefined && { launcher: launcher !== false }),
    ...(launcher && {
      launcherIcon: launcher.icon,
      launcherLabel: launcher.label,
      launcherSelector: launcher.selector,
    }),
  };
  const options: RawOptions = Object.create(null);
  for (const [name, value] of Object.entries(flat)) {
    if (value !== undefined) Object.assign(options, { [name]: value });
  }
  return options;
}

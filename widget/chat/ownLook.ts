import { parseColor } from "../../shared/domain/color.ts";
import { defaultBrand } from "../../shared/domain/product.ts";
import type { PageLook } from "../../shared/frame/messages.ts";
import { deriveOwnColors } from "../../shared/ui/style/ownColors.ts";
import { schemes } from "../../shared/ui/style/schemes.ts";

const colorNames = [
  ...Object.keys(schemes.light),
  ...["accent", "accent-hover", "on-accent", "accent-text", "accent-soft"],
];
const sizeNames = ["radius", "radius-s", "radius-l", "talk"];

/** What was set by the page's last look. */
let applied: string[] = [];

/**
 * Sets what a page says of the chat's look beyond Deploy's settings: a background with all that lies on it, and single
 * values by their name. What is no color or size never becomes CSS.
 */
export function applyOwnLook(root: HTMLElement, look: PageLook & { primary: string | undefined }): void {
  for (const name of applied) root.style.removeProperty(name);
  applied = [];
  const put = (name: string, value: string): void => {
    root.style.setProperty(name, value);
    applied.push(name);
  };
  const { background, text, vars = {}, primary = defaultBrand } = look;
  const ground = background ?? (text && groundOf(root));
  const own = ground ? deriveOwnColors({ background: ground, text, primary }) : undefined;
  if (own) {
    if (background) root.dataset["phScheme"] = own.scheme;
    for (const [name, value] of Object.entries(own.colors)) put(`--ph-${name}`, value);
  }
  for (const [name, value] of Object.entries(vars)) {
    const known = name.replace(/^--ph-/, "");
    const isColor = colorNames.includes(known) && parseColor(value) !== undefined;
    const isSize = sizeNames.includes(known) && /^\d{1,2}(\.\d+)?px$/.test(value);
    if (isColor || isSize) put(`--ph-${known}`, value);
  }
}

/** On which a text color without a background of its own will stand. */
function groundOf(root: HTMLElement): string {
  return getComputedStyle(root).getPropertyValue("--ph-surface").trim();
}

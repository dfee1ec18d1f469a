import { useLayoutEffect } from "react";
import { useSnapshot } from "valtio";
import { applyTheme } from "../../shared/ui/style/theme.ts";
import { chat } from "../session/state.ts";
import { createLater } from "./later.ts";

/** Few pages say so much of the look that the first picture needs it. */
const ownLook = createLater(() => import("./ownLook.ts").then(({ applyOwnLook }) => applyOwnLook));

/** Gives the document its look, language and direction; what the page around it wants stands above what Deploy says. */
export function useLook(): void {
  const { configuration, look, language, dir } = useSnapshot(chat);
  const applyOwnLook = ownLook.usePart(Boolean(look.background ?? look.text ?? look.vars));
  useLayoutEffect(() => {
    const settings = configuration?.settings;
    // A text color belongs to the color below it: the page's own color does not take Deploy's.
    const onPrimary = look.onPrimary ?? (look.primary ? undefined : settings?.onPrimary);
    applyTheme(document.documentElement, {
      scheme: look.scheme ?? settings?.scheme ?? "auto",
      primary: look.primary ?? settings?.primary,
      onPrimary: onPrimary ?? undefined,
      radius: look.radius ?? settings?.radius,
      density: look.density ?? settings?.density,
      font: look.font ?? settings?.font,
    });
    applyOwnLook?.(document.documentElement, { ...look, primary: look.primary ?? settings?.primary });
  }, [configuration, look, applyOwnLook]);
  useLayoutEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = dir;
  }, [language, dir]);
}

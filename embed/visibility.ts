import type { Boot } from "./bootState.ts";

/**
 * Tells whether the chat's place in the page can be seen: not while page code or a path rule hides it, nor where an inline
 * chat is scrolled away. That the whole page is hidden, the frame sees itself.
 */
export function watchVisibility(boot: Boot, onChange: (isVisible: boolean) => void) {
  const { host } = boot.launcher ?? {};
  const place = boot.place;
  let isInView = true;
  let isVisible = true;
  const observer =
    host &&
    new IntersectionObserver((entries) => {
      isInView = entries.at(-1)?.isIntersecting ?? true;
      update();
    });

  function update(): void {
    const isInline = host?.dataset["mode"] === "inline";
    const next = !host?.hidden && (!isInline || isInView);
    if (next === isVisible) return;
    isVisible = next;
    onChange(isVisible);
  }

  // The loader places it when page code shows or hides it.
  boot.place = () => {
    place();
    update();
  };
  if (host) observer?.observe(host);
  return {
    isVisible: () => isVisible,
    end() {
      boot.place = place;
      observer?.disconnect();
    },
  };
}

import { useEffect } from "react";

/**
 * Keeps the composer above a phone's keyboard: where the browser lays the keyboard over the page instead of making the page
 * smaller, the chat is as high as what can be seen. In a frame the page around it does the same with the panel.
 */
export function useViewport(): void {
  useEffect(() => {
    const { visualViewport } = window;
    if (!visualViewport) return;
    const root = document.documentElement;
    const fit = (): void => {
      // Zoomed by two fingers: then a smaller part is seen on purpose.
      const isCovered = visualViewport.scale < 1.05 && innerHeight - visualViewport.height > 60;
      if (!isCovered) return void root.style.removeProperty("--ph-viewport");
      root.style.setProperty("--ph-viewport", `${visualViewport.height}px`);
      scrollTo(0, 0);
    };
    visualViewport.addEventListener("resize", fit);
    return () => visualViewport.removeEventListener("resize", fit);
  }, []);
}

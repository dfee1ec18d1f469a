/** Lets the tab be looked at, or not. */
export function showTab(isShown: boolean): void {
  Object.defineProperty(document, "hidden", { value: !isShown, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

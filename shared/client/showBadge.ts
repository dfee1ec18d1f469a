/** Puts a number on the icon of the app that this is, where it is installed and the browser has such; 0 takes it away. */
export async function showBadge(count: number): Promise<void> {
  if (!("setAppBadge" in navigator)) return;
  try {
    await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge());
  } catch {
    // Some browsers let only an app do it that may show notifications.
  }
}

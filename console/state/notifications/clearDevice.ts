import { showBadge } from "../../../shared/client/showBadge.ts";

/** Takes from the icon and the notes of this device what they say of conversations: somebody else may come next. */
export async function clearDevice(): Promise<void> {
  void showBadge(0);
  try {
    const { closeAllNotifications } = await import("./deviceNotifications.ts");
    await closeAllNotifications();
  } catch (thrown) {
    // A browser that does not tell what it shows keeps it.
    console.warn(thrown);
  }
}

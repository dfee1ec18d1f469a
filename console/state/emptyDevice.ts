import { showBadge } from "../../shared/client/showBadge.ts";

/** Takes from the icon and the notes of this device what they say of conversations: somebody else may come next. */
export async function emptyDevice(): Promise<void> {
  void showBadge(0);
  try {
    const { closeAllNotes } = await import("./shownNotes.ts");
    await closeAllNotes();
  } catch (thrown) {
    // A browser that does not tell what it shows keeps it.
    console.warn(thrown);
  }
}

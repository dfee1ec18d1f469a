import { pageNotifications } from "./browserNotifications.ts";

/** Closes all that this device shows: its user leaves. */
export async function closeAllNotifications(): Promise<void> {
  for (const note of await listNotes()) note.close();
}

/** Gives the notes of a conversation, or all, whichever of the inbox's workers showed them, and those of this tab. */
export async function listNotes(tag?: string): Promise<Notification[]> {
  const filter = tag === undefined ? {} : { tag };
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  const shown = await Promise.all(workers.map((worker) => worker.getNotifications(filter)));
  return [...shown.flat(), ...[...pageNotifications].filter((note) => tag === undefined || note.tag === tag)];
}

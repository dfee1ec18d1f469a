import { proxy, ref } from "valtio";
import { onOrganizationLeft } from "../platform/organizationLeft.ts";

/** Something that was just done, and how it is taken back. */
interface Undoable {
  text: string;
  /** The id of what was made: once that is changed by hand, nothing is offered. */
  made?: string;
  /** False where it has only begun, and says itself how it ends. */
  undo: () => Promise<unknown>;
  /** Opens what was made, where it can be changed. */
  edit?: () => void;
}

/** How long the bar stays. */
export const undoMs = 10_000;

/** What can be taken back now, if anything. */
export const undo = proxy<{ offer: Undoable | null }>({ offer: null });

let timer: ReturnType<typeof setTimeout> | undefined;

/** Offers to take something back, for ten seconds or until something else is offered. */
export function offerUndo(offer: Undoable): void {
  undo.offer = ref(offer);
  keepUndo(false);
}

/** Holds the bar while somebody is about to use it; let go, it has its ten seconds again. */
export function keepUndo(isHeld: boolean): void {
  clearTimeout(timer);
  if (!isHeld) timer = setTimeout(endUndo, undoMs);
}

/** Takes the bar away. */
export function endUndo(): void {
  clearTimeout(timer);
  undo.offer = null;
}

onOrganizationLeft(endUndo);

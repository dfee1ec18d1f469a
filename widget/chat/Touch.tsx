import { useActions } from "./actions.ts";
import { useSwipeDown } from "./useSwipeDown.ts";
import { useViewport } from "./useViewport.ts";

/** What fingers and a phone's keyboard do with the whole chat. */
export function Touch(): null {
  const actions = useActions();
  useSwipeDown(actions);
  useViewport();
  return null;
}

import { keyOf } from "./peek.ts";

/**
 * The token that the chat's own address carries, as in `/p/SLUG#identity=JWT`: nobody but the browser gets to see a
 * fragment. It is taken out of the address immediately, so that it stays in no history, bookmark or copied link. A page
 * of its own has it over a reload, in this tab only; in a frame the page around it says it again.
 */
export function takeIdentityFromAddress(token: string): string | null {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const given = fragment.get("identity");
  const isOwn = parent === window;
  if (given !== null) {
    fragment.delete("identity");
    const rest = fragment.size > 0 ? `#${fragment}` : "";
    history.replaceState(history.state, "", location.pathname + location.search + rest);
  }
  try {
    const name = keyOf(token, "identity");
    if (given !== null && isOwn) sessionStorage.setItem(name, given);
    return given ?? (isOwn ? sessionStorage.getItem(name) : null);
  } catch {
    // Without a storage it lasts as long as the document.
    return given;
  }
}

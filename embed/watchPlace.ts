/** The part of the Navigation API that is used here; not every browser has it. */
interface NavigationTarget {
  navigation?: EventTarget;
}

/**
 * Hears when the page's address changes without a load, by the Navigation API; where it is missing, of what the visitor
 * goes back to and of nothing that the page itself pushes. Gives a function that stops.
 */
export function watchPlace(onChange: () => void): () => void {
  const { navigation } = window as NavigationTarget;
  const target = navigation ?? window;
  const name = navigation ? "currententrychange" : "popstate";
  target.addEventListener(name, onChange);
  return () => target.removeEventListener(name, onChange);
}

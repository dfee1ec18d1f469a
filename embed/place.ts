/** The part of the Navigation API that is used here; not every browser has it. */
interface NavigationTarget {
  navigation?: EventTarget;
}

/**
 * Hears when the page's address changes without a load, and when the page comes back from the browser's cache. Where the
 * Navigation API is missing, `history` is patched, and restored by the function that this gives.
 */
export function watchPlace(onChange: () => void): () => void {
  const { navigation } = window as NavigationTarget;
  const stops = [hear(window, "pageshow", onChange)];
  if (navigation) stops.push(hear(navigation, "currententrychange", onChange));
  else
    stops.push(
      hear(window, "popstate", onChange),
      patch("pushState", onChange),
      patch("replaceState", onChange),
    );
  return () => stops.forEach((stop) => stop());
}

function hear(target: EventTarget, name: string, listener: () => void): () => void {
  target.addEventListener(name, listener);
  return () => target.removeEventListener(name, listener);
}

/** Wraps a method of `history`. Later wrappers keep calling ours, so it can only become inactive. */
function patch(name: "pushState" | "replaceState", onChange: () => void): () => void {
  const before = history[name];
  const wasOwn = Object.hasOwn(history, name);
  let isOn = true;
  const wrapped: History["pushState"] = function (this: History, ...all) {
    before.apply(this, all);
    if (isOn) onChange();
  };
  history[name] = wrapped;
  return () => {
    isOn = false;
    if (history[name] !== wrapped) return;
    if (wasOwn) history[name] = before;
    else Reflect.deleteProperty(history, name);
  };
}

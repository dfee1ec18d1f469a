let locks = 0;
let before = "";

/** Keeps the page from scrolling until the function it gives is called; several may hold it at once. */
export function lockScroll(): () => void {
  const { style } = document.documentElement;
  if (locks++ === 0) {
    before = style.overflow;
    style.overflow = "hidden";
  }
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    if (--locks === 0) style.overflow = before;
  };
}

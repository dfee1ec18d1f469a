/** Notes who listens to document and window from now on; the function it gives takes them all away again. */
export function noteListeners(): () => void {
  const undo: Array<() => void> = [];
  for (const target of [document, window] as EventTarget[]) {
    const { addEventListener } = target;
    target.addEventListener = (type, listener, options) => {
      addEventListener.call(target, type, listener, options);
      undo.push(() => target.removeEventListener(type, listener, options));
    };
    undo.push(() => void (target.addEventListener = addEventListener));
  }
  return () => undo.splice(0).forEach((step) => step());
}

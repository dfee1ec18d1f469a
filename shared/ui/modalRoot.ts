/** The element that modal dialogs are mounted in (specification 2); made at the first use. */
export function modalRoot(): HTMLElement {
  const found = document.getElementById("ph-modal-root");
  if (found) return found;
  const root = document.createElement("div");
  root.id = "ph-modal-root";
  document.body.append(root);
  return root;
}

import type { ComponentType, ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { expect, it, vi } from "vitest";
import { createLater } from "./later.ts";

it("a part that arrives after a drawing and before its effects is drawn", async () => {
  const part = Promise.withResolvers<ComponentType>();
  const later = createLater(() => part.promise);
  const loading = later.load();
  function Shown(): ReactNode {
    const Part = later.usePart();
    return Part ? <Part /> : <p>On its way</p>;
  }
  const root = document.createElement("div");
  createRoot(root).render(<Shown />);
  expect(root.textContent).toBe("On its way");
  // Effects wait for the next picture; what has arrived does not.
  part.resolve(() => <p>Here it is</p>);
  await loading;
  await vi.waitFor(() => expect(root.textContent).toBe("Here it is"));
});

import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recordSounds } from "../../../tests/kit/browser/recordSounds.ts";
import { chooseSound, inboxSound } from "../../state/conversations/inbox/inboxSound.ts";
import { SoundChoices } from "./SoundChoices.tsx";

let heard: number[];

beforeEach(() => {
  heard = recordSounds();
});
afterEach(() => {
  chooseSound("waiting", "chime");
  inboxSound.isOn = false;
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe("the sounds of this browser", () => {
  it("are turned on with a sound that shows it, chosen for each kind, and heard by its button", async () => {
    render(<SoundChoices />);
    fireEvent.click(screen.getByRole("switch", { name: "Sounds in this browser" }));
    await waitFor(() => expect(heard).toEqual([660, 990]));
    const label = "A conversation waits for a person";
    fireEvent.change(await screen.findByLabelText(label), { target: { value: "low" } });
    fireEvent.click(screen.getByRole("button", { name: `Preview: ${label}` }));
    await waitFor(() => expect(heard).toEqual([660, 990, 330]));
    expect(JSON.parse(localStorage.getItem("inboxSounds") ?? "")).toMatchObject({
      ...{ waiting: "low", mine: "chime", mention: "chime" },
    });
  });

  it("can be silent for a kind, which then has no preview", async () => {
    inboxSound.isOn = true;
    render(<SoundChoices />);
    const label = "A conversation waits for a person";
    fireEvent.change(screen.getByLabelText(label), { target: { value: "none" } });
    const button = screen.getByRole<HTMLButtonElement>("button", { name: `Preview: ${label}` });
    await waitFor(() => expect(button.disabled).toBe(true));
  });
});

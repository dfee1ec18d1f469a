import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeActions, type FakeActions } from "../../tests/kit/surfaces/chatActions.ts";
import { configuration } from "../../tests/kit/surfaces/visitorServer.ts";
import { chat, createState } from "../session/state.ts";
import { ChatApp } from "./ChatApp.tsx";

/** Loaded before, as the frame does right after its first picture. */
await import("./afterFirst.ts");

let actions: FakeActions;
/** What is watched, and how to say that its size changed. */
let watched: { part: HTMLElement; tell: () => void }[];

beforeEach(() => {
  actions = makeActions();
  watched = [];
  vi.stubGlobal(
    "ResizeObserver",
    class {
      #tell: () => void;
      constructor(tell: () => void) {
        this.#tell = tell;
      }
      observe(part: HTMLElement): void {
        watched.push({ part, tell: this.#tell });
      }
      disconnect(): void {
        watched = watched.filter(({ tell }) => tell !== this.#tell);
      }
    },
  );
  Object.assign(chat, createState(), { configuration: JSON.parse(JSON.stringify(configuration)) });
});
afterEach(() => void vi.unstubAllGlobals());

const app = () => screen.getByRole("banner").parentElement;

it("the chat is as high as what is in it where the page wants it so, and tells the page", async () => {
  chat.look = { height: "auto" };
  render(<ChatApp actions={actions} />);
  await vi.waitFor(() => expect(watched.map(({ part }) => part)).toEqual([app()]));
  expect([app()?.style.height, app()?.style.maxHeight]).toEqual([
    "auto",
    `${configuration.settings.panelHeight}px`,
  ]);
  watched[0]?.tell();
  expect(actions.tellSize).toHaveBeenCalledExactlyOnceWith({ width: 0, height: 0 });
  chat.look = {};
  await vi.waitFor(() => expect(watched).toEqual([]));
  expect(app()?.style.height).toBe("");
});

it("the chat fills its frame everywhere else", async () => {
  render(<ChatApp actions={actions} />);
  await screen.findByRole("textbox", { name: "Message" });
  expect([watched.length, app()?.style.height]).toEqual([0, ""]);
});

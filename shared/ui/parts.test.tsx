import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Avatar } from "./Avatar.tsx";
import { Button } from "./Button.tsx";
import { CopyButton } from "./CopyButton.tsx";
import { ErrorState } from "./ErrorState.tsx";
import { MessageBubble } from "./MessageBubble.tsx";
import { Select } from "./Select.tsx";
import { SuggestionChips } from "./SuggestionChips.tsx";
import { Tab, Tabs } from "./Tabs.tsx";
import { TextArea } from "./TextArea.tsx";
import { TextField } from "./TextField.tsx";
import { Toasts } from "./Toasts.tsx";
import { showToast } from "./toasts.ts";
import { Toggle } from "./Toggle.tsx";

describe("a button", () => {
  it("keeps its label and its focus while busy, and does nothing", () => {
    const handleClick = vi.fn();
    const { rerender } = render(<Button onClick={handleClick}>Save</Button>);
    const button = screen.getByRole("button", { name: "Save" });
    button.focus();
    fireEvent.click(button);
    rerender(
      <Button isBusy onClick={handleClick}>
        Save
      </Button>,
    );
    fireEvent.click(button);
    expect(handleClick).toHaveBeenCalledTimes(1);
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute("aria-busy")).toBe("true");
    expect(button.textContent).toBe("Save");
  });

  it("does not send its form while busy", () => {
    const handleSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
    render(
      <form onSubmit={handleSubmit}>
        <Button type="submit" isBusy>
          Send
        </Button>
      </form>,
    );
    fireEvent.click(screen.getByRole("button"));
    expect(handleSubmit).not.toHaveBeenCalled();
  });
});

describe("a field with a limit", () => {
  it.each([
    ["one line", TextField],
    ["several lines", TextArea],
  ])("of %s keeps a text that is too long, and says so", (_, Kind) => {
    render(<Kind label="About" limit={10} value="twelve signs" onChange={vi.fn()} />);
    const field = screen.getByLabelText<HTMLInputElement>("About");
    expect(field.maxLength).toBe(-1);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "This is too long: at most 10 characters are taken.",
    );
    screen.getByText("12 / 10");
  });

  it("counts once its text comes near", () => {
    const draw = (value: string) => <TextField label="About" limit={10} value={value} onChange={vi.fn()} />;
    const { rerender } = render(draw("seven s"));
    expect(screen.queryByText("7 / 10")).toBeNull();
    rerender(draw("eight si"));
    screen.getByText("8 / 10");
    expect(screen.getByLabelText("About").hasAttribute("aria-invalid")).toBe(false);
  });
});

describe("a toggle", () => {
  it("is a switch that asks to be turned over", () => {
    const handleChange = vi.fn();
    render(<Toggle label="Live" isOn onChange={handleChange} />);
    const toggle = screen.getByRole("switch", { name: "Live" });
    expect(toggle.getAttribute("aria-checked")).toBe("true");
    fireEvent.click(toggle);
    expect(handleChange).toHaveBeenCalledWith(false);
  });
});

describe("a field", () => {
  it("is named by its label and described by its error and hint", () => {
    render(
      <TextField
        label="Name"
        value=""
        onChange={() => {}}
        hint="Visitors see it."
        error="Field is required"
      />,
    );
    const input = screen.getByLabelText("Name");
    const described = (input.getAttribute("aria-describedby") ?? "").split(" ");
    const words = described.map((id) => document.getElementById(id)?.textContent);
    expect(words).toEqual(["Field is required", "Visitors see it."]);
    expect(input.getAttribute("aria-invalid")).toBe("true");
  });

  it("tells of each change as it is typed", () => {
    const Form = (): ReturnType<typeof TextField> => {
      const [value, setValue] = useState("");
      return (
        <>
          <TextField label="One" value={value} onChange={setValue} type="email" />
          <TextArea label="Many" value={value} onChange={setValue} />
        </>
      );
    };
    render(<Form />);
    fireEvent.input(screen.getByLabelText("One"), { target: { value: "a" } });
    expect(screen.getByLabelText<HTMLTextAreaElement>("Many").value).toBe("a");
    fireEvent.input(screen.getByLabelText("Many"), { target: { value: "ab" } });
    expect(screen.getByLabelText<HTMLInputElement>("One").value).toBe("ab");
  });

  it("chooses one of several", () => {
    const handleChange = vi.fn();
    const options = [
      { value: "a", label: "First" },
      { value: "b", label: "Second" },
    ];
    render(<Select label="Model" value="a" options={options} onChange={handleChange} />);
    const select = screen.getByLabelText<HTMLSelectElement>("Model");
    select.value = "b";
    // Not fireEvent.change: Testing Library for Preact sends an input event in its place.
    fireEvent(select, new Event("change", { bubbles: true }));
    expect(handleChange).toHaveBeenCalledWith("b");
  });
});

describe("toasts", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("show in a region that was there before, and close after 2000 ms", () => {
    render(<Toasts />);
    const region = screen.getByRole("status");
    expect(region.textContent).toBe("");
    act(() => showToast("Status changed successfully"));
    expect(region.textContent).toBe("Status changed successfully");
    act(() => void vi.advanceTimersByTime(1999));
    expect(region.textContent).not.toBe("");
    act(() => void vi.advanceTimersByTime(1));
    expect(region.textContent).toBe("");
  });
});

describe("small parts", () => {
  it.each([
    ["Ana Maria Silva", "AM", "Ana Maria Silva"],
    [" ", "", "Anonymous"],
  ])("the avatar of %j shows %j and is called %j", (name, letters, label) => {
    render(<Avatar name={name} />);
    expect(screen.getByRole("img", { name: label }).textContent).toBe(letters);
  });

  it("the fallback says what went wrong and tries again", () => {
    const handleRetry = vi.fn();
    render(<ErrorState message="No answer" onRetry={handleRetry} />);
    expect(screen.getByRole("alert").textContent).toContain("Something went wrong.");
    expect(screen.getByRole("alert").textContent).toContain("No answer");
    fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(handleRetry).toHaveBeenCalledOnce();
  });

  it("the tab of this page says so", () => {
    render(
      <Tabs label="Agent">
        <Tab href="/a" isCurrent>
          Overview
        </Tab>
        <Tab href="/b" isCurrent={false}>
          Inbox
        </Tab>
      </Tabs>,
    );
    const links = within(screen.getByRole("navigation", { name: "Agent" })).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("aria-current"))).toEqual(["page", null]);
  });

  it("a suggestion is chosen by one click", () => {
    const handleChoose = vi.fn();
    render(<SuggestionChips suggestions={["Hours", "Prices"]} onChoose={handleChoose} />);
    fireEvent.click(screen.getByRole("button", { name: "Prices" }));
    expect(handleChoose).toHaveBeenCalledWith("Prices");
  });

  it("a message is an article named by who wrote it and when", () => {
    render(
      <MessageBubble author="Ana" side="other" time="14:02" hasHeader>
        Hello
      </MessageBubble>,
    );
    expect(screen.getByRole("article", { name: "Ana, 14:02" }).textContent).toContain("Hello");
  });

  it("copying says that it copied", async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    render(<CopyButton text="secret" />);
    fireEvent.click(screen.getByRole("button"));
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Copied"));
    expect(writeText).toHaveBeenCalledWith("secret");
    vi.unstubAllGlobals();
  });
});

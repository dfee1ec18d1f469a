import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { useWrongField } from "./useWrongField.ts";

function Question({ refusal }: { refusal?: unknown }) {
  const [hasTried, setHasTried] = useState(false);
  const [answer, setAnswer] = useState("");
  const isWrong = refusal !== undefined || (hasTried && !answer);
  const form = useWrongField(refusal);
  return (
    <Dialog title="Sure?" onClose={() => undefined} actions={<button form="question">Send</button>}>
      <form
        ref={form}
        id="question"
        onSubmit={(event) => {
          event.preventDefault();
          setHasTried(true);
        }}
      >
        <input aria-label="Note" />
        <input
          aria-label="Answer"
          aria-invalid={isWrong}
          value={answer}
          onChange={({ target }) => setAnswer(target.value)}
        />
      </form>
    </Dialog>
  );
}

const send = () => {
  screen.getByRole("button", { name: "Send" }).focus();
  fireEvent.submit(screen.getByLabelText("Note"));
};
const hasFocus = (name: string) => expect(document.activeElement).toBe(screen.getByLabelText(name));

it("gives the focus to the wrong field each time that the form is sent", async () => {
  render(<Question />);
  send();
  await waitFor(() => hasFocus("Answer"));
  send();
  await waitFor(() => hasFocus("Answer"));
});

it("gets it after each refusal, and doesn't without an error", async () => {
  const { rerender } = render(<Question />);
  screen.getByLabelText("Note").focus();
  rerender(<Question refusal={new Error("one")} />);
  hasFocus("Answer");
  screen.getByLabelText("Note").focus();
  rerender(<Question refusal={new Error("another")} />);
  hasFocus("Answer");
  rerender(<Question />);
  fireEvent.change(screen.getByLabelText("Answer"), { target: { value: "Yes" } });
  screen.getByLabelText("Note").focus();
  fireEvent.submit(screen.getByLabelText("Note"));
  await new Promise(requestAnimationFrame);
  hasFocus("Note");
});

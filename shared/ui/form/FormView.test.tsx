import { fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import type { ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import { checkForm, fieldTypes } from "../../domain/forms.ts";
import type { FieldType, FormField, FormValues } from "../../domain/forms.ts";
import { cardWords } from "../../words/cards.ts";
import { FormView } from "./FormView.tsx";

const words = { ...cardWords, required: "Pflichtfeld", invalid: "Ungültig", yes: "Ja", no: "Nein" };
const rooms = ["Sea view", "Garden view"];
const many = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

function makeField(type: FieldType, given: Partial<FormField> = {}): FormField {
  const options = type === "choice" || type === "several" ? rooms : [];
  return {
    ...{ id: type, type, label: fieldTypes[type], description: "", options },
    validations: { required: false },
    ...given,
  };
}

interface FormProps {
  fields: FormField[];
  given?: FormValues;
  onCheck?: (checked: ReturnType<typeof checkForm>) => void;
}

/** A form as callers make one: values and errors are theirs. */
function Form({ fields, given = {}, onCheck }: FormProps): ReactNode {
  const [values, setValues] = useState(given);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const check = (): void => {
    const checked = checkForm(fields, values);
    setErrors("errors" in checked ? checked.errors : {});
    onCheck?.(checked);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        check();
      }}
    >
      <FormView {...{ fields, values, errors, words }} onChange={setValues} />
      <button type="submit">Send</button>
    </form>
  );
}

const send = (): boolean => fireEvent.click(screen.getByRole("button", { name: "Send" }));
const field = <Kind extends HTMLElement = HTMLInputElement>(label: string): Kind =>
  screen.getByLabelText<Kind>(label);
const type = (label: string, value: string): boolean => fireEvent.input(field(label), { target: { value } });
const notesOf = (element: Element): (string | null | undefined)[] =>
  (element.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent);

describe("a form", () => {
  it("asks a field only where an earlier one calls for it, and takes no consent that was not given", () => {
    const handleCheck = vi.fn();
    const validations = { required: true };
    const fields = [
      makeField("yesNo", { label: "Do you have an order?" }),
      makeField("text", { label: "Order", validations, when: { field: "yesNo", is: "true" } }),
      makeField("consent", { label: "You may call me", validations }),
    ];
    render(<Form fields={fields} onCheck={handleCheck} />);
    expect(screen.queryByLabelText("Order")).toBeNull();
    send();
    expect(handleCheck).toHaveBeenLastCalledWith({ errors: { consent: "Field is required" } });
    fireEvent.click(within(screen.getByRole("radiogroup")).getByLabelText("Ja"));
    type("Order", "A-17");
    fireEvent.click(within(screen.getByRole("group", { name: "You may call me" })).getByLabelText("Ja"));
    send();
    expect(handleCheck).toHaveBeenLastCalledWith({ values: { yesNo: true, text: "A-17", consent: true } });
    fireEvent.click(within(screen.getByRole("radiogroup")).getByLabelText("Nein"));
    send();
    expect(handleCheck).toHaveBeenLastCalledWith({ values: { yesNo: false, consent: true } });
  });

  it("asks for every type with the control that suits it, and gives what was filled in", () => {
    const handleCheck = vi.fn();
    const fields = (Object.keys(fieldTypes) as FieldType[]).map((one) => makeField(one)); // keys of a literal
    render(<Form fields={fields} onCheck={handleCheck} />);
    const kinds = ["Text", "E-mail", "Phone number", "Number", "Date", "Time"].map((one) => field(one).type);
    expect(kinds).toEqual(["text", "email", "tel", "number", "date", "time"]);
    expect(field("Long text").tagName).toBe("TEXTAREA");

    type("Text", "Ada");
    type("Long text", "Two lines\nof text");
    type("E-mail", "ada@example.com");
    type("Phone number", "+49 30 123456");
    type("Number", "2.5");
    type("Date", "2026-12-24");
    type("Time", "14:30");
    fireEvent.click(
      within(screen.getByRole("radiogroup", { name: "One of several" })).getByLabelText("Garden view"),
    );
    const several = within(screen.getByRole("group", { name: "Several of a list" }));
    fireEvent.click(several.getByLabelText("Sea view"));
    fireEvent.click(several.getByLabelText("Garden view"));
    fireEvent.click(several.getByLabelText("Sea view"));
    fireEvent.click(field("Nein"));
    fireEvent.click(field("4 of 5"));
    send();

    expect(handleCheck).toHaveBeenCalledWith({
      values: {
        ...{ text: "Ada", longText: "Two lines\nof text", email: "ada@example.com", phone: "+4930123456" },
        ...{ number: 2.5, date: "2026-12-24", time: "14:30", choice: "Garden view" },
        ...{ several: ["Garden view"], yesNo: false, rating: 4 },
      },
    });
  });

  it("shows what is filled in already", () => {
    const given = { yesNo: true, rating: 3, several: ["Sea view"], number: 7 };
    render(
      <Form
        fields={(["yesNo", "rating", "several", "number"] as const).map((one) => makeField(one))}
        given={given}
      />,
    );
    expect(["Ja", "3 of 5", "Sea view"].map((one) => field(one).checked)).toEqual([true, true, true]);
    expect(field("Number").value).toBe("7");
  });

  it("draws a long choice as the platform's list, in which nothing is chosen at first", () => {
    const handleCheck = vi.fn();
    render(<Form fields={[makeField("choice", { options: many })]} onCheck={handleCheck} />);
    const select = field<HTMLSelectElement>("One of several");
    expect([select.value, select.options[0]?.textContent]).toEqual(["", cardWords.choose]);
    select.value = "Thu";
    // Not fireEvent.change: Testing Library for Preact sends an input event in its place.
    fireEvent(select, new Event("change", { bubbles: true }));
    send();
    expect(handleCheck).toHaveBeenCalledWith({ values: { choice: "Thu" } });
  });

  it("says what is wrong at its field in the caller's words, and leads to the first one", () => {
    const validations = { required: true };
    const fields = [
      makeField("text"),
      makeField("choice", { validations, description: "With breakfast" }),
      makeField("email", { validations }),
    ];
    render(<Form fields={fields} />);
    expect(document.activeElement).toBe(document.body);
    type("E-mail", "nobody");
    send();
    const group = screen.getByRole("radiogroup", { name: "One of several" });
    expect(group.getAttribute("aria-invalid")).toBe("true");
    expect(notesOf(group)).toEqual(["Pflichtfeld", "With breakfast"]);
    expect(document.activeElement).toBe(field("Sea view"));
    expect(field("E-mail").getAttribute("aria-invalid")).toBe("true");
    expect(notesOf(field("E-mail"))).toEqual(["Ungültig"]);
    expect(field("Text").hasAttribute("aria-invalid")).toBe(false);
  });

  it("takes the sentence away while its field is mended, and leaves the focus there", () => {
    const validations = { required: true };
    render(<Form fields={[makeField("text", { validations }), makeField("email", { validations })]} />);
    send();
    expect(document.activeElement).toBe(field("Text"));
    field("E-mail").focus();
    type("E-mail", "a");
    expect(field("E-mail").hasAttribute("aria-invalid")).toBe(false);
    expect(field("Text").hasAttribute("aria-invalid")).toBe(true);
    expect(document.activeElement).toBe(field("E-mail"));
    send();
    expect(notesOf(field("E-mail"))).toEqual(["Ungültig"]);
    expect(document.activeElement).toBe(field("Text"));
  });

  it("tells a screen reader which fields are required", () => {
    const validations = { required: true };
    render(
      <Form
        fields={[makeField("text", { validations }), makeField("yesNo", { validations }), makeField("date")]}
      />,
    );
    expect([field("Text").required, field("Date").required]).toEqual([true, false]);
    expect(screen.getByRole("radiogroup", { name: "Yes or no" }).getAttribute("aria-required")).toBe("true");
  });
});

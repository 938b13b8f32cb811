import { useRef, useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { scan } from "#web/test/hand-scanner.ts";
import { QuantityStepper } from "#web/ui/quantity/quantity-stepper.tsx";
import { TagsField } from "#web/ui/tags/tags-field.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { useHandScanner } from "./use-hand-scanner.ts";

let heard: string[] = [];
let pressed = 0;
let submitted = 0;
let blocked = 0;
let quantities: unknown[] = [];
beforeEach(() => {
  heard = [];
  pressed = 0;
  submitted = 0;
  blocked = 0;
  quantities = [];
});

const isCode = (text: string) => text.startsWith("{");
const code = '{"id":7,"sku":"B1"}';

function Desk({ within = false }: { within?: boolean }) {
  const own = useRef<HTMLDivElement>(null);
  useHandScanner({ onText: (text) => heard.push(text), isCode, inside: own });
  const desk = (
    <div ref={own}>
      <button onClick={() => (pressed += 1)}>Check-out</button>
      <input aria-label="Copy number" />
      <input type="checkbox" aria-label="Print" />
    </div>
  );
  return within ? (
    <Dialog open onClose={() => undefined} title="Choose a copy">
      {desk}
    </Dialog>
  ) : (
    desk
  );
}

/** The scanner of every page, for codes that no other one takes. */
function Everywhere() {
  useHandScanner({
    onText: (text) => heard.push(`everywhere: ${text}`),
    isCode,
    fallback: { onBlocked: () => (blocked += 1) },
  });
  return null;
}

/** A form with one field of each kind, as React keeps it. */
function Fields() {
  const [number, setNumber] = useState("1Z9");
  const [tags, setTags] = useState("sleep");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submitted += 1;
      }}
    >
      <input aria-label="Tracking number" value={number} onChange={(event) => setNumber(event.target.value)} />
      <input aria-label="Copies" type="number" defaultValue="3" />
      <input aria-label="Day" type="date" defaultValue="2026-03-02" />
      <input aria-label="Search" type="search" />
      <input aria-label="Email" type="email" defaultValue="ann@oak.example" />
      <input aria-label="Phone" type="tel" defaultValue="555" />
      <input aria-label="Password" type="password" defaultValue="correct" />
      <QuantityStepper
        label="Quantity"
        value={2}
        onChange={(value) => quantities.push(value)}
        onInvalid={(problem) => quantities.push(problem)}
      />
      <TagsField id="tags" label="Tags" value={tags} onChange={setTags} />
      <textarea aria-label="Note" defaultValue={"First line\n"} />
      <select aria-label="Status" defaultValue="New">
        <option>New</option>
        <option>id Shipped</option>
      </select>
      <output aria-label="Kept">
        {number} {tags}
      </output>
    </form>
  );
}

describe("a hand scanner", () => {
  it("is heard wherever the focus is; in a field only with one of our codes", async () => {
    await render(<Desk />);
    scan("B12345-2");
    page.getByRole("checkbox").element().focus();
    scan("B12345-3");
    page.getByRole("textbox").element().focus();
    scan("B12345-4");
    scan(code);
    expect(heard).toEqual(["B12345-2", "B12345-3", code]);
  });

  it.each([
    ["Tracking number", "1Z9"],
    ["Copies", "3"],
    ["Day", "2026-03-02"],
    ["Search", ""],
    ["Email", "ann@oak.example"],
    ["Phone", "555"],
    ["Password", "correct"],
    ["Quantity", "2"],
    ["Tags", ""],
    ["Note", "First line\n"],
    ["Status", "New"],
  ])("leaves the field %s as it was, and submits nothing", async (label, value) => {
    const screen = await render(
      <>
        <Desk />
        <Fields />
      </>,
    );
    const field = screen.getByLabelText(label, { exact: true });
    field.element().focus();
    scan(code);
    await expect.element(field).toHaveProperty("value", value);
    await expect.element(screen.getByRole("status", { name: "Kept" })).toHaveTextContent(/^1Z9 sleep$/);
    field.element().blur();
    expect([heard, submitted, quantities]).toEqual([[code], 0, []]);
  });

  it("lets what is no code of ours be typed and sent", async () => {
    const screen = await render(
      <>
        <Desk />
        <Fields />
      </>,
    );
    const field = screen.getByLabelText("Tracking number");
    field.element().focus();
    scan("0042");
    await expect.element(field).toHaveValue("1Z90042");
    expect([heard, submitted]).toEqual([[], 1]);
  });

  it("is heard by the page's own scanner before the one of every page", async () => {
    const screen = await render(
      <>
        <Desk />
        <Everywhere />
      </>,
    );
    scan(code);
    await screen.rerender(<Everywhere />);
    scan(code);
    expect(heard).toEqual([code, `everywhere: ${code}`]);
  });

  it("is heard by every page with any code that is no field's, but not with a few keys", async () => {
    const screen = await render(
      <>
        <Everywhere />
        <input aria-label="Tracking number" />
      </>,
    );
    scan("1Z999AA1");
    scan("b7 ");
    screen.getByLabelText("Tracking number").element().focus();
    scan("1Z999AA2");
    expect(heard).toEqual(["everywhere: 1Z999AA1"]);
  });

  it("presses no button: its spaces and its Enter are kept from the page", async () => {
    await render(<Desk />);
    page.getByRole("button").element().focus();
    const kept = scan("B 12");
    expect(kept.slice(1)).toEqual([true, true, true, true]); // the first key may be a person's
    expect(heard).toEqual(["B 12"]);
    expect(pressed).toBe(0);
  });

  it("is not heard behind somebody else's dialog", async () => {
    await render(
      <>
        <Desk />
        <Everywhere />
        <Dialog open onClose={() => undefined} title="Leave without saving?">
          <input aria-label="Why" />
        </Dialog>
      </>,
    );
    scan("B12345-2");
    expect([heard, blocked]).toEqual([[], 0]);
    const field = page.getByLabelText("Why");
    field.element().focus();
    scan(code);
    await expect.element(field).toHaveValue("");
    expect([heard, blocked]).toEqual([[], 1]);
  });

  it("is heard in the dialog that it belongs to", async () => {
    await render(<Desk within />);
    scan("B12345-2");
    expect(heard).toEqual(["B12345-2"]);
  });

  it("is heard no more once its page is gone", async () => {
    const screen = await render(<Desk />);
    await screen.unmount();
    scan("B12345-2");
    expect(heard).toEqual([]);
  });
});

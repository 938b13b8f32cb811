import { useRef, useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { readScan } from "#contract/desk/scans.ts";
import { scan } from "#web/test/hand-scanner.ts";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { forwardScan, useForwardedScans, useHandScanner } from "./use-hand-scanner.ts";
import { TagsField } from "#web/ui/forms/tags-field.tsx";
import { QuantityStepper } from "#web/ui/forms/quantity-stepper.tsx";

let scans: string[] = [];
let presses = 0;
let submissions = 0;
let blocks = 0;
let quantities: unknown[] = [];
beforeEach(() => {
  scans = [];
  presses = 0;
  submissions = 0;
  blocks = 0;
  quantities = [];
});

const isCode = (text: string) => text.startsWith("{");
const code = '{"inventoryItemId":7,"skuNumber":"B1"}';

function Desk({ within = false }: { within?: boolean }) {
  const own = useRef<HTMLDivElement>(null);
  useHandScanner({ onText: (text) => scans.push(text), read: readScan, isCode, inside: own });
  const desk = (
    <div ref={own}>
      <button onClick={() => (presses += 1)}>Check-out</button>
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

/** Takes codes that no other scanner takes. */
function SiteScanner() {
  useHandScanner({
    onText: (text) => scans.push(`site: ${text}`),
    read: readScan,
    isCode,
    fallback: { onBlocked: () => (blocks += 1) },
  });
  return null;
}

/** A form with one controlled field of each kind. */
function Fields() {
  const [number, setNumber] = useState("1Z9");
  const [tags, setTags] = useState("sleep");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submissions += 1;
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
        <option>inventory Shipped</option>
      </select>
      <output aria-label="Values">
        {number} {tags}
      </output>
    </form>
  );
}

describe("a handheld scanner", () => {
  it("works wherever the focus is, but inside a field only for our codes", async () => {
    await render(<Desk />);
    scan("B12345-2");
    page.getByRole("checkbox").element().focus();
    scan("B12345-3");
    page.getByRole("textbox").element().focus();
    scan("B12345-4");
    scan(code);
    expect(scans).toEqual(["B12345-2", "B12345-3", code]);
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
  ])("leaves the %s field unchanged and submits nothing", async (label, value) => {
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
    await expect.element(screen.getByRole("status", { name: "Values" })).toHaveTextContent(/^1Z9 sleep$/);
    field.element().blur();
    expect([scans, submissions, quantities]).toEqual([[code], 0, []]);
  });

  it("leaves other codes in a field, where they count as typing", async () => {
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
    expect([scans, submissions]).toEqual([[], 1]);
  });

  it("sends a scan to the page's scanner before the site-wide one", async () => {
    const screen = await render(
      <>
        <Desk />
        <SiteScanner />
      </>,
    );
    scan(code);
    await screen.rerender(<SiteScanner />);
    scan(code);
    expect(scans).toEqual([code, `site: ${code}`]);
  });

  it("sends a scan outside fields to the site-wide scanner, unless the code is very short", async () => {
    const screen = await render(
      <>
        <SiteScanner />
        <input aria-label="Tracking number" />
      </>,
    );
    scan("1Z999AA1");
    scan("b7 ");
    screen.getByLabelText("Tracking number").element().focus();
    scan("1Z999AA2");
    expect(scans).toEqual(["site: 1Z999AA1"]);
  });

  it("doesn't press the focused button with its spaces or Enter", async () => {
    await render(<Desk />);
    page.getByRole("button").element().focus();
    const interceptions = scan("B 12");
    expect(interceptions.slice(1)).toEqual([true, true, true, true]); // the first key may be typed by a person
    expect(scans).toEqual(["B 12"]);
    expect(presses).toBe(0);
  });

  it("is ignored behind an unrelated dialog", async () => {
    await render(
      <>
        <Desk />
        <SiteScanner />
        <Dialog open onClose={() => undefined} title="Leave without saving?">
          <input aria-label="Why" />
        </Dialog>
      </>,
    );
    scan("B12345-2");
    expect([scans, blocks]).toEqual([[], 0]);
    const field = page.getByLabelText("Why");
    field.element().focus();
    scan(code);
    await expect.element(field).toHaveValue("");
    expect([scans, blocks]).toEqual([[], 1]);
  });

  it("works inside its own dialog", async () => {
    await render(<Desk within />);
    scan("B12345-2");
    expect(scans).toEqual(["B12345-2"]);
  });

  it.each([
    ["Tab", { end: ["Tab"] }],
    ["a carriage return and a line feed", { end: ["Enter", "Enter"] }],
    ["no end", { end: [] }],
    ["an Escape before Enter", { end: ["Escape", "Enter"] }],
    [
      "AltGr for signs",
      {
        strokes: (key: string) =>
          /[{}]/.test(key)
            ? [{ key: "Control" }, { key: "AltGraph" }, { key, ctrlKey: true, altKey: true, modifierAltGraph: true }]
            : [{ key }],
      },
    ],
    [
      "Alt and each character's number",
      {
        strokes: (character: string) => [
          { key: "Alt", altKey: true },
          ...`0${character.charCodeAt(0)}`.split("").map((key) => ({ key, code: `Numpad${key}`, altKey: true })),
        ],
      },
    ],
    [
      "control characters as Ctrl with a letter",
      { strokes: (key: string) => [{ key: "b", ctrlKey: true }, { key }, { key: "F4" }] },
    ],
  ])("reads a code sent with %s, and once", async (_, setting) => {
    await render(<Desk />);
    scan(code, setting);
    await expect.poll(() => scans).toEqual([code]);
    page.getByRole("button").element().focus();
    scan(code, setting);
    await expect.poll(() => scans).toEqual([code, code]);
    expect(presses).toBe(0);
  });

  it("removes the code from a field and submits nothing, whichever end it has", async () => {
    const screen = await render(
      <>
        <Desk />
        <Fields />
      </>,
    );
    const field = screen.getByLabelText("Tracking number");
    for (const [times, end] of [["Tab"], ["Enter", "Enter"], []].entries()) {
      field.element().focus();
      scan(code, { end });
      await expect.poll(() => scans).toHaveLength(times + 1);
      await expect.element(field).toHaveValue("1Z9");
      field.element().blur();
    }
    expect(submissions).toBe(0);
  });

  it("submits a field for scans at Tab, and leaves Tab alone in other fields", async () => {
    await render(
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submissions += 1;
        }}
      >
        <Desk />
        <input aria-label="Copy or order" name="scanned" />
        <input aria-label="Note" name="note" />
      </form>,
    );
    page.getByLabelText("Note").element().focus();
    expect(scan("B12345-2", { end: ["Tab", "Tab"] }).slice(-2)).toEqual([false, false]);
    page.getByLabelText("Copy or order").element().focus();
    expect(scan("B12345-2", { end: ["Tab", "Tab"] }).slice(-2)).toEqual([true, true]);
    expect([submissions, scans]).toEqual([1, []]);
  });
});

function Box({ onText }: { onText: (text: string) => void }) {
  useForwardedScans(onText);
  return null;
}

it("a forwarded scan reaches the box once, even if the box appears later", async () => {
  const texts: string[] = [];
  forwardScan("early");
  expect(texts).toEqual([]);
  const box = await render(<Box onText={(text) => texts.push(text)} />);
  expect(texts).toEqual(["early"]);
  forwardScan("later");
  expect(texts).toEqual(["early", "later"]);
  await box.unmount();
  await render(<Box onText={(text) => texts.push(text)} />);
  expect(texts).toEqual(["early", "later"]);
});

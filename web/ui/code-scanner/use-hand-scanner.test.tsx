import { useRef } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { useHandScanner } from "./use-hand-scanner.ts";

let heard: string[] = [];
let pressed = 0;
beforeEach(() => {
  heard = [];
  pressed = 0;
});

function Desk({ within = false }: { within?: boolean }) {
  const own = useRef<HTMLDivElement>(null);
  useHandScanner((text) => heard.push(text), own);
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

/** Types like a scanner: all keys quickly, Enter last. Returns the keys that were intercepted. */
function scan(text: string): boolean[] {
  const target = document.activeElement ?? document.body;
  return [...text.split(""), "Enter"].map((key) => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    return !target.dispatchEvent(event);
  });
}

describe("a hand scanner", () => {
  it("is heard wherever the focus is, but in a field", async () => {
    await render(<Desk />);
    scan("B12345-2");
    page.getByRole("checkbox").element().focus();
    scan("B12345-3");
    page.getByRole("textbox").element().focus();
    scan("B12345-4");
    expect(heard).toEqual(["B12345-2", "B12345-3"]);
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
        <Dialog open onClose={() => undefined} title="Leave without saving?">
          Words
        </Dialog>
      </>,
    );
    scan("B12345-2");
    expect(heard).toEqual([]);
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

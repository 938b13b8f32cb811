import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { CallFailed, refusalOf } from "#web/lib/call.ts";
import { FormDialog } from "./form-dialog.tsx";
import { useForm } from "./use-form.ts";
import { announce } from "#web/ui/accessibility.tsx";
import { TextField } from "#web/ui/forms/text-fields.tsx";

const opener = page.getByRole("button", { name: "Note" });
const dialog = page.getByRole("dialog", { name: "A note" });
const words = page.getByRole("textbox", { name: "Words" });
const send = page.getByRole("button", { name: "Send it" });

type Save = (words: string) => Promise<void>;

function Asking({ save, onClose }: { save: Save; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const form = useForm({
    names: ["words"],
    stored: { values: { words: "" } },
    check: ({ words: typed }) => (typed === "" ? [{ field: "words", message: "Words are required." }] : []),
    objection: (error) => refusalOf(error),
    save: async ({ words: typed }) => {
      await save(typed);
      onClose();
      return {};
    },
  });
  return (
    <FormDialog form={form} onClose={onClose} title="A note" send="Send it" initialFocus={field}>
      <TextField {...form.field("words")} ref={field} label="Words" />
      <input type="file" aria-label="Photo" />
    </FormDialog>
  );
}

function Note({ save }: { save: Save }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button onClick={() => setAsking(true)}>Note</button>
      {asking && <Asking save={save} onClose={() => setAsking(false)} />}
    </>
  );
}

async function openDialog(save: Save = async () => undefined) {
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <Note save={save} />
    </QueryClientProvider>,
  );
  await opener.click();
  await expect.element(words).toHaveFocus();
}

/** Dispatches what a press on the backdrop does. */
const pressOutside = () => dialog.element().dispatchEvent(new MouseEvent("click", { bubbles: true }));

describe("a form in a dialog", () => {
  it("is sent by Enter or its button and returns the focus", async () => {
    const save = vi.fn<Save>(async () => undefined);
    await openDialog(save);
    await userEvent.keyboard("One{Enter}");
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
    await opener.click();
    await expect.element(words).toHaveValue(""); // each opening starts over
    await words.fill("Two");
    await send.click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(save.mock.calls).toEqual([["One"], ["Two"]]);
  });

  it("stays open with its values when it is invalid or refused, and shows why", async () => {
    const refusal = new CallFailed(200, "Not today.");
    await openDialog(() => Promise.reject(refusal));
    await send.click();
    await expect.element(dialog.getByRole("link", { name: "Words are required." })).toBeVisible();
    const [reason, field] = [
      dialog.getByRole("link", { name: "Words are required." }),
      dialog.getByText("Words", { exact: true }),
    ];
    const summary = reason.element().closest("ul")?.parentElement?.getBoundingClientRect().bottom ?? 0;
    expect(field.element().getBoundingClientRect().top - summary).toBeGreaterThanOrEqual(16);
    await words.fill("One");
    await send.click();
    await expect.element(dialog.getByText("Not today.")).toBeVisible();
    await expect.element(words).toHaveValue("One");
  });

  it("closes on a press outside only while nothing is typed", async () => {
    await openDialog();
    await words.fill("One");
    pressOutside();
    await expect.element(words).toHaveValue("One");
    await words.fill("");
    pressOutside();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it.each([
    ["Escape", async () => userEvent.keyboard("{Escape}")],
    ["its Close button", async () => page.getByRole("button", { name: "Close" }).click()],
    ["its Cancel button", async () => page.getByRole("button", { name: "Cancel" }).click()],
  ])("closes with %s without sending, even with unsaved text", async (_way, close) => {
    const save = vi.fn<Save>();
    await openDialog(save);
    await words.fill("One");
    await close();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(save).not.toHaveBeenCalled();
  });

  it("contains the announcements while it is open", async () => {
    await openDialog();
    announce("Photo added.");
    await expect.element(dialog.getByText("Photo added.")).toBeInTheDocument();
  });

  it("stays open when a file picker in it is canceled", async () => {
    await openDialog();
    const picker = page.getByLabelText("Photo").element();
    picker.dispatchEvent(new Event("cancel", { bubbles: true })); // what browsers dispatch then
    await expect.element(dialog).toBeVisible();
  });
});

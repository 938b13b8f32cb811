import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useEditing, useUnsavedChanges } from "./editing.ts";
import { ConfirmProvider } from "#web/ui/overlay/use-confirm.tsx";
import { leaveFreely, leavingQuestion } from "#web/lib/kept-work.ts";

function Card({ start }: { start?: boolean }) {
  const { editing, setEditing, opener } = useEditing(start);
  if (editing)
    return (
      <form>
        <button type="button" onClick={() => setEditing(false)}>
          Cancel
        </button>
      </form>
    );
  return (
    <button type="button" ref={opener} onClick={() => setEditing(true)}>
      Edit
    </button>
  );
}

const button = (name: string) => page.getByRole("button", { name });

it("canceling a form returns the focus to the button that opened it", async () => {
  await render(<Card />);
  expect(document.activeElement).toBe(document.body);
  await button("Edit").click();
  await button("Cancel").click();
  await expect.element(button("Edit")).toHaveFocus();
});

it("canceling a restored form focuses the button that opens it", async () => {
  await render(<Card start />);
  await button("Cancel").click();
  await expect.element(button("Edit")).toHaveFocus();
});

function Form({ dirty }: { dirty: boolean }) {
  const leave = useUnsavedChanges(dirty, "The tracking number is not saved.");
  return <button onClick={leave}>Save</button>;
}

function Note({ dirty, explanation }: { dirty: boolean; explanation: string }) {
  useUnsavedChanges(dirty, explanation);
  return null;
}

const form = (dirty: boolean) => (
  <ConfirmProvider>
    <Form dirty={dirty} />
  </ConfirmProvider>
);

/** Returns whether the browser would ask before it closes the page. */
function browserAsks(): boolean {
  return !dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

it("a form without changes can be left without a question", async () => {
  await render(form(false));
  expect(leavingQuestion()).toBeUndefined();
  expect(browserAsks()).toBe(false);
});

it("a changed form asks before leaving or closing the page, until it is saved", async () => {
  await render(form(true));
  expect(browserAsks()).toBe(true);
  const answer = leavingQuestion()?.();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await expect.element(question).toHaveAccessibleDescription("The tracking number is not saved.");
  await page.getByRole("button", { name: "Stay here" }).click();
  expect(await answer).toBe(false);

  await page.getByRole("button", { name: "Save" }).click();
  expect(leavingQuestion()).toBeUndefined();
  expect(browserAsks()).toBe(false);
});

it("a changed form can be left by confirming", async () => {
  await render(form(true));
  const answer = leavingQuestion()?.();
  await page.getByRole("button", { name: "Leave without saving" }).click();
  expect(await answer).toBe(true);
});

it("a form stops asking once it has no changes or is gone", async () => {
  const screen = await render(form(true));
  await screen.rerender(form(false));
  expect(leavingQuestion()).toBeUndefined();
  await screen.rerender(form(true));
  expect(leavingQuestion()).toBeDefined();
  await screen.unmount();
  expect(leavingQuestion()).toBeUndefined();
  expect(browserAsks()).toBe(false);
});

it("a form does not ask after its session ended", async () => {
  await render(form(true));
  leaveFreely();
  expect(leavingQuestion()).toBeUndefined();
});

it("several changed forms each ask, and saving one leaves the others asking", async () => {
  const texts = (isNoteDirty: boolean) => (
    <ConfirmProvider>
      <Note dirty explanation="The first note is not saved." />
      <Note dirty={isNoteDirty} explanation="The second note is not saved." />
    </ConfirmProvider>
  );
  const screen = await render(texts(true));
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  const leave = page.getByRole("button", { name: "Leave without saving" });
  const answer = leavingQuestion()?.();
  await expect.element(question).toHaveAccessibleDescription("The first note is not saved.");
  await leave.click();
  await expect.element(question).toHaveAccessibleDescription("The second note is not saved.");
  await leave.click();
  expect(await answer).toBe(true);

  await screen.rerender(texts(false));
  const secondAnswer = leavingQuestion()?.();
  await expect.element(question).toHaveAccessibleDescription("The first note is not saved.");
  await page.getByRole("button", { name: "Stay here" }).click();
  expect(await secondAnswer).toBe(false);
});

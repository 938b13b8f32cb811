import { useState } from "react";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ConfirmProvider, useConfirm } from "./use-confirm.tsx";

const box = page.getByRole("alertdialog", { name: "Remove this copy?" });
const answer = page.getByRole("status");

function Remover() {
  const confirm = useConfirm();
  const [answered, setAnswered] = useState("not asked");
  const ask = async () => {
    const yes = await confirm({
      question: "Remove this copy?",
      explanation: "Its label is no longer valid.",
      confirmLabel: "Remove",
    });
    setAnswered(yes ? "removed" : "kept");
  };
  return (
    <>
      <button onClick={() => void ask()}>Remove copy 2</button>
      <output>{answered}</output>
    </>
  );
}

async function asked() {
  await render(
    <ConfirmProvider>
      <Remover />
    </ConfirmProvider>,
  );
  await page.getByRole("button", { name: "Remove copy 2" }).click();
  await expect.element(box).toBeVisible();
}

describe("a question before something happens", () => {
  it("has the focus, so that it is heard, and Enter harms nothing", async () => {
    await asked();
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(answer).toHaveTextContent("not asked");
    await userEvent.keyboard("{Escape}");
    await expect.element(answer).toHaveTextContent("kept");
  });

  it("says what follows from it", async () => {
    await asked();
    await expect.element(box).toHaveAccessibleDescription("Its label is no longer valid.");
  });

  it("is answered with yes by its button alone", async () => {
    await asked();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await expect.element(answer).toHaveTextContent("removed");
    await expect.element(box).not.toBeInTheDocument();
  });

  it("is answered with no by Escape and by the cross", async () => {
    await asked();
    await userEvent.keyboard("{Escape}");
    await expect.element(answer).toHaveTextContent("kept");
    await page.getByRole("button", { name: "Remove copy 2" }).click();
    await page.getByRole("button", { name: "Close" }).click();
    await expect.element(box).not.toBeInTheDocument();
    await expect.element(answer).toHaveTextContent("kept");
  });

  it("gives the focus back to what asked", async () => {
    await asked();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("button", { name: "Remove copy 2" })).toHaveFocus();
  });
});

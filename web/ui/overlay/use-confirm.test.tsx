import { useState } from "react";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ConfirmProvider, useConfirm } from "./use-confirm.tsx";

const box = page.getByRole("alertdialog", { name: "Remove this copy?" });
const answer = page.getByRole("status");

function Remover() {
  const confirm = useConfirm();
  const [result, setResult] = useState("not asked");
  const ask = async () => {
    const yes = await confirm({
      question: "Remove this copy?",
      explanation: "Its label is no longer valid.",
      confirmLabel: "Remove",
    });
    setResult(yes ? "removed" : "kept");
  };
  return (
    <>
      <button onClick={() => void ask()}>Remove copy 2</button>
      <output>{result}</output>
    </>
  );
}

async function askToRemove() {
  await render(
    <ConfirmProvider>
      <Remover />
    </ConfirmProvider>,
  );
  await page.getByRole("button", { name: "Remove copy 2" }).click();
  await expect.element(box).toBeVisible();
}

describe("a confirmation", () => {
  it("has the focus, so that it is read and Enter does nothing", async () => {
    await askToRemove();
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(answer).toHaveTextContent("not asked");
    await userEvent.keyboard("{Escape}");
    await expect.element(answer).toHaveTextContent("kept");
  });

  it("is canceled by Escape and by Close", async () => {
    await askToRemove();
    await userEvent.keyboard("{Escape}");
    await expect.element(answer).toHaveTextContent("kept");
    await page.getByRole("button", { name: "Remove copy 2" }).click();
    await page.getByRole("button", { name: "Close" }).click();
    await expect.element(box).not.toBeInTheDocument();
    await expect.element(answer).toHaveTextContent("kept");
  });
});

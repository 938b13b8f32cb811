import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { CallFailed } from "#web/lib/call.ts";
import { keptWork } from "#web/lib/kept-work.ts";
import { endSession, startSession } from "#web/lib/session.ts";
import { tokenUntil } from "#web/test/a-session.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { ConfirmProvider } from "#web/ui/overlay/use-confirm.tsx";
import { FormNotices } from "./form-notices.tsx";
import type { Base, Kept } from "./form-state.ts";
import { Form } from "./form.tsx";
import { useForm } from "./use-form.ts";
import { TextField } from "#web/ui/forms/text-fields.tsx";

type Values = { title: string; link: string };
type Save = (values: Values, version: Base<Values>["version"]) => Promise<void>;

const labels = { title: "Title", link: "Link" };
const work = keptWork<Kept<Values>>();
const user = {
  userId: 1,
  userName: "ada",
  userTypeId: 1,
  name: "Ada",
  borrowerId: null,
  role: "clerk",
  idleMinutes: 60,
} as const;

const title = page.getByRole("textbox", { name: "Title" });
const button = page.getByRole("button", { name: "Save", exact: true });
const summary = page.getByRole("group", { name: "Please correct the invalid fields." });
const theirs = { version: 2, values: { title: "Theirs", link: "their link" } };

function Page({ save, disabled }: { save: Save; disabled?: "after an invalid try" }) {
  const [stored, setStored] = useState<Base<Values>>({ version: 1, values: { title: "Stored", link: "stored link" } });
  const form = useForm<Values>({
    names: ["title", "link"],
    stored,
    ...(disabled && { disabled }),
    check: (values) => (values.title === "" ? [{ field: "title", message: "Title is required." }] : []),
    save: async (values, version) => {
      await save(values, version);
      return {};
    },
  });
  const reload = async () => {
    setStored(theirs);
    return theirs;
  };
  return (
    <>
      <FormNotices
        form={form}
        stored={stored}
        kept={{ in: work, name: "one" }}
        labels={labels}
        unsaved="The title is not saved."
        reload={reload}
      />
      <Form form={form}>
        <TextField {...form.field("title")} label="Title" />
        <TextField {...form.field("link")} label="Link" />
        <Button {...form.button}>Save</Button>
      </Form>
    </>
  );
}

const show = (save: Save, disabled?: "after an invalid try") =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ConfirmProvider>
        <Page save={save} {...(disabled && { disabled })} />
      </ConfirmProvider>
    </QueryClientProvider>,
  );

beforeEach(() => startSession({ token: tokenUntil(Date.now() + 3_600_000), sessionKey: "key", user }));
afterEach(() => endSession());

describe("a form page", () => {
  it("shows problems at the top and at the fields, and sends nothing until they are fixed", async () => {
    const save = vi.fn<Save>(async () => undefined);
    await show(save);
    await title.fill("");
    await button.click();
    await expect.element(summary).toHaveFocus();
    await summary.getByRole("link", { name: "Title is required." }).click();
    await expect.element(title).toHaveFocus();
    await expect.element(title).toHaveAttribute("aria-invalid", "true");
    await expect.element(title).toHaveAccessibleDescription("Title is required.");
    await expect.element(button).toBeEnabled();
    expect(save).not.toHaveBeenCalled();
    await title.fill("Mine");
    await userEvent.keyboard("{Enter}");
    await vi.waitFor(() => expect(save.mock.calls).toEqual([[{ title: "Mine", link: "stored link" }, 1]]));
  });

  it("disables Save after an invalid try if it says so, until the mistake is fixed", async () => {
    await show(async () => undefined, "after an invalid try");
    await title.fill("");
    await expect.element(button).toBeEnabled();
    await button.click();
    await expect.element(button).toBeDisabled();
    await title.fill("Mine");
    await expect.element(button).toBeEnabled();
  });

  it("is sent once, however often its button is pressed", async () => {
    const save = vi.fn<Save>(() => new Promise(() => undefined));
    await show(save);
    const element = button.element();
    if (!(element instanceof HTMLButtonElement)) throw new Error("Save is not a button.");
    for (const _press of [1, 2, 3]) element.click();
    await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  });

  it.each([400, 404, 413, 500])(
    "keeps its values after a failure with status %i and says that it was not saved",
    async (status) => {
      await show(() => Promise.reject(new CallFailed(status, `No, by ${status}.`)));
      await title.fill("Mine");
      await button.click();
      await expect.element(page.getByRole("alert")).toHaveTextContent(`No, by ${status}.`);
      await expect.element(page.getByText("This wasn’t saved. What you typed is still here.")).toBeVisible();
      await expect.element(title).toHaveValue("Mine");
      await expect.element(button).toBeEnabled();
    },
  );
});

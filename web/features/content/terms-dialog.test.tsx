import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { pageContentQuery, siteConfigurationQuery } from "./site-queries.ts";
import { TermsDialog } from "./terms-dialog.tsx";

/** The terms of a library with this postal address. */
async function terms(postalAddress: string) {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  client.setQueryData<unknown>(siteConfigurationQuery("en").queryKey, { content: { contact: { postalAddress } } });
  client.setQueryData<unknown>(pageContentQuery("en").queryKey, {
    terms: { points: [{ heading: "Care", text: "Keep it dry." }] },
  });
  await render(
    <QueryClientProvider client={client}>
      <TermsDialog open onClose={vi.fn<() => void>()} />
    </QueryClientProvider>,
  );
  const dialog = page.getByRole("dialog", { name: "Terms and Responsibilities" });
  await expect.element(dialog).toHaveTextContent("Keep it dry.");
  return dialog;
}

it("say where everything is sent back to, in lines", async () => {
  const dialog = await terms("Lending Library\n500 Library Way");
  await expect.element(dialog.getByRole("heading", { name: "Send everything back to" })).toBeVisible();
  await expect.element(dialog.getByText("500 Library Way")).toBeVisible();
});

it("say nothing of it while nobody has said where", async () => {
  const dialog = await terms("");
  expect(dialog.getByRole("heading", { name: "Send everything back to" }).query()).toBeNull();
});

import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { memoryHistory } from "#web/test/memory-history.ts";
import { SkipLink } from "#web/ui/accessibility.tsx";
import { BackLink, Breadcrumb } from "./links.tsx";
import { Router } from "#web/ui/router.tsx";

it("the skip link is the first Tab stop and leads past the menu without changing the address", async () => {
  const before = location.href;
  await render(
    <>
      <SkipLink target="main">Skip to main content</SkipLink>
      <a href="#menu">Menu</a>
      <main id="main" tabIndex={-1}>
        <button>First thing</button>
      </main>
    </>,
  );
  await userEvent.tab();
  const skip = page.getByRole("link", { name: "Skip to main content" });
  await expect.element(skip).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("main")).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole("button", { name: "First thing" })).toHaveFocus();
  expect(location.href).toBe(before);
});

it("the back link leads to the list, and the breadcrumb marks the current page", async () => {
  const history = memoryHistory("/admin/editorder/7");
  await render(
    <Router history={history}>
      <BackLink to="/admin/orderlist?status=1">Back to Orders</BackLink>
      <Breadcrumb crumbs={[{ label: "Orders", to: "/admin/orderlist" }, { label: "Order #7" }]} />
    </Router>,
  );
  await expect.element(page.getByText("Order #7")).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: "Back to Orders" }).click();
  expect(history.visited().at(-1)).toBe("/admin/orderlist?status=1");
});

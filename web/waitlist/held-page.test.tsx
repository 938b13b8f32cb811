import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { reachBy } from "#web/lib/call.ts";
import { endSession } from "#web/lib/session.ts";
import { createBrowserHistory, Router } from "#web/ui/router.tsx";
import { HeldPage } from "./held-page.tsx";

const home = location.pathname + location.search;
afterEach(() => history.replaceState(null, "", home));

it("a held copy is ordered from its email without a login, and no URL has its secret", async () => {
  endSession();
  const secret = "s3cr3t-_".repeat(6).slice(0, 43);
  history.replaceState(null, "", `/user/held#${secret}`);
  const requests: string[] = [];
  reachBy(async (address, init) => {
    requests.push(`${init.method} ${address} ${typeof init.body === "string" ? init.body : ""}`);
    if (address.endsWith("GetOffer")) {
      const offer = { inventoryId: 7, title: "Food Is Fun", language: "en", until: "2026-03-04T18:00:00Z" };
      return Response.json({ isSuccess: true, data: offer });
    }
    return Response.json({ isSuccess: true, id: 12 });
  });
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <Router history={createBrowserHistory()}>
        <HeldPage />
      </Router>
    </QueryClientProvider>,
  );
  await page.getByRole("button", { name: "Order it now" }).click();
  await expect.element(page.getByText("Thank you for your order!")).toBeVisible();
  expect(requests.filter((request) => request.includes("Waitlist"))).toEqual([
    `POST /api/Waitlist/GetOffer {"token":"${secret}"}`,
    `POST /api/Waitlist/OrderOffer {"token":"${secret}"}`,
  ]);
  expect(location.href).toBe(`${location.origin}/user/held`);
});

import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import { render } from "vitest-browser-react";
import { page } from "vitest/browser";
import { staffOrderQuery, useCacheOrder } from "#web/orders/order-queries.ts";
import { reachBy } from "#web/lib/call.ts";
import { anOrder } from "#web/test/an-order.ts";

afterEach(() => reachBy(async (address, init) => fetch(address, init)));

function Version() {
  const { data } = useQuery(staffOrderQuery(12));
  const cache = useCacheOrder();
  return (
    <>
      <output>{data && `version ${data.version}`}</output>
      <button onClick={() => cache({ data: anOrder({ version: 2 }) })}>Change</button>
    </>
  );
}

it("a change to an order stays, even if a response from before the change arrives later", async () => {
  const requests: ((version: number) => void)[] = [];
  reachBy(
    () =>
      new Promise((resolve) =>
        requests.push((version) => resolve(Response.json({ isSuccess: true, data: anOrder({ version }) }))),
      ),
  );
  const client = new QueryClient();
  await render(
    <QueryClientProvider client={client}>
      <Version />
    </QueryClientProvider>,
  );
  await expect.poll(() => requests.length).toBe(1);
  requests[0]?.(1);
  await expect.element(page.getByText("version 1")).toBeVisible();
  void client.invalidateQueries(); // a refetch is in flight during the change
  await expect.poll(() => requests.length).toBe(2);
  await page.getByRole("button", { name: "Change" }).click();
  await expect.element(page.getByText("version 2")).toBeVisible();
  requests[1]?.(1);
  await expect.poll(() => requests.length).toBe(3);
  requests[2]?.(2);
  await expect.poll(() => client.isFetching()).toBe(0);
  await expect.element(page.getByText("version 2")).toBeVisible();
});

import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import { render } from "vitest-browser-react";
import { page } from "vitest/browser";
import { staffOrderQuery } from "#web/orders/order-queries.ts";
import { reachBy } from "#web/lib/call.ts";
import { anOrder } from "./an-order.test-data.ts";
import { useKeepOrder } from "#web/orders/order-queries.ts";

afterEach(() => reachBy(async (address, init) => fetch(address, init)));

function Shown() {
  const { data } = useQuery(staffOrderQuery(12));
  const keep = useKeepOrder();
  return (
    <>
      <output>{data && `version ${data.version}`}</output>
      <button onClick={() => keep({ data: anOrder({ version: 2 }) })}>Change</button>
    </>
  );
}

it("keeps a changed order, though an answer from before the change comes after it", async () => {
  const waiting: ((version: number) => void)[] = [];
  reachBy(
    () =>
      new Promise((resolve) =>
        waiting.push((version) => resolve(Response.json({ isSuccess: true, data: anOrder({ version }) }))),
      ),
  );
  const client = new QueryClient();
  await render(
    <QueryClientProvider client={client}>
      <Shown />
    </QueryClientProvider>,
  );
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.(1);
  await expect.element(page.getByText("version 1")).toBeVisible();
  void client.invalidateQueries(); // another change is being read when this one is made
  await expect.poll(() => waiting.length).toBe(2);
  await page.getByRole("button", { name: "Change" }).click();
  await expect.element(page.getByText("version 2")).toBeVisible();
  waiting[1]?.(1);
  await expect.poll(() => waiting.length).toBe(3);
  waiting[2]?.(2);
  await expect.poll(() => client.isFetching()).toBe(0);
  await expect.element(page.getByText("version 2")).toBeVisible();
});

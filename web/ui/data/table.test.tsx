import { beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { memoryHistory } from "#web/test/memory-history.ts";
import { type Column, Table } from "./table.tsx";
import { Link, Router } from "#web/ui/router.tsx";

type Order = { id: number; school: string; copies: number };

const orders: Order[] = [
  { id: 20, school: "Kings River School", copies: 2 },
  { id: 28, school: "Tab Street School", copies: 5 },
  { id: 31, school: "Return Union", copies: 1 },
];

let presses: number[] = [];
beforeEach(() => {
  presses = [];
});

const columns: Column<Order>[] = [
  {
    head: "Order",
    names: true,
    cell: ({ id }) => (
      <Link to={`/admin/orderdetails/${id}`} data-row-link>
        Order #{id}
      </Link>
    ),
  },
  { head: "School", cell: ({ school }) => school },
  { head: "Copies", number: true, cell: ({ copies }) => copies },
  { head: "Actions", headHidden: true, cell: ({ id }) => <button onClick={() => presses.push(id)}>Edit #{id}</button> },
];

async function table(width: number) {
  await page.viewport(width, 800);
  const history = memoryHistory("/admin/orderlist");
  await render(
    <Router history={history}>
      <p>Above the table</p>
      <Table caption="Orders" columns={columns} rows={orders} rowKey={({ id }) => id} />
    </Router>,
  );
  return history;
}

/** WebKit ignores `position: relative` on rows. */
const staticRows = new CSSStyleSheet();
staticRows.replaceSync("tr { position: static !important }");

it("a row opens when it is pressed, even in WebKit", async () => {
  document.adoptedStyleSheets.push(staticRows);
  try {
    const history = await table(1280);
    await page.getByText("Kings River School").click({ force: true });
    expect(history.visited().at(-1)).toBe("/admin/orderdetails/20");
    await page.getByText("Above the table").click();
    expect(history.visited()).toHaveLength(2);
  } finally {
    document.adoptedStyleSheets.pop();
  }
});

describe.each([1280, 390])("a table of %i pixels", (width) => {
  it("opens a row's own link wherever the row is pressed", async () => {
    const history = await table(width);
    for (const [name, id] of [
      ["Kings River School", 20],
      ["Return Union", 31],
      ["Tab Street School", 28],
    ] as const) {
      await page.getByText(name).click({ force: true }); // the link covers the text
      expect(history.visited().at(-1)).toBe(`/admin/orderdetails/${id}`);
    }
  });

  it("keeps each link inside its row", async () => {
    const history = await table(width);
    await page.getByText("Above the table").click();
    expect(history.visited()).toEqual(["/admin/orderlist"]);
  });

  it("keeps the row's buttons working", async () => {
    const history = await table(width);
    await page.getByRole("button", { name: "Edit #28" }).click();
    expect(presses).toEqual([28]);
    expect(history.visited()).toEqual(["/admin/orderlist"]);
  });

  it("is a table for screen readers, with a name, column headers, and row headers", async () => {
    await table(width);
    await expect.element(page.getByRole("table", { name: "Orders" })).toBeInTheDocument();
    expect(
      page
        .getByRole("columnheader")
        .elements()
        .map((head) => head.textContent),
    ).toEqual(["Order", "School", "Copies", "Actions"]);
    expect(page.getByRole("rowheader").elements()).toHaveLength(3);
    expect(page.getByRole("row").elements()).toHaveLength(4);
  });
});

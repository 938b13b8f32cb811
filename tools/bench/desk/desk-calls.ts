import { sql } from "kysely";
import { statuses } from "#contract/codes.ts";
import { orderWorks } from "#contract/desk/order-search.ts";
import { writeSlip } from "#contract/desk/slip-code.ts";
import { writeLabel } from "#contract/labels.ts";
import type { Caller } from "#e2e/steps/api.ts";
import { ordersDue } from "#server/modules/circulation/reminders/reminders.queries.ts";
import type { Database } from "#server/platform/database.ts";

/** A call of the desk, made again and again; `round` counts, for calls that can be made once for each thing. */
export type DeskCall = { name: string; ask: (clerk: Caller, round: number) => Promise<unknown> };

/** What staff look for, from rare words to those in every order. */
const searches: readonly string[] = [
  "searchString=garcia",
  "searchString=maria+garcia",
  "searchString=health",
  "searchString=school",
  "searchString=health+school+unified",
  "searchString=a+s+e",
  "searchString=zzzz",
  "searchString=%2348",
  "searchString=0000AB",
  "searchString=1Z+999+AA1+0000",
  "searchString=reader77%40bay.example",
  "school=oak+grove&statusId=3",
  "school=unified",
  "isOverdue=true&sort=due",
  "isOverdue=true&searchString=garcia",
  "sort=due",
  "sort=oldest",
  "statusId=1&sort=oldest",
  "statusId=4&sort=oldest",
  "shippedFrom=2024-01-01&shippedTo=2024-12-31",
  "dueFrom=2016-01-01&dueTo=2026-12-31&sort=due",
  "page=900",
  ...orderWorks.map((work) => `work=${work}&sort=due`),
  "sort=leaves",
  "statusId=1&sort=leaves",
  // as the dashboard leads there
  "work=to-pack&sort=leaves",
  "work=to-ship&sort=leaves",
];

const texts: readonly string[] = [
  "48",
  "000ABC",
  "000ABC 2",
  "1Z999AA1",
  "maria",
  "maria garcia",
  "school",
  "a",
  "health",
  "zzz",
];

const cases: readonly string[] = [
  "",
  "state=open",
  "state=closed&kind=damaged",
  "searchString=garcia",
  "searchString=oak+grove",
  "searchString=health",
  "searchString=zzzz",
  "state=open&searchString=garcia",
  "page=90",
];

const lists: readonly string[] = [
  "Desk/GetWork",
  "Inspection/GetCopies?page=1&pageSize=20",
  "Queue/GetHoldShelf",
  "Order/GetNewOrderCount",
  "Order/GetOrders?page=1&pageSize=10",
  "Order/GetOrders?page=9000&pageSize=10",
  "Order/GetToPack",
  "Mail/GetMails?page=1&pageSize=20",
  "Mail/GetMails?state=trouble&page=1&pageSize=20",
  "Mail/GetMails?kind=order-shipped&page=1&pageSize=20",
  "Audit/GetEntries?page=1&pageSize=20",
  "Account/FindBorrowers?searchString=garcia",
  "Account/FindBorrowers?searchString=a",
  "Borrowers/Search?",
  "Borrowers/Search?page=400",
  "Borrowers/Search?sort=school",
  "Borrowers/Search?sort=due",
  "Borrowers/Search?state=out",
  "Borrowers/Search?state=late&sort=due",
  "Borrowers/Search?state=case",
  "Borrowers/Search?searchString=maria+garcia",
  "Borrowers/Search?searchString=school",
  "Borrowers/Search?searchString=reader77",
  "Borrowers/Search?searchString=zzzz",
  "Borrowers/Get/77",
  "Job/GetJobs",
];

const get = (name: string, call: string): DeskCall => ({ name, ask: (clerk) => clerk.ask(call) });
const read = (name: string, call: string): DeskCall => ({
  name,
  ask: async (clerk) => {
    const answer = await clerk.send(call);
    if (!answer.ok) throw new Error(`${call} answered ${answer.status}.`);
    await answer.arrayBuffer();
  },
});

/** Every list and search of the desk. */
function listsAndSearches(): DeskCall[] {
  const plain = decodeURIComponent;
  return [
    ...lists.map((call) => read(call, call)),
    ...[1, 3, 4].map((statusId) => ({
      name: `Order/GetOrdersBySearchFilters, status ${statusId}`,
      ask: (clerk: Caller) => clerk.tell("Order/GetOrdersBySearchFilters", { statusId, page: 1, pageSize: 10 }),
    })),
    ...searches.map((search) =>
      get(
        `orders: ${plain(search)}`,
        `Desk/SearchOrders?page=1&pageSize=10&${search}`.replace(/page=1&(.*page=)/, "$1"),
      ),
    ),
    ...texts.map((text) => get(`box: ${text}`, `Desk/Resolve?text=${encodeURIComponent(text)}`)),
    ...cases.map((search) =>
      get(`cases: ${plain(search)}`, `Cases/GetCases?page=1&pageSize=10&${search}`.replace(/page=1&(.*page=)/, "$1")),
    ),
    read("Cases/csv", "Cases/csv"),
    read("Desk/OrdersCsv of what is overdue", "Desk/OrdersCsv?isOverdue=true"),
  ];
}

type Loan = { order_id: number; copy_id: number; sku_number: string };

/** Every call of the desk, with what it needs of this database. */
export async function deskCalls(db: Database): Promise<DeskCall[]> {
  const { rows: out } = await sql<Loan>`
    select order_id, copy_id, sku_number from assignments join copies using (copy_id) join orders using (order_id)
    where released_at is null and status_id = ${sql.lit(statuses.shipped)} order by order_id limit 300`.execute(db);
  const { rows: waiting } = await sql<{ order_id: number; lines: { inventoryId: number; quantity: number }[] }>`
    select order_id, array(select json_build_object('inventoryId', item_id, 'quantity', 1) from order_lines
      where order_lines.order_id = orders.order_id order by order_line_id limit 2)::json[] as lines
    from orders where status_id = ${sql.lit(statuses.new)} order by order_id limit 300`.execute(db);
  const loan = (round: number) => out[round * 3] ?? { order_id: 0, copy_id: 0, sku_number: "" };
  const order = (round: number) => waiting[round] ?? { order_id: 0, lines: [] };
  const label = ({ copy_id: inventoryItemId, sku_number: skuNumber }: Loan) =>
    encodeURIComponent(writeLabel({ inventoryItemId, skuNumber }));
  const toPack = waiting.slice(200, 250).map((one) => one.order_id);
  const today = new Date().toISOString().slice(0, 10);
  return [
    ...listsAndSearches(),
    { name: "reminders: all that is overdue", ask: () => ordersDue(db, { today, to: today }) },
    read("Order/PackingPapers, 50 that were chosen", `Order/PackingPapers?ids=${toPack.join(",")}`),
    { name: "Returns/GetSwappable", ask: (clerk, round) => clerk.ask(`Returns/GetSwappable/${loan(round).copy_id}`) },
    get("Order/GetToPack, 50 that were chosen", `Order/GetToPack?ids=${toPack.join(",")}`),
    { name: "Order/Get", ask: (clerk, round) => clerk.ask(`Order/Get/${loan(round).order_id}`) },
    { name: "scan of a label", ask: (clerk, round) => clerk.ask(`Desk/Resolve?text=${label(loan(round))}`) },
    {
      name: "scan of a slip",
      ask: (clerk, round) => clerk.ask(`Desk/Resolve?text=${encodeURIComponent(writeSlip(loan(round).order_id))}`),
    },
    {
      name: "Returns/CheckIn",
      ask: (clerk, round) => clerk.tell("Returns/CheckIn", { inventoryItemId: loan(round).copy_id }),
    },
    { name: "Order/CheckOutAll", ask: (clerk, round) => clerk.send(`Order/CheckOutAll/${order(round).order_id}`, {}) },
    {
      name: "Order/ChangeLines",
      ask: (clerk, round) =>
        clerk.tell(`Order/ChangeLines/${order(round + 50).order_id}`, { version: 1, lines: order(round + 50).lines }),
    },
    {
      name: "Order/Cancel",
      ask: (clerk, round) => clerk.tell(`Order/Cancel/${order(round + 100).order_id}`, { reason: "Closed." }),
    },
    { name: "Order/Renew", ask: (clerk, round) => clerk.tell(`Order/Renew/${loan(round + 50).order_id}`) },
  ];
}

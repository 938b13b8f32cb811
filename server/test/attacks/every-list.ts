import { get } from "node:http";
import { sql } from "kysely";
import type { ConnectionSettings } from "#server/platform/connection/connection-settings.ts";
import { type Database, inTransaction } from "#server/platform/database.ts";

const cartKey = "a-cart-with-every-title";

/** The tokens of a clerk and a borrower, and the borrower's ids. */
type Callers = { clerk: string; borrower: { token: string; userId: number; borrowerId: number } };

/**
 * Fills a library with `count` titles, orders, and subscribers, with news, a cart with every title, an open claim for each
 * order, and an inventory count in which every copy is missing.
 */
export async function fillLists(db: Database, count: number, { borrower }: Pick<Callers, "borrower">): Promise<void> {
  const prose = sql`repeat('What the material is about, for whom it was made and what a class may do with it. ', 5)`;
  const words = sql`to_tsvector('english', 'healthy eating and food safety')`;
  await inTransaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx); // because the triggers would take a minute
    await sql`
      insert into items (title, description, tags, reference_number, category_id, subject_id, grade_mask, active_copies,
        sort_title, search, publisher)
      select 'Food safety ' || number, ${prose}, 'food, health', lpad(number::text, 6, '0'), 1, 1, 63, number % 3,
        'food safety ' || number, ${words}, 'A department of health'
      from generate_series(1, ${count}::integer) as number`.execute(tx);
    await sql`insert into carts (cart_key) values (${cartKey})`.execute(tx);
    await sql`insert into cart_lines (cart_key, item_id, quantity) select ${cartKey}, item_id, 1 from items`.execute(
      tx,
    );
    await sql`
      with made as (
        insert into accounts (user_name, user_type_id, password_hash) select 'reader-' || number, 2, '-'
        from generate_series(1, ${count}::integer) as number returning user_id
      )
      insert into borrowers (user_id, name, school_name, school_district, email_address, phone_number, street, city,
        state, zip)
      select user_id, 'A borrower', 'A school', 'A district', 'reader@school.example', '5550102030', 'A street', 'A city',
        'CA', '93701' from made`.execute(tx);
    await sql`
      insert into orders (borrower_id, ordered_at, terms_version, terms_accepted_at, ship_to_name, ship_to_school,
        ship_to_district, ship_to_street, ship_to_city, ship_to_state, ship_to_zip)
      select coalesce(other.borrower_id, ${borrower.borrowerId}), now() - number * interval '1 minute', '1', now(),
        'A borrower', 'A school', 'A district', 'A street', 'A city', 'CA', '93701'
      from generate_series(1, ${count}::integer) as number
      -- every other order is another borrower's, so that the planner doesn't expect a single borrower
      left join (select borrower_id, row_number() over (order by borrower_id) as place from borrowers) as other
        on number % 2 = 0 and place = number`.execute(tx);
    await sql`insert into order_lines (order_id, item_id, quantity) select order_id, order_id, 1 from orders`.execute(
      tx,
    );
    await sql`
      insert into copies (item_id, copy_number, sku_number) select item_id, 1, reference_number from items`.execute(tx);
    await sql`
      with lost as (
        insert into assignments (order_line_id, order_id, item_id, line_quantity, copy_id, slot, released_at, release_reason)
        select order_line_id, order_id, item_id, quantity, copy_id, 1, now(), 'lost'
        from order_lines join copies using (item_id) returning assignment_id
      )
      insert into claims (assignment_id, loan, kind, cost_cents, note, opened_at, opened_by)
      select assignment_id, 'lost', 'lost', 2450, 'Left on a bus.', now(), (select min(user_id) from accounts) from lost`.execute(
      tx,
    );
    await sql`
      with started as (
        insert into inventory_counts (shelf_location, started_at, started_by, expected, known_out, known_packed, known_inactive,
          known_archived)
        select '', now(), min(user_id), ${count}::integer, 0, 0, 0, 0 from accounts returning inventory_count_id
      )
      insert into inventory_count_copies (inventory_count_id, copy_id, known, position, outcome)
      select inventory_count_id, copy_id, 'shelf', copy_id, 'missing' from started cross join copies`.execute(tx);
    await sql`
      insert into news (title, content) select 'News ' || number, repeat(${prose}, 10)
      from generate_series(1, ${Math.ceil(count / 20)}::integer) as number`.execute(tx);
    await sql`
      insert into mailing_list (email_address, email_key, asked_at, confirmed_at, leave_key)
      select name, name, now(), now(), name from (
        select number || '@school.example' as name from generate_series(1, ${count}::integer) as number
      ) as names`.execute(tx);
  });
  await sql`vacuum analyze items, accounts, borrowers, orders, order_lines, cart_lines, news, copies,
    assignments, claims, inventory_count_copies`.execute(db);
}

type List = { path: (callers: Callers) => string; as?: "clerk" | "borrower" };

/** Every call whose response grows with the library, except the site map, which needs a built renderer. */
export const everyList: readonly List[] = [
  { path: () => "/api/Inventory/GetInventoryBySearchParams" },
  { path: () => "/api/Inventory/GetInventoryBySearchParams?searchString=food+safety" },
  { path: () => "/api/Inventory/GetInventoryBySearchParams?inStockOnly=true&gradeId=2" },
  { path: () => "/api/Inventory/GetEveryInventory" },
  { path: () => "/api/Inventory/GetEveryInventory?includeInStock=false" },
  { path: () => `/api/Cart/GetCartItemsByIdentifier/${cartKey}` },
  { path: () => "/api/News/GetPublicItems" },
  { path: ({ borrower }) => `/api/Account/GetOrdersByUserId/${borrower.userId}`, as: "borrower" },
  { path: () => "/api/Order/GetOrders", as: "clerk" },
  { path: () => "/api/News/GetItems", as: "clerk" },
  { path: () => "/api/account/borrowers/csv", as: "clerk" },
  { path: () => "/api/Borrowers/csv", as: "clerk" },
  { path: () => "/api/Desk/OrdersCsv", as: "clerk" },
  { path: () => "/api/Claims/csv", as: "clerk" },
  { path: () => "/api/Inventory/LowStockCsv", as: "clerk" },
  { path: () => "/api/InventoryCount/csv/1", as: "clerk" },
  { path: () => "/api/MailingList/csv", as: "clerk" },
  { path: () => "/api/Import/ExportCollection", as: "clerk" },
  { path: () => "/api/Import/ExportMarc", as: "clerk" },
];

/** The last characters of JSON, a CSV, and a MARC record. */
const ends = ["}", "\n", "\u001D"];

type ListResponse = { path: string; status: number; bytes: number; isWhole: boolean };

/** Requests each list `times` times, all at once, and reads the responses without storing them. */
export async function askLists(
  address: string,
  callers: Callers,
  lists: readonly List[],
  times = 1,
): Promise<ListResponse[]> {
  const tokens = { clerk: callers.clerk, borrower: callers.borrower.token };
  const requests = lists.flatMap(({ path, as }) =>
    Array.from({ length: times }, () => read(address, path(callers), as && tokens[as])),
  );
  return Promise.all(requests);
}

function read(address: string, path: string, token: string | undefined): Promise<ListResponse> {
  return new Promise((resolve) => {
    const headers = { connection: "close", ...(token !== undefined && { authorization: `Bearer ${token}` }) };
    let [bytes, last] = [0, ""];
    const request = get(`${address}${path}`, { headers, agent: false }, (answer) => {
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        last = chunk.toString("latin1").slice(-1);
      });
      answer.on("error", () => undefined); // "close" follows
      answer.on("close", () =>
        resolve({ path, status: answer.statusCode ?? 0, bytes, isWhole: answer.complete && ends.includes(last) }),
      );
    });
    request.on("error", () => resolve({ path, status: 0, bytes, isWhole: false }));
  });
}

/** Returns the connection as a value for DATABASE_URL. */
export function urlOf(connection: ConnectionSettings): string {
  if ("connectionString" in connection) return connection.connectionString;
  const { host, port, user, database, password = "" } = connection;
  return `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

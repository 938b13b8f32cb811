import { expect, it } from "vitest";
import { circulationFixture } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const { db, call } = fixture;
const manager = await fixture.newAdmin("manager");
const reader = await fixture.newBorrower("reader");

type Fields = Record<string, unknown>;
const readForm = async (path: string) => (await call<Fields>(manager, `GET ${path}`)).data;
const entries = async () => (await db.selectFrom("activity_log").select("entry_id").execute()).length;

/** Each form as stored, and the fields to change. */
const saves: [string, () => Promise<{ path: string; form: () => Promise<Fields>; changes: Fields }>][] = [
  [
    "a title",
    async () => {
      const { itemId } = await fixture.newTitle("Kit", 2);
      const path = `Inventory/UpdateInventory/${itemId}`;
      return { path, form: () => readForm(`Inventory/Get/${itemId}`), changes: { title: "Another kit" } };
    },
  ],
  [
    "a news item",
    async () => {
      const { id } = await call(manager, "POST News/SaveItem", { id: 0, title: "Open", content: "Come in." });
      return { path: "News/SaveItem", form: () => readForm(`News/GetItem/${id}`), changes: { title: "Open again" } };
    },
  ],
  [
    "a borrower",
    async () => {
      const id = reader.borrowerId;
      const changes = { phoneNumber: "(555) 010-9999" };
      return { path: `Borrowers/Change/${id}`, form: () => readForm(`Borrowers/Get/${id}`), changes };
    },
  ],
  [
    "the settings",
    async () => {
      const form = async () => {
        const { data } = await call<{ settings: Fields; version: number }>(manager, "GET Settings/Get");
        return { ...data.settings, version: data.version };
      };
      return { path: "Settings/Save", form, changes: { loanDays: 21 } };
    },
  ],
  [
    "an order",
    async () => {
      const orderId = await fixture.order(reader, [[await fixture.newTitle("Book", 1), 1]]);
      const form = async () => {
        const { statusId, trackingNumber, shipDate, returnDate, orderNote, version } = await readForm(
          `Order/Get/${orderId}`,
        );
        return { orderId, statusId, trackingNumber, shipDate, returnDate, orderNote, version };
      };
      return { path: "Order/UpdateOrder/", form, changes: { orderNote: "Call first" } };
    },
  ],
];

it.each(saves)("saving %s writes an entry only when something changed", async (_what, prepare) => {
  const { path, form, changes } = await prepare();
  const before = await entries();
  expect(await call(manager, `POST ${path}`, await form())).toMatchObject({ isSuccess: true });
  expect(await entries()).toBe(before);
  expect(await call(manager, `POST ${path}`, { ...(await form()), ...changes })).toMatchObject({ isSuccess: true });
  expect(await entries()).toBe(before + 1);
});

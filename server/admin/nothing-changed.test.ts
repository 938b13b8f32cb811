import { expect, it } from "vitest";
import { circulationFixture } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const { db, call } = fixture;
const manager = await fixture.newAdmin("manager");
const reader = await fixture.newBorrower("reader");

type Fields = Record<string, unknown>;
const stored = async (path: string) => (await call<Fields>(manager, `GET ${path}`)).data;
const entries = async () => (await db.selectFrom("activity_log").select("entry_id").execute()).length;

/** Each with what is saved as it is, and what is saved otherwise then. */
const saves: [string, () => Promise<{ path: string; form: () => Promise<Fields>; other: Fields }>][] = [
  [
    "a title",
    async () => {
      const { itemId } = await fixture.newTitle("Kit", 2);
      const path = `Inventory/UpdateInventory/${itemId}`;
      return { path, form: () => stored(`Inventory/Get/${itemId}`), other: { title: "Another kit" } };
    },
  ],
  [
    "a news item",
    async () => {
      const { id } = await call(manager, "POST News/SaveItem", { id: 0, title: "Open", content: "Come in." });
      return { path: "News/SaveItem", form: () => stored(`News/GetItem/${id}`), other: { title: "Open again" } };
    },
  ],
  [
    "a borrower",
    async () => {
      const of = reader.borrowerId;
      const other = { phoneNumber: "(555) 010-9999" };
      return { path: `Borrowers/Change/${of}`, form: () => stored(`Borrowers/Get/${of}`), other };
    },
  ],
  [
    "the settings",
    async () => {
      const form = async () => {
        const { data } = await call<{ settings: Fields; version: number }>(manager, "GET Settings/Get");
        return { ...data.settings, version: data.version };
      };
      return { path: "Settings/Save", form, other: { loanDays: 21 } };
    },
  ],
  [
    "an order",
    async () => {
      const orderId = await fixture.order(reader, [[await fixture.newTitle("Book", 1), 1]]);
      const form = async () => {
        const { statusId, trackingNumber, shipDate, returnDate, orderNote, version } = await stored(
          `Order/Get/${orderId}`,
        );
        return { orderId, statusId, trackingNumber, shipDate, returnDate, orderNote, version };
      };
      return { path: "Order/UpdateOrder/", form, other: { orderNote: "Call first" } };
    },
  ],
];

it.each(saves)("%s that is saved as it is leaves no entry, and one when something is other", async (_what, prepare) => {
  const { path, form, other } = await prepare();
  const before = await entries();
  expect(await call(manager, `POST ${path}`, await form())).toMatchObject({ isSuccess: true });
  expect(await entries()).toBe(before);
  expect(await call(manager, `POST ${path}`, { ...(await form()), ...other })).toMatchObject({ isSuccess: true });
  expect(await entries()).toBe(before + 1);
});

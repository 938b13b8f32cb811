import { addBorrowerNote, blockBorrower, getBorrower } from "#contract/people/borrowers.ts";
import { aBorrower, type anAdmin } from "../factories.ts";
import type { TestApp } from "../app.ts";
import type { Examples } from "./examples.ts";

type Setting = {
  fixture: TestApp;
  admin: Awaited<ReturnType<typeof anAdmin>>;
  reader: Awaited<ReturnType<typeof aBorrower>>;
  caller: () => object;
  anOrder: (input: { statusId: number; lent: boolean }) => Promise<{ orderId: number }>;
};

export const borrowerExamples = ({ fixture, admin, reader, caller, anOrder }: Setting): Examples => ({
  "POST Borrowers/Change/{id}": async () => {
    const params = { id: (await aBorrower(fixture)).borrowerId };
    return { good: { params, body: caller() }, bad: { params, body: { ...caller(), phoneNumber: "1" } } };
  },
  "POST Borrowers/SendReset/{id}": async () => ({
    good: { params: { id: reader.borrowerId } },
    bad: { params: { id: 999_999 } },
  }),
  "POST Borrowers/SendConfirmation/{id}": async () => ({
    good: { params: { id: (await aBorrower(fixture, { mailbox_confirmed_at: null })).borrowerId } },
    bad: { params: { id: 999_999 } },
  }),
  "POST Borrowers/ConfirmByPhone/{id}": async () => ({
    good: { params: { id: (await aBorrower(fixture, { mailbox_confirmed_at: null })).borrowerId } },
    bad: { params: { id: 999_999 } },
  }),
  "POST Borrowers/AddNote/{id}": async () => {
    const params = { id: reader.borrowerId };
    return { good: { params, body: { note: "Calls on Fridays." } }, bad: { params, body: { note: "" } } };
  },
  "POST Borrowers/DeleteNote/{noteId}": async () => {
    await fixture.call(addBorrowerNote, { params: { id: reader.borrowerId }, body: { note: "Old" } }, admin.token);
    const { data } = (await fixture.call(getBorrower, { params: { id: reader.borrowerId } }, admin.token)).body;
    return { good: { params: { noteId: data.notes[0]?.noteId ?? 0 } }, bad: { params: { noteId: 999_999 } } };
  },
  "POST Borrowers/Block/{id}": async () => {
    const params = { id: (await aBorrower(fixture)).borrowerId };
    return { good: { params, body: { reason: "Send it back." } }, bad: { params, body: { reason: "" } } };
  },
  "POST Borrowers/Unblock/{id}": async () => {
    const params = { id: (await aBorrower(fixture)).borrowerId };
    await fixture.call(blockBorrower, { params, body: { reason: "Send it back." } }, admin.token);
    return { good: { params }, bad: { params: { id: 999_999 } } };
  },
  "POST Borrowers/Anonymize/{id}": async () => {
    const { borrowerId } = await aBorrower(fixture);
    return { good: { params: { id: borrowerId } }, bad: { params: { id: 999_999 } } };
  },
  "POST Borrowers/TransferLoans/{id}": async () => {
    const [from, to] = [await aBorrower(fixture), await aBorrower(fixture)];
    const { orderId } = await anOrder({ statusId: 3, lent: true });
    await fixture.db
      .updateTable("orders")
      .set({ borrower_id: from.borrowerId })
      .where("order_id", "=", orderId)
      .execute();
    const params = { id: from.borrowerId };
    return {
      good: { params, body: { toBorrowerId: to.borrowerId } },
      bad: { params, body: { toBorrowerId: from.borrowerId } },
    };
  },
  "POST Borrowers/Merge/{id}": async () => {
    const [to, from] = [await aBorrower(fixture), await aBorrower(fixture)];
    const params = { id: to.borrowerId };
    return {
      good: { params, body: { fromBorrowerId: from.borrowerId } },
      bad: { params, body: { fromBorrowerId: to.borrowerId } },
    };
  },
  "GET Borrowers/ClearanceLetter/{id}": async () => {
    const { borrowerId } = await aBorrower(fixture);
    return { good: { params: { id: borrowerId } }, bad: { params: { id: 999_999 } } };
  },
});

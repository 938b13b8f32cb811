import { describe, expect, it } from "vitest";
import { circulationFixture } from "#server/test/circulation-fixture.ts";

const fixture = await circulationFixture();
const { db } = fixture;
const ann = await fixture.newBorrower("ann");
const bob = await fixture.newBorrower("bob");
const admin = await fixture.newAdmin("clerk");

describe("placing an order", () => {
  it("stores the shipping address, which stays when the borrower moves", async () => {
    const orderId = await fixture.order(bob, [[await fixture.newTitle("Moved", 1), 1]]);
    await fixture.setBorrower(bob, { street: "9 New Rd", name: "Robert", school_name: "Other" });
    const { data } = await fixture.call(bob, `GET Order/GetOrderForUser/${orderId}`);
    expect(data.borrower).toEqual({
      borrowerId: bob.borrowerId,
      borrowerName: "bob Reader",
      isEmailed: true,
      isMailboxConfirmed: true,
      schoolName: "Oak Grove Elementary",
      schoolDistrict: "Valley Unified",
      emailAddress: "robin@oakgrove.example",
      phoneNumber: "(555) 010-2030",
      address: { street: "1 Main Street", city: "Fresno", state: "CA", zip: "93701" },
    });
  });

  it("records the version and time of the accepted terms", async () => {
    const orderId = await fixture.order(
      ann,
      [[await fixture.newTitle("Terms", 1), 1]],
      new Date("2026-05-01T10:20:30Z"),
    );
    const terms = await db
      .selectFrom("orders")
      .select(["terms_version", "terms_accepted_at", "ordered_at"])
      .where("order_id", "=", orderId)
      .executeTakeFirst();
    expect(terms).toEqual({
      terms_version: "2026-11",
      terms_accepted_at: new Date("2026-05-01T10:20:30Z"),
      ordered_at: new Date("2026-05-01T10:20:30Z"),
    });
  });
});

describe("reading an order", () => {
  it("shows the note to staff only", async () => {
    const orderId = await fixture.order(ann, [[await fixture.newTitle("Noted", 1), 1]]);
    await fixture.call(admin, "POST Order/UpdateOrder/", { orderId, statusId: 2, orderNote: "careful with this one" });
    expect((await fixture.call(admin, `GET Order/Get/${orderId}`)).data.orderNote).toBe("careful with this one");
    for (const person of [ann, admin]) {
      const answer = await fixture.call(person, `GET Order/GetOrderForUser/${orderId}`);
      expect(answer.data).not.toHaveProperty("orderNote");
      expect(JSON.stringify(answer)).not.toContain("careful");
    }
    expect(JSON.stringify(await fixture.call(ann, `GET Account/GetOrdersByUserId/${ann.userId}`))).not.toContain(
      "careful",
    );
  });
});

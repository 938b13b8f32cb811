import { describe, expect, it } from "vitest";
import type { ClaimLetter, StaffClaim } from "#contract/desk/claims.ts";
import { letter } from "#server/platform/mail/letter/letter.ts";
import { circulationFixture, type Title } from "#server/test/circulation-fixture.ts";
import { claimsCsv } from "./claims.ts";
import { writeReminders } from "#server/orders/notices/reminders.ts";

const fixture = await circulationFixture();
const { db } = fixture;
const ann = await fixture.newBorrower("ann");
const clerk = await fixture.newAdmin("clerk");
const { orderOf, claimOf, settle, checkIn, ...desk } = fixture.desk(clerk);
const colleague = await fixture.newAdmin("colleague");

/** Ships Ann all copies of these titles, due on April 1. */
const shipAll = (...titles: readonly Title[]) => {
  const days = { shipDate: "2026-03-02", returnDate: "2026-04-01" };
  return desk.ship(
    ann,
    titles.map((title) => [title, title.copyIds.length]),
    days,
  );
};
const open = desk.openClaim;
/** Undoes the settlement of a claim, or else the claim, and returns it. `undoEventId` can name an earlier change. */
const undo = async (claimId: number, actor = clerk, { undoEventId }: Partial<StaffClaim> = {}) => {
  const answer = await fixture.call(actor, `POST Order/Undo/${undoEventId ?? (await claimOf(claimId)).undoEventId}`);
  return { ...answer, data: await claimOf(claimId) };
};
const copyState = (copyId: number | undefined) =>
  db
    .selectFrom("copies")
    .select(["is_inactive", "inactive_reason"])
    .where("copy_id", "=", copyId ?? 0)
    .executeTakeFirstOrThrow();
const lost = { is_inactive: true, inactive_reason: "lost" };
const lendable = { is_inactive: false, inactive_reason: null };

describe("a copy declared lost", () => {
  it("comes off its order and out of circulation, and its claim has the borrower, date, and cost", async () => {
    const kit = await fixture.newTitle("Kit", 2);
    await fixture.setTitle(kit, { replacement_cost: "24.50" });
    const { orderId, loans } = await shipAll(kit);
    const { data, ...answer } = await open(loans[0], "lost", { note: "The school burned down." });
    expect(answer).toMatchObject({ status: 200, isSuccess: true });
    expect(data).toMatchObject({
      kind: "lost",
      orderId,
      borrowerName: "ann Reader",
      schoolName: "Oak Grove Elementary",
      title: "Kit",
      copyNumber: 1,
      cost: "24.50",
      note: "The school burned down.",
      openedAt: fixture.clock.at.toISOString(),
      openedByName: "clerk",
      outcome: null,
      closedAt: null,
    });
    expect(await copyState(kit.copyIds[0])).toEqual(lost);
    expect(await fixture.stockOf(kit)).toMatchObject({ active_copies: 1, checked_out: 1, in_stock: 0 });
    const order = await orderOf(orderId);
    expect(order).toMatchObject({ statusId: 3, claims: [data], pastAssignments: [{ copyNumber: 1, reason: "lost" }] });
    expect(order.orderItems[0]?.orderInventoryItems).toHaveLength(1);
  });

  it("can go out again after its check-in, which closes the claim, and undo reopens the claim", async () => {
    const kit = await fixture.newTitle("Found", 1);
    const { orderId, loans } = await shipAll(kit);
    const { claimId } = (await open(loans[0], "lost")).data;
    expect(await orderOf(orderId)).toMatchObject({ statusName: "Returned", lostCount: 1 });
    const { data: back } = await checkIn(kit.copyIds[0]);
    expect(await orderOf(orderId)).toMatchObject({ statusName: "Returned", lostCount: 0 });
    expect(back).toMatchObject({ orderId, destination: "shelf", lostClaim: { claimId, outcome: "found" } });
    expect(await claimOf(claimId)).toMatchObject({ outcome: "found", closedByName: "clerk" });
    expect(await fixture.stockOf(kit)).toMatchObject({ active_copies: 1, checked_out: 0, in_stock: 1 });
    expect(await checkIn(kit.copyIds[0])).toMatchObject({ isSuccess: false, reason: { kind: "copy-not-out" } });

    for (let time = 0; time < 2; time += 1) expect(await desk.undo(back.eventId)).toMatchObject({ isSuccess: true });
    expect(await claimOf(claimId)).toMatchObject({ outcome: null, closedAt: null });
    expect(await copyState(kit.copyIds[0])).toEqual(lost);
    expect(await orderOf(orderId)).toMatchObject({ lostCount: 1, pastAssignments: [{ reason: "lost" }] });
    expect(await fixture.stockOf(kit)).toMatchObject({ active_copies: 0, checked_out: 0, in_stock: 0 });
  });

  it("keeps a paid claim when it comes back later", async () => {
    const kit = await fixture.newTitle("Paid", 1);
    const { loans } = await shipAll(kit);
    const { claimId } = (await open(loans[0], "lost")).data;
    expect((await settle(claimId, "paid", "Check 12")).data).toMatchObject({
      outcome: "paid",
      closingNote: "Check 12",
    });
    expect((await undo(claimId)).data).toMatchObject({ outcome: null, closingNote: "" });
    const { data: paidClaim } = await settle(claimId, "paid");
    expect(await settle(claimId, "waived")).toMatchObject({ isSuccess: false, reason: { kind: "claim-over" } });
    expect((await checkIn(kit.copyIds[0])).data).toMatchObject({ lostClaim: { claimId, outcome: "paid" } });
    expect(await undo(claimId, clerk, paidClaim)).toMatchObject({ isSuccess: false, reason: { kind: "claim-over" } });
  });

  it("has a claim that clerks may open and undo until a manager settles it", async () => {
    await db.updateTable("staff").set({ role: "clerk" }).where("user_id", "=", colleague.userId).execute();
    const undoAs = (claimId: number) => undo(claimId, colleague);
    const { loans } = await shipAll(await fixture.newTitle("Two roles", 2));
    const mistake = await fixture.desk(colleague).openClaim(loans[0], "lost");
    expect(await undoAs(mistake.data.claimId)).toMatchObject({ isSuccess: true });
    const { claimId } = (await fixture.desk(colleague).openClaim(loans[1], "lost")).data;
    await settle(claimId, "waived");
    expect((await undoAs(claimId)).status).toBe(403);
    expect(await claimOf(claimId)).toMatchObject({ outcome: "waived" });
    await db.updateTable("staff").set({ role: "manager" }).where("user_id", "=", colleague.userId).execute();
    expect(await undoAs(claimId)).toMatchObject({ isSuccess: true });
  });

  it("closes its claim when staff set it active on its title’s page", async () => {
    const kit = await fixture.newTitle("On the shelf", 1);
    const { data: claim } = await open((await shipAll(kit)).loans[0], "lost");
    const { claimId } = claim;
    const { data } = await fixture.call<{ inventoryItems: object[] }>(clerk, `GET Inventory/Get/${kit.itemId}`);
    const inventoryItems = data.inventoryItems.map((copy) => ({ ...copy, isInactive: false }));
    await fixture.call(clerk, `POST Inventory/UpdateInventory/${kit.itemId}`, { ...data, inventoryItems });
    expect(await copyState(kit.copyIds[0])).toEqual(lendable);
    expect(await claimOf(claimId)).toMatchObject({ outcome: "found", undoEventId: null });
    expect(await undo(claimId, clerk, claim)).toMatchObject({ isSuccess: false, reason: { kind: "claim-over" } });
  });

  it("must be on loan, and can't have a second claim", async () => {
    const kit = await fixture.newTitle("Packed", 1);
    const orderId = await fixture.order(ann, [[kit, 1]]);
    const { data } = await desk.packCopy(orderId, kit.copyIds[0]);
    const loan = data.orderItems[0]?.orderInventoryItems[0]?.orderInventoryItemId;
    expect(await open(loan, "lost")).toMatchObject({ isSuccess: false, reason: { kind: "order-not-shipped" } });
    await desk.save(orderId, 3);
    expect(await open(loan, "damaged")).toMatchObject({
      isSuccess: false,
      message: "This copy hasn’t been returned. Check it in first.",
    });
    expect(await open(loan, "lost")).toMatchObject({ isSuccess: true });
    expect(await open(loan, "lost")).toMatchObject({
      isSuccess: false,
      message: "This copy already has an open claim.",
    });
    expect(await open(loan, "lost", { cost: "a lot" })).toMatchObject({
      isSuccess: false,
      message: expect.stringContaining("Cost must be an amount such as 24.50."),
    });
  });
});

describe("a copy claimed returned", () => {
  it("stays out without reminders, and its check-in closes the claim", async () => {
    const [kit, book] = [await fixture.newTitle("Claimed kit", 1), await fixture.newTitle("Kept book", 1)];
    const { orderId, loans } = await shipAll(kit, book);
    const { claimId } = (await open(loans[0], "claimed returned")).data;
    expect(await orderOf(orderId)).toMatchObject({ statusId: 3 });
    const reminders = async () => {
      await db.deleteFrom("mails").execute();
      await writeReminders(fixture);
      const rows = await db.selectFrom("mails").select("letter").where("kind", "=", "overdue").execute();
      return rows.flatMap((row) =>
        letter.parse(row.letter).blocks.flatMap((block) => (block.is === "list" ? block.items : [])),
      );
    };
    const before = fixture.clock.at;
    fixture.clock.at = new Date("2026-04-02T18:00:00Z");
    const others = (await reminders()).filter((title) => /^Claimed|^Kept/.test(title));
    expect(others).toEqual(["Kept book"]);
    const second = (await open(loans[1], "claimed returned")).data.claimId;
    expect((await reminders()).filter((title) => /^Claimed|^Kept/.test(title))).toEqual([]);
    expect((await undo(second)).data).toMatchObject({ outcome: "undone" });
    expect((await reminders()).filter((title) => /^Claimed|^Kept/.test(title))).toEqual(["Kept book"]);
    fixture.clock.at = before;

    const { eventId } = (await checkIn(kit.copyIds[0])).data;
    expect(await claimOf(claimId)).toMatchObject({ outcome: "found" });
    await desk.undo(eventId);
    expect(await claimOf(claimId)).toMatchObject({ outcome: null });
    // declared lost after all, then undone
    const { data: lostClaim } = await open(loans[0], "lost");
    expect(await claimOf(claimId)).toMatchObject({ outcome: "lost" });
    await undo(lostClaim.claimId);
    expect(await claimOf(claimId)).toMatchObject({ outcome: null });
    await desk.save(orderId, 4);
    expect(await claimOf(claimId)).toMatchObject({ outcome: "found" });
  });
});

describe("a copy returned damaged or incomplete", () => {
  it("may have a claim, which ends when its check-in is undone", async () => {
    const kit = await fixture.newTitle("Torn", 2);
    await shipAll(kit);
    const { returnId, eventId } = (await checkIn(kit.copyIds[0])).data;
    await desk.judge(returnId, "damaged", { note: "Coffee." });
    const { claimId } = (await open(returnId, "damaged", { cost: "5" })).data;
    const judgment = await desk.judge(returnId, "damaged", { note: "Coffee." });
    expect(judgment.data).toMatchObject({ openClaimId: claimId, destination: "inspection" });
    await fixture.call(clerk, `POST Claims/Change/${claimId}`, { cost: "7.5", note: "Cover only." });
    expect(await claimOf(claimId)).toMatchObject({ cost: "7.50", note: "Cover only." });
    await desk.undo(eventId);
    expect(await claimOf(claimId)).toMatchObject({ outcome: "undone" });
    expect(await copyState(kit.copyIds[0])).toEqual(lendable);
  });
});

describe("the list of claims", () => {
  it("filters by state, kind, order, and words, adds up the open costs, and downloads as a CSV", async () => {
    const kit = await fixture.newTitle("=Formula 100%", 3);
    const { orderId, loans } = await shipAll(kit);
    const first = (await open(loans[0], "lost", { cost: "10.10" })).data;
    const second = (await open(loans[1], "lost", { cost: "0.20" })).data;
    const third = (await open(loans[2], "claimed returned", { cost: "3" })).data;
    await settle(first.claimId, "waived", "Fire.");
    const list = async (query: string) => {
      const answer = await fixture.call<StaffClaim[]>(clerk, `GET Claims/GetClaims?${query}`);
      return { ids: answer.data.map(({ claimId }) => claimId), ...answer };
    };
    expect(await list(`orderId=${orderId}`)).toMatchObject({
      ids: [third.claimId, second.claimId, first.claimId],
      total: 3,
      openCost: "3.20",
    });
    expect((await list(`orderId=${orderId}&state=open&kind=lost`)).ids).toEqual([second.claimId]);
    expect((await list(`orderId=${orderId}&state=closed`)).ids).toEqual([first.claimId]);
    expect((await list("searchString=formula%20100%25&pageSize=1&page=2")).ids).toEqual([second.claimId]);
    expect((await list("searchString=formula%20200")).ids).toEqual([]);
    for (const words of ["formula reader", "ANN form", "form %", "forms"])
      expect((await list(`searchString=${encodeURIComponent(words)}`)).total, words).toBe(words === "forms" ? 0 : 3);
    await fixture.setTitle(kit, { title: "Tonic" });
    expect((await list("searchString=tonic")).total).toBe(3);
    await fixture.setCopy(kit.copyIds[0], { sku_number: "CA-77" });
    const bySku = await list("searchString=CA-77");
    expect(bySku.data.map(({ inventoryItemId }) => inventoryItemId)).toEqual([kit.copyIds[0]]);
    await fixture.setTitle(kit, { title: "=Formula 100%" });
    const filter = { state: "open" as const, kind: "" as const, orderId, searchString: "" };
    const { content } = await claimsCsv(db, filter, { userId: clerk.userId, at: fixture.clock.at }, "UTC");
    let file = "";
    for await (const piece of content) file += String(piece);
    expect(file.trimEnd().split("\r\n")).toHaveLength(3);
    expect(file).toContain(`"'=Formula 100%"`);
    expect(file).not.toContain("Fire.");
  });
});

// the letter lists everything that its borrower owes
const bea = await fixture.newBorrower("bea");
const parts = "1 poster; 1 DVD @ 24.50; 30 cards @ 0.50";

/** Lends a kit, and checks it in. */
async function returnKit() {
  const kit = await fixture.newTitle("Kit", 1);
  await fixture.setTitle(kit, { parts, replacement_cost: "85.00" });
  const { orderId } = await desk.ship(bea, [[kit, 1]]);
  return { ...(await checkIn(kit.copyIds[0])).data, orderId };
}
const judge = (returnId: number, missingParts: string, condition = "parts missing") =>
  desk.judge(returnId, condition, { missingParts });
const openFor = async (loan: number, fields: object = {}) => (await open(loan, "parts missing", fields)).data;
const missingOf = async (assignmentId: number) =>
  db
    .selectFrom("assignments")
    .select(["missing_parts", "condition"])
    .where("assignment_id", "=", assignmentId)
    .executeTakeFirstOrThrow();

describe("the missing parts of a copy", () => {
  it("have their title's costs as long as the condition is parts missing", async () => {
    const { returnId } = await returnKit();
    expect((await judge(returnId, "2 cards; 1 DVD @ 0.01")).data).toMatchObject({
      condition: "parts missing",
      parts,
      missingParts: "2 cards @ 0.50; 1 DVD @ 24.50",
      destination: "inspection",
    });
    const { data } = await desk.judge(returnId, "parts missing", { note: "No box." });
    expect(data).toMatchObject({ note: "No box.", missingParts: "2 cards @ 0.50; 1 DVD @ 24.50" });
    expect((await judge(returnId, "1 DVD", "worn")).data).toMatchObject({ missingParts: "", destination: "shelf" });
  });

  it("disappear when the check-in is undone", async () => {
    const { returnId, eventId } = await returnKit();
    await judge(returnId, "1 DVD");
    expect(await desk.undo(eventId)).toMatchObject({ isSuccess: true });
    expect(await missingOf(returnId)).toEqual({ missing_parts: "", condition: null });
  });
});

describe("a claim for missing parts", () => {
  it("costs the sum of the parts, and names each in the letter", async () => {
    const { returnId, orderId } = await returnKit();
    await judge(returnId, "1 poster; 1 DVD; 2 cards");
    const claim = await openFor(returnId);
    expect(claim).toMatchObject({ cost: "25.50", parts: "1 poster; 1 DVD @ 24.50; 2 cards @ 0.50" });
    const { data } = await fixture.call<ClaimLetter>(clerk, `GET Claims/GetLetter/${claim.claimId}`);
    expect(data.items).toEqual([
      {
        name: `Kit, #${claim.skuNumber} copy 1, order #${orderId} (parts missing: 1 poster, 1 DVD $24.50, 2 cards $1.00)`,
        value: "$25.50",
      },
    ]);
    await settle(claim.claimId, "paid");
    // a settled claim doesn't change
    await judge(returnId, "1 DVD");
    expect(await claimOf(claim.claimId)).toMatchObject({ cost: "25.50", parts: claim.parts });
  });

  it("costs as much as the whole title if no part has a cost", async () => {
    const { returnId } = await returnKit();
    await judge(returnId, "1 poster");
    expect(await openFor(returnId)).toMatchObject({ cost: "85.00", parts: "1 poster" });
  });

  it("follows later changes of the missing parts, and so does its cost unless staff have set another", async () => {
    const [first, second] = [await returnKit(), await returnKit()];
    for (const { returnId } of [first, second]) await judge(returnId, "1 DVD; 2 cards");
    const [defaultClaim, agreedClaim] = [await openFor(first.returnId), await openFor(second.returnId, { cost: "10" })];
    for (const { returnId } of [first, second]) await judge(returnId, "2 cards");
    expect(await claimOf(defaultClaim.claimId)).toMatchObject({ cost: "1.00", parts: "2 cards @ 0.50" });
    expect(await claimOf(agreedClaim.claimId)).toMatchObject({ cost: "10.00", parts: "2 cards @ 0.50" });
    // a later condition of the copy doesn't change the claim
    await judge(first.returnId, "", "worn");
    expect(await claimOf(defaultClaim.claimId)).toMatchObject({ cost: "1.00", parts: "2 cards @ 0.50", outcome: null });
  });
});

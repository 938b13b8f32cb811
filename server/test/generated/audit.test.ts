import { addDays, dayOf } from "#server/platform/clock.ts";
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { allCalls } from "#contract/all.ts";
import { getEditableContent, saveSection } from "#contract/site/content.ts";
import { openClaim } from "#contract/desk/claims.ts";
import { addPhoto, checkInCopy } from "#contract/desk/returns.ts";
import { getCodeLists } from "#contract/catalog/code-lists.ts";
import { getSettings } from "#contract/admin/settings.ts";
import { isStaffRole } from "#contract/people/roles.ts";
import { disableStaff, inviteStaff } from "#contract/people/staff.ts";
import { getOwnAccount, newTwoStep } from "#contract/people/own-account.ts";
import { callParts, type Endpoint } from "#contract/wire/endpoint.ts";
import { placeOrder } from "#server/orders/place-order.ts";
import { inTransaction } from "#server/platform/database.ts";
import { aPdf } from "../a-pdf.ts";
import { aPicture } from "../a-picture.ts";
import { formOf, testApp } from "../app.ts";
import { aBorrower, anAdmin, anItem } from "../factories.ts";
import { aCarefulAdmin, codeOf, toNextStep } from "../staff/two-step.ts";
import { borrowerExamples } from "./borrower-examples.ts";
import { addressOf, notYetServed } from "./calls.ts";
import {
  archiveExamples,
  bulkExamples,
  calendarExamples,
  type Examples,
  importExamples,
  inventoryCountExamples,
  type Sent,
  synonymExamples,
} from "./examples.ts";

const fixture = await testApp({ settings: { BACKUP_DIR: "/backups" } });
const admin = await anAdmin(fixture);
const reader = await aBorrower(fixture);
const ownPassword = "a password of my own";
let ownSecret = "";
/** Returns the administrator's password and next code, for while two-step verification is on. */
const ownProof = () => {
  toNextStep(fixture);
  return { password: ownPassword, code: codeOf(ownSecret, fixture) };
};

/** Every staff call that changes or exports something. */
const loggedCalls = allCalls.filter(
  (endpoint) =>
    isStaffRole(endpoint.access) &&
    !notYetServed.includes(endpoint.call) &&
    !endpoint.changesNothing &&
    !endpoint.logsItself &&
    (callParts(endpoint.call).method === "POST" || "file" in endpoint),
);

const examples: Examples = {
  "POST Inventory/UploadAttachment": async () => ({
    good: { upload: await aPicture() },
    bad: { upload: new Blob(["<script>alert(1)</script>"]) },
  }),
  "POST Site/UploadDocument": async () => ({
    good: { upload: aPdf() },
    bad: { upload: new Blob(["%PDF-1.7\nbut then no end"]) },
  }),
  "POST Inventory/SaveInventory": async () => ({ good: { body: item() }, bad: { body: item({ title: "" }) } }),
  "POST Inventory/UpdateInventory/{id}": async () => {
    const params = { id: (await anItem(fixture)).itemId };
    return { good: { params, body: item() }, bad: { params, body: item({ categoryId: 99 }) } };
  },
  "POST Inventory/AddReferenceNumber": async () => ({
    good: { body: item({ copies: 3 }) },
    bad: { body: item({ title: "", copies: 3 }) },
  }),
  ...archiveExamples(fixture, admin, anOrder),
  "POST Order/UpdateOrder/": async () => {
    const { orderId } = await anOrder();
    return { good: { body: { orderId, statusId: 3 } }, bad: { body: { orderId, statusId: 3, version: 99 } } };
  },
  "POST Order/AssignSKUToOrderItem/{orderItemId}/InventoryItem/{inventoryItemId}": async () => {
    const [{ orderItemId, copyIds }, other] = [await anOrder(), await anItem(fixture)];
    return {
      good: { params: { orderItemId, inventoryItemId: copyIds[0] ?? 0 } },
      bad: { params: { orderItemId, inventoryItemId: other.copyIds[0] ?? 0 } },
    };
  },
  "POST Order/AssignMultipleSKUSToOrderItem/{orderItemId}/inventoryId/{inventoryId}/quantity/{n}": async () => {
    const [{ orderItemId, itemId }, returned] = [await anOrder(), await anOrder({ statusId: 4 })];
    return {
      good: { params: { orderItemId, inventoryId: itemId, n: 2 } },
      bad: { params: { orderItemId: returned.orderItemId, inventoryId: returned.itemId, n: 2 } },
    };
  },
  "POST Order/RemoveSKUFromOrderItem/{orderItemId}/OrderInventoryItem/{id}": async () => {
    const [processing, fresh] = [await anOrder({ statusId: 2, lent: true }), await anOrder({ lent: true })];
    return {
      good: { params: { orderItemId: processing.orderItemId, id: processing.assignmentId } },
      bad: { params: { orderItemId: fresh.orderItemId, id: fresh.assignmentId } },
    };
  },
  "POST Order/RemoveAllSKUsFromOrderItem/{orderItemId}": async () => {
    const [{ orderItemId }, returned] = [await anOrder({ lent: true }), await anOrder({ statusId: 4 })];
    return { good: { params: { orderItemId } }, bad: { params: { orderItemId: returned.orderItemId } } };
  },
  "POST Account/RegisterCaller": async () => ({
    good: { body: caller },
    bad: { body: { ...caller, phoneNumber: "1" } },
  }),
  ...borrowerExamples({ fixture, admin, reader, caller: () => caller, anOrder }),
  "GET Borrowers/csv": async () => ({ good: {}, bad: { token: reader.token } }),
  "POST Order/PlaceForCaller": async () => {
    const { itemId } = await anItem(fixture, 1);
    const body = {
      borrowerId: reader.borrowerId,
      key: "an-order-for-a-caller",
      lines: [{ inventoryId: itemId, quantity: 1 }],
    };
    return { good: { body }, bad: { body: { ...body, lines: [{ inventoryId: itemId, quantity: 2 }] } } };
  },
  "POST Order/Cancel/{orderId}": async () => {
    const [{ orderId }, shipped] = [await anOrder(), await anOrder({ statusId: 3 })];
    const body = { reason: "The school asked" };
    return { good: { params: { orderId }, body }, bad: { params: { orderId: shipped.orderId }, body } };
  },
  "POST Order/CheckOutAll/{orderId}": async () => {
    const [{ orderId }, returned] = [await anOrder(), await anOrder({ statusId: 4 })];
    return { good: { params: { orderId } }, bad: { params: { orderId: returned.orderId } } };
  },
  "POST Order/ChangeLines/{orderId}": async () => {
    const [{ orderId, itemId }, other] = [await anOrder(), await anOrder({ statusId: 3 })];
    const body = { version: 1, lines: [{ inventoryId: itemId, quantity: 3 }] };
    return { good: { params: { orderId }, body }, bad: { params: { orderId: other.orderId }, body } };
  },
  "POST Order/ChangeDays/{orderId}": async () => {
    const [{ orderId }, other] = [await anOrder(), await anOrder({ statusId: 3 })];
    const from = addDays(dayOf(fixture.clock.now(), "America/Los_Angeles"), 60);
    const body = { version: 1, teachFrom: from, teachTo: from };
    return { good: { params: { orderId }, body }, bad: { params: { orderId: other.orderId }, body } };
  },
  "POST Returns/CheckIn": async () => {
    const [shipped, fresh] = [await anOrder({ statusId: 3, lent: true }), await anItem(fixture, 1)];
    const bodyOf = (copyId = 0) => ({ body: { inventoryItemId: copyId } });
    return { good: bodyOf(shipped.copyIds[0]), bad: bodyOf(fresh.copyIds[0]) };
  },
  "POST Returns/ChangeCondition/{id}": async () => {
    const body = { condition: "damaged" };
    return { good: { params: { id: await aReturn() }, body }, bad: { params: { id: 999_999 }, body } };
  },
  "POST Returns/AddPhoto/{orderInventoryItemId}": async () => {
    const params = { orderInventoryItemId: (await anOrder({ lent: true })).assignmentId };
    return { good: { params, upload: await aPicture() }, bad: { params, upload: new Blob(["no picture"]) } };
  },
  "POST Returns/RemovePhoto/{id}": async () => {
    const params = { orderInventoryItemId: (await anOrder({ lent: true })).assignmentId };
    const photo = await fixture.call(addPhoto, { params, upload: await aPicture() }, admin.token);
    return { good: { params: { id: photo.body.data.photoId } }, bad: { params: { id: 999_999 } } };
  },
  "POST Inspection/Move/{inventoryItemId}": async () => {
    const params = { inventoryItemId: (await anItem(fixture, 1)).copyIds[0] ?? 0 };
    const to = "inspection";
    return { good: { params, body: { from: "shelf", to } }, bad: { params, body: { from: "repair", to } } };
  },
  "POST Returns/Swap": async () => {
    const { assignmentId, copyIds } = await anOrder({ statusId: 3, lent: true });
    const body = { orderInventoryItemId: assignmentId, inventoryItemId: copyIds[1] };
    const other = await anItem(fixture, 1);
    return { good: { body }, bad: { body: { ...body, inventoryItemId: other.copyIds[0] } } };
  },
  "POST Order/SettleReports/{orderId}": async () => {
    const [reported, fine] = [await anOrder({ statusId: 3 }), await anOrder({ statusId: 3 })];
    const report = { order_id: reported.orderId, written_at: new Date(), words: "Torn." };
    await fixture.db.insertInto("problem_reports").values(report).execute();
    const body = { isSettled: true, reports: 1 };
    return {
      good: { params: { orderId: reported.orderId }, body },
      bad: { params: { orderId: fine.orderId }, body },
    };
  },
  "POST Order/Renew/{orderId}": async () => {
    const [shipped, fresh] = [await anOrder({ statusId: 3 }), await anOrder()];
    return { good: { params: { orderId: shipped.orderId } }, bad: { params: { orderId: fresh.orderId } } };
  },
  ...bulkExamples(fixture, { anOrder, aClaim }),
  "POST Order/RenewCopy/{orderInventoryItemId}": async () => {
    const [shipped, fresh] = [await anOrder({ statusId: 3, lent: true }), await anOrder({ lent: true })];
    const due = { return_date: "2026-06-01" };
    await fixture.db.updateTable("orders").set(due).where("order_id", "=", shipped.orderId).execute();
    const paramsOf = (loan: number) => ({ params: { orderInventoryItemId: loan } });
    return { good: paramsOf(shipped.assignmentId), bad: paramsOf(fresh.assignmentId) };
  },
  "POST Reminders/SaveSteps": async () => {
    const steps = { daysBefore: 5, daysAfter: [1, 14], suggestLostAfter: 30, version: 0 };
    return { good: { body: steps }, bad: { body: { ...steps, version: 99 } } };
  },
  "POST Claims/Open": async () => {
    const [shipped, fresh] = [await anOrder({ statusId: 3, lent: true }), await anOrder({ lent: true })];
    const bodyOf = (id: number) => ({ body: { orderInventoryItemId: id, kind: "lost" } });
    return { good: bodyOf(shipped.assignmentId), bad: bodyOf(fresh.assignmentId) };
  },
  "POST Claims/Change/{id}": async () => {
    const params = { id: await aClaim() };
    return { good: { params, body: { cost: "12" } }, bad: { params, body: { cost: "twelve" } } };
  },
  "POST Claims/Settle/{id}": async () => {
    const params = { id: await aClaim() };
    return { good: { params, body: { outcome: "paid" } }, bad: { params, body: { outcome: "forgotten" } } };
  },
  "POST Claims/SendLetter/{id}": async () => ({
    good: { params: { id: await aClaim() } },
    bad: { params: { id: 999_999 } },
  }),
  "GET Claims/csv": async () => ({ good: {}, bad: { token: reader.token } }),
  "GET Inventory/LowStockCsv": async () => ({ good: {}, bad: { token: reader.token } }),
  "POST News/SaveItem": async () => ({
    good: { body: { title: "New", content: "News" } },
    bad: { body: { title: "New", content: "News", attachmentId: 999_999 } },
  }),
  "POST Labels/MarkPrinted": async () => ({
    good: { body: { inventoryItems: await printedOf(2) } },
    bad: { body: { inventoryItems: [...(await printedOf(1)), { inventoryItemId: 2_000_000_000, skuNumber: "B1" }] } },
  }),
  "POST Site/SaveSection": async () => {
    const save = { section: "signUp", version: await versionOf("signUp"), content: { heading: "Soon", text: "Wait." } };
    return { good: { body: save }, bad: { body: { ...save, version: 99 } } };
  },
  "POST Site/BringBackSection": async () => {
    await fixture.call(
      saveSection,
      { body: { section: "terms", version: await versionOf("terms"), content: terms } },
      admin.token,
    );
    const back = { section: "terms", version: await versionOf("terms"), wantedVersion: 0 };
    return { good: { body: back }, bad: { body: { ...back, wantedVersion: 99 } } };
  },
  ...importExamples(fixture, admin),
  ...inventoryCountExamples(fixture, admin),
  "GET Import/ExportCollection": async () => ({ good: {}, bad: { token: reader.token } }),
  "GET Import/ExportMarc": async () => ({ good: {}, bad: { token: reader.token } }),
  "POST Mail/Resend/{id}": async () => {
    const [dead, waiting] = [await aMail("dead"), await aMail("waiting")];
    return { good: { params: { id: dead } }, bad: { params: { id: waiting } } };
  },
  "POST Mail/ResendMany": async () => ({
    good: { body: { mailIds: [await aMail("dead")] } },
    bad: { body: { mailIds: [] } },
  }),
  "POST Mail/SendHeld": async () => {
    await fixture.db
      .insertInto("mail_hold")
      .values({ backup_at: new Date("2026-11-20T18:00:00Z") })
      .execute();
    return { good: {}, bad: { token: reader.token } };
  },
  "POST Mail/SwitchKind/{kind}/{isOn}": async () => ({
    good: { params: { kind: "overdue", isOn: "false" } },
    bad: { params: { kind: "overdue", isOn: "perhaps" } },
  }),
  "POST Staff/ChangePassword": async () => ({
    good: { body: { password: admin.password, newPassword: ownPassword } },
    bad: { body: { password: "wrong", newPassword: ownPassword } },
  }),
  // after the password change, as in the contract
  "POST Staff/ChangeEmail": async () => ({
    good: { body: { password: ownPassword, emailAddress: "clerk@library.example" } },
    bad: { body: { password: "wrong", emailAddress: "clerk@library.example" } },
  }),
  "POST Staff/ChangeName": async () => ({ good: { body: { name: "Ada Admin" } }, bad: { body: { name: " " } } }),
  "POST Staff/ChangeScanSignals": async () => ({ good: { body: { scanSignals: ["sound"] } }, bad: { body: {} } }),
  "POST Staff/TurnOnTwoStep": async () => {
    const { secret } = (await fixture.call(newTwoStep, {}, admin.token)).body.data;
    ownSecret = secret;
    const body = { password: ownPassword, secret, code: codeOf(secret, fixture) };
    return { good: { body }, bad: { body: { ...body, code: "12345" } } };
  },
  "POST Staff/NewRecoveryCodes": async () => {
    const body = ownProof();
    return { good: { body }, bad: { body: { ...body, password: "wrong" } } };
  },
  "POST Staff/TurnOffTwoStep": async () => {
    const body = ownProof();
    return { good: { body }, bad: { body: { ...body, password: "wrong" } } };
  },
  "POST Staff/RemoveTwoStep/{userId}": async () => ({
    good: { params: { userId: (await aCarefulAdmin(fixture)).userId }, body: { password: ownPassword } },
    bad: { params: { userId: admin.userId }, body: { password: ownPassword } },
  }),
  "POST Staff/Invite": async () => ({
    good: { body: { emailAddress: "colleague@library.example", password: ownPassword } },
    bad: { body: { emailAddress: "colleague", password: ownPassword } },
  }),
  "POST Staff/WithdrawInvitation/{id}": async () => {
    const body = { emailAddress: "another@library.example", password: ownPassword };
    const { id } = (await fixture.call(inviteStaff, { body }, admin.token)).body;
    return { good: { params: { id } }, bad: { params: { id: 999_999 } } };
  },
  "POST Code/SaveList": async () => {
    const { entries, version } = (await fixture.call(getCodeLists, {}, admin.token)).body.data.subjects;
    const newEntry = { id: 0, name: "Sleep", nameInSpanish: "Sueño", alsoCalled: "", isHidden: false };
    return {
      good: { body: { list: "subjects", version, entries: [...entries, newEntry] } },
      bad: { body: { list: "subjects", version, entries: [...entries, { ...newEntry, name: "" }] } },
    };
  },
  ...synonymExamples(fixture, admin),
  ...calendarExamples(fixture, admin),
  "POST Settings/Save": async () => {
    const { settings, version } = (await fixture.call(getSettings, {}, admin.token)).body.data;
    const body = { ...settings, loanDays: 21, version };
    return { good: { body }, bad: { body: { ...body, loanDays: 0 } } };
  },
  "POST System/BackUp": async () => ({ good: {}, bad: { token: reader.token } }),
  "POST Staff/ChangeRole/{userId}": async () => ({
    good: { params: { userId: (await anAdmin(fixture)).userId }, body: { role: "volunteer", password: ownPassword } },
    bad: { params: { userId: admin.userId }, body: { role: "clerk", password: ownPassword } },
  }),
  "POST Staff/Disable/{userId}": async () => ({
    good: { params: { userId: (await anAdmin(fixture)).userId } },
    bad: { params: { userId: admin.userId } },
  }),
  "POST Staff/Enable/{userId}": async () => {
    const params = { userId: (await anAdmin(fixture)).userId };
    await fixture.call(disableStaff, { params }, admin.token);
    const body = { password: ownPassword };
    return { good: { params, body }, bad: { params: { userId: reader.userId }, body } };
  },
  "POST Staff/EndSession/{userId}/{sessionNumber}": async () => {
    const colleague = await anAdmin(fixture);
    const [session] = (await fixture.call(getOwnAccount, {}, colleague.token)).body.data.sessions;
    const params = { userId: colleague.userId, sessionNumber: session?.sessionNumber ?? 0 };
    return { good: { params }, bad: { params: { ...params, sessionNumber: 999_999 } } };
  },
  "POST Mail/SendMessage": async () => {
    const { borrowerId: id } = await aBorrower(fixture);
    const body = {
      to: "borrower",
      id,
      subject: "Hello",
      text: "We moved.",
      recipients: 1,
      key: randomBytes(12).toString("hex"),
    };
    return { good: { body }, bad: { body: { ...body, recipients: 2, key: randomBytes(12).toString("hex") } } };
  },
  "POST Staff/EndSessions/{userId}": async () => ({
    good: { params: { userId: (await anAdmin(fixture)).userId } },
    bad: { params: { userId: reader.userId } },
  }),
  "GET MailingList/csv": async () => ({ good: {}, bad: { token: reader.token } }),
  "GET Order/PackingPapers": async () => {
    await anOrder();
    return { good: {}, bad: { token: reader.token } };
  },
  "GET Postage/Csv": async () => ({ good: {}, bad: { token: reader.token } }),
  "GET Reports/LoansCsv": async () => ({ good: {}, bad: { token: reader.token } }),
  "GET Reports/DemandCsv": async () => ({ good: {}, bad: { token: reader.token } }),
  "GET Reports/UnlentCsv": async () => ({ good: {}, bad: { token: reader.token } }),
  "GET Desk/OrdersCsv": async () => ({ good: {}, bad: { token: reader.token } }),
  "GET account/borrowers/csv": async () => ({ good: {}, bad: { token: reader.token } }),
};

const caller = {
  borrowerName: "Rosa Diaz",
  emailAddress: "rosa@lincoln.example",
  phoneNumber: "(408) 555-0199",
  schoolName: "Lincoln Middle School",
  schoolDistrict: "Santa Clara",
  address: { street: "1 Main Street", city: "San Jose", state: "CA", zip: "95110" },
};
const terms = { points: [{ heading: "Care", text: "Take care." }] };
const versionOf = async (section: string) =>
  (await fixture.call(getEditableContent, {}, admin.token)).body.data.revisions[section]?.version ?? -1;

/** Returns the copies of a new title, as printed on labels. */
async function printedOf(copies: number) {
  const { copyIds } = await anItem(fixture, copies, { referenceNumber: randomBytes(3).toString("hex") });
  const rows = await fixture.db.selectFrom("copies").selectAll().where("copy_id", "in", copyIds).execute();
  return rows.map(({ copy_id, sku_number }) => ({ inventoryItemId: copy_id, skuNumber: sku_number }));
}

const item = (overrides: object = {}) => ({
  title: "A title",
  referenceNumber: randomBytes(3).toString("hex"),
  description: "Of something.",
  categoryId: 1,
  subjectId: 1,
  gradeId: 3,
  ...overrides,
});

async function aMail(state: "dead" | "waiting"): Promise<number> {
  const at = new Date();
  const reader = { to_address: "robin@school.example" };
  const { mail_id } = await fixture.db
    .insertInto("mails")
    .values({
      ...reader,
      kind: "overdue",
      subject: "Overdue",
      letter: JSON.stringify({ subject: "Overdue", preview: "", heading: "", blocks: [] }),
      written_at: at,
      state,
      ended_at: state === "dead" ? at : null,
    })
    .returning("mail_id")
    .executeTakeFirstOrThrow();
  return mail_id;
}

/** Places an order for two of a title's three copies, two days ago so that no limit counts it; if `lent`, assigns one. */
async function anOrder({ statusId = 1, lent = false } = {}) {
  const { itemId, copyIds } = await anItem(fixture, 3);
  const input = {
    borrowerId: reader.borrowerId,
    cartKey: randomBytes(16).toString("hex"),
    at: new Date(Date.now() - 2 * 86_400_000),
  };
  const orderId = await inTransaction(fixture.db, (tx) =>
    placeOrder(tx, { ...input, lines: [{ itemId, quantity: 2 }] }),
  );
  await fixture.db.updateTable("orders").set({ status_id: statusId }).where("order_id", "=", orderId).execute();
  const { order_line_id: orderItemId } = await fixture.db
    .selectFrom("order_lines")
    .select("order_line_id")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  let assignmentId = 0;
  if (lent) {
    const place = { order_line_id: orderItemId, order_id: orderId, item_id: itemId, line_quantity: 2, slot: 1 };
    const row = await fixture.db
      .insertInto("assignments")
      .values({ ...place, copy_id: copyIds[0] ?? 0 })
      .returning("assignment_id")
      .executeTakeFirstOrThrow();
    assignmentId = row.assignment_id;
  }
  return { itemId, copyIds, orderId, orderItemId, assignmentId };
}

/** Checks in a copy; returns its loan. */
async function aReturn(): Promise<number> {
  const { copyIds, assignmentId } = await anOrder({ statusId: 3, lent: true });
  await fixture.call(checkInCopy, { body: { inventoryItemId: copyIds[0] ?? 0 } }, admin.token);
  return assignmentId;
}

/** Opens a claim for a lost copy. */
async function aClaim(): Promise<number> {
  const { assignmentId } = await anOrder({ statusId: 3, lent: true });
  const body = { orderInventoryItemId: assignmentId, kind: "lost" as const };
  return (await fixture.call(openClaim, { body }, admin.token)).body.data.claimId;
}

async function send(endpoint: Endpoint, { params = {}, body, upload, token = admin.token }: Sent) {
  const form = upload && (await formOf(endpoint.upload ?? "", upload));
  const values = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
  const answer = await fixture.app.inject({
    method: callParts(endpoint.call).method,
    url: addressOf(endpoint, values),
    headers: { authorization: `Bearer ${token}`, ...form?.headers },
    ...(body && { payload: body }),
    ...(form && { payload: form.payload }),
  });
  const isRefused = String(answer.headers["content-type"]).startsWith("application/json") && !answer.json().isSuccess;
  return { succeeded: answer.statusCode === 200 && !isRefused, text: answer.body };
}

const entries = () => fixture.db.selectFrom("activity_log").selectAll().orderBy("entry_id").execute();

describe("the activity log", () => {
  it("has an example of every logged call", () => {
    expect(Object.keys(examples).toSorted()).toEqual(loggedCalls.map(({ call }) => call).toSorted());
  });

  it.each(loggedCalls)("has exactly one entry if $call succeeds, and none if it's refused", async (endpoint) => {
    const [, makeExample] = Object.entries(examples).find(([call]) => call === endpoint.call) ?? [];
    if (!makeExample) throw new Error("There is no example of this call.");
    const { good, bad, finish } = await makeExample();
    const before = await entries();

    const refusal = await send(endpoint, bad);
    expect(refusal.succeeded, refusal.text).toBe(false);
    expect(await entries()).toEqual(before);

    const success = await send(endpoint, good);
    expect(success.succeeded, success.text).toBe(true);
    await finish?.();
    const [entry, ...more] = (await entries()).slice(before.length);
    expect(entry).toMatchObject({
      call: endpoint.call,
      user_id: admin.userId,
      subject_label: expect.stringMatching(/\S/),
      changes: expect.arrayContaining([
        {
          field: expect.any(String),
          before: expect.toBeOneOf([null, expect.any(String)]),
          after: expect.toBeOneOf([null, expect.any(String)]),
        },
      ]),
    });
    expect(more).toEqual([]);
  });
});

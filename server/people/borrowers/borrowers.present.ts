import type { BorrowerPage, BorrowerRow } from "#contract/people/borrowers.ts";
import { isOnTheWayBack } from "#contract/orders/on-the-way-back.ts";
import { moneyOf } from "#contract/wire/money.ts";
import type {
  BorrowerRecord,
  ClaimOfBorrower,
  CopyOutRow,
  mailsTo,
  notesOf,
  OrderOfBorrower,
} from "./borrowers.queries.ts";
import type { Colleague, TransferRow } from "./transfer-loans.queries.ts";

export function presentBorrowerRow(row: BorrowerRecord): BorrowerRow {
  return {
    borrowerId: row.borrower_id,
    borrowerName: row.name,
    schoolName: row.school_name,
    schoolDistrict: row.school_district,
    emailAddress: row.email_address,
    phoneNumber: row.phone_number,
    userName: row.user_name,
    registeredAt: row.registered_at.toISOString(),
    isMailboxConfirmed: row.is_confirmed,
    blockedBecause: row.blocked_because,
    orders: row.orders,
    openOrders: row.open_orders,
    openClaims: row.open_claims,
    copiesOut: row.copies_out,
    copiesLate: row.copies_late,
    dueDate: row.due_date,
    school: row.school,
  };
}

type Details = {
  out: readonly CopyOutRow[];
  transferred: readonly TransferRow[];
  orders: readonly OrderOfBorrower[];
  claims: readonly ClaimOfBorrower[];
  mails: Awaited<ReturnType<typeof mailsTo>>;
  notes: Awaited<ReturnType<typeof notesOf>>;
  today: string;
};

export function presentBorrowerPage(row: BorrowerRecord, details: Details): BorrowerPage {
  return {
    ...presentBorrowerRow(row),
    userId: row.user_id,
    hasPassword: row.has_password,
    blockedAt: row.blocked_at?.toISOString() ?? null,
    address: { street: row.street, city: row.city, state: row.state, zip: row.zip },
    out: details.out.map((copy) => ({
      orderId: copy.order_id,
      inventoryId: copy.item_id,
      title: copy.title,
      language: copy.language,
      skuNumber: copy.sku_number,
      copyNumber: copy.copy_number,
      shipDate: copy.ship_date,
      dueDate: copy.return_date,
      isLate:
        copy.return_date !== null &&
        copy.return_date < details.today &&
        !isOnTheWayBack(copy.sent_back_on, details.today),
    })),
    transferred: details.transferred.map((transfer) => ({
      toBorrowerId: transfer.borrower_id,
      borrowerName: transfer.name,
      orders: transfer.orders,
      on: transfer.at.toISOString(),
    })),
    latestOrders: details.orders.map((order) => ({
      orderId: order.order_id,
      orderDate: order.ordered_at.toISOString(),
      statusId: order.status_id,
      statusName: order.status_name,
      itemCount: order.item_count,
      dueDate: order.return_date,
    })),
    claims: details.claims.map((claim) => ({
      claimId: claim.claim_id,
      kind: claim.kind,
      title: claim.title,
      language: claim.language,
      skuNumber: claim.sku_number,
      copyNumber: claim.copy_number,
      openedAt: claim.opened_at.toISOString(),
      isOpen: claim.is_open,
      cost: moneyOf(claim.cost_cents),
    })),
    mails: details.mails.map((mail) => ({
      mailId: mail.mail_id,
      kind: mail.kind,
      subject: mail.subject,
      state: mail.state,
      isFile: mail.is_file,
      writtenAt: mail.written_at.toISOString(),
    })),
    notes: details.notes.map((note) => ({
      noteId: note.note_id,
      note: note.note,
      writtenAt: note.written_at.toISOString(),
      writtenByName: note.name ?? "",
    })),
  };
}

export function presentColleague(row: Colleague) {
  return { borrowerId: row.borrower_id, borrowerName: row.name, emailAddress: row.email_address };
}

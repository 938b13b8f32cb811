import type { StaffRole } from "#contract/people/roles.ts";
import type { TitleValues } from "#contract/catalog/title-fields.ts";
import { columnsOf, firstOf, titleNames } from "#contract/catalog/title-record.ts";
import { type Password, passwordText } from "#contract/wire/text.ts";
import * as z from "zod";
import { randomBytes, randomInt } from "node:crypto";
import { hash } from "@node-rs/argon2";
import { placeOrder } from "#server/orders/place-order.ts";
import { createSessions } from "#server/people/sessions/sessions.ts";
import type { Clock } from "#server/platform/clock.ts";
import { inTransaction } from "#server/platform/database.ts";
import type { TestApp } from "./app.ts";

type Parts = Pick<TestApp, "db" | "configuration"> & { clock: Clock };

export const passwordOf = (typed: string): Password => z.parse(passwordText, typed);

/** The password of every factory account. */
export const password = "correct horse battery";
/** Hashed with cheap parameters; they're part of the hash, so logging in works. */
const passwordHash = hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

const unique = () => randomBytes(5).toString("hex");

/** Creates a logged-in borrower; returns the token and the ids. Personal fields can be set by column. */
export async function aBorrower(
  parts: Parts,
  overrides: {
    userName?: string;
    name?: string;
    school_name?: string;
    school_district?: string;
    street?: string;
    email_address?: string;
    phone_number?: string;
    mailbox_confirmed_at?: null;
  } = {},
) {
  const { userName = `borrower-${unique()}`, ...fields } = overrides;
  const userId = await anAccount(parts, userName, 2);
  const { borrower_id: borrowerId } = await parts.db
    .insertInto("borrowers")
    .values({
      user_id: userId,
      name: "Robin Reader",
      school_name: "Oak Grove Elementary",
      school_district: "Valley Unified",
      email_address: "robin@oakgrove.example",
      phone_number: "(555) 010-2030",
      street: "1 Main Street",
      city: "Fresno",
      state: "CA",
      zip: "93701",
      mailbox_confirmed_at: parts.clock.now(),
      ...fields,
    })
    .returning("borrower_id")
    .executeTakeFirstOrThrow();
  return { userId, borrowerId, userName, password, ...(await aSession(parts, userId)) };
}

/** Creates a logged-in member of staff. */
export async function anAdmin(
  parts: Parts,
  { userName = `admin-${unique()}`, role = "manager" }: { userName?: string; role?: StaffRole } = {},
) {
  const userId = await anAccount(parts, userName, 1, role);
  return { userId, userName, password, ...(await aSession(parts, userId)) };
}

/** Returns a new borrower's registration form. */
export const aNewcomer = (userName: string, newPassword = password) => ({
  borrowerName: "Nora New",
  schoolName: "Elm School",
  schoolDistrict: "North",
  emailAddress: `${userName}@elm.example`,
  phoneNumber: "(555) 010-2030",
  address: { street: "2 Elm Street", city: "Davis", state: "California", zip: "95616" },
  user: { userName, password: newPassword, confirmPassword: newPassword },
});

async function anAccount({ db }: Parts, userName: string, userTypeId: 1 | 2, role?: StaffRole): Promise<number> {
  const account = { user_name: userName, user_type_id: userTypeId, password_hash: await passwordHash };
  const row = await db.insertInto("accounts").values(account).returning("user_id").executeTakeFirstOrThrow();
  if (userTypeId === 1)
    await db
      .insertInto("staff")
      .values({ user_id: row.user_id, ...(role && { role }) })
      .execute();
  return row.user_id;
}

async function aSession(parts: Parts, userId: number) {
  const session = await createSessions(parts).start({ userId, passwordHash: await passwordHash });
  if (!session) throw new Error("The session was not opened.");
  return session;
}

/** Creates a title with available copies; returns its id, its title, and the copies' ids by copy number. */
export async function anItem({ db }: Pick<Parts, "db">, copies = 1, overrides: Partial<TitleValues> = {}) {
  const reference =
    overrides.referenceNumber ??
    randomInt(36 ** 6)
      .toString(36)
      .padStart(6, "0");
  const title = overrides.title ?? `Title ${unique()}`;
  const usual = { description: "Made for a test.", categoryId: 1, subjectId: 1, gradeId: 63 };
  const values = firstOf(titleNames, overrides, { title, referenceNumber: reference, ...usual });
  const { item_id: itemId } = await db
    .insertInto("items")
    .values({ ...columnsOf(values), active_copies: copies })
    .returning("item_id")
    .executeTakeFirstOrThrow();
  const copyIds: number[] = [];
  for (let number = 1; number <= copies; number += 1) {
    const copy = { item_id: itemId, copy_number: number, sku_number: reference };
    copyIds.push((await db.insertInto("copies").values(copy).returning("copy_id").executeTakeFirstOrThrow()).copy_id);
  }
  return { itemId, title, copyIds };
}

/** Places an order of titles and quantities; returns its id. */
export function anOrder(
  { db, clock }: Pick<Parts, "db" | "clock">,
  borrowerId: number,
  requests: readonly (readonly [itemId: number, quantity: number])[],
  at = clock.now(),
) {
  const lines = requests.map(([itemId, quantity]) => ({ itemId, quantity }));
  const input = { borrowerId, cartKey: randomBytes(16).toString("hex"), lines, at };
  return inTransaction(db, (tx) => placeOrder(tx, input));
}

/** Adds a picture that was uploaded, without its files; returns its id. */
export async function anAttachment({ db }: Pick<Parts, "db">, fileName: string, uploadedAt = new Date()) {
  const size = { width: 800, height: 600, widths: [160, 320, 640] };
  const { attachment_id } = await db
    .insertInto("attachments")
    .values({ ...size, content_hash: randomBytes(16).toString("hex"), file_name: fileName, uploaded_at: uploadedAt })
    .returning("attachment_id")
    .executeTakeFirstOrThrow();
  return attachment_id;
}

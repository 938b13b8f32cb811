import type { LibrarySettings } from "#contract/staff/settings.ts";
import type { Database } from "#server/platform/database.ts";

/** The row of the settings; null: as the environment says. */
export async function settingsRow(db: Database) {
  return db
    .selectFrom("settings")
    .select(["version", "changed_by"])
    .select([
      "loan_days as loanDays",
      "renewals",
      "max_titles_per_order as maxTitlesPerOrder",
      "max_copies_per_borrower as maxCopiesPerBorrower",
      "max_orders_per_day as maxOrdersPerDay",
      "unconfirmed_percent as unconfirmedPercent",
      "max_open_cases as maxOpenCases",
      "return_mail_minutes as returnMailMinutes",
      "hold_hours as holdHours",
      "staff_idle_minutes as staffIdleMinutes",
      "forget_loans_months as forgetLoansMonths",
      "max_mails_per_hour as maxMailsPerHour",
      "low_stock as lowStock",
      "lead_days as leadDays",
      "trail_days as trailDays",
      "inspection_days as inspectionDays",
    ])
    .executeTakeFirstOrThrow();
}

/** Stores the next version; false when another one was stored first. What is left out is as the environment says. */
export async function storeSettings(
  db: Database,
  { version, changed }: { version: number; changed: Partial<LibrarySettings> },
  userId: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("settings")
    .set((eb) => ({
      version: eb("version", "+", 1),
      loan_days: changed.loanDays ?? null,
      renewals: changed.renewals ?? null,
      max_titles_per_order: changed.maxTitlesPerOrder ?? null,
      max_copies_per_borrower: changed.maxCopiesPerBorrower ?? null,
      max_orders_per_day: changed.maxOrdersPerDay ?? null,
      unconfirmed_percent: changed.unconfirmedPercent ?? null,
      max_open_cases: changed.maxOpenCases ?? null,
      return_mail_minutes: changed.returnMailMinutes ?? null,
      hold_hours: changed.holdHours ?? null,
      staff_idle_minutes: changed.staffIdleMinutes ?? null,
      forget_loans_months: changed.forgetLoansMonths ?? null,
      max_mails_per_hour: changed.maxMailsPerHour ?? null,
      low_stock: changed.lowStock ?? null,
      lead_days: changed.leadDays ?? null,
      trail_days: changed.trailDays ?? null,
      inspection_days: changed.inspectionDays ?? null,
      changed_by: userId,
    }))
    .where("version", "=", version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

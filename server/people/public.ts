export { findBorrowers } from "./accounts/accounts.queries.ts";
export { createAdmin, ensureFirstAdmin } from "./accounts/first-admin.ts";
export { newMailboxLink } from "./accounts/mailbox.ts";
export { isMailboxConfirmed } from "./accounts/mailbox.queries.ts";
export { areColleagues } from "./borrowers/colleagues.queries.ts";
export { calendarOfBorrower, calendarsOfOrders } from "./calendars/calendars.queries.ts";
export { replaceSecretKey } from "./sessions/replace-secret-key.ts";
export { keyIdsOfSecrets } from "./staff/staff.queries.ts";
export { resetTwoStep } from "./staff/two-step.ts";

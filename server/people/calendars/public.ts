export { calendarOfBorrower, calendarsOfOrders } from "./calendars.queries.ts";

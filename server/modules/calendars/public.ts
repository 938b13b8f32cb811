export { calendarsOfOrders } from "./calendars.queries.ts";

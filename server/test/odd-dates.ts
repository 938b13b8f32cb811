/** Dates that don't exist, or that no field accepts. */
export const noDates = [
  "0000-00-00",
  "2026-02-30",
  "9999-12-31",
  "10000-01-01",
  "-000001-01-01",
  "275760-09-14",
  "0000-01-01T00:00:00Z",
];
/** The farthest dates that fields accept. */
export const farDates = ["1900-01-01", "2999-12-31", "2999-12-31T23:59:59Z"];

/** One row of a made-up directory, by the state's columns; the others have defaults. */
export type MadeSchool = Partial<
  Record<"CDSCode" | "StatusType" | "County" | "District" | "School" | "City" | "Zip", string>
>;

const columns = [
  "CDSCode",
  "NCESDist",
  "NCESSchool",
  "StatusType",
  "County",
  "District",
  "School",
  "Street",
  "StreetAbr",
];
const more = [
  "City",
  "Zip",
  "State",
  "MailStreet",
  "MailCity",
  "Phone",
  "Charter",
  "DOC",
  "SOCType",
  "GSoffered",
  "Latitude",
];

const [first, second, kinds] = [
  ["Oak", "River", "Canyon", "Mesa", "Valley", "Harbor", "Cedar", "Sunset", "Juniper", "Granite", "Willow", "Meadow"],
  ["Grove", "Bend", "Ridge", "Park", "Springs", "Heights", "Point", "Hollow", "Vista", "Creek", "Field", "Glen"],
  ["Elementary", "Middle", "High", "Academy", "K-8", "Continuation High"],
];
const of = (names: readonly string[], n: number) => names[n % names.length] ?? "";

/**
 * Returns a made-up directory in the state's format and size: tab-separated, with a row for each district's office first, and
 * one school in twenty closed.
 */
export function aSchoolDirectory(schools: number, changes: Readonly<Record<number, MadeSchool>> = {}): string {
  const lines = [[...columns, ...more].join("\t")];
  for (let n = 0; n < schools; n += 1) {
    const district = Math.floor(n / 18);
    const county = Math.floor(district / 18);
    const code = `${String(1 + county).padStart(2, "0")}${String(10_000 + district).padStart(5, "0")}`;
    const place = `${of(first, district)} ${of(second, Math.floor(district / 12))}`;
    const fields: Record<string, string> = {
      CDSCode: `${code}${String(1_000_000 + n).padStart(7, "0")}`,
      NCESDist: String(600_000 + district),
      NCESSchool: String(n).padStart(5, "0"),
      StatusType: n % 20 === 19 ? "Closed" : "Active",
      County: `Made-up ${county + 1}`,
      District: `${place} Unified`,
      School: `${of(first, n)} ${of(second, n * 7 + district)} ${of(kinds, n)} ${Math.floor(n / 6)}`,
      Street: `${100 + n} School Lane, with “words” about the way there`,
      StreetAbr: `${100 + n} School Ln.`,
      City: place,
      Zip: String(90_000 + district),
      State: "CA",
      MailStreet: `P.O. Box ${n}`,
      MailCity: place,
      Phone: "(000) 555-0100",
      Charter: "N",
      DOC: "54",
      SOCType: "Made-up schools of a long kind of name",
      GSoffered: "K-5",
      Latitude: "36.000000",
    };
    const row = { ...fields, ...changes[n] };
    const cells = (values: Record<string, string>) =>
      [...columns, ...more].map((name) => values[name] ?? "").join("\t");
    if (n % 18 === 0) lines.push(cells({ ...fields, CDSCode: `${code}0000000`, School: "No Data" }));
    lines.push(cells(row));
  }
  return `${lines.join("\r\n")}\r\n`;
}

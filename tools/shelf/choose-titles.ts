/**
 * Chooses the titles of the demonstration library, db/seed/demonstration-catalog.csv, from three collections. The same
 * collections always give the same file (db/seed/SOURCES.md, decision 034).
 *
 * node --import ./tools/typescript.mjs tools/shelf/choose-titles.ts CATALOG.csv GPO.mrc GUTENBERG.csv.gz
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import { type MarcRecord, readMarcRecord } from "#server/catalog/imports/reading/marc-record.rules.ts";
import { loadCharacters } from "#server/catalog/imports/reading/marc-rows.ts";
import { extentOf, publisherOf, titleOf, yearOf } from "#server/catalog/imports/reading/marc-title.rules.ts";
import { projectRoot } from "#server/platform/project-root.ts";

const columns = "source_id,title,description,category,topic,tags,audience,authors,publisher,year,language,extent".split(
  ",",
);
type Row = Record<string, string>;

/** Project Gutenberg's shelves aren't subjects: "How To ...", "Cooking & Drinking". */
const shelf =
  /\.\.\.|&|^(?:Sports|Nutrition|Reports|Humou?r|Adventure|Novels|History - .*|Science - .*|Travel Writing|Psychology|Sociology|Environmental Issues)$/u;

const [catalog, records, gutenberg] = process.argv.slice(2);
if (catalog === undefined || records === undefined || gutenberg === undefined)
  throw new Error("Name the files: choose-titles.ts CATALOG.csv GPO.mrc GUTENBERG.csv.gz");

const candidates = [
  ...rowsOf(readFileSync(catalog, "utf8")).map(ofCatalog),
  ...(await marcRecords(readFileSync(records))).map(ofMarc),
  ...ofGutenberg(rowsOf(gunzipSync(readFileSync(gutenberg)).toString("utf8"))),
];
const exclusions = new Set(
  nearby("left-out.txt")
    .split("\n")
    .map((line) => line.split(" ")[0]),
);
const taken = new Map(rowsOf(nearby("taken.csv")).map((row) => [row["source_id"], row["topic"]]));

/** Spanish titles cataloged as English. */
const spanish = new Set(
  [1112264, 1212405, 1213799, 1214144, 1450368, 1451373, 1451411, 1452327].map((number) => `GPO00${number}`),
);

const selection = new Map<string, Row>();
for (const row of candidates) {
  const id = row["source_id"] ?? "";
  if (!selection.has(id) && belongs(row))
    selection.set(id, {
      ...row,
      topic: taken.get(id) || (row["topic"] ?? ""),
      ...(spanish.has(id) && { language: "spa" }),
    });
}
const missing = [...taken.keys()].filter((id) => !selection.has(id ?? ""));
if (missing.length > 0) throw new Error(`No collection has ${missing.join(", ")}.`);
const output = path.join(projectRoot, "db/seed/demonstration-catalog.csv");
writeFileSync(output, stringify([...selection.values()], { header: true, columns }));
console.log(`${selection.size} titles written to ${output}`);

/** Whether a title was chosen by hand, or is a government title on health that neither its words nor a person excluded. */
function belongs({ source_id: id = "", title = "", tags = "", topic }: Row): boolean {
  if (taken.has(id)) return true;
  if (!id.startsWith("GPO") || topic === "" || exclusions.has(id)) return false;
  return !notForAShelf.some((words) => words.test(title)) && !notAboutThese.test(tags);
}

/** Keeps only summaries in the public domain. */
function ofCatalog(row: Row): Row {
  const isFree = row["licence"] === "Public domain (US Government work)";
  return { ...row, description: isFree ? (row["description"] ?? "") : "" };
}

async function marcRecords(file: Buffer): Promise<MarcRecord[]> {
  const characters = await loadCharacters();
  const list: MarcRecord[] = [];
  for (let from = 0; from < file.length;) {
    const length = Number(file.subarray(from, from + 5).toString("latin1"));
    const record = readMarcRecord(file.subarray(from, from + length - 1), characters);
    if (record.isDamaged) throw new Error(`The record at byte ${from} is damaged.`);
    list.push(record);
    from += length;
  }
  return list;
}

function ofMarc(record: MarcRecord): Row {
  const control = (tag: string) => record.fields.find((field) => field.tag === tag)?.value ?? "";
  const texts = (tags: readonly string[], codes: string, between: string) =>
    record.fields
      .filter(({ tag }) => tags.includes(tag))
      .map(({ subfields }) =>
        subfields
          .filter(([code]) => codes.includes(code))
          .map(([, text]) => text.trim().replace(/[.,;:]+$/u, ""))
          .join(between),
      )
      .join("|");
  return {
    source_id: `GPO${control("001").trim()}`,
    title: titleOf(record),
    description: texts(["520"], "a", " "),
    category: record.leader.charAt(6) === "g" ? "Video" : "Book",
    topic: "",
    tags: texts(["650"], "axz", " -- "),
    audience: "",
    authors: texts(["100", "110", "700", "710"], "ab", ". "),
    publisher: publisherOf(record),
    year: yearOf(record),
    language: control("008").slice(35, 38),
    extent: extentOf(record),
  };
}

/** Joins the rows of a title, one for each author. */
function ofGutenberg(rows: readonly Row[]): Row[] {
  const titles = new Map<string, Row>();
  for (const { source_id: id = "", title = "", tags = "", audience = "", authors = "", language = "" } of rows) {
    const before = titles.get(id)?.["authors"];
    titles.set(id, {
      source_id: id,
      title: title.replace(/\s*:?\s*\$b\s*/gu, ": "),
      description: "",
      category: "Book",
      topic: "",
      tags: tags
        .split("|")
        .filter((tag) => !shelf.test(tag))
        .join("|"),
      audience,
      authors: before === undefined ? authors : `${before}|${authors}`,
      publisher: "Project Gutenberg",
      year: "",
      language,
      extent: "",
    });
  }
  return [...titles.values()];
}

function rowsOf(text: string): Row[] {
  const rows: Row[] = parse(text, { bom: true, columns: true });
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell.replaceAll(/\s+/gu, " ").trim()])),
  );
}

function nearby(file: string): string {
  return readFileSync(path.join(import.meta.dirname, file), "utf8");
}

/**
 * Words of titles that aren't for a teacher, a class, or a family. taken.csv and left-out.txt decide the titles that these
 * words get wrong.
 */
export const notForAShelf: readonly RegExp[] = [
  // numbers for planners
  /United States,? .*\d{4}|United States, \d{4}|\bestimates?\b|provisional data|\bprevalence\b|\btrends\b|death rates|mortality|\bsurveillance|\bdata\b|surveys?\b|emergency department|characteristics of|disparit|differences in|racial|statistics/iu,
  // the Department of Veterans Affairs and the armed forces
  /\bveterans?\b|\bVA\b|\bVHA\b|\bmilitary\b|armed forces|\barmy\b|\bwar\b|battle/iu,
  // work and its rules
  /NIOSH|OSHA|\bworkers?\b|workplace|workforce|occupational|\bemploy|construction|longshor|industr|fire ?fighter|responders?|law enforcement|prosecut|correction|\bjails?\b|prison|incarcerat|criminal|\bjustice|trabajador|trabajo\b|empleados?|personal de|logging|marine terminal/iu,
  // clinics
  /clinic|\bproviders?\b|physician|practitioner|\bpatients?\b|nursing home|hospital|healthcare|health care|health centers|pharmac|\bnurs(?:e|es|ing)\b|dialysis|storage and handling|catch-up guidance|recommendations|guideline|prescrib|treatment planning|evidence (?:brief|map)|biosimilar|standing orders/iu,
  // programs, money, and government
  /medicare|medicaid|\bCMS\b|social security|supplemental security|\bSNAP\b|\bWIC\b|adult care food program|Alimentos para|\bgrants?\b|strateg|\bpolic(?:y|ies)\b|\breport\b|review of|evaluation|funding|financ|authoriz|regulat|compliance|classification standard|directory|publications|state agenc|federal|program guide|oversight|congress|advisory council|agreements?\b|whistleblow|insurance|benefits|food stamp/iu,
  // research about research
  /feasibility|estimating|examining|linking|comparison of|risk assessment|scanner|findings|simulating|assessment of|risk profile|sampling|meta-analysis|engineering|laborator|toxicol|carcinogen|consultation|conference|proceedings/iu,
  // the first years of COVID-19
  /COVID|coronavirus|pandemi|contact tracing|quarantine|cuarentena/iu,
  // child welfare
  /child welfare|child protective|bienestar de menores|adoption|adoptive|foster|crianza\b|trafficking|home visiting|fatherhood programs|dads|child support|subsid/iu,
  // old age and end of life
  /older (?:adults|people|consumers)|\baging\b|ageless|personas mayores|no tiene edad|envejecimiento|dementia|menopaus|palliative|paliativos|cancer treatment|advanced cancer|someone you love|ser querido|as you age|elder|alzheimer|memory problems/iu,
  // treatment and its organization
  /opioid use disorder|buprenorphine|recovery housing|recovery-oriented|serious mental illness|behavioral health|peer (?:specialist|recovery)|treatment facility|treatment programs|trauma-focused|DSM|IDEA\b|section 504|tribal|indian health|\bIHS\b|indian country|telehealth|technical experts|initiatives?\b/iu,
  // machines, buildings, and parks
  /chain ?saws?|motosierras|trench|zanjas|ladders|escaleras|residential building|buildings \(|line handling|cables en|grinding|grinders|purse seining|concessioner|national (?:monument|historical)|plantation|treestands|firefighting|bomberos|electric vehicle|energy transition|biscayne|rocky mountain|yellowstone/iu,
  // web addresses
  /\.gov\b|locator|warehouse|search ncbi|myhealthfinder|CDC TRAIN/iu,
];

/** Subject headings that mean the same. */
export const notAboutThese = /\bveterans\b|^older people|\|older people|nursing homes/iu;

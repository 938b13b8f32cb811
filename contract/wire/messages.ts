// Each sentence is a separate constant, so that pages bundle only the ones they use.
export { messages } from "./specified-messages.ts";
export * as ownMessages from "./own-messages.ts";

export const importMessages = {
  fileMissing: "Choose a file to upload.",
  oneFile: "Upload one file at a time.",
  fileTooLarge: "The file can’t be larger than 50 MB. Split it and import the parts one by one.",
  fileEmpty: "The file is empty.",
  noRows: "The file has a header but no rows.",
  tooManyColumns: (max: number) => `The file can’t have more than ${max} columns.`,
  tooManyRows: (max: number) =>
    `The file can’t have more than ${max.toLocaleString("en-US")} rows. Split it and import the parts one by one.`,
  tooManyLines: (max: number) =>
    `The file can’t have more than ${max.toLocaleString("en-US")} rows, including empty ones. Delete the empty rows, or split the file and import the parts one by one.`,
  spreadsheet:
    "This is a spreadsheet file. Save it as CSV, then upload that file. In Excel, choose File, Save As, CSV UTF-8. In Numbers, choose File, Export To, CSV. In Google Sheets, choose File, Download, Comma Separated Values.",
  strayBytes: (count: number) =>
    count === 1
      ? "One character isn’t in UTF-8 like the rest, so we read it as Windows-1252."
      : `${count.toLocaleString("en-US")} characters aren’t in UTF-8 like the rest, so we read them as Windows-1252.`,
  packed: "This is a compressed file. Extract it, then upload the file inside.",
  foreign: (what: string, accepted: string) => `This is ${what}. Upload ${accepted}.`,
  notText: (accepted: string) => `This isn’t ${accepted}. Save the list as CSV UTF-8, then upload that file.`,
  marcXml:
    "This is XML. Most library systems can also export MARC 21 (a .mrc file). Upload that file, or a list as CSV.",
  marcText:
    "These are MARC records as text (.mrk). Turn them into MARC 21 (a .mrc file) with MarcEdit’s MARCMaker, then upload that file.",
  header: "The file has no column names. Add a row with them above the first title.",
  quoteNotClosed: (row: number) =>
    `A quotation mark opened in row ${row} is never closed, so nothing after it can be read. Fix that row and upload the file again.`,
  noSuchField: (name: string) => `There’s no field "${name}". Match the column to one of the fields on this page.`,
  emailTwice: (row: number) =>
    `This email address is already in row ${row}. Each borrower needs their own, because invitations go there.`,
  emailAddedMeanwhile: "Someone registered with this email address after the check.",
  noSuchSchool: (name: string) => `There’s no school "${name}" in the directory.`,
  matchedTwice: (field: string) => `Only one column can be the ${field}.`,
  columnsDiffer: (columns: number) =>
    `The file has ${columns} ${columns === 1 ? "column" : "columns"}. Match each of them.`,
  savedMeanwhile: (rows: number) =>
    `Nothing was saved: ${rows === 1 ? "one row" : `${rows.toLocaleString("en-US")} rows`} conflicted with someone else’s change made after the check. Check the file again.`,
  gaveUp:
    "Nothing was saved because the import was interrupted several times. Upload the file again. If this keeps happening, ask for help.",
  undoGaveUp: "The undo was interrupted several times. Try again to undo the rest.",
  moreColumns: (columns: number, header: number) => `This row has ${columns} columns, but the header has ${header}.`,
  shortRows: (rows: number) =>
    rows === 1
      ? "1 row ends before the last column. Its missing cells are read as empty."
      : `${rows.toLocaleString("en-US")} rows end before the last column. Their missing cells are read as empty.`,
  noSuch: (what: string, word: string, choices: readonly string[]) =>
    `There’s no ${what} "${word}" here.${choices.length <= 8 ? ` Choose from ${choices.join(", ")}.` : ""}`,
  oneLanguage: (cell: string, name: string) =>
    `“${cell}” is imported as ${name}, because a title can have only one language here. You can add the others as tags.`,
  zerosOf: (sku: string, known: string, title: string) =>
    `“${sku}” isn’t in the inventory, but “${known}” is (${title}). A spreadsheet probably removed the zero.`,
  zeros: (sku: string, digits: number) =>
    `“${sku}” was probably ${sku.padStart(digits, "0")} before a spreadsheet removed the zero: other SKU Numbers have ${digits} digits.`,
  shortened: (from: string, to: string) => `"${from}" is shortened to "${to}"`,
  badCharacter: "This text has a character that can’t be saved. Type it again.",
  copies: (max: number) => `Copies must be a whole number from 0 to ${max}.`,
  copyDetails: (word: string) =>
    `"${word}" can’t be read. Write it like "2: lost; 3: SKU B12345", using inspection, repair, lost, damaged, retired, or inactive.`,
  noSuchCopy: (number: number) => `There’s no copy ${number}.`,
  skuTwice: (row: number) =>
    `This SKU Number is already in row ${row}. List each title once, with its number of copies.`,
  noFreeSku: (letter: string) => `No SKU Number that begins with ${letter} is left. Enter one for this title.`,
  skuAddedMeanwhile: "Someone else added this SKU Number after the check.",
  titleChangedMeanwhile: "Someone else changed this title after the check.",
  tooLongForMarc: (titles: readonly string[]) =>
    `${titles.join(", ")} ${titles.length === 1 ? "is" : "are"} too long for MARC 21, which allows 99,999 bytes for a title and its copies. Export the collection as a CSV instead.`,
  unreadCharacter: "Some characters of this text can’t be read (�). Type them again.",
  marcDamaged: (title: string) => `${recordOf(title)} is damaged and can’t be read.`,
  marcEmpty: "This record is empty.",
  marcDeleted: (title: string) => `${recordOf(title)} is marked as deleted, so it isn’t imported.`,
  marcNoTitle: (title: string, why: string) => `${recordOf(title)} ${why}, so it isn’t imported.`,
  unimarc: (title: string) => `${recordOf(title)} is in UNIMARC. Export it from the library system as MARC 21.`,
} as const;

const recordOf = (title: string) => (title === "" ? "This record" : `The record of “${title}”`);

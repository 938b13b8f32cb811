// why apart: every page needs some of these, hardly one those of our own, and a browser loads whole files
export { messages } from "./sentences/specified.ts";

/** Sentences of our own, where the specification leaves the words open. */
export const ownMessages = {
  userNameTaken: "Username is already taken.",
  passwordTooShort: (least: number) => `Password must be at least ${least} characters.`,
  currentPasswordRequired: "Current password is required.",
  currentPasswordWrong: "Current password is incorrect.",
  resetRequested:
    "If there is an account with this user name or email address, a mail with a link is on its way. The link works for 60 minutes.",
  resetDone: "Your password has been changed. Log in with the new one.",
  resetLinkInvalid: "This reset link is no longer valid.",
  onlyLeft: (left: number) => `Only ${left} in stock.`,
  /** The titles that an order is short of, and what is left of each. */
  onlyLeftOf: (short: readonly { title: string; left: number }[]) =>
    short
      .map(({ title, left }) => (left === 0 ? `"${title}" is out of stock.` : `Only ${left} of "${title}" in stock.`))
      .join(" "),
  onlyCopiesAvailable: (free: number) => `Only ${free} ${free === 1 ? "copy is" : "copies are"} available.`,
  copyNotAvailable: "This copy is not available.",
  copyOfAnotherTitle: "This copy belongs to another title.",
  lineIsFull: "This item already has all the copies that were ordered.",
  orderIsReturned: "This order is returned. Reopen it to change its copies.",
  removeOnlyWhileProcessing: "A single SKU can be removed only while the order is Processing.",
  orderChangedBy: (name: string) => `This order was changed by ${name}. Reload to see it.`,
  statusRequired: "Status is required.",
  gradesRequired: "Grades is required.",
  linkInvalid: "Link must be a web address that starts with http:// or https://.",
  tooManyRequests: "Too many requests. Please wait a moment and try again.",
  serverBusy: "The library is busy right now. Please try again in a moment.",
  notFound: "Not found",
  tooLong: (field: string, most: number) => `${field} cannot be longer than ${most} characters.`,
  skuTaken: (title: string) => `This SKU Number is already used by "${title}".`,
  heldElsewhere:
    "This could not be saved yet, because something larger is being saved, such as an import. Try again in a minute.",
  skuLocked: "The SKU Number can be changed only while every copy is available.",
  copyIsOut: (copy: string) => `${copy} is checked out. Take it back before setting it inactive.`,
  itemChangedBy: (name: string) => `This item was changed by ${name}. Reload to see it.`,
  newsChangedBy: (name: string) => `This news item was changed by ${name}. Reload to see it.`,
  noSuchCategory: "Choose a category from the list.",
  noSuchSubject: "Choose a subject from the list.",
  noSuchGrade: "Choose grades from the list.",
  noSuchPicture: "The picture is no longer there. Please upload it again.",
  uploadStopped: "The upload stopped on its way. Please check the connection and try again.",
  pictureMissing: "Choose a picture to upload.",
  onePicture: "Upload one picture at a time.",
  pictureKind: "The picture must be a JPEG, PNG, WebP, GIF or AVIF file.",
  pictureTooLarge: "The picture cannot be larger than 10 MB.",
  pictureTooManyPixels: (most: number) => `The picture cannot have more than ${most / 1_000_000} million pixels.`,
  pictureDamaged: "The picture is damaged and cannot be read.",
  pictureNotStored:
    "The picture could not be stored. Please try again; if it happens again, the library's picture storage needs attention.",
  noSuchDocument: "The document is no longer there. Please upload it again.",
  documentMissing: "Choose a PDF to upload. A file with nothing in it cannot be taken.",
  oneDocument: "Upload one PDF at a time.",
  documentKind: "The document must be a PDF file. Save or export it as a PDF first.",
  documentTooLarge: "The document cannot be larger than 10 MB.",
  documentCutOff: "The end of the document is missing, so it cannot be opened. Save it again, and upload it once more.",
  documentNotStored:
    "The document could not be stored. Please try again; if it happens again, the library's file storage needs attention.",
  linkOrDocument: "Enter a link, or upload a PDF.",
  noLabels: "Choose at least one copy.",
  labelsOutOfDate: (labels: number) =>
    labels === 1
      ? "One label is out of date already: the SKU of its copy was changed. Print it again."
      : `${labels} labels are out of date already: the SKU of their copies was changed. Print them again.`,
  noSuchLabel: (labels: number) => `This paper has ${labels === 1 ? "one label" : `${labels} labels`} on a page.`,
  required: (field: string) => `${field} is required.`,
  tooMany: (most: number) => `There can be at most ${most} of these.`,
  sectionChangedBy: (name: string) => `This section was changed by ${name}. Reload to see it.`,
  noSuchVersion: "This version is not there.",
  termsChanged: "The Terms and Responsibilities have changed. Please read them, then proceed again.",
  /** The same for every address, so that it says of none whether it is on the list. */
  subscribed: "Thank you. We sent a mail to that address; follow the link in it to be on the list.",
  signUpsClosed: "The mailing list takes no sign-ups at the moment.",
  subscriptionConfirmed: "You are on the list.",
  unsubscribed: "You are off the list.",
  mailLinkInvalid: "This link is no longer valid.",
  mailNotDead: "This mail was sent, or is still being tried.",
  mailIsOver: "The links of this mail are over. Have a new one sent instead.",
  dateOrder: "End date must not be before start date.",
} as const;

/** What is said of files that are brought in. Names and words of the file stand in quotation marks. */
export const importMessages = {
  fileMissing: "Choose a file to upload.",
  oneFile: "Upload one file at a time.",
  fileTooLarge: "The file cannot be larger than 50 MB. Split it, and bring in one part after the other.",
  fileEmpty: "The file is empty.",
  noRows: "The file has a header, but no rows.",
  tooManyColumns: (most: number) => `The file cannot have more than ${most} columns.`,
  tooManyRows: (most: number) =>
    `The file cannot have more than ${most.toLocaleString("en-US")} rows. Split it, and bring in one part after the other.`,
  spreadsheet: "This is a spreadsheet's own format. Open it there and save it as CSV UTF-8, then upload that file.",
  packed: "This is a packed file. Unpack it, and upload the CSV or MARC file that is in it.",
  foreign: (what: string) => `This is ${what}. Upload a CSV file, or MARC 21 records in UTF-8.`,
  notText: "This is neither a CSV file nor MARC 21 records. Save the list as CSV UTF-8, then upload that file.",
  marcXml: "This is XML. Upload the records as MARC 21 (a .mrc file) in UTF-8, or a list as CSV.",
  marc8: "These records are in MARC-8. Export them from the library system as MARC 21 in UTF-8, then upload that file.",
  header: "The first row cannot be read. It has to hold the names of the columns.",
  quoteNotClosed: (row: number) =>
    `A quotation mark that is opened in row ${row} is not closed well, so nothing after it can be read. Mend that row and upload the file again.`,
  fileChanged: "The file is no longer there. Please upload it again.",
  notNow: (state: string) => `This cannot be done now: the import is ${state}.`,
  titleNotMatched: "Choose the column that holds the title.",
  matchedTwice: (field: string) => `Only one column can be the ${field}.`,
  columnsDiffer: (columns: number) =>
    `The file has ${columns} ${columns === 1 ? "column" : "columns"}. Match each of them.`,
  notGood: (faulty: number) =>
    `${faulty === 1 ? "One row has a fault" : `${faulty.toLocaleString("en-US")} rows have faults`}. Mend the file, or save the good rows.`,
  nothingToSave: "There is nothing to save: no row would add or change a title.",
  savedMeanwhile: (rows: number) =>
    `Nothing was saved: ${rows === 1 ? "one row" : `${rows.toLocaleString("en-US")} rows`} met a change that somebody else made since the check. Check the file again.`,
  gaveUp:
    "Nothing was saved: the work was broken off several times. Upload the file again; if it happens again, ask for help.",
  alreadySaved: "This import is saved. It cannot be given up any more.",
  /** Of a row. */
  missingColumns: (found: number, wanted: number) =>
    `This row has ${found} ${found === 1 ? "column" : "columns"}, the header has ${wanted}.`,
  noSuch: (what: string, word: string, choices: readonly string[]) =>
    `There is no ${what} "${word}" here.${choices.length <= 8 ? ` Choose from ${choices.join(", ")}.` : ""}`,
  badCharacter: "This text has a character that cannot be kept. Type it anew.",
  copies: (most: number) => `Copies must be a whole number from 0 to ${most}.`,
  copyDetails: (word: string) =>
    `"${word}" cannot be read. Write it like "2: lost; 3: SKU B12345", with repair, lost, damaged, retired or inactive.`,
  noSuchCopy: (number: number) => `There is no copy ${number}.`,
  skuTwice: (row: number) =>
    `This SKU Number is already in row ${row}. Write a title once, with the number of its copies.`,
  noFreeSku: (letter: string) => `No SKU Number that begins with ${letter} is free. Give this title one of its own.`,
  skuAddedMeanwhile: "Somebody else added this SKU Number after the check.",
  titleChangedMeanwhile: "Somebody else changed this title after the check.",
  marcDamaged: "This record is damaged and cannot be read.",
  marcNotUtf8: "This record is not in UTF-8. Export it from the library system in UTF-8.",
} as const;

// Separate files because every page needs some of these, and hardly any page needs ours: a browser loads whole files.
export { messages } from "./specified-messages.ts";

/** Our own sentences, where the specification leaves the words open. */
export const ownMessages = {
  userNameTaken: "Username is already taken.",
  passwordTooShort: (least: number) => `Password must be at least ${least} characters.`,
  currentPasswordRequired: "Current password is required.",
  currentPasswordWrong: "Current password is incorrect.",
  resetRequested:
    "If an account has this user name or email address, we’ve emailed it a link. The link works for 60 minutes.",
  resetDone: "Your password has been changed. Log in with the new one.",
  resetLinkInvalid: "This reset link is no longer valid.",
  onlyLeft: (left: number) => `Only ${left} in stock.`,
  /** Names the titles that are short, and what is left of each. */
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
  changedBy: (what: string, name: string) => `This ${what} was changed by ${name}. Reload to see it.`,
  statusRequired: "Status is required.",
  gradesRequired: "Grades is required.",
  linkInvalid: "Link must be a web address that starts with http:// or https://.",
  tooManyRequests: "Too many requests. Please wait a moment and try again.",
  serverBusy: "The library is busy right now. Please try again in a moment.",
  notFound: "Not found",
  tooLong: (field: string, most: number) => `${field} cannot be longer than ${most} characters.`,
  skuTaken: (title: string) => `This SKU Number is already used by "${title}".`,
  heldElsewhere:
    "This couldn’t be saved because a larger save, such as an import, is in progress. Try again in a minute.",
  skuLocked: "The SKU Number can be changed only while every copy is available.",
  copyIsOut: (copy: string) => `${copy} is checked out. Check it in before you set it inactive.`,
  noSuchCategory: "Choose a category from the list.",
  noSuchSubject: "Choose a subject from the list.",
  noSuchGrade: "Choose grades from the list.",
  noSuchLanguage: "Choose a language, or write its code, such as es.",
  noSuchPicture: "The picture is no longer available. Please upload it again.",
  uploadStopped: "The upload was interrupted. Check your connection and try again.",
  pictureMissing: "Choose a picture to upload.",
  onePicture: "Upload one picture at a time.",
  pictureKind: "The picture must be a JPEG, PNG, WebP, GIF or AVIF file.",
  pictureTooLarge: "The picture can't be larger than 10 MB.",
  pictureTooManyPixels: (most: number) => `The picture cannot have more than ${most / 1_000_000} million pixels.`,
  pictureDamaged: "The picture is damaged and can't be read.",
  pictureNotStored:
    "The picture couldn't be stored. Please try again. If this keeps happening, check the library's picture storage.",
  noSuchDocument: "The document is no longer available. Please upload it again.",
  documentMissing: "Choose a PDF to upload. The file can't be empty.",
  oneDocument: "Upload one PDF at a time.",
  documentKind: "The document must be a PDF file. Save or export it as a PDF first.",
  documentTooLarge: "The document can't be larger than 10 MB.",
  documentCutOff: "The document is cut off and can't be opened. Save it again, then upload it again.",
  documentNotStored:
    "The document couldn't be stored. Please try again. If this keeps happening, check the library's file storage.",
  linkOrDocument: "Enter a link, or upload a PDF.",
  noLabels: "Choose at least one copy.",
  labelsOutOfDate: (labels: number) =>
    labels === 1
      ? "One label is out of date because the copy's SKU changed. Print it again."
      : `${labels} labels are out of date because the copies' SKUs changed. Print them again.`,
  noSuchLabel: (labels: number) => `This paper has ${labels === 1 ? "one label" : `${labels} labels`} on a page.`,
  required: (field: string) => `${field} is required.`,
  tooMany: (most: number) => `There can be at most ${most} of these.`,
  noSuchVersion: "This version doesn't exist.",
  termsChanged: "The Terms and Responsibilities have changed. Please read them, then proceed again.",
  /** The same for every address, so that it reveals nothing about the list. */
  subscribed: "Thank you. We sent an email to that address. Follow its link to join the list.",
  signUpsClosed: "The mailing list isn’t taking sign-ups right now.",
  subscriptionConfirmed: "You’re on the list.",
  unsubscribed: "You’re off the list.",
  mailLinkInvalid: "This link is no longer valid.",
  mailNotDead: "This email was sent or is still being tried.",
  mailIsOver: "This email's links have expired. Request a new one instead.",
  dateOrder: "End date must not be before start date.",
} as const;

/** Sentences about imported files. Names and words from the file are in quotation marks. */
export const importMessages = {
  fileMissing: "Choose a file to upload.",
  oneFile: "Upload one file at a time.",
  fileTooLarge: "The file can't be larger than 50 MB. Split it and import the parts one by one.",
  fileEmpty: "The file is empty.",
  noRows: "The file has a header but no rows.",
  tooManyColumns: (most: number) => `The file cannot have more than ${most} columns.`,
  tooManyRows: (most: number) =>
    `The file cannot have more than ${most.toLocaleString("en-US")} rows. Split it and import the parts one by one.`,
  spreadsheet: "This is a spreadsheet file. Open it, save it as CSV UTF-8, then upload that file.",
  packed: "This is a compressed file. Extract it, then upload the CSV or MARC file inside.",
  foreign: (what: string) => `This is ${what}. Upload a CSV file, or MARC 21 records in UTF-8.`,
  notText: "This isn't a CSV file or MARC 21 records. Save the list as CSV UTF-8, then upload that file.",
  marcXml: "This is XML. Upload the records as MARC 21 (a .mrc file) in UTF-8, or a list as CSV.",
  marc8: "These records are in MARC-8. Export them from the library system as MARC 21 in UTF-8, then upload that file.",
  header: "The first row can't be read. It must hold the column names.",
  quoteNotClosed: (row: number) =>
    `A quotation mark opened in row ${row} is never closed, so nothing after it can be read. Fix that row and upload the file again.`,
  fileChanged: "The file is no longer available. Please upload it again.",
  notNow: (state: string) => `You can't do this now: the import is ${state}.`,
  titleNotMatched: "Choose the column that holds the title.",
  matchedTwice: (field: string) => `Only one column can be the ${field}.`,
  columnsDiffer: (columns: number) =>
    `The file has ${columns} ${columns === 1 ? "column" : "columns"}. Match each of them.`,
  notGood: (faulty: number) =>
    `${faulty === 1 ? "One row has errors" : `${faulty.toLocaleString("en-US")} rows have errors`}. Fix the file, or save the valid rows.`,
  nothingToSave: "There's nothing to save. No row adds or changes a title.",
  savedMeanwhile: (rows: number) =>
    `Nothing was saved: ${rows === 1 ? "one row" : `${rows.toLocaleString("en-US")} rows`} conflicted with a change someone else made after the check. Check the file again.`,
  gaveUp:
    "Nothing was saved because the import was interrupted several times. Upload the file again. If this keeps happening, ask for help.",
  alreadySaved: "This import is already saved and can't be canceled.",
  /** Errors of a row. */
  missingColumns: (found: number, wanted: number) =>
    `This row has ${found} ${found === 1 ? "column" : "columns"}, the header has ${wanted}.`,
  noSuch: (what: string, word: string, choices: readonly string[]) =>
    `There is no ${what} "${word}" here.${choices.length <= 8 ? ` Choose from ${choices.join(", ")}.` : ""}`,
  badCharacter: "This text has a character that can't be saved. Type it again.",
  copies: (most: number) => `Copies must be a whole number from 0 to ${most}.`,
  copyDetails: (word: string) =>
    `"${word}" cannot be read. Write it like "2: lost; 3: SKU B12345", using repair, lost, damaged, retired, or inactive.`,
  noSuchCopy: (number: number) => `There is no copy ${number}.`,
  skuTwice: (row: number) =>
    `This SKU Number is already in row ${row}. List each title once, with its number of copies.`,
  noFreeSku: (letter: string) => `No SKU Number that begins with ${letter} is free. Enter one for this title.`,
  skuAddedMeanwhile: "Someone else added this SKU Number after the check.",
  titleChangedMeanwhile: "Someone else changed this title after the check.",
  marcDamaged: "This record is damaged and can't be read.",
  marcNotUtf8: "This record is not in UTF-8. Export it from the library system in UTF-8.",
} as const;

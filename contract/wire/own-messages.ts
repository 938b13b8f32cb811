/** Sentences that the specification leaves open. */
export const userNameTaken = "Username is already taken.";
export const currentPasswordRequired = "Current password is required.";
export const passwordRequired = "Enter your password.";
export const resetRequested =
  "If an account has this user name or email address, we’ve emailed it a link. The link works for 60 minutes.";
export const resetDone = "Your password has been changed. Log in with the new one.";
export const invitationAccepted = "Your account is ready. Log in with it.";
export const invitationsOff = "Invitation emails are turned off under Mail.";
export const messagesOff = "These emails are turned off under Mail.";
export const codeRequired = "Enter the code from your authenticator app.";
export const tooManyCodes =
  "Too many wrong codes for this user name. To log in now, choose “Reset password” and open the link in your email.";
export const ownTwoStepStays = "Turn off your own two-step verification on your account page.";
export const roleTooSmall = "Your role at the library doesn’t include this. Ask a manager.";
export const onlyLeft = (left: number) => `Only ${left} in stock.`;
const lendingLimits = {
  "copy-days":
    "That’s more copies, for longer, than we lend to one person at a time. You can have {fits} of these {copies} copies for {days} days. Order fewer copies, keep them for a shorter time, or return something first. If you need more, call or email us.",
  "no-copy":
    "That’s more copies, for longer, than we lend to one person at a time. With your other orders, you can’t have another copy for {days} days. Keep it for a shorter time, or return something first. If you need more, call or email us.",
  title:
    "You’d have “{title}” for {now} days in all. The limit is {max}. Choose fewer days, or leave it out of this order. If you need it longer, call or email us.",
} as const;
type LendingLimit = { of: "copy-days" | "title"; title: string } & Record<
  "max" | "now" | "fits" | "copies" | "days",
  number
>;
export const lendingLimitSentence = ({ of, fits }: LendingLimit) =>
  lendingLimits[of === "copy-days" && fits === 0 ? "no-copy" : of];
/** The values of a lending limit's sentence, in any language. */
export const lendingLimitInWords = ({ max, now, fits, copies, days, title }: LendingLimit) => ({
  max: max.toLocaleString("en-US"),
  now: now.toLocaleString("en-US"),
  fits,
  copies,
  days,
  title,
});
export const unconfirmedTimeout = "The email address wasn’t confirmed within 72 hours.";
export const resetLinkSent = (address: string) => `We emailed a link for a new password to ${address}.`;
export const nobodyLogsIn = "This account has no login.";
export const copyNotAvailable = "This copy isn’t available.";
export const copyOfAnotherTitle = "This copy belongs to another title.";
export const otherKeyboard =
  "The scanner is set to a different keyboard layout. Set it to this computer’s layout with the code in its manual, then scan again.";
export const noOrderSentWith = (number: string) => `No order has the tracking number ${number}.`;
export const labelOfNobody =
  "None of this library’s copies has this label. Put it aside: it may be another library’s, or one that was deleted here.";
export const labelIsForeign =
  "The copy with this label’s number never had its SKU. Choose what to do, or put the copy aside: it may be another library’s.";
export const linesRequired = "An order needs at least one title.";
export const dateRequired = "Date is required.";
export const firstDayRequired = "First day is required.";
export const whatHappenedRequired = "Tell us what happened.";
export const returnBeforeShip = "Return Date cannot be before the Ship Date.";
export const statusRequired = "Status is required.";
export const gradesRequired = "Grades are required.";
export const linkInvalid = "Link must be a web address that starts with http:// or https://.";
export const tooManyRequests = "Too many requests. Please wait a moment and try again.";
export const nameBlocked =
  "Too many wrong passwords for this user name. To log in now, choose “Reset password” and open the link in your email. You can then log in with the password you have.";
export const serverBusy = "The library is busy right now. Please try again in a moment.";
export const diskFull = "The library’s storage is full, so nothing was saved. Please try again later.";
export const notFound = "Not found";
export const tooLong = (field: string, max: number) => `${field} cannot be longer than ${max} characters.`;
export const skuLocked = "The SKU Number can be changed only while every copy is available.";
export const copyIsOut = (copy: string) => `${copy} is checked out. Check it in before you set it inactive.`;
export const noSuchCategory = "Choose a category from the list.";
export const noSuchSubject = "Choose a subject from the list.";
export const noSuchGrade = "Choose grades from the list.";
export const notPlain =
  "This can’t include web addresses, email addresses, or line breaks. If there’s a period, put a space after it.";
export const notName = (field: string) => `${field} must have letters or numbers, and no emoji.`;
export const nameTwice = (name: string) =>
  `“${name}” is on the list twice. Accents and capital letters don’t count as a difference.`;
export const wordsRequired = "Enter words that mean the same thing.";
export const oneWordAlone =
  "One word alone doesn’t change any search. Add a word that means the same, one that people type instead, or a broader one.";
export const wordTwice = (word: string) => `“${word}” is listed twice.`;
export const notAWord = (word: string) => `“${word}” must have letters or numbers, and no emoji.`;
export const wordTooLong = (beginning: string, max: number) =>
  `“${beginning}…” cannot be longer than ${max} characters. Put a comma between words.`;
export const tooManyWords = (max: number) => `There can be at most ${max} words here.`;
export const wordSaysNothing = (word: string) => `“${word}” is so common that searches ignore it.`;
export const synonymsFull = (max: number) =>
  `There can be at most ${max.toLocaleString("en-US")} sets of synonyms. Remove one first.`;
export const noSeparators = "A grade’s name can’t have , ; or | because files use them to separate grades.";
export const codeMissing = "You can’t remove entries from this list. Hide the ones you no longer use.";
export const noSuchLanguage = "Choose a language, or write its code, such as es.";
export const wholeNumber = (min: number, max: number) =>
  `Enter a whole number from ${min} to ${max.toLocaleString("en-US")}.`;
export const stepsBefore = (max: number) => `Days before must be a whole number from 0 to ${max}.`;
export const stepsAfter = (max: number) => `Days overdue must be whole numbers from 1 to ${max}, separated by commas.`;
export const notMoney = (field: string) => `${field} must be an amount such as 24.50.`;
export const notYear = (field: string) => `${field} must have four digits, such as 2024.`;
export const notIsbn = "This isn’t a valid ISBN. Check each digit against the book.";
export const notWeight = (field: string) => `${field} must be pounds, such as 2.5.`;
export const notParts =
  "Each part needs a count from 1 to 999 and a name of its own, at most 60 characters, without ; and @. Its cost is an amount such as 24.50.";
export const noSuchPicture = "The picture is no longer available. Please upload it again.";
export const fileTakesTooLong =
  "This file takes too long to read. Save it as a smaller or simpler file, then upload it again.";
export const fileTakesTooMuch =
  "This file needs too much memory to read. Save it as a smaller file, then upload it again.";
export const pdfTakesTooLong = "This PDF takes too long to make. Print fewer at once.";
export const pdfTakesTooMuch = "There wasn’t enough memory to make this PDF. Try again, or print fewer at once.";
export const pdfFailed =
  "The PDF couldn’t be made. Try again. If this keeps happening, print fewer at once to find out which one causes it.";
export const fileNotRead =
  "We couldn’t read this file. Please try again. If that doesn’t help, save it in another format.";
export const uploadStopped = "The upload was interrupted. Check your connection and try again.";
export const pictureMissing = "Choose a picture to upload.";
export const onePicture = "Upload one picture at a time.";
export const pictureKind = "The picture must be a JPEG, PNG, WebP, GIF, or AVIF file.";
export const pictureTooLarge = "The picture can’t be larger than 10 MB.";
export const pictureTooManyPixels = "The picture cannot have more than 50 million pixels.";
export const avifTooManyPixels = "The picture cannot have more than 20 million pixels.";
export const pictureTooLong = "The picture can’t be more than 30,000 pixels wide or high.";
export const pictureTakesTooMuch =
  "This picture is too large to process. Save it smaller, or as a JPEG, then upload it again.";
export const pictureDamaged = "The picture is damaged and can’t be read.";
export const pictureNotStored =
  "The picture couldn’t be stored. Please try again. If this keeps happening, check the library’s picture storage.";
export const noSuchDocument = "The document is no longer available. Please upload it again.";
export const documentMissing = "Choose a PDF to upload. The file can’t be empty.";
export const oneDocument = "Upload one PDF at a time.";
export const documentKind = "The document must be a PDF file. Save or export it as a PDF first.";
export const documentTooLarge = "The document can’t be larger than 10 MB.";
export const documentCutOff = "The document is cut off and can’t be opened. Save it again, then upload it again.";
export const documentNotStored =
  "The document couldn’t be stored. Please try again. If this keeps happening, check the library’s file storage.";
export const linkOrDocument = "Enter a link, or upload a PDF.";
export const noLabels = "Choose at least one copy.";
export const labelsOutOfDate = (labels: number) =>
  labels === 1
    ? "One label is out of date because the copy’s SKU changed. Print it again."
    : `${labels} labels are out of date because the copies’ SKUs changed. Print them again.`;
export const noSuchLabel = (labels: number) =>
  `This paper has ${labels === 1 ? "one label" : `${labels} labels`} on a page.`;
export const noReturnAddress = "Return labels need the library’s postal address. Add it under Site content.";
export const required = (field: string) => `${field} is required.`;
export const tooMany = (max: number) => `There can be at most ${max} of these.`;
/** The same for every address, so that it reveals nothing about the list. */
export const subscribed = "Thank you. We sent an email to that address. Follow its link to join the list.";
export const subscriptionConfirmed = "You’re on the list.";
export const unsubscribed = "You’re off the list.";
export const mailLinkInvalid = "This link is no longer valid.";
export const confirmationSent = "We’ve emailed you a link. It works for 14 days.";
export const nobodyToInvite = "Everyone has already been invited or has chosen a password.";
export const confirmationsOff = "The library isn’t sending these links right now.";
export const confirmationSentTo = (address: string) => `We emailed a confirmation link to ${address}.`;
export const mailboxConfirmedAlready = "This email address is already confirmed.";
export const mailboxConfirmed = "Your email address is confirmed.";
export const dayInvalid = (field: string) => `${field} must be a date.`;
export const yearsOverlap = "Two school years cannot overlap.";
export const calendarTaken = "This district already has a calendar.";
export const calendarsFull = (max: number) => `There can be at most ${max.toLocaleString("en-US")} calendars.`;
export const notADistrict = "Enter a district’s name, or leave it blank for all other districts.";
export const dateOrder = "End date must not be before start date.";

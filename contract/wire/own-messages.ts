/** Our own sentences, where the specification leaves the words open. */
export const userNameTaken = "Username is already taken.";
export const passwordTooShort = (least: number) => `Password must be at least ${least} characters.`;
export const passwordTooCommon =
  "This is one of the most common passwords. Choose another; a few words you can remember work best.";
export const passwordOfNames =
  "This password is made of your name, your school, or the library’s. Choose another; a few words you can remember work best.";
export const currentPasswordRequired = "Current password is required.";
export const currentPasswordWrong = "Current password is incorrect.";
export const resetRequested =
  "If an account has this user name or email address, we’ve emailed it a link. The link works for 60 minutes.";
export const resetDone = "Your password has been changed. Log in with the new one.";
export const invitationAccepted = "Your account is ready. Log in with it.";
export const invitationsOff = "Emails with invitations are turned off at Mail.";
export const codeRequired = "Enter the code from your authenticator app.";
export const tooManyCodes =
  "Too many wrong codes for this user name. To log in now, choose “Reset password” and open the link in your email.";
export const ownTwoStepStays = "Turn off your own second step on your account page.";
export const roleTooSmall = "Your role at the library doesn’t include this. Ask a manager.";
export const resetLinkInvalid = "This reset link is no longer valid.";
export const onlyLeft = (left: number) => `Only ${left} in stock.`;
export const onlyLeftOf = (short: readonly { title: string; left: number }[]) =>
  short
    .map(({ title, left }) => (left === 0 ? `"${title}" is out of stock.` : `Only ${left} of "${title}" in stock.`))
    .join(" ");
export { noRoom, teachingDays } from "../orders/day-sentences.ts";
export const onlyCopiesAvailable = (free: number) => `Only ${free} ${free === 1 ? "copy is" : "copies are"} available.`;
/** How much may be borrowed; an account with an unconfirmed mailbox may have more later. */
export const lendingLimits = {
  titles: "An order can have at most {most} titles. Remove some, then order the rest later.",
  copies: "You can have at most {most} copies ordered and out at a time. You already have {now}.",
  orders: "You can place at most {most} orders in 24 hours. Please come back later.",
  confirmFirst: "Confirm your email address to borrow more. Your account page can email you the link.",
} as const;
export const lendingLimit = ({ of, most, now, isConfirmed }: LendingLimit) =>
  [
    lendingLimits[of].replace("{most}", String(most)).replace("{now}", String(now)),
    ...(isConfirmed ? [] : [lendingLimits.confirmFirst]),
  ].join(" ");
type LendingLimit = { of: "titles" | "copies" | "orders"; most: number; now: number; isConfirmed: boolean };
export const openClaimsFirst =
  "Before you order again, please settle what is lost or damaged: your account lists it. Staff can tell you more.";
/** `because` is what staff wrote. */
export const borrowerBlocked = (because: string) =>
  `The library stopped new orders from this account: ${because} What is out can still be seen and sent back.`;
/** What of a borrower is open; what is nothing is left out. */
export const borrowerNotClear = ({ copies, orders, claims }: { copies: number; orders: number; claims: number }) => {
  const part = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`];
  const parts = [
    ...part(copies, "copy is out", "copies are out"),
    ...part(orders, "order is open", "orders are open"),
    ...part(claims, "claim is open", "claims are open"),
  ];
  return `Something of this borrower is still open: ${parts.join(", ")}.`;
};
export const resetLinkSent = (address: string) => `A link for a new password is on its way to ${address}.`;
export const nobodyLogsIn = "Nobody can log in to this account.";
export const copyNotAvailable = "This copy is not available.";
export const copyOfAnotherTitle = "This copy belongs to another title.";
/** `inactiveReason`: null for a copy on the shelf. */
export const photosFull = (most: number) => `${most} photos of a copy are the most. Remove one to add another.`;
export const copyIsNotOut = (inactiveReason: string | null) =>
  inactiveReason === null
    ? "This copy is not out. It belongs on the shelf."
    : `This copy is not out. It is inactive${inactiveReason && ` (${inactiveReason})`}: set it active on its title’s page if it can be lent.`;
export const packedFor = (orderId: number) =>
  `This copy is packed for order #${orderId}, which has not shipped. Remove it on the order’s page.`;
export const labelOfNobody =
  "No copy of this library has this label. Set the copy aside: it may be another library’s, or deleted from this one.";
export const labelIsForeign =
  "This label has a SKU that the copy with its number never had. Choose what to do, or set the copy aside: it may be another library’s.";
export const daysAreFixed = {
  "not-waiting": "The days of an order can be changed while it is New or Processing.",
  "not-new": "The library is already packing this order. Please call or write us to change its days.",
  packed: "A copy is packed for these days. Take it off the order to change them.",
} as const;
export const linesRequired = "An order needs at least one title.";
export const notReminded = {
  "nothing-due": "Nothing of this order is out and due.",
  "no-mailbox": "This borrower can’t be emailed: nobody logs in to the account, or its email address isn’t confirmed.",
  today: "The borrower was reminded of this today.",
  off: "Emails of this kind are turned off at Mail.",
} as const;
export const dateRequired = "Date is required.";
export const firstDayRequired = "First day is required.";
export const whatHappenedRequired = "What happened is required.";
export const scansUnsent = (scans: number) =>
  `${scans === 1 ? "1 scan is" : `${scans} scans are`} still in a phone, and not counted yet.`;
export const changedSince = (what: string, name: string) =>
  `${name} changed ${what} since, so this can’t be undone. Change the order itself instead.`;
export const changedBy = (what: string, name: string) => `This ${what} was changed by ${name}. Reload to see it.`;
export const returnBeforeShip = "Return Date cannot be before the Ship Date.";
/** `ordered` is a day: YYYY-MM-DD. */
export const shipBeforeOrder = (ordered: string) =>
  `Ship Date cannot be before the order’s date (${new Date(ordered).toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" })}).`;
export const statusRequired = "Status is required.";
export const gradesRequired = "Grades are required.";
export const linkInvalid = "Link must be a web address that starts with http:// or https://.";
export const tooManyRequests = "Too many requests. Please wait a moment and try again.";
export const nameBlocked =
  "Too many wrong passwords for this user name. To log in now, choose “Reset password” and open the link in your email. You can then log in with the password you have.";
export const serverBusy = "The library is busy right now. Please try again in a moment.";
export const diskFull = "There is no room left to save anything. Nothing was saved; please try again later.";
export const notFound = "Not found";
export const textTooLong = (most: number) => `This text cannot be longer than ${most} characters.`;
export const tooLong = (field: string, most: number) => `${field} cannot be longer than ${most} characters.`;
export const skuTaken = (title: string) => `This SKU Number is already used by "${title}".`;
export const skuLocked = "The SKU Number can be changed only while every copy is available.";
export const sentBackDay = "Choose a day from the day it shipped to today.";
export const copyIsOut = (copy: string) => `${copy} is checked out. Check it in before you set it inactive.`;
type InUse = { orders: readonly { orderId: number; out: number; promised: number }[]; more: number };
export const titleInUse = ({ orders, more }: InUse) => {
  const copies = (count: number) => `${count} ${count === 1 ? "copy" : "copies"}`;
  const named = orders.map(({ orderId, out, promised }) =>
    out > 0 ? `order #${orderId} has ${copies(out)}` : `order #${orderId} was promised ${copies(promised)}`,
  );
  const others = more > 0 ? [`${more} more ${more === 1 ? "order" : "orders"}`] : [];
  return `This title can’t be archived yet: ${[...named, ...others].join(", ")}.`;
};
export const noSuchCategory = "Choose a category from the list.";
export const noSuchSubject = "Choose a subject from the list.";
export const noSuchGrade = "Choose grades from the list.";
export const notName = (field: string) => `${field} needs letters or numbers, and cannot have emoji.`;
export const nameTwice = (name: string) => `“${name}” is in the list twice. Accents and capitals make no difference.`;
export const wordsRequired = "Enter the words that mean the same.";
export const oneWordAlone =
  "One word alone changes no search. Add one that means the same, one that is typed for it, or a broader one.";
export const wordTwice = (word: string) => `“${word}” is there twice.`;
export const notAWord = (word: string) => `“${word}” needs letters or numbers, and cannot have emoji.`;
export const wordTooLong = (beginning: string, most: number) =>
  `“${beginning}…” cannot be longer than ${most} characters. Put a comma between words.`;
export const tooManyWords = (most: number) => `There can be at most ${most} words here.`;
export const wordSaysNothing = (word: string) => `“${word}” is so common that searches leave it out.`;
export const synonymsFull = (most: number) =>
  `The thesaurus can have ${most.toLocaleString("en-US")} entries. Remove one first.`;
export const noSeparators = "A grade’s name cannot have , ; or |: files put them between grades.";
export const codeMissing = "The list must have everything that it had. Hide what should not be offered.";
export const noSuchLanguage = "Choose a language, or write its code, such as es.";
export const wholeNumber = (least: number, most: number) =>
  `Enter a whole number from ${least} to ${most.toLocaleString("en-US")}.`;
export const stepsBefore = (most: number) => `Days before must be a whole number from 0 to ${most}.`;
export const stepsAfter = (most: number) =>
  `Days overdue must be whole numbers from 1 to ${most}, separated by commas.`;
export const notMoney = (field: string) => `${field} must be an amount such as 24.50.`;
export const notYear = (field: string) => `${field} must have four digits, such as 2024.`;
export const notWeight = (field: string) => `${field} must be pounds, such as 2.5.`;
export const notParts =
  "Each part needs a count from 1 to 999 and a name of its own, at most 60 characters, without ; and @. Its cost is an amount such as 24.50.";
export const noSuchPicture = "The picture is no longer available. Please upload it again.";
export const uploadStopped = "The upload was interrupted. Check your connection and try again.";
export const pictureMissing = "Choose a picture to upload.";
export const onePicture = "Upload one picture at a time.";
export const pictureKind = "The picture must be a JPEG, PNG, WebP, GIF, or AVIF file.";
export const pictureTooLarge = "The picture can’t be larger than 10 MB.";
export const pictureTooManyPixels = "The picture cannot have more than 50 million pixels.";
export const avifTooManyPixels = "The picture cannot have more than 20 million pixels.";
export const pictureTooLong = "The picture can’t be more than 30,000 pixels wide or high.";
export const pictureTakesTooMuch =
  "This picture takes more memory to read than this library has. Save it smaller, or as a JPEG, then upload it again.";
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
export const noReturnAddress = "Return labels need the library’s postal address. Enter it at Site content.";
export const required = (field: string) => `${field} is required.`;
export const tooMany = (most: number) => `There can be at most ${most} of these.`;
export const termsChanged = "The Terms and Responsibilities have changed. Please read them, then proceed again.";
/** The same for every address, so that it reveals nothing about the list. */
export const subscribed = "Thank you. We sent an email to that address. Follow its link to join the list.";
export const signUpsClosed = "The mailing list isn’t taking sign-ups right now.";
export const subscriptionConfirmed = "You’re on the list.";
export const unsubscribed = "You’re off the list.";
export const mailLinkInvalid = "This link is no longer valid.";
export const confirmationSent = "We’ve emailed you a link. It works for 14 days.";
export const confirmationsOff = "The library isn’t sending these links right now.";
export const mailboxConfirmed = "Your email address is confirmed.";
export const dayInvalid = (field: string) => `${field} must be a date.`;
export const yearsOverlap = "Two school years cannot overlap.";
export const calendarTaken = "There is a calendar for this district already.";
export const calendarsFull = (most: number) => `There can be at most ${most.toLocaleString("en-US")} calendars.`;
export const notADistrict = "Enter the name of a district, or leave it empty for all others.";
export const dateOrder = "End date must not be before start date.";

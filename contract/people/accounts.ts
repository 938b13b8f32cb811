import { limits, userTypes } from "../catalog/codes.ts";
import { languages } from "../site/languages.ts";
import * as z from "zod/mini";
import { plain, requiredName } from "./names.ts";
import { scanSignals, staffRoles } from "./roles.ts";
import { endpoint } from "../wire/endpoint.ts";
import { messages, ownMessages } from "../wire/messages.ts";
import { ownOrderSummary } from "../orders/orders.ts";
import { id, linkSecret, maxLength, numberOf, optionalText, requiredText, secret, text } from "../wire/text.ts";

const atLeast = (minLength: number, sentence: string) =>
  z.string().check(z.trim(), z.minLength(minLength, sentence), maxLength());

export const userNameRule = z.string().check(z.regex(/^[A-Za-z0-9@._-]{1,20}$/, messages.field.userName));

const address = z.object({ street: text(), city: text(), state: text(), zip: text() });

const addressRules = z.object({
  street: atLeast(1, messages.field.street).check(plain),
  city: atLeast(1, messages.field.city).check(plain),
  state: atLeast(limits.stateMin, messages.field.state).check(plain),
  zip: atLeast(limits.zipMin, messages.field.zip).check(plain),
});

const personalRules = {
  borrowerName: requiredName(messages.field.fullName),
  emailAddress: z.string().check(z.trim(), z.email(messages.field.email), maxLength()),
  phoneNumber: atLeast(limits.phoneMin, messages.field.phone).check(plain),
  schoolName: atLeast(1, messages.field.schoolName),
  schoolDistrict: atLeast(1, messages.field.schoolDistrict),
  address: addressRules,
};

export const borrowerRules = z.object(personalRules);

const ownBorrowerRules = z.extend(borrowerRules, { password: z.optional(z.nullable(optionalText())) });

/** Requires two matching passwords. The server checks the minimum length, which is a setting. */
export const passwordPair = z
  .object({
    password: requiredText(messages.field.password),
    confirmPassword: requiredText(messages.field.verifyPassword),
  })
  .check(
    z.refine((pair) => pair.confirmPassword === "" || pair.password === pair.confirmPassword, {
      error: messages.field.passwordsMustMatch,
      path: ["confirmPassword"],
      when: () => true,
    }),
  );

export const registrationRules = z.object({
  ...personalRules,
  user: z.intersection(z.object({ userName: userNameRule }), passwordPair),
});

const user = z.object({
  userId: z.number(),
  userName: z.string(),
  userTypeId: z.number(),
  password: z.string(),
  confirmPassword: z.string(),
});

/** Passwords are always empty strings. */
export const borrower = z.object({
  borrowerId: z.number(),
  borrowerName: z.string(),
  schoolName: z.string(),
  schoolDistrict: z.string(),
  emailAddress: z.string(),
  /** Extension: whether the borrower followed a link that was sent to this address. */
  isMailboxConfirmed: z.boolean(),
  /** Extension: why the library blocked the borrower; empty if the borrower can order. */
  blockReason: z.string(),
  phoneNumber: z.string(),
  addressId: z.number(),
  address: z.object({ street: z.string(), city: z.string(), state: z.string(), zip: z.string() }),
  user,
});
export type Borrower = z.output<typeof borrower>;

export const borrowerBody = z.object({
  borrowerName: text(limits.name),
  schoolName: text(),
  schoolDistrict: text(),
  emailAddress: text(),
  phoneNumber: text(),
  address: z._default(address, { street: "", city: "", state: "", zip: "" }),
});

/** The result of a login. `cartIdentifier` is the cart that the user now owns. */
export const loggedIn = z.object({
  token: z.string(),
  sessionKey: z.string(),
  userId: z.number(),
  userTypeId: z.number(),
  userName: z.string(),
  name: z.string(),
  borrowerId: z.nullable(z.number()),
  /** Extension: the role of an Admin; null for a User. */
  role: z.nullable(z.enum(staffRoles)),
  /** Extension: how many idle minutes end the session. */
  idleMinutes: z.number(),
  /** Extension: the sounds and vibrations that confirm a scan; null for a User. */
  scanSignals: z.nullable(z.array(z.enum(scanSignals))),
  cartIdentifier: z.nullable(z.string()),
  cartCount: z.number(),
  /** Extension: why the library blocked the borrower; empty if the borrower can order. */
  blockReason: z.string(),
});
export type LoggedIn = z.output<typeof loggedIn>;

export const registerBorrower = endpoint("POST Account/RegisterBorrower", {
  access: "anyone",
  body: z.extend(borrowerBody, {
    user: z.prefault(z.object({ userName: text(), password: secret, confirmPassword: secret }), {
      userName: "",
      password: "",
      confirmPassword: "",
    }),
  }),
  rules: registrationRules,
  answer: { id: z.number() },
});

/**
 * Rejects even a correct password if the account uses two-step verification ("code-required"). The client then calls
 * PassTwoStep.
 */
export const login = endpoint("POST Account/Login/", {
  access: "anyone",
  body: z.object({
    userName: text(),
    password: secret,
    userTypeId: z.pipe(
      z.transform((value: number | string | undefined) => (value === undefined ? userTypes.user : numberOf(value))),
      z.literal([1, 2], "must be 1 (Admin) or 2 (User)"),
    ),
    /** Extension: the anonymous cart to claim. */
    cartIdentifier: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  }),
  answer: { data: loggedIn },
});

/** Extension: ends the session. Succeeds even without a session. */
export const logout = endpoint("POST Account/Logout", { access: "anyone", beforeTwoStep: true, answer: {} });

/** Extension: extends the session, up to one day after login, and returns its new token. */
export const stayLoggedIn = endpoint("POST Account/Stay", {
  access: "user or volunteer",
  answer: { data: z.object({ token: z.string() }) },
});

const ownSession = z.object({
  sessionNumber: z.number(),
  startedAt: z.string(),
  /** Null while the session is live. */
  endedAt: z.nullable(z.string()),
  /** "Firefox on Windows"; empty when unknown. */
  browser: z.string(),
  address: z.string(),
  isThisOne: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;

/** Extension: returns up to 20 of the caller's sessions from the last month, newest first. */
export const getSessions = endpoint("GET Account/GetSessions", {
  access: "user",
  answer: { data: z.array(ownSession) },
});

/** Extension: ends one of the caller's sessions. */
export const endSession = endpoint("POST Account/EndSession/{sessionNumber}", {
  access: "user",
  params: { sessionNumber: id },
  answer: {},
});

/** Extension: ends all of the caller's sessions, including this one. */
export const logOutEverywhere = endpoint("POST Account/LogOutEverywhere", { access: "user", answer: {} });

export const getOrdersByUserId = endpoint("GET Account/GetOrdersByUserId/{userId}", {
  access: "user",
  params: { userId: id },
  answer: { data: z.object({ activeOrders: z.array(ownOrderSummary), previousOrders: z.array(ownOrderSummary) }) },
});

export const getBorrowerInformationByUserId = endpoint("GET Account/GetBorrowerInformationByUserId/{userId}", {
  access: "user",
  params: { userId: id },
  answer: { data: borrower },
});

/**
 * The token determines the borrower; ids in the body must match it. Extension: a new email address requires `password`.
 */
export const updateBorrower = endpoint("POST Account/UpdateBorrower/", {
  access: "user",
  body: z.extend(borrowerBody, { borrowerId: z.optional(id), password: z.optional(secret) }),
  rules: ownBorrowerRules,
  answer: { data: borrower },
});

export const changePassword = endpoint("POST Account/ChangePassword/", {
  access: "user",
  body: z.object({ userId: z.optional(id), password: secret, newPassword: secret }),
  rules: z.object({
    password: requiredText(ownMessages.currentPasswordRequired),
    newPassword: requiredText(messages.field.newPassword),
  }),
  answer: {},
});

/** Extension: emails a confirmation link, unless the caller's address is already confirmed. */
export const sendConfirmation = endpoint("POST Account/SendConfirmation", { access: "user", answer: {} });

/** Extension: confirms the email address that this link was sent to. Idempotent. */
export const confirmMailbox = endpoint("POST Account/ConfirmMailbox", {
  access: "anyone",
  body: linkSecret,
  answer: {},
});

/** Extension: sets the language of the borrower's emails, as a login does. */
export const chooseLanguage = endpoint("POST Account/ChooseLanguage", {
  access: "user",
  body: z.object({ language: z.enum(languages) }),
  answer: {},
});

/** Drops a path that is too long, such as that of a long search, so that the request still succeeds. */
const dropLongPath = (path: string) => (path.length > limits.line ? undefined : path);

/**
 * Sends the same response whether or not the account exists. Extension: `next` is a path on this site to open after
 * login.
 */
export const requestResetPassword = endpoint("POST Account/RequestResetPassword/{userNameOrEmail}", {
  access: "anyone",
  query: z.object({ next: z.optional(z.pipe(z.string(), z.transform(dropLongPath))) }),
  answer: {},
});

/** Also sets the cookie that ResetPassword requires. */
export const checkUserResetPassword = endpoint("GET Account/CheckUserResetPassword/{id}", {
  access: "anyone",
  answer: { data: z.number() },
});

/** Extension: the same with the secret in the body, so that no URL contains it. */
export const checkResetLink = endpoint("POST Account/CheckUserResetPassword", {
  access: "anyone",
  body: linkSecret,
  answer: { data: z.number() },
});

export const resetPassword = endpoint("POST Account/ResetPassword/{userId}/{newPassword}", {
  access: "anyone",
  params: { userId: id, newPassword: secret },
  answer: {},
});

/** Extension: resets a password that is in the body, so that no URL contains it. */
export const resetPasswordInBody = endpoint("POST Account/ResetPassword/{userId}", {
  access: "anyone",
  params: { userId: id },
  body: z.object({ newPassword: secret }),
  rules: z.object({ newPassword: requiredText(messages.field.resetNewPassword) }),
  /** The account to log in to next. */
  answer: { data: z.object({ userTypeId: z.number(), userName: z.string() }) },
});

export const borrowersCsv = endpoint("GET account/borrowers/csv", { access: "clerk", file: "text/csv" });

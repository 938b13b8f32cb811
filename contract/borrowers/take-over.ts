import { limits } from "#contract/codes.ts";
import { messages } from "#contract/messages.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { text } from "#contract/wire/text.ts";
import * as z from "zod/mini";

/** How often a borrower may ask in 24 hours, and how many of these emails one gets in that time. */
export const askingLimits = { asks: 5, emails: 3 } as const;

/** How long the link of the email is good, in days. */
export const askedDays = 14;

export const askForLoansRules = z.object({
  emailAddress: z
    .string()
    .check(z.trim(), z.email(messages.field.email), z.maxLength(limits.line, messages.field.email)),
});

/**
 * Extension: asks a colleague of the same school, by email, whether the caller may take over what they have out. Always the same
 * answer, so that nobody learns who has an account, or loans.
 */
export const askForLoans = endpoint("POST Borrowers/AskForLoans", {
  access: "user",
  body: z.object({ emailAddress: text() }),
  rules: askForLoansRules,
  answer: {},
});

const token = text(limits.line);

const loansAsked = z.object({
  /** Who would take them over. */
  borrowerName: z.string(),
  emailAddress: z.string(),
  schoolName: z.string(),
  /** The orders that were given; none: it was not pressed yet. */
  given: z.array(z.number()),
  /** What would go: the due day (YYYY-MM-DD) and the titles of each order. */
  loans: z.array(z.object({ orderId: z.number(), dueOn: z.nullable(z.string()), titles: z.array(z.string()) })),
});
export type LoansAsked = z.output<typeof loansAsked>;

/** Extension: what the link of that email asks, without a login. Opening it changes nothing. */
export const getLoansAsked = endpoint("GET Borrowers/GetLoansAsked/{token}", {
  access: "anyone",
  params: { token },
  answer: { data: loansAsked },
});

/** Extension: by that link, the colleague takes over what its reader has out. A repeated press changes nothing. */
export const giveLoans = endpoint("POST Borrowers/GiveLoans", {
  access: "anyone",
  body: z.object({ token }),
  answer: { data: loansAsked },
});

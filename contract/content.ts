import * as z from "zod/mini";
import { endpoint } from "./wire/endpoint.ts";
import { text } from "./wire/text.ts";

/** Texts and facts of the site that are not in the catalogue. */
export const siteContent = z.object({
  siteName: z.string(),
  phones: z.tuple([z.string(), z.string()]),
  email: z.string(),
  /** External links of the resources page, in groups. */
  resources: z.array(
    z.object({
      heading: z.string(),
      links: z.array(z.object({ title: z.string(), address: z.string(), about: z.string() })),
    }),
  ),
  terms: z.array(z.object({ heading: z.string(), text: z.string() })),
});
export type SiteContent = z.output<typeof siteContent>;

/** What the browser must know before it draws: the presentation, the time zone, the site's texts. */
export const startConfiguration = z.object({
  presentation: z.enum(["inventory", "marketing"]),
  timeZone: z.string(),
  passwordMinLength: z.number(),
  loanDays: z.number(),
  content: siteContent,
});
export type StartConfiguration = z.output<typeof startConfiguration>;

/** Extension. */
export const getStartConfiguration = endpoint("GET Site/GetConfiguration", {
  access: "anyone",
  answer: { data: startConfiguration },
});

/** Extension: the mailing list of the signup page; `website` is a trap for robots and stays empty. */
export const subscribe = endpoint("POST MailingList/Subscribe", {
  access: "anyone",
  body: z.object({ emailAddress: text(), website: z.optional(text()) }),
  answer: {},
});

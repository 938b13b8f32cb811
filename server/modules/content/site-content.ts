import type { SiteContent } from "#contract/content.ts";

/**
 * The site's own texts, in one place. Neutral on purpose: a centre that installs this puts its own name, phones and
 * mailbox here.
 */
export const siteContent: SiteContent = {
  siteName: "Health Education Lending Library",
  phones: ["(555) 555-0100", "(555) 555-0101"],
  email: "library@example.org",
  terms: [
    {
      heading: "Care for the materials",
      text: "Treat every item as you would your own. Please do not write in it, remove parts or repair it yourself.",
    },
    {
      heading: "Responsibility for damage",
      text: "You and your school are responsible for the materials from the day they arrive until they are back with us.",
    },
    {
      heading: "Return on time",
      text: "Return every item on or before the return date, so that the next classroom can have it.",
    },
    {
      heading: "Allow time for shipping",
      text: "Allow 3-5 business days for shipping. We ship to you at no charge; you pay the return shipping, roughly $4-12.",
    },
    {
      heading: "Insure and trace the return",
      text: "Insure the parcel and return it by a carrier that gives you a tracking number.",
    },
    {
      heading: "Loss or damage",
      text: "You are charged the full replacement cost of materials that are lost or come back damaged.",
    },
    {
      heading: "Respect copyright",
      text: "Do not copy, record or pass on the materials beyond what copyright law allows.",
    },
    { heading: "Safe use", text: "Preview materials before class and use them safely and as their makers intended." },
  ],
};

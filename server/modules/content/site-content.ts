import type { SiteContent } from "#contract/content.ts";

/**
 * The site's own texts, in one place. Neutral on purpose: a centre that installs this puts its own name, phones and
 * mailbox here.
 */
export const siteContent: SiteContent = {
  siteName: "Health Education Lending Library",
  phones: ["(555) 555-0100", "(555) 555-0101"],
  email: "library@example.org",
  resources: [
    {
      heading: "Health topics",
      links: [
        {
          title: "MedlinePlus",
          address: "https://medlineplus.gov/",
          about: "Health information in plain words, in English and Spanish, from the National Library of Medicine.",
        },
        {
          title: "Centers for Disease Control and Prevention",
          address: "https://www.cdc.gov/",
          about: "Facts and materials on diseases, vaccines, healthy habits and safety.",
        },
        {
          title: "Nutrition.gov",
          address: "https://www.nutrition.gov/",
          about: "Food, healthy eating and lesson ideas, from the U.S. Department of Agriculture.",
        },
      ],
    },
    {
      heading: "Mental health and substance use",
      links: [
        {
          title: "988 Suicide & Crisis Lifeline",
          address: "https://988lifeline.org/",
          about: "Help at any hour by call, text or chat.",
        },
        {
          title: "Substance Abuse and Mental Health Services Administration",
          address: "https://www.samhsa.gov/",
          about: "Publications and help on mental health, alcohol and other drugs.",
        },
        {
          title: "The National Child Traumatic Stress Network",
          address: "https://www.nctsn.org/",
          about: "Materials for schools on trauma, grief and safety.",
        },
      ],
    },
    {
      heading: "More to read and listen to",
      links: [
        {
          title: "Catalog of U.S. Government Publications",
          address: "https://catalog.gpo.gov/",
          about: "Where many of the books and videos of this library are described.",
        },
        {
          title: "LibriVox",
          address: "https://librivox.org/",
          about: "Books in the public domain, read aloud by volunteers.",
        },
      ],
    },
  ],
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

import { siteContent } from "#contract/site/sections.ts";
import * as z from "zod/mini";

/**
 * The original site content, version 0 of every section. Deliberately neutral: a center replaces it with its own name,
 * phones, mailbox, and words at admin/sitecontent. Made-up content says so.
 */
const texts: z.input<typeof siteContent> = {
  site: { siteName: "Health Education Lending Library", logo: null, presentation: "" },
  contact: {
    phones: [{ number: "(555) 555-0100" }, { number: "(555) 555-0101" }],
    email: "library@example.org",
    postalAddress: "",
  },
  closedDays: { days: [] },
  footer: {
    about: "This site is maintained by a county office of education for the state education department.",
    agencies: [
      { name: "County Office of Education", logo: null },
      { name: "State Education Department", logo: null },
    ],
    socialLinks: [
      { label: "Facebook", address: "https://www.facebook.com/" },
      { label: "Instagram", address: "https://www.instagram.com/" },
      { label: "YouTube", address: "https://www.youtube.com/" },
    ],
  },
  home: {
    heading: "Health education, on loan to every school",
    lead:
      "We lend books, videos, and audio to the staff of California’s education agencies. We ship at no charge; you pay " +
      "return shipping, roughly $4-12.",
    mission: "Every student deserves accurate, engaging health education, and every teacher the materials to give it.",
    steps: [
      { text: "Find what you need and add it to your cart." },
      { text: "Log in and proceed. We ship to your school; allow 3-5 business days." },
      { text: "Teach with it, and send it back by the return date." },
    ],
  },
  healthyYouth: {
    heading: "The California Healthy Youth Act",
    text:
      "Since 2016, California schools have been required to teach comprehensive sexual health and HIV prevention at " +
      "least once in middle school and once in high school. Instruction must be medically accurate, objective, and " +
      "appropriate for the age and background of every student (Education Code, sections 51930 to 51939).\n\n" +
      "These worksheets help a review committee assess a curriculum before choosing it. They are samples: adapt them to " +
      "your district, and read the law itself.",
    documents: [
      {
        title: "Curriculum assessment worksheet (sample)",
        address: "/documents/sample-curriculum-assessment.pdf",
        about: "Rate a curriculum topic by topic, with room for notes and a recommendation.",
      },
      {
        title: "Accuracy and inclusion review (sample)",
        address: "/documents/sample-accuracy-and-inclusion-review.pdf",
        about: "Questions on sources, dates, language, and examples, for every reviewer.",
      },
      {
        title: "Instruction planning checklist (sample)",
        address: "/documents/sample-instruction-planning-checklist.pdf",
        about: "What to settle before the first lesson: notices, training, materials, and dates.",
      },
    ],
  },
  testimonials: {
    quotes: [
      {
        quote:
          "The whole unit came in one box, a week before I needed it. My students asked better questions than I had.",
        name: "A middle school teacher",
        role: "Sample testimonial",
      },
      {
        quote: "I looked through three curricula before we chose one, and it cost us the return postage.",
        name: "A district health coordinator",
        role: "Sample testimonial",
      },
      {
        quote: "The videos are short enough for one period, and the guides tell me what to ask afterward.",
        name: "A high school nurse",
        role: "Sample testimonial",
      },
    ],
  },
  resources: {
    lead: "Trusted websites for health education. Others run them, and they open in a new tab.",
    groups: [
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
            about: "Facts and materials on diseases, vaccines, healthy habits, and safety.",
          },
          {
            title: "Nutrition.gov",
            address: "https://www.nutrition.gov/",
            about: "Food, healthy eating, and lesson ideas, from the U.S. Department of Agriculture.",
          },
        ],
      },
      {
        heading: "Mental health and substance use",
        links: [
          {
            title: "988 Suicide & Crisis Lifeline",
            address: "https://988lifeline.org/",
            about: "Help at any hour by call, text, or chat.",
          },
          {
            title: "Substance Abuse and Mental Health Services Administration",
            address: "https://www.samhsa.gov/",
            about: "Publications and help on mental health, alcohol, and other drugs.",
          },
          {
            title: "The National Child Traumatic Stress Network",
            address: "https://www.nctsn.org/",
            about: "Materials for schools on trauma, grief, and safety.",
          },
        ],
      },
      {
        heading: "More to read and listen to",
        links: [
          {
            title: "Catalog of U.S. Government Publications",
            address: "https://catalog.gpo.gov/",
            about: "Describes many of this library’s books and videos.",
          },
          {
            title: "LibriVox",
            address: "https://librivox.org/",
            about: "Books in the public domain, read aloud by volunteers.",
          },
        ],
      },
    ],
  },
  signUp: {
    heading: "Something new is coming",
    text: "A new site for ordering curricula is coming soon. Leave your email address, and we’ll write when it opens.",
  },
  terms: {
    points: [
      {
        heading: "Care for the materials",
        text: "Treat every item as you would your own. Please do not write in it, remove parts, or repair it yourself.",
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
        text: "Allow 3-5 business days for shipping. We ship to you at no charge; you pay return shipping, roughly $4-12.",
      },
      {
        heading: "Insure and track the return",
        text: "Insure the package and return it with a carrier that gives you a tracking number.",
      },
      {
        heading: "Loss or damage",
        text: "We charge you the full replacement cost of materials that are lost or come back damaged.",
      },
      {
        heading: "Respect copyright",
        text: "Do not copy, record, or pass on the materials beyond what copyright law allows.",
      },
      {
        heading: "Safe use",
        text: "Preview materials before class and use them safely and as their publishers intended.",
      },
    ],
  },
};

export const installedContent = z.parse(siteContent, texts);

import { describe, expect, it } from "vitest";
import { gradeMaskOf, subjectOf } from "./classification.ts";
import { authorOf, describe as describeRow, extentOf, publisherOf } from "./descriptions.ts";
import { tagsOf } from "./headings.ts";
import type { SourceRow } from "./source-row.ts";
import { cleanTitle, shortenTitle } from "./titles.ts";

const row = (fields: Partial<SourceRow>): SourceRow => ({
  id: "GPO1",
  title: "Sleep",
  description: "",
  category: "Book",
  topic: "",
  headings: [],
  audience: "",
  authors: [],
  publisher: "",
  year: "",
  language: "eng",
  extent: "",
  ...fields,
});

describe("a title", () => {
  it.each([
    ["Women and HIV.", "Women and HIV"],
    ["Why get vaccinated?.", "Why get vaccinated?"],
    ["Puedo soñar en inglés...", "Puedo soñar en inglés..."],
    ["Ataxia / National Institute of Neurological Disorders", "Ataxia"],
    ["Electric vehicle fire / rescue response operations", "Electric vehicle fire / rescue response operations"],
    ["You are in bear country = Está en el país del oso", "You are in bear country / Está en el país del oso"],
    ["Gettting [sic] a second opinion", "Getting a second opinion"],
    ["Mobile homes [with bibliography].", "Mobile homes"],
    ["Among Malay Pirates : a  Tale", "Among Malay Pirates: a Tale"],
    ["Shopping--for food /", "Shopping – for food"],
    ["FOOD SAFETY AND HEALTHY COOKING", "Food safety and healthy cooking"],
    [
      "NIOSH skin notation profile. Dioxane [CAS No. 123-91-1]",
      "NIOSH skin notation profile. Dioxane [CAS No. 123-91-1]",
    ],
  ])("%s reads %s", (raw, clean) => expect(cleanTitle(raw)).toBe(clean));

  it("is shortened after a whole word that can end a phrase", () => {
    expect(shortenTitle("Coping with stress and the long road", 30)).toBe("Coping with stress…");
    expect(shortenTitle("Coping with stress", 30)).toBe("Coping with stress");
  });
});

describe("a description", () => {
  it("contains the row's own facts", () => {
    const facts = row({
      headings: [
        "Dental care -- United States -- Nutrition",
        "Dental care -- Treatment",
        "COVID-19 (Disease)",
        "Internet videos",
      ],
      authors: ["Baird, James T", "United States. Public Health Service. Office of the Surgeon General"],
      publisher: "[U.S. Department of Health]",
      year: "1970",
      extent: "1 online resource (iv, 22 pages)",
      language: "spa",
    });
    expect(describeRow(facts)).toBe("A booklet. Topics: Dental care (nutrition, treatment); COVID-19. In Spanish.");
    expect([authorOf(facts), publisherOf(facts), extentOf(facts)]).toEqual([
      "James T. Baird, Office of the Surgeon General",
      "U.S. Department of Health",
      "22 pages",
    ]);
  });

  it("begins with the full title if that was shortened, then the source's own summary", () => {
    expect(
      describeRow(row({ description: 'Helps children learn"--Landing page.', year: "1990" }), "The whole title"),
    ).toBe("The whole title. Helps children learn.");
  });

  it("says where to read a free text", () => {
    expect(describeRow(row({ id: "PG25660", headings: ["Games"] }))).toBe(
      "Topics: Games. Free to read online at www.gutenberg.org/ebooks/25660.",
    );
  });

  it.each([
    ["1 online resource (4 unnumbered pages)", "4 pages"],
    ["1 online resource (1 video file (7 min., 36 sec.))", "7 minutes"],
    ["1 videocassette (1 hr., 20 min.)", "1 hour 20 minutes"],
    ["2 p.", "2 pages"],
    ["1 online resource (45 sec.)", "45 seconds"],
    ["1 game (various pieces)", ""],
  ])("has the source's length: %s", (extent, length) => expect(extentOf(row({ extent }))).toBe(length));

  it("names each author once, leaves out the publisher, and shortens long lists", () => {
    const authors = ["Doe, Ana", "Doe, Ana", "National Park Service", "Roe, Bo", "Poe, Cy", "Low, Di", "Moe, Ed"];
    expect(authorOf(row({ authors, publisher: "National Park Service" }))).toBe("Ana Doe, Bo Roe, Cy Poe, and others");
  });

  it("says who reads a recording; author and length are fields", () => {
    const recording = row({
      id: "LV1",
      category: "Audio",
      authors: ["E. Nesbit"],
      year: "1902",
      extent: "5:38:46",
      headings: ["Children's Fiction"],
    });
    expect(describeRow(recording)).toBe(
      "A recording of the text, read aloud by volunteers of LibriVox. Topics: Children's fiction.",
    );
    expect([authorOf(recording), extentOf(recording)]).toEqual(["E. Nesbit", "5 hours 38 minutes"]);
  });
});

describe("tags", () => {
  it("are readable subject headings without places, forms, and commas", () => {
    const headings = [
      "Medicine, Preventive -- United States",
      "World War, 1939-1945 -- Campaigns",
      "Stalingrad, Battle of, Volgograd, Russia, 1942-1943",
      "COVID-19 Pandemic, 2020-",
      "Camp sites, facilities, etc",
      "Statistics",
    ];
    expect(tagsOf(row({ headings }))).toBe(
      "Preventive Medicine, World War 1939-1945, Battle of Stalingrad, COVID-19 Pandemic, Camp sites",
    );
  });

  it("name the language of titles that aren't in English", () => {
    expect(tagsOf(row({ language: "spa", headings: ["Asthma"] }))).toBe("Spanish, Español, Asthma");
  });
});

describe("subject and grades", () => {
  it("follow the source's topic, except that a mention of HIV means HIV Prevention", () => {
    expect(subjectOf(row({ topic: "Food and Nutrition" }))).toBe(3);
    expect(subjectOf(row({ topic: "Sexual Health", title: "Women and HIV" }))).toBe(11);
    expect(subjectOf(row({ title: "Hearing aids" }))).toBe(1);
    expect(() => subjectOf(row({ topic: "Gardening" }))).toThrow("unknown topic Gardening");
  });

  it("follow the words of the title", () => {
    expect(gradeMaskOf(row({ title: "A fact sheet for high school athletes" }))).toBe(16);
    expect(gradeMaskOf(row({ title: "A fact sheet for middle school athletes" }))).toBe(8);
    expect(gradeMaskOf(row({ title: "A fact sheet for high school parents" }))).toBe(32);
    expect(gradeMaskOf(row({ title: "Long COVID in children: United States, 2022" })) & 0b001111).toBe(0);
    expect(gradeMaskOf(row({ title: "Tales", audience: "Juvenile" })) & 0b110001).toBe(0);
  });
});

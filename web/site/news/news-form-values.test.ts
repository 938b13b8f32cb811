import { describe, expect, it } from "vitest";
import { ownMessages } from "#contract/wire/messages.ts";
import { bodyOf, newsProblems, type NewsFormValues } from "./news-form-values.ts";

const picture = { id: 7, url: "/media/a-640.webp", srcset: "/media/a-640.webp 640w", fileName: "a.png" };
const typed: NewsFormValues = {
  title: " Hello ",
  content: "Text\n",
  link: "",
  attachmentId: picture,
  attachmentAlt: " A dog ",
  titleInSpanish: "Hola ",
  contentInSpanish: " Texto",
  attachmentAltInSpanish: "Un perro",
  spanishStillFits: false,
};

describe("the news form", () => {
  it("sends what was typed without the spaces around it", () => {
    expect(bodyOf(4, 2, typed)).toEqual({
      id: 4,
      version: 2,
      title: "Hello",
      content: "Text",
      link: "",
      attachmentId: 7,
      attachmentAlt: "A dog",
      titleInSpanish: "Hola",
      contentInSpanish: "Texto",
      attachmentAltInSpanish: "Un perro",
      spanishStillFits: false,
    });
  });

  it("takes the picture away, and its words with it", () => {
    expect(bodyOf(4, 2, { ...typed, attachmentId: null })).toMatchObject({
      attachmentId: 0,
      attachmentAlt: "",
      attachmentAltInSpanish: "",
    });
  });

  it("wants the Spanish version whole, or not at all", () => {
    const fieldsOf = (values: Partial<NewsFormValues>) =>
      newsProblems({ ...typed, ...values }).map(({ field }) => field);
    expect(fieldsOf({})).toEqual([]);
    expect(fieldsOf({ titleInSpanish: " " })).toEqual(["titleInSpanish"]);
    expect(fieldsOf({ contentInSpanish: "", attachmentAltInSpanish: "" })).toEqual([
      "contentInSpanish",
      "attachmentAltInSpanish",
    ]);
    expect(fieldsOf({ titleInSpanish: "", contentInSpanish: "", attachmentAltInSpanish: "" })).toEqual([]);
  });

  it("names what is missing in the specification's words, spaces counting for nothing", () => {
    const problems = newsProblems({ ...typed, title: "  ", content: "\n", link: "" });
    expect(problems.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      "title: Title is required.",
      "content: Content is required.",
    ]);
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "example.org", "ftp://example.org", "http://a b"])(
    "refuses the link %s",
    (link) => {
      expect(newsProblems({ ...typed, link })).toEqual([{ field: "link", message: ownMessages.linkInvalid }]);
    },
  );
});

import { describe, expect, it } from "vitest";
import { ownMessages } from "#contract/wire/messages.ts";
import { bodyOf, newsProblems, type NewsFormValues } from "./news-form-values.ts";

const picture = { id: 7, url: "/media/a-640.webp", srcset: "/media/a-640.webp 640w", fileName: "a.png" };
const values: NewsFormValues = {
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
  it("sends trimmed texts", () => {
    expect(bodyOf(4, 2, values)).toEqual({
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

  it("removes a picture together with its alternative text", () => {
    expect(bodyOf(4, 2, { ...values, attachmentId: null })).toMatchObject({
      attachmentId: 0,
      attachmentAlt: "",
      attachmentAltInSpanish: "",
    });
  });

  it("requires a complete Spanish version, or none", () => {
    const fieldsOf = (changes: Partial<NewsFormValues>) =>
      newsProblems({ ...values, ...changes }).map(({ field }) => field);
    expect(fieldsOf({})).toEqual([]);
    expect(fieldsOf({ titleInSpanish: " " })).toEqual(["titleInSpanish"]);
    expect(fieldsOf({ contentInSpanish: "", attachmentAltInSpanish: "" })).toEqual([
      "contentInSpanish",
      "attachmentAltInSpanish",
    ]);
    expect(fieldsOf({ titleInSpanish: "", contentInSpanish: "", attachmentAltInSpanish: "" })).toEqual([]);
  });

  it("reports blank required fields in the specification's words", () => {
    const problems = newsProblems({ ...values, title: "  ", content: "\n", link: "" });
    expect(problems.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      "title: Title is required.",
      "content: Content is required.",
    ]);
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "example.org", "ftp://example.org", "http://a b"])(
    "rejects the link %s",
    (link) => {
      expect(newsProblems({ ...values, link })).toEqual([{ field: "link", message: ownMessages.linkInvalid }]);
    },
  );
});

import { describe, expect, it } from "vitest";
import { bodyOf, type NewsFormValues, newsProblems } from "./news-form-values.ts";
import { excerptOf } from "#web/site/site-queries.ts";

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
});

describe("a news item's excerpt", () => {
  it("has the text without markup", () => {
    const html =
      '<h2>New</h2>\n<p>See <a href="https://a.example/?x=1&amp;y=2">the <strong>list</strong></a>.</p><ul><li>One</li><li>Two</li></ul>';
    expect(excerptOf(html)).toBe("New · See the list. One · Two");
  });

  it("decodes entities once", () => {
    expect(excerptOf("<p>a &lt; b &amp;amp; c &quot;d&quot; it&#39;s</p>")).toBe('a < b &amp; c "d" it\'s');
    expect(excerptOf("<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>")).toBe("<script>alert(1)</script>");
    expect(excerptOf("<p>AT&T &unknown;</p>")).toBe("AT&T &unknown;");
  });

  it("is empty without text", () => {
    expect(excerptOf("")).toBe("");
    expect(excerptOf("<p></p>\n")).toBe("");
  });
});

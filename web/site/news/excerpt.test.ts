import { describe, expect, it } from "vitest";
import { excerptOf } from "#web/site/site-queries.ts";

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

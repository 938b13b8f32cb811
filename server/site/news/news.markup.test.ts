import { describe, expect, it } from "vitest";
import { cachedHtml, newsHtml } from "./news.markup.ts";

describe("a news item's content", () => {
  it("keeps line breaks within paragraphs", () => {
    expect(newsHtml("New hours:\nMonday\r\nTuesday\n\nSee you!")).toBe(
      "<p>New hours:<br />\nMonday<br />\nTuesday</p>\n<p>See you!</p>",
    );
    expect(newsHtml("    indented, not code")).toBe("<p>indented, not code</p>");
  });

  it("has headings below the page's title, lists, quotes, and emphasis", () => {
    expect(newsHtml("# One\n###### Six\n- a\n- b\n\n3. c\n\n> **so** *they* said")).toBe(
      "<h2>One</h2>\n<h4>Six</h4>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n" +
        '<ol start="3">\n<li>c</li>\n</ol>\n<blockquote>\n<p><strong>so</strong> <em>they</em> said</p>\n</blockquote>',
    );
  });

  it("has links to the web, email, and our own pages, from markup or bare addresses", () => {
    const link = (href: string, text: string) => `<p><a href="${href}" rel="noopener nofollow">${text}</a></p>`;
    expect(newsHtml("[a](https://x.example/?a=1&b=2)")).toBe(link("https://x.example/?a=1&amp;b=2", "a"));
    expect(newsHtml("https://x.example/a")).toBe(link("https://x.example/a", "https://x.example/a"));
    expect(newsHtml("help@x.example")).toBe(link("mailto:help@x.example", "help@x.example"));
    expect(newsHtml("[a](/user/inventories/tobacco#top)")).toBe(link("/user/inventories/tobacco#top", "a"));
  });

  it("shows HTML as plain text and drops images", () => {
    expect(newsHtml("<b>bold</b> & <script>alert(1)</script>")).toBe(
      "<p>&lt;b&gt;bold&lt;/b&gt; &amp; &lt;script&gt;alert(1)&lt;/script&gt;</p>",
    );
    expect(newsHtml("![me](https://x.example/me.png)")).not.toContain("<img");
  });
});

const targets = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "java&#10;script:alert(1)",
  "&#106;avascript:alert(1)",
  "&#x6A;&#x61;vascript&colon;alert(1)",
  "javascript&#0058;alert(1)",
  "%6Aavascript:alert(1)",
  "\u0001javascript:alert(1)",
  "vbscript:msgbox(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml;base64,PHN2Zy8+",
  "data:image/png;base64,AAAA",
  "file:///etc/passwd",
  "blob:https://x.example/1",
  "//elsewhere.example",
  "\\\\elsewhere.example",
  "/\\elsewhere.example",
  "https:javascript:alert(1)",
  "x:y",
  "https://bank.com@evil.example",
  "https://bank.com%40x@evil.example/",
  "https://user:pass@evil.example/",
  "https://bank.com\\@evil.example",
];
const attacks = [
  ...targets.flatMap((target) => [
    `[a](${target})`,
    `[a](<${target}>)`,
    `<${target}>`,
    `[a][b]\n\n[b]: ${target}`,
    target,
  ]),
  "<script>alert(1)</script>",
  "<ScRiPt src=//x.example></sCrIpT>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "<a href='javascript:alert(1)'>a</a>",
  "<iframe srcdoc='<script>alert(1)</script>'>",
  "<style>*{background:url(//x.example)}</style>",
  "<!--><script>alert(1)</script>-->",
  "<![CDATA[<script>alert(1)</script>]]>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "&#60;img src=x onerror=alert(1)&#62;",
  "`<img src=x onerror=alert(1)>`",
  "```html onclick=alert(1)\n<script>alert(1)</script>\n```",
  '[a](https://x.example "onmouseover=alert(1)")',
  "[a](https://x.example/\"onmouseover='alert(1)')",
  '[<img src=x onerror=alert(1)>](https://x.example "><script>alert(1)</script>")',
  "![a](x' onerror='alert(1))",
  "[a](https://x.example)<b onclick=alert(1)>",
  '<https://x.example/"onclick=alert(1)>',
  'https://x.example/"onclick="alert(1)',
  "<math><mtext></p><style><img src=x onerror=alert(1)></style>",
  "\u0000<script\u0000>alert(1)</script>",
];

describe("an attack", () => {
  const tag = /<\/?(?:p|br \/|strong|em|s|ul|ol(?: start="\d+")?|li|blockquote|hr \/|h[234]|code|span)>|<\/a>/g;
  const link =
    /<a href="(?:https?:\/\/[^"<>/?#@\\]+(?:[/?#][^"<>]*)?|mailto:[^"<>]+|\/(?![/\\])[^"<>]*)" rel="noopener nofollow">/g;

  it.each(attacks)("leaves only text and safe tags: %j", (attack) => {
    for (const content of [attack, `- ${attack}`, `> **${attack}**`, `# ${attack}\n\n${attack}`]) {
      // without the safe tags, only text is left
      expect(newsHtml(content).replace(link, "").replace(tag, "")).not.toMatch(/[<>]/);
    }
  });
});

describe("content that tries to keep the server busy", () => {
  const maxLength = 20_000;
  const plain = "New books, *videos*, and [recordings](https://x.example/a) have arrived. ";
  const time = (content: string) => {
    const start = performance.now();
    newsHtml(content);
    return performance.now() - start;
  };
  const units = [
    "[",
    "]",
    "![",
    ">",
    "*",
    "_",
    "*_",
    "_a*",
    "*a_ ",
    "**a",
    "a**b",
    "`",
    "<",
    "&",
    "\\",
    "[a](",
    "[x][",
    "[](",
  ];
  const more = ["- ", "1. ", "\n- ", "\n> ", "\n  - a", "[a]: b\n", "[a]\n", "a\n", "\n", "a\n-\n", "=", "![[]()"];
  const links = ["https://", "https://a.co ", "a@b.co ", "www.", "https://a.bc/(((", "<a@b.c>", "mailto:", "a@"];

  it.each([...units, ...more, ...links])("with %j repeated takes barely longer than plain text", (unit) => {
    const attack = unit.repeat(Math.ceil(maxLength / unit.length)).slice(0, maxLength);
    const plainTime = Math.min(
      ...[1, 2, 3].map(() => time(plain.repeat(Math.ceil(maxLength / plain.length)).slice(0, maxLength))),
    );
    // up to 25 times as long in practice; a quadratic parser would take a thousand times
    expect(Math.min(time(attack), time(attack))).toBeLessThan(100 * plainTime + 100);
  });

  it.each([
    ["[", "]"],
    ["*", "*"],
    ["[", "](/a)"],
    ["> ", ""],
    ["**_", "_**"],
  ])("with %j deeply nested renders quickly and doesn't overflow the stack", (open, close) => {
    const deep = `${open.repeat(4000)}x${close.repeat(4000)}`.slice(0, maxLength);
    expect(time(deep)).toBeLessThan(2000);
  });
});

it("cachedHtml renders content once while it is cached, and again after it was evicted", () => {
  const renders: string[] = [];
  const read = cachedHtml((content) => {
    renders.push(content);
    return `<${content}>`;
  }, 24);
  // "aaaa" and its HTML take 10 characters: two of them fit, three do not
  expect(["aaaa", "bbbb", "aaaa", "bbbb", "aaaa"].map(read)).toEqual([
    "<aaaa>",
    "<bbbb>",
    "<aaaa>",
    "<bbbb>",
    "<aaaa>",
  ]);
  expect(renders).toEqual(["aaaa", "bbbb"]);
  read("cccc");
  read("aaaa");
  expect(renders).toEqual(["aaaa", "bbbb", "cccc"]);
  read("bbbb");
  expect(renders).toEqual(["aaaa", "bbbb", "cccc", "bbbb"]);
});

it("cachedHtml does not store content that exceeds the cache", () => {
  let renders = 0;
  const read = cachedHtml((content) => {
    renders += 1;
    return content;
  }, 10);
  expect([read("much longer than that"), read("much longer than that")]).toEqual(
    Array(2).fill("much longer than that"),
  );
  expect(renders).toBe(2);
});

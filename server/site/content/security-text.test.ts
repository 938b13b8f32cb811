import { describe, expect, it } from "vitest";
import { testApp } from "#server/test/app.ts";
import { testConfiguration } from "#server/test/secret-key.ts";
import { installedContent } from "./current-content.ts";

const url = "/.well-known/security.txt";
const linesOf = (text: string) =>
  new Map(
    text
      .trim()
      .split("\n")
      .map((line) => [line.replace(/:.*/, ""), line]),
  );

const library = await testApp({ settings: { PUBLIC_URL: "https://library.example.org" } });

describe("security.txt", () => {
  it("has the library's email address, and expires within a year", async () => {
    const { app, clock } = library;
    const answer = await app.inject({ url });
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
    const lines = linesOf(answer.body);
    expect(lines.get("Contact")).toBe(`Contact: mailto:${installedContent.contact["email"]}`);
    expect(lines.get("Canonical")).toBe(`Canonical: https://library.example.org${url}`);
    const lifetime = new Date(lines.get("Expires")?.replace("Expires: ", "") ?? "").getTime() - clock.now().getTime();
    expect(lifetime / 86_400_000).toBeGreaterThan(180);
    expect(lifetime / 86_400_000).toBeLessThan(366);
  });

  it("has the contact in the settings", async () => {
    const configuration = testConfiguration({ SECURITY_CONTACT: "https://example.org/report" });
    const app = await library.another({ configuration });
    expect((await app.inject({ url })).body).toContain("Contact: https://example.org/report\n");
  });
});

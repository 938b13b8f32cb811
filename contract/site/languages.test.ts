import { describe, expect, it } from "vitest";
import { languageAskedFor, languageChosen } from "./languages.ts";

describe("the language of a reader", () => {
  it.each([
    [undefined, "en"],
    ["", "en"],
    ["*", "en"],
    ["es", "es"],
    ["es-MX,es;q=0.9,en;q=0.8", "es"],
    ["en-US,en;q=0.9,es;q=0.8", "en"],
    ["fr-CA, es;q=0.5, en;q=0.4", "es"],
    ["en;q=0.4, ES-us;q=0.9", "es"],
    ["es;q=0, de", "en"],
    ["est, zh", "en"],
    [";;;,,,q=;es;q=x", "en"],
  ])("comes from the browser's preference: %s", (accepted, language) => {
    expect(languageAskedFor(accepted)).toBe(language);
  });

  it.each([
    [undefined, undefined],
    ["a=b; language=es; c=d", "es"],
    ["language=en", "en"],
    ["__Host-language=es", "es"],
    ["language=en; __Host-language=es", "es"],
    ["mylanguage=es", undefined],
    ["language=de", undefined],
  ])("comes from the cookies: %s", (cookies, language) => {
    expect(languageChosen(cookies)).toBe(language);
  });
});

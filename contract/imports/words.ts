import * as z from "zod/mini";
import { wordFields } from "#contract/imports.ts";
import { endpoint } from "#contract/wire/endpoint.ts";
import { text } from "#contract/wire/text.ts";

/** The most words that an import lists, and that are sent at once. */
export const mostWords = 200;

/**
 * Extension: says what words of files mean, for every import that is checked from now on: the name of a category, subject,
 * grade, or language of the library; empty for nothing, null to forget it.
 */
export const mapWords = endpoint("POST Import/MapWords", {
  access: "clerk",
  body: z.object({
    words: z
      .array(
        z.object({
          field: z.enum(wordFields, `must be one of ${wordFields.join(", ")}`),
          word: text(),
          value: z.nullable(text()),
        }),
      )
      .check(z.minLength(1, "cannot be empty"), z.maxLength(mostWords, `cannot be more than ${mostWords}`)),
  }),
  answer: {},
});

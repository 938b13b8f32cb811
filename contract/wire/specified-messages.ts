/** The specification’s sentences, letter for letter, odd spacing included. */
export * as messages from "./specified/groups.ts";

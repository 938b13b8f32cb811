/** The specification’s sentences, verbatim, including odd spacing. */
export * as messages from "./specified/groups.ts";

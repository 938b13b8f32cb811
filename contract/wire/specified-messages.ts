/** Every sentence that the specification gives, letter for letter, odd spacing included. */
export * as messages from "./specified/groups.ts";

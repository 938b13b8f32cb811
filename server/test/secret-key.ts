import { readConfiguration } from "#server/platform/configuration.ts";

/** The secret key of every test database, test configuration, and child process, unless a test sets another. */
export const testKey = "a-secret-key-of-the-tests_-0123456789_ABCDEF";

/** Reads a configuration with these environment variables and the tests' secret key. */
export const testConfiguration = (env: Record<string, string> = {}) =>
  readConfiguration({ ...(env.SECRET_KEY_FILE === undefined && { SECRET_KEY: testKey }), ...env });

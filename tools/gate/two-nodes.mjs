/**
 * What `npm test` runs on both Nodes when its own is older than the recommended one. All else runs on one: the server tests on the
 * recommended one, the others on its own.
 */

/** Of the server tests, what depends most on Node: the process, files and forms over sockets, packages with binaries, mail. */
export const serverTests = [
  "main.test",
  "http/files",
  "http/uploads",
  "http/openapi",
  "platform/mail/send-mail",
  "modules/accounts/log-in",
  "modules/media/serve-pictures",
  "modules/imports/round-trip",
  "modules/cart/add-item",
].map((name) => `server/${name}`);

/** A journey of each kind, by a part of its name. */
export const journeys = {
  "a visitor": "a visitor finds the search",
  "a page that the server renders": "without JavaScript a visitor reads, searches, and opens an item",
  "a borrower and a clerk": "a title goes out to a school and comes back",
  "a manager": "a manager changes how long a loan is",
  "an import in its own process": "a wrong file is refused with a sentence",
  "a picture read in another process": "a photo of the damage is taken at the desk",
  "a stock-take without a network": "a stock-take goes on in a tab that is killed",
  "mail to a server": "a borrower gets an email about an order",
  "a PDF": "the labels of a title are downloaded, confirmed",
};

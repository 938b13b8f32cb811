import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** The ISBN of a book that the source describes in full. */
export const slowReading = "9780980200447";
/** The ISBN of a book that the source knows only by title, as many are. */
export const barelyKnown = "9780140328721";

/** Books as Open Library's Books API writes them with `jscmd=data` (openlibrary.org/dev/docs/api/books). */
const books: Record<string, object> = {
  [slowReading]: {
    url: "https://openlibrary.org/books/OL22853304M/Slow_reading",
    key: "/books/OL22853304M",
    title: "Slow reading",
    subtitle: "the practice of reading",
    authors: [{ url: "https://openlibrary.org/authors/OL6548935A/John_Miedema", name: "John Miedema" }],
    number_of_pages: 92,
    pagination: "80p.",
    weight: "1 grams",
    identifiers: {
      isbn_10: ["1234567890"],
      isbn_13: [slowReading],
      lccn: ["2008054742"],
      openlibrary: ["OL22853304M"],
    },
    classifications: { dewey_decimal_class: ["028/.9"], lc_classifications: ["Z1003 .M58 2009"] },
    publishers: [{ name: "Litwin Books" }],
    publish_places: [{ name: "Duluth, Minn" }],
    publish_date: "March 2009",
    subjects: [{ name: "Reading", url: "https://openlibrary.org/subjects/reading" }, {}],
    notes: "Includes bibliographical references and index.",
    table_of_contents: [{ level: 0, label: "", title: "The personal nature of slow reading", pagenum: "" }],
    cover: { small: "https://covers.openlibrary.org/b/id/5546156-S.jpg" },
  },
  [barelyKnown]: { key: "/books/OL7353617M", title: "Fantastic Mr. Fox", publish_date: "1988" },
};

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a source of books on the loopback address. Each test may replace how it answers. */
export async function startIsbnSource() {
  const requests: string[] = [];
  let answer = answerAsOpenLibrary;
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The source has no port.");
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  const answerWith = (another: Answer = answerAsOpenLibrary) => {
    answer = another;
    requests.length = 0;
  };
  return { answerWith, url: `http://127.0.0.1:${address.port}`, host: `127.0.0.1:${address.port}`, requests, stop };
}

function answerAsOpenLibrary(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://source");
  const isData = searchParams.get("format") === "json" && searchParams.get("jscmd") === "data";
  if (pathname !== "/api/books" || !isData) return void response.writeHead(404).end("<html>Not found</html>");
  const key = searchParams.get("bibkeys") ?? "";
  const book = books[key.replace("ISBN:", "")];
  response.setHeader("content-type", "application/json").end(JSON.stringify(book ? { [key]: book } : {}));
}

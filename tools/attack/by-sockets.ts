import { connect } from "node:net";
import fc from "fast-check";
import { startLibrary } from "#e2e/library.ts";

/** `seed` makes the random choices reproducible. */
export type AttackOptions = { seconds: number; seed: number };

/** Figures to print, and everything that went wrong. */
export type Outcome = { figures: object; wrong: readonly string[] };

const pieces = [
  "GET / HTTP/1.1\r\n",
  "GET /api/Code/GetEveryGrade HTTP/1.1\r\n",
  "POST /api/Account/Login HTTP/1.1\r\n",
  "TRACE / HTTP/1.1\r\n",
  "CONNECT a:1 HTTP/1.1\r\n",
  "GET http://elsewhere.example/api HTTP/1.1\r\n",
  "GET //elsewhere.example HTTP/1.1\r\n",
  "GET /%00%ff/../../etc/passwd HTTP/1.0\r\n",
  "Host: a\r\n",
  "Host: b:99999\r\n",
  "Content-Length: 5\r\n",
  "Content-Length: -1\r\n",
  "Transfer-Encoding: chunked\r\n",
  "Transfer-Encoding: chunked, identity\r\n",
  "Content-Type: application/json\r\n",
  "Expect: 100-continue\r\n",
  "Connection: Upgrade\r\nUpgrade: websocket\r\n",
  "X-Forwarded-For: ::1, <script>\r\n",
  "Authorization: Bearer a.b.c\r\n",
  `X: ${"x".repeat(9000)}\r\n`,
  " folded\r\n",
  "\r\n",
  "5\r\nhello\r\n",
  "0\r\n\r\n",
  '{"userName":',
  "\0",
];
const message = fc
  .tuple(
    fc.subarray(pieces, { minLength: 1 }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 6 }),
    fc.uint8Array({ maxLength: 40 }),
  )
  .map(([first, more, rest]) => Buffer.concat([Buffer.from([...first, ...more].join("")), rest]));

/** Sends malformed HTTP in pieces, sometimes hanging up partway through. */
export async function attackBySockets({ seconds, seed }: AttackOptions): Promise<Outcome> {
  const library = await startLibrary({ SEED: "none" });
  const { hostname, port } = new URL(library.address);
  const [statuses, wrong] = [new Map<string, number>(), new Array<string>()];
  const end = performance.now() + seconds * 1000;
  let connections = 0;
  try {
    for (let round = 0; performance.now() < end; round += 1) {
      const batch = fc.sample(message, { numRuns: 100, seed: seed + round });
      const responses = await Promise.all(batch.map((bytes, at) => say(hostname, Number(port), bytes, at % 3 === 0)));
      connections += responses.length;
      for (const [at, answer] of responses.entries()) {
        const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? "closed";
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (/^5(?!03)/.test(status))
          wrong.push(`${status}: ${JSON.stringify(batch[at]?.toString("latin1").slice(0, 500))}`);
      }
    }
    if (!(await fetch(`${library.address}/health/ready`)).ok) wrong.push("The library isn't ready anymore.");
    wrong.push(...(library.log().match(/"level":"(?:error|fatal)".*/g) ?? []).slice(0, 5));
    return { figures: { connections, statuses: Object.fromEntries(statuses) }, wrong };
  } finally {
    await library.stop();
  }
}

/** Sends bytes and returns the response within a second; `hangsUp` closes the connection right after sending half of them. */
function say(host: string, port: number, bytes: Buffer, hangsUp: boolean): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect({ host, port }, () => {
      socket.write(bytes.subarray(0, bytes.length / 2));
      if (hangsUp) socket.destroy();
      else socket.write(bytes.subarray(bytes.length / 2));
    });
    socket.setTimeout(1000, () => socket.destroy());
    socket.on("data", (data: Buffer) => (answer += data.toString("latin1")));
    socket.on("error", () => {}); // a reset is a response, too
    socket.on("close", () => resolve(answer));
  });
}

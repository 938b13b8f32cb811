import { cut } from "#contract/wire/cut.ts";
import { Readable } from "node:stream";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import SmtpConnection from "nodemailer/lib/smtp-connection";
import { type Carrier, type Failure, NotDelivered, type OutgoingMail } from "./send-mail.ts";

/**
 * In ms: until the server accepts the envelope, so that a dead one is noticed within a minute, and then until it confirms
 * the content (10 minutes in RFC 5321).
 */
const smtpTimeouts = { envelope: 50_000, content: 600_000 };

/**
 * Sends by SMTP, one connection per mail. The URL's query contains nodemailer's options, such as `requireTLS=true`. Calls
 * `onAway` with a sentence for staff when the server, rather than a mail, is the problem.
 */
export function smtpCarrier(
  url: string,
  { timeouts = smtpTimeouts, onAway = () => {} }: { timeouts?: typeof smtpTimeouts; onAway?: OnAway } = {},
): Carrier {
  return async (mail, begin) => {
    const session = new SmtpSession(url, timeouts);
    try {
      await session.deliver(mail, begin);
    } catch (error) {
      if (error instanceof NotDelivered) throw error;
      const { isAway, ...failure } = failureOf(error, session.hasBegun);
      if (isAway) onAway(awaySentence(failure));
      throw new NotDelivered(failure);
    } finally {
      session.close();
    }
    return undefined;
  };
}

type OnAway = (sentence: string) => void;

const awaySentence = ({ message }: Failure) => `The mail server isn't working, so emails are waiting. ${message}`;

/** Connects to the mail server and logs in without sending anything. Throws NotDelivered. */
export async function checkMailServer(url: string, timeoutMs = 10_000): Promise<void> {
  const session = new SmtpSession(url, { envelope: timeoutMs, content: timeoutMs });
  try {
    await session.greet();
  } catch (error) {
    const failure = failureOf(error, false);
    throw new NotDelivered({ end: failure.end, message: awaySentence(failure) });
  } finally {
    session.close();
  }
}

class SmtpSession {
  hasBegun = false;
  readonly #connection: SmtpConnection;
  readonly #auth: { user: string; pass: string } | undefined;
  readonly #timeouts: typeof smtpTimeouts;
  readonly #failed: Promise<never>;
  #timer: NodeJS.Timeout | undefined;
  #fail: (error: unknown) => void = () => {};

  constructor(url: string, timeouts: typeof smtpTimeouts) {
    const { auth, ...options } = parseConnectionUrl(url);
    this.#auth = auth?.user && auth.pass ? { user: auth.user, pass: auth.pass } : undefined;
    this.#timeouts = timeouts;
    this.#connection = new SmtpConnection({
      ...options,
      connectionTimeout: timeouts.envelope,
      greetingTimeout: timeouts.envelope,
      socketTimeout: timeouts.content,
      logger: false,
    });
    this.#failed = new Promise((_resolve, reject) => (this.#fail = reject));
    this.#failed.catch(() => {}); // handled where it is awaited
    this.#connection.on("error", (error: unknown) => this.#fail(error));
    this.#limit(timeouts.envelope);
  }

  async greet(): Promise<void> {
    await this.#step((done) => this.#connection.connect(done));
    const auth = this.#auth;
    if (auth && this.#connection.allowsAuth) {
      await this.#step((done) => this.#connection.login({ credentials: auth }, done));
    }
  }

  async deliver({ from, to, bytes }: OutgoingMail, begin: () => Promise<void>): Promise<void> {
    await this.greet();
    // read only once the server has accepted the sender, the recipient, and the DATA command
    const content = Readable.from(this.#content(bytes, begin));
    await this.#step((done) => this.#connection.send({ from, to: [to], size: bytes.length }, content, done));
    this.#connection.quit();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#connection.close();
  }

  async *#content(bytes: Buffer, begin: () => Promise<void>) {
    await begin();
    this.hasBegun = true;
    this.#limit(this.#timeouts.content);
    yield bytes;
  }

  #limit(after: number) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail(new Error(`No answer within ${after / 1000} s.`)), after);
  }

  #step(work: (done: (error?: Error | null) => void) => void): Promise<void> {
    const step = new Promise<void>((resolve, reject) => {
      work((error) => (error ? reject(error) : resolve()));
    });
    return Promise.race([step, this.#failed]);
  }
}

const leaving = 421; // the server's answer to anything while it shuts down

type Facts = { code?: unknown; originalCode?: unknown; responseCode?: unknown; response?: unknown };

/** `isAway` means that the server is the problem, so other mails would fail, too. */
function failureOf(error: unknown, hasBegun: boolean): Failure & { isAway: boolean } {
  const { code, originalCode, responseCode, response }: Facts =
    typeof error === "object" && error !== null ? error : {};
  const status = typeof responseCode === "number" ? responseCode : undefined;
  if (status === undefined) {
    const reason = [originalCode, code].find((name) => typeof name === "string") ?? "no answer in time";
    if (hasBegun)
      return { end: "unknown", message: `The mail server did not confirm the email (${reason}).`, isAway: false };
    return { end: "later", message: `Could not reach the mail server (${reason}).`, isAway: true };
  }
  const message = `The mail server said: ${cut(String(response).replace(/\s+/g, " "), 300)}`;
  // a refused greeting or login concerns the server, not this mail
  const isAboutTheMail = hasBegun || code === "EENVELOPE" || code === "EMESSAGE";
  return {
    end: status >= 500 && isAboutTheMail ? "refused" : "later",
    message,
    isAway: status === leaving || !isAboutTheMail,
  };
}

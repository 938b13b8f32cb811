import { cut } from "#contract/wire/cut.ts";
import { Readable } from "node:stream";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import SmtpConnection from "nodemailer/lib/smtp-connection";
import { type Carrier, type Failure, NotDelivered, type Parcel } from "./send-mail.ts";

/** Milliseconds: to get as far as the words of a mail, and then until the server has answered for them (RFC 5321: 10 min). */
export const smtpPatience = { envelope: 90_000, words: 600_000 };

/** Sends by SMTP, one connection per mail. The URL's query holds nodemailer's options, such as `requireTLS=true`. */
export function smtpCarrier(url: string, patience = smtpPatience): Carrier {
  return async (parcel, begin) => {
    const talk = new Conversation(url, patience);
    try {
      await talk.deliver(parcel, begin);
    } catch (error) {
      throw error instanceof NotDelivered ? error : new NotDelivered(failureOf(error, talk.hasBegun));
    } finally {
      talk.close();
    }
    return undefined;
  };
}

/** Connects to the mail server and logs in, without sending anything; within ten seconds. Throws NotDelivered. */
export async function tryMailServer(url: string, patience = 10_000): Promise<void> {
  const talk = new Conversation(url, { envelope: patience, words: patience });
  try {
    await talk.greet();
  } catch (error) {
    const { end, words } = failureOf(error, false);
    throw new NotDelivered({ end, words: `The server of SMTP_URL does not work, so emails wait. ${words}` });
  } finally {
    talk.close();
  }
}

class Conversation {
  hasBegun = false;
  readonly #connection: SmtpConnection;
  readonly #auth: { user: string; pass: string } | undefined;
  readonly #patience: typeof smtpPatience;
  readonly #failed: Promise<never>;
  #timer: NodeJS.Timeout | undefined;
  #fail: (error: unknown) => void = () => {};

  constructor(url: string, patience: typeof smtpPatience) {
    const { host, port, secure, auth, ...rest } = parseConnectionUrl(url);
    this.#auth = auth?.user && auth.pass ? { user: auth.user, pass: auth.pass } : undefined;
    this.#patience = patience;
    const limits = { connectionTimeout: patience.envelope, greetingTimeout: patience.envelope };
    this.#connection = new SmtpConnection({
      host,
      port,
      secure,
      ...rest,
      ...limits,
      socketTimeout: patience.words,
      logger: false,
    });
    this.#failed = new Promise((_resolve, reject) => (this.#fail = reject));
    this.#failed.catch(() => {}); // awaited where it is handled
    this.#connection.on("error", (error: unknown) => this.#fail(error));
    this.#limit(patience.envelope);
  }

  async greet(): Promise<void> {
    await this.#step((done) => this.#connection.connect(done));
    const auth = this.#auth;
    if (auth && this.#connection.allowsAuth) {
      await this.#step((done) => this.#connection.login({ credentials: auth }, done));
    }
  }

  async deliver({ from, to, message }: Parcel, begin: () => Promise<void>): Promise<void> {
    await this.greet();
    // Read when the server has accepted sender, reader, and that the words come: not a moment earlier.
    const words = Readable.from(this.#words(message, begin));
    await this.#step((done) => this.#connection.send({ from, to: [to], size: message.length }, words, done));
    this.#connection.quit();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#connection.close();
  }

  async *#words(message: Buffer, begin: () => Promise<void>) {
    await begin();
    this.hasBegun = true;
    this.#limit(this.#patience.words);
    yield message;
  }

  #limit(after: number) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail(new Error(`No end after ${after / 1000} s.`)), after);
  }

  #step(work: (done: (error?: Error | null) => void) => void): Promise<void> {
    const step = new Promise<void>((resolve, reject) => {
      work((error) => (error ? reject(error) : resolve()));
    });
    return Promise.race([step, this.#failed]);
  }
}

type Facts = { code?: unknown; originalCode?: unknown; responseCode?: unknown; response?: unknown };

function failureOf(error: unknown, hasBegun: boolean): Failure {
  const { code, originalCode, responseCode, response }: Facts =
    typeof error === "object" && error !== null ? error : {};
  const status = typeof responseCode === "number" ? responseCode : undefined;
  if (status === undefined) {
    const reason = [originalCode, code].find((name) => typeof name === "string") ?? "no answer in time";
    if (hasBegun) return { end: "unknown", words: `The mail server did not answer for the mail (${reason}).` };
    return { end: "later", words: `The mail server could not be used (${reason}).` };
  }
  const words = `The mail server said: ${cut(String(response).replace(/\s+/g, " "), 300)}`;
  // A no to the log-in or the greeting is about the server, not about this mail.
  const isAboutTheMail = hasBegun || code === "EENVELOPE" || code === "EMESSAGE";
  return { end: status >= 500 && isAboutTheMail ? "refused" : "later", words };
}
